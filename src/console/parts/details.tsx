import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { Fold } from './fold.js';

/** Texts that exist only in English, for support. They are folded, because the reader may read only Serbian. */
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
