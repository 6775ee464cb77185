import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { lazy } from '../lazy.js';
import { useSpeech } from '../words/context.js';
import { useFinderKeys } from './use-finder-keys.js';

const Finder = lazy(() => import('./finder.js'));

/** Opens the search from anywhere, as its keys do. */
export function FindButton(): ReactNode {
  const { t } = useSpeech();
  const [isOpen, finder] = useDisclosure(false);
  useFinderKeys(finder.open);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('find.title')}
        title={t('find.keys')}
        aria-keyshortcuts="Control+K /"
        onClick={finder.open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Finder close={finder.close} />
        </Suspense>
      )}
    </>
  );
}
