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

/** The sentence of a listing in a list; null where it says no more than the badge beside it. */
export function useBeyondMark(): (listing: Pick<Schemas['ToldListing'], 'told'>) => string | null {
  const { t, told } = useSpeech();
  return (listing) => {
    const sentence = told(listing.told);
    return sentence === t('standing.on_portal.sentence') ? null : sentence;
  };
}

/** A listing's standing as a coloured badge. */
export function StandingMark({ standing }: { standing: Standing }): ReactNode {
  const { t } = useSpeech();
  return <StateMark mood={moods[standing]}>{t(`standing.${standing}`)}</StateMark>;
}
