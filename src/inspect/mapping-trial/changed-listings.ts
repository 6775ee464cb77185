import { becomesKinds, type Becomes } from '../../model/listing-states.js';
import type { ExternalId } from '../../model/ids.js';
import { readUsedWord } from '../../store/records/staged-record.js';
import { stateList } from '../../mapping/compile/state.js';
import type { TriedRecord } from './map-snapshot.js';

export interface ChangedListing {
  externalId: ExternalId;
  title: string | null;
  becomes: Becomes;
  /** The record's word for its state, where that decides; folded, unless it is unknown. */
  word: string | null;
}

/** The changes in the order in which people are shown them. */
export function inOrder(changes: readonly ChangedListing[]): ChangedListing[] {
  return [...changes].sort((a, b) => becomesKinds.indexOf(a.becomes) - becomesKinds.indexOf(b.becomes));
}

/** The record's word that leads to the change; null: there is none. */
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
