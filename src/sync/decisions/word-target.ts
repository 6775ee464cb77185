import { isPlaceKey, placePointer } from '../../core/content/place-entries.js';
import { statedPlace } from '../../core/content/place-parts.js';
import { placeResolver } from '../../core/content/places.js';
import type { Dictionary } from '../../mapping/compile/dictionary.js';
import { booleanTable, flagTargetProblem } from '../../mapping/words/boolean-words.js';
import type { Place, Vocabulary } from '../../model/reference.js';
import type { Store } from '../../store/store.js';
import { wordLists } from '../../texts/state-choices.js';

/** A word of a feed and the meaning that it gets. */
interface GivenWord {
  table: string;
  word: string;
  /** A key of the table's list, or another target of the table; null: the word is left out on purpose. */
  key: string | null;
}

/** Why a word cannot have a meaning, as a sentence; null: it can. With a meaning that the portal does not know it would stay unmapped. */
export type WordTargetProblem = (
  given: GivenWord,
  dictionary: Pick<Dictionary, 'lists' | 'tablesOf'>,
) => string | null;

/** Compares meanings with the portal's words and places as they are known now. */
export async function wordTargets({ reference }: Pick<Store, 'reference'>): Promise<WordTargetProblem> {
  const vocabulary = (await reference.vocabulary())?.vocabulary ?? null;
  const places = (await reference.places())?.places ?? null;
  return (given, dictionary) => {
    const { table, word, key } = given;
    if (!dictionary.lists.has(table)) return `There is no table ${table} in the mapping of this feed.`;
    if (dictionary.tablesOf(placePointer).includes(table)) return placeProblem(key, places);
    const problem = table === booleanTable ? flagTargetProblem(word, key) : null;
    return problem ?? listProblem(given, dictionary, vocabulary);
  };
}

function listProblem(
  { table, key }: GivenWord,
  { lists }: Pick<Dictionary, 'lists'>,
  vocabulary: Vocabulary | null,
): string | null {
  const list = lists.get(table) ?? null;
  const entries = list === null ? undefined : wordLists(vocabulary)[list];
  if (key === null || list === null || entries === undefined) return null;
  return entries.some((entry) => entry.key === key)
    ? null
    : `The list ${list} has no ${key}: pick one of GET /vocabulary.`;
}

const anywhere = { lat: null, lng: null };

/** @param places null: the portal has not named its places yet */
function placeProblem(key: string | null, places: readonly Place[] | null): string | null {
  if (key === null || places === null || isPlaceKey(key, places)) return null;
  const { kind } = statedPlace([key], anywhere, { place: placeResolver(places) });
  if (kind === 'found') return null;
  return kind === 'ambiguous'
    ? `The portal’s directory has several places called ${key}: pick the key of one of GET /places.`
    : `The portal’s directory has no place ${key}: pick the key of one of GET /places.`;
}
