import { Blockquote, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { keyOf } from './answer-rules.js';
import type { Ruled } from './draft.js';

/** What will be kept, word for word: of the listings that are named, and of the rules that are withdrawn and added. */
export function KeptSentences({
  named,
  before,
  now,
}: {
  named: readonly string[];
  before: Ruled;
  now: Ruled;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap={4} role="status" aria-label={t('setup.answer.some.kept')}>
      <Muted size="xs">{t('setup.answer.some.kept')}</Muted>
      {named.map((sentence) => (
        <Blockquote key={sentence} p="sm">
          <span className="whole">{sentence}</span>
        </Blockquote>
      ))}
      <RuleSentences before={before} now={now} />
    </Stack>
  );
}

function RuleSentences({ before, now }: { before: Ruled; now: Ruled }): ReactNode {
  const { told } = useSpeech();
  const inForce = new Set(before.rules.map(keyOf));
  const left = new Set(now.rules.map(keyOf));
  const kept = [
    ...before.rules
      .filter((rule) => !left.has(keyOf(rule)))
      .map((rule) => ({ key: keyOf(rule), sentence: rule.withdrawal })),
    ...now.rules
      .filter((rule) => !inForce.has(keyOf(rule)))
      .map((rule) => ({ key: keyOf(rule), sentence: rule.statement })),
  ];
  return kept.map(({ key, sentence }) => (
    <Blockquote key={key} p="sm">
      <span className="whole">{told(sentence)}</span>
    </Blockquote>
  ));
}
