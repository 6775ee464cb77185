import { AppShell, Burger, Drawer, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useAccount } from '../api/session.js';
import type { PageEntry } from '../page-entry.js';
import { pages } from '../pages.js';
import { Boundary } from '../parts/boundary.js';
import { LoadingPart, NotHerePart } from '../parts/states.js';
import { useSpeech } from '../words/context.js';
import { FindButton } from './find-button.js';
import { Preferences } from './preferences.js';

/** The frame around every page of a signed-in account: header, menu and the page that matches the address. */
export function Shell(): ReactNode {
  const { t } = useSpeech();
  const { role } = useAccount();
  const [isOpen, menu] = useDisclosure(false);
  const [location] = useLocation();
  const main = useArrival(location, menu.close);
  const own = pages.filter(({ roles }) => roles.includes(role));
  return (
    <>
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: true } }}
        padding="md"
      >
        <AppShell.Header px="md">
          <Header isOpen={isOpen} toggle={menu.toggle} />
        </AppShell.Header>
        <AppShell.Navbar p="xs" visibleFrom="sm" aria-label={t('app.main_nav')}>
          <Menu entries={own} location={location} />
        </AppShell.Navbar>
        <AppShell.Main>
          <div className="page" id="main" tabIndex={-1} ref={main}>
            <Boundary key={location}>
              <Suspense fallback={<LoadingPart />}>
                <Switch>
                  {own.map(({ path, page: Page }) => (
                    <Route key={path} path={path}>
                      <Page />
                    </Route>
                  ))}
                  <Route>
                    <NotHerePart />
                  </Route>
                </Switch>
              </Suspense>
            </Boundary>
          </div>
        </AppShell.Main>
      </AppShell>
      <Drawer
        opened={isOpen}
        onClose={menu.close}
        size="xs"
        title={t('app.menu')}
        closeButtonProps={{ 'aria-label': t('do.close') }}
      >
        <nav aria-label={t('app.main_nav')}>
          <Menu entries={own} location={location} />
        </nav>
      </Drawer>
    </>
  );
}

function Header({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }): ReactNode {
  const { t } = useSpeech();
  const { role, name } = useAccount();
  return (
    <Group h="100%" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        <Burger hiddenFrom="sm" size="sm" opened={isOpen} onClick={toggle} aria-label={t('app.menu')} />
        <Text component={Link} href="/" fw={700} c="inherit">
          {t('app.name')}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <FindButton />
        <Preferences name={name} role={role} />
      </Group>
    </Group>
  );
}

function Menu({ entries, location }: { entries: readonly PageEntry[]; location: string }): ReactNode {
  const { t } = useSpeech();
  return entries.map(({ path, nav }) => {
    if (nav === undefined) return null;
    const href = path.replace(/\/:.*$/, '');
    const isHere = location === href || (href !== '/' && location.startsWith(`${href}/`));
    return (
      <Link
        key={path}
        href={href}
        className="nav-link"
        aria-current={isHere || nav.also?.test(location) === true ? 'page' : undefined}
      >
        <nav.icon size={18} aria-hidden />
        {t(nav.label)}
      </Link>
    );
  });
}

/**
 * When the address changes, scrolls to the top and moves the focus to the page, so that the keyboard and screen
 * readers begin there.
 */
function useArrival(location: string, arrived: () => void): RefObject<HTMLDivElement | null> {
  const main = useRef<HTMLDivElement>(null);
  const former = useRef(location);
  useEffect(() => {
    if (former.current === location) return;
    former.current = location;
    arrived();
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [location, arrived]);
  return main;
}
