import type { ExternalId } from '../../model/ids.js';
import type { RemoveReason } from '../../model/outcome.js';
import { readUsedWord } from '../../store/records/staged-record.js';
import { stateList } from '../../mapping/compile/state.js';
import type { TriedRecord } from './map-snapshot.js';

/**
 * What becomes of a listing. `hidden`: inactive, and active until now. `shown`: the reverse. `asked`: its state waits for the meaning of a
 * word; of a live listing, the rest of the change goes out.
 */
export type Becomes =
  RemoveReason | 'hidden' | 'asked' | 'missing' | 'invalid' | 'shown' | 'altered' | 'added';

/** The order in which changes are listed: what a visitor must no longer see comes first. */
const order: readonly Becomes[] = [
  ...(['sold', 'rented', 'withdrawn', 'expired', 'hidden', 'asked'] as const),
  ...(['missing', 'invalid', 'shown', 'altered', 'added'] as const),
];

export interface ChangedListing {
  externalId: ExternalId;
  title: string | null;
  becomes: Becomes;
  /** The record's word for its state, where that decides; folded, unless it is unknown. */
  word: string | null;
}

/** The changes in the order in which people are shown them. */
export function inOrder(changes: readonly ChangedListing[]): ChangedListing[] {
  return [...changes].sort((a, b) => order.indexOf(a.becomes) - order.indexOf(b.becomes));
}

/** The word by which a record is in a state; null: it has none. */
export function stateWordOf({ uses, unknownState }: TriedRecord, becomes: Becomes): string | null {
  if (unknownState !== null) return unknownState;
  const target = targets[becomes] ?? [becomes];
  const words = uses.map(readUsedWord).filter(({ name }) => name === stateList);
  return words.find(({ resolved }) => resolved !== null && target.includes(resolved))?.word ?? null;
}

/** Meanings of words that lead to a change of another name. */
const targets: Readonly<Partial<Record<Becomes, readonly string[]>>> = {
  hidden: ['inactive'],
  shown: ['active'],
  rented: ['rented', 'sold'],
  withdrawn: ['withdrawn', 'ignore'],
};
