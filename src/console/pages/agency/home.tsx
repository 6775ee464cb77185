import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useAccount } from '../../api/session.js';
import { CheckNow } from '../../parts/check-now.js';
import { ToButton } from '../../parts/links.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { pageOf, TaskLine } from './task-line.js';

type Home = Schemas['Home'];

/** The agency’s home page: its numbers, its tasks, and the state of its files. */
export default function HomePage(): ReactNode {
  const { connections } = useAccount();
  // Without a connection to the portal there is nothing to show: the setup page opens instead.
  return connections.length === 0 ? <Redirect to="/setup" replace /> : <Standing />;
}

function Standing(): ReactNode {
  const { t } = useSpeech();
  const home = useAnswer(['home'], (signal) => api.GET('/api/v1/home', { signal }));
  return (
    <>
      <PageTitle
        title={home.data?.homes.length === 1 ? (home.data.homes[0]?.agency ?? '') : t('nav.home')}
        action={
          (home.data?.homes.length ?? 0) > 0 && (
            <ToButton href="/report" variant="default">
              {t('report.open')}
            </ToButton>
          )
        }
      />
      <Answered question={home}>
        {({ homes }) =>
          homes.length === 0 ? (
            <EmptyPart
              title={t('home.no_feed')}
              action={<ToButton href="/setup">{t('home.to_setup')}</ToButton>}
            >
              {t('home.no_feed.more')}
            </EmptyPart>
          ) : (
            <Stack gap="xl">
              {homes.map((one) => (
                <AgencyHome key={one.connection} home={one} isAlone={homes.length === 1} />
              ))}
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

function AgencyHome({ home, isAlone }: { home: Home; isAlone: boolean }): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack component="section" aria-label={home.agency}>
      {!isAlone && (
        <Title order={2} size="h3">
          {home.agency}
        </Title>
      )}
      <Numbers home={home} />
      <Title order={isAlone ? 2 : 3} size="h4">
        {t('home.tasks')}
      </Title>
      {home.tasks.length === 0 ? (
        <Text c="dimmed">{t('home.nothing_waits')}</Text>
      ) : (
        <Stack component="ul" className="plain" gap="xs">
          {home.tasks.map((task) => (
            <TaskLine key={`${task.kind} ${task.feed ?? ''} ${task.hold ?? ''}`} task={task} />
          ))}
        </Stack>
      )}
      {home.feeds.map(({ name, reading, can_check_at: at }) => (
        <section key={name} aria-label={t('home.file')}>
          <Title order={isAlone ? 2 : 3} size="h4" mb="xs">
            {t('home.file')}
            {home.feeds.length > 1 && ` · ${name}`}
          </Title>
          <Paper withBorder p="md">
            <CheckNow feed={name} reading={reading} canCheckAt={at} />
          </Paper>
        </section>
      ))}
    </Stack>
  );
}

/** Tasks whose listings or values `waiting` counts. With several of them, the list of tasks below has the buttons. */
const waitingTasks: ReadonlySet<Schemas['Task']['kind']> = new Set([
  'confirm_removals',
  'confirm_values',
  'refused',
  'invalid',
]);

function Numbers({ home }: { home: Home }): ReactNode {
  const { t, number, moment } = useSpeech();
  const { listings, on_portal: on, held, missing, missing_until: until } = home;
  const { in_review: review, waiting, connection } = home;
  const [first, ...others] = home.tasks.filter(({ kind }) => waitingTasks.has(kind));
  const isTheirs = home.tasks.some(({ kind }) => kind === 'confirm_removals');
  const isMany = home.tasks.some(({ kind }) => kind === 'missing');
  const listingsOf = (filter: string): string =>
    `/listings?connection=${encodeURIComponent(connection)}&${filter}`;
  return (
    <Paper withBorder p="md">
      <Progress value={listings === 0 ? 0 : (100 * on) / listings} size="sm" mb="md" aria-hidden />
      <Stack component="ul" className="plain" gap="sm">
        <Fact text={t('home.on_portal', { on: number(on), n: listings })}>
          <ToButton href={listingsOf('there=true')} variant="default">
            {t('home.see_all')}
          </ToButton>
        </Fact>
        {held > 0 && (
          <Fact isPart text={t(isTheirs ? 'home.held' : 'home.held.others', { n: held })}>
            <ToButton href={listingsOf('there=true&presence=held')} variant="default">
              {t('home.see_some', { n: held })}
            </ToButton>
          </Fact>
        )}
        {missing > 0 && (
          <Fact
            isPart
            text={
              until === null
                ? t('home.missing', { n: missing })
                : t(isMany ? 'home.missing.asked' : 'home.missing.until', { n: missing, at: moment(until) })
            }
          >
            <ToButton href={listingsOf('there=true&presence=grace')} variant="default">
              {t('home.see_some', { n: missing })}
            </ToButton>
          </Fact>
        )}
        {review > 0 && (
          <Fact text={t('home.in_review', { n: review })}>
            <ToButton href={listingsOf('standing=in_review')} variant="default">
              {t('home.see_some', { n: review })}
            </ToButton>
          </Fact>
        )}
        {waiting > 0 && (
          <Fact text={t('home.waiting', { n: waiting })}>
            {first !== undefined && others.length === 0 && (
              <ToButton href={pageOf(first)}>{t('home.see_waiting')}</ToButton>
            )}
          </Fact>
        )}
      </Stack>
    </Paper>
  );
}

/** @param isPart it is a part of the number above */
function Fact({
  text,
  isPart = false,
  children,
}: {
  text: string;
  isPart?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Text size={isPart ? 'md' : 'lg'} fw={isPart ? 400 : 600} className="numeric grow">
        {text}
      </Text>
      {children}
    </Group>
  );
}
