import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Mood = 'good' | 'busy' | 'doubt' | 'bad' | 'quiet';

const colours: Readonly<Record<Mood, string>> = {
  good: 'tide',
  busy: 'blue',
  doubt: 'yellow',
  bad: 'red',
  quiet: 'gray',
};

/** A state in a word; the word says it, the colour only helps. */
export function StateMark({ mood, children }: { mood: Mood; children: ReactNode }): ReactNode {
  return (
    <Badge color={colours[mood]} variant="light" className={`mark mark-${mood}-word`} tt="none" fw={600}>
      {children}
    </Badge>
  );
}
