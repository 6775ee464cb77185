import { Blockquote, Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';

type Task = Schemas['Task'];

/** One thing that waits for the agency, behind one button. */
export function TaskLine({ task }: { task: Task }): ReactNode {
  const { t, told } = useSpeech();
  const { kind, sentence, note } = task;
  const isFirst = kind === 'confirm_removals';
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <Text flex="1 1 16rem">{told(sentence)}</Text>
        <Button component={Link} href={pageOf(task)} variant={isFirst ? 'filled' : 'default'}>
          {t(`home.do.${kind}`)}
        </Button>
      </Group>
      {note !== null && (
        <Blockquote p="xs" mt="xs" cite={t('home.note')} className="whole">
          {note}
        </Blockquote>
      )}
    </Paper>
  );
}

/** Where it is settled. */
export function pageOf({ kind, feed, hold }: Task): string {
  const ofFeed = feed === null ? '' : `/${encodeURIComponent(feed)}`;
  switch (kind) {
    case 'confirm_removals':
      return hold === null ? '/waiting' : `/waiting/${hold}`;
    case 'words':
      return `/words${ofFeed}`;
    case 'facts':
      return '/setup';
    case 'refused':
      return '/listings?standing=refused';
    case 'invalid':
      return '/listings?standing=invalid';
    default:
      return '/listings';
  }
}
