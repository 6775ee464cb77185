import { isStateTarget, stateTargets, type StateTarget } from '../core/content/record-state.js';
import type { Vocabulary, VocabularyEntry, WordList } from '../model/reference.js';
import type { Sentence } from '../model/sentence.js';

/** What a word of a listing's state may mean, and what follows from it. */
const meanings: Readonly<Record<StateTarget, Sentence>> = {
  active: { sr: 'U ponudi', en: 'On offer' },
  inactive: {
    sr: 'Rezervisano ili isključeno (oglas se skriva)',
    en: 'Reserved or switched off (it is hidden)',
  },
  ignore: { sr: 'Nacrt (oglas se ne objavljuje)', en: 'Draft (it is not published)' },
  sold: { sr: 'Prodato (oglas se uklanja)', en: 'Sold (it is removed)' },
  rented: { sr: 'Izdato (oglas se uklanja)', en: 'Rented (it is removed)' },
  withdrawn: {
    sr: 'Povučeno ili arhivirano (oglas se uklanja)',
    en: 'Withdrawn or archived (it is removed)',
  },
  expired: { sr: 'Isteklo (oglas se uklanja)', en: 'Expired (it is removed)' },
};

/** What a meaning of a word for the state says; null: it is none. */
export function stateMeaning(target: string): Sentence | null {
  return isStateTarget(target) ? meanings[target] : null;
}

/** The states of a record in the form of the portal's entries: labels in Serbian and English. */
const stateEntries: readonly VocabularyEntry[] = stateTargets.map((key) => ({
  key,
  labels: [meanings[key].sr, meanings[key].en],
}));

/** The lists from which people pick a meaning, by name: those of the portal, once they are known, and the states. */
export function wordLists(
  vocabulary: Vocabulary | null,
): Readonly<Partial<Record<WordList, readonly VocabularyEntry[]>>> {
  return { ...vocabulary?.fields, state: stateEntries };
}
