import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** How a state is to be judged; it selects the badge's colour. */
export type Mood = 'good' | 'busy' | 'doubt' | 'bad' | 'quiet';

const colours: Readonly<Record<Mood, string>> = {
  good: 'tide',
  busy: 'blue',
  doubt: 'yellow',
  bad: 'red',
  quiet: 'gray',
};

/** A state as a coloured badge. Its text names the state, so the colour alone never carries the meaning. */
export function StateMark({ mood, children }: { mood: Mood; children: ReactNode }): ReactNode {
  return (
    <Badge color={colours[mood]} variant="light" className={`mark mark-${mood}-word`} tt="none" fw={600}>
      {children}
    </Badge>
  );
}
