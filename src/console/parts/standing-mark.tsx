import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';
import { StateMark, type Mood } from './state-mark.js';

/** A listing's state in the terms that agencies and staff share. */
export type Standing = Schemas['ToldListing']['standing'];

const moods: Readonly<Record<Standing, Mood>> = {
  on_portal: 'good',
  in_review: 'busy',
  on_the_way: 'busy',
  refused: 'bad',
  invalid: 'bad',
  waiting: 'doubt',
  off: 'quiet',
};

/** Every standing, in the order of the console's filters. */
export const standings = Object.keys(moods) as readonly Standing[];

/** A listing's standing as a coloured badge. */
export function StandingMark({ standing }: { standing: Standing }): ReactNode {
  const { t } = useSpeech();
  return <StateMark mood={moods[standing]}>{t(`standing.${standing}`)}</StateMark>;
}
