import type { ReactNode } from 'react';
import { StateMark, type Mood } from '../../parts/state-mark.js';
import { useSpeech } from '../../words/context.js';

const moods: Readonly<Record<string, Mood>> = {
  active: 'good',
  stalled: 'bad',
  paused: 'doubt',
};

/** The state of a feed as a coloured badge. */
export function FeedMark({ life }: { life: string }): ReactNode {
  const { named } = useSpeech();
  return <StateMark mood={moods[life] ?? 'quiet'}>{named(`feeds.life.${life}`, life)}</StateMark>;
}
