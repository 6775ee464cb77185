import { Blockquote } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { keyOf } from './answer-rules.js';
import type { Ruled } from './draft.js';

/** What will be kept of the rules that are withdrawn and added, word for word. */
export function RuleSentences({ before, now }: { before: Ruled; now: Ruled }): ReactNode {
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
