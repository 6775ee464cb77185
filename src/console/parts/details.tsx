import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { Fold } from './fold.js';

/** What exists only in English, for the person who helps: folded away from a Serbian reader. */
export function Details({ lines }: { lines: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  if (lines.length === 0) return null;
  return (
    <Fold summary={t('state.details')}>
      <List size="xs" spacing={2} c="dimmed" lang="en">
        {[...new Set(lines)].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Fold>
  );
}
