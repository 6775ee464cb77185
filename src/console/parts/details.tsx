import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
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

/**
 * A reason of the daemon. One that an older release wrote exists in English alone: other languages show it folded.
 * @param text the reason as it is stored, in English
 */
export function Reason({
  why,
  text,
  or = null,
}: {
  why: Schemas['Sentence'] | null;
  text: string | null;
  /** What is shown above a folded reason. */
  or?: ReactNode;
}): ReactNode {
  const { told, language } = useSpeech();
  if (text === null || text === '') return or;
  if (why !== null || language === 'en') return told(why ?? { sr: text, en: text });
  return (
    <>
      {or}
      <Details lines={[text]} />
    </>
  );
}
