import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';

/** The filters of a list in a row, and a button that lifts them. They stand in the page's address: a bookmark of it is a saved view. */
export function FilterBar({
  lift,
  hasTimes = false,
  children,
}: {
  lift: (() => void) | null;
  /** Fields for times are in it, with words below them: all fields have a label, and stand on one line by it. */
  hasTimes?: boolean;
  children: ReactNode;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Group gap="xs" align={hasTimes ? 'start' : 'end'} role="group" aria-label={t('list.filters')}>
      {children}
      {lift !== null && (
        <Button size="xs" variant="subtle" {...(hasTimes && { mt: 20 })} onClick={lift}>
          {t('logs.lift')}
        </Button>
      )}
    </Group>
  );
}

/** How many entries a list has in all, and what else can be done with it. */
export function ListTotal({ text, children }: { text: string; children?: ReactNode }): ReactNode {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" fw={600} role="status">
        {text}
      </Text>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
