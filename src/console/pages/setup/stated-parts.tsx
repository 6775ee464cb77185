import { Blockquote, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import type { Fact } from './draft.js';

type Parts = NonNullable<Fact['answer']>['parts'];

/** What is stated, word for word; below the sentences of one person at one time, who it was and when. */
export function StatedParts({ stated: { parts } }: { stated: NonNullable<Fact['answer']> }): ReactNode {
  const { t, moment } = useSpeech();
  return groupsOf(parts).map(([first, ...others]) => (
    <Stack key={`${first.at} ${first.name} ${first.sentence}`} gap="xs">
      {[first, ...others].map(({ sentence }) => (
        <Blockquote key={sentence} p="sm">
          <span className="whole">{sentence}</span>
        </Blockquote>
      ))}
      <Text size="sm">
        {t('setup.answer.stated', { name: first.name, role: first.role, at: moment(first.at) })}
      </Text>
    </Stack>
  ));
}

type Group = [Parts[number], ...Parts];

/** Sentences that follow each other and were stated together. */
function groupsOf(parts: Parts): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const [before] = last ?? [];
    const isTogether = before?.name === part.name && before.role === part.role && before.at === part.at;
    if (last !== undefined && isTogether) last.push(part);
    else groups.push([part]);
  }
  return groups;
}
