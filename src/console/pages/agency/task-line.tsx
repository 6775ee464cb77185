import { Blockquote, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { ToButton } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

type Task = Schemas['Task'];

/** A task of the agency: a sentence, and a button that opens the page where it is done. */
export function TaskLine({
  task,
  agency,
}: {
  task: Task;
  /** Whose task it is, where the list is of several agencies. */
  agency?: string | undefined;
}): ReactNode {
  const { t, told } = useSpeech();
  const { kind, sentence, note } = task;
  const isFirst = kind === 'confirm_removals' || kind === 'confirm_values';
  return (
    <Paper component="li" withBorder p="sm" {...(kind === 'missing' && { className: 'early' })}>
      <Group justify="space-between" gap="sm">
        <div className="grow">
          <Text>{told(sentence)}</Text>
          {agency !== undefined && <Muted>{agency}</Muted>}
        </div>
        <ToButton href={pageOf(task)} variant={isFirst ? 'filled' : 'default'}>
          {t(`home.do.${kind}`)}
        </ToButton>
      </Group>
      {note !== null && (
        <Blockquote p="xs" mt="xs" cite={t('home.note')} className="whole">
          {note}
        </Blockquote>
      )}
    </Paper>
  );
}

/** The page on which a task is done. */
export function pageOf({ link }: Task): string {
  return link ?? '/waiting';
}
