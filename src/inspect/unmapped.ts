import { externalId } from '../core/listing/external-id.js';
import { placeEntries, placePointer } from '../core/content/place-entries.js';
import { fold } from '../model/fold.js';
import type { Place, Vocabulary, VocabularyEntry, WordList } from '../model/reference.js';
import type { Dictionary } from '../mapping/compile/dictionary.js';
import type { Target } from '../mapping/language/mapping-schema.js';
import { booleanTable } from '../mapping/words/boolean-words.js';
import { shippedStates } from '../mapping/words/state-table.js';
import { suggester, type Suggestion } from '../mapping/words/suggest-words.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { unknownWords, type UnknownWord } from './unknown-words.js';

/** An unmapped value with suggested meanings, and the YAML that maps it. */
export interface UnmappedWord extends Omit<UnknownWord, 'pointer'> {
  feed: string;
  /** Payload path of the field for which the value was read. */
  field: string;
  /** Name of the value's list: the field's vocabulary; for a field without a vocabulary, the table; without a table, the field. */
  name: string;
  /** The table to which the value can be added; null where the mapping looks the value up without a table. */
  table: string | null;
  /** Best first. */
  suggestions: Suggestion[];
  /** One line of YAML for the feed's configuration that maps the value; null without a table. */
  yaml: string | null;
}

/** Returns a feed's dictionary and id prefix; null where its mapping cannot be read. */
export type DictionaryOfFeed = (
  feedName: string,
) => Promise<{ dictionary: Dictionary; idPrefix: string } | null>;

/** Unmapped values, most frequent first; samples are external ids. */
export async function unmappedWords(
  feeds: readonly FeedRecord[],
  dictionaryOfFeed: DictionaryOfFeed,
  store: Store,
): Promise<UnmappedWord[]> {
  const portal: PortalWords = {
    vocabulary: (await store.reference.vocabulary())?.vocabulary ?? null,
    places: (await store.reference.places())?.places ?? [],
  };
  const found: UnmappedWord[] = [];
  for (const feed of feeds) {
    const words = await unknownWords(feed.id, store);
    if (words.size === 0) continue;
    const read = await dictionaryOfFeed(feed.name);
    const explain = explainer(read?.dictionary ?? null, portal);
    for (const { pointer, word, count, samples } of words.values())
      found.push({
        feed: feed.name,
        ...explain(pointer, word),
        word,
        count,
        samples: samples.map((sourceId) => externalId(sourceId, read?.idPrefix ?? feed.idPrefix)),
      });
  }
  return found.sort((a, b) => b.count - a.count);
}

/** The portal's vocabulary and places, from which meanings are suggested. */
export interface PortalWords {
  vocabulary: Vocabulary | null;
  places: readonly Place[];
}

type Explained = Pick<UnmappedWord, 'field' | 'name' | 'table' | 'suggestions' | 'yaml'>;
type KnownWords = readonly (readonly [word: string, target: Target])[];

/**
 * Returns a function that suggests meanings for a value of a field.
 * @param wordsOf further known words of a field, by JSON pointer
 */
export function explainer(
  dictionary: Dictionary | null,
  portal: PortalWords,
  wordsOf: (pointer: string) => KnownWords = () => [],
): (pointer: string, word: string) => Explained {
  const suggesters = new Map<string, ReturnType<typeof suggester>>();
  return (pointer, word) => {
    const field = pointer.slice(1).replaceAll('/', '.');
    const table = dictionary?.tablesOf(pointer)[0] ?? null;
    const list = dictionary?.vocabularyOf(pointer) ?? null;
    const key = list === 'state' ? `${pointer} ${initialOf(word)}` : pointer;
    const known = (): KnownWords => [
      ...(table === null ? [] : (dictionary?.words(table) ?? [])),
      ...(list === 'state' ? shippedStatesLike(word) : []),
      ...wordsOf(pointer),
    ];
    const suggest = suggesters.get(key) ?? suggester(entriesFor(pointer, list, portal), known());
    suggesters.set(key, suggest);
    const likely = suggest(word);
    const suggestions = table === booleanTable && list === null ? withBothFlags(likely) : likely;
    return {
      field,
      name: list ?? table ?? field,
      table,
      suggestions,
      yaml: table === null ? null : lineFor(table, word, likely),
    };
  };
}

/** A word for yes or no has two possible meanings, both of which are offered. */
function withBothFlags(likely: readonly Suggestion[]): Suggestion[] {
  const both = ['true', 'false'].map((target) => ({ target, label: target, confidence: 0, like: target }));
  return [...likely, ...both.filter(({ target }) => !likely.some((one) => one.target === target))];
}

/** The entries of the portal that a value of the field may mean. States of a record are not the portal's: words of tables tell them. */
function entriesFor(
  pointer: string,
  list: WordList | null,
  { places, vocabulary }: PortalWords,
): readonly VocabularyEntry[] {
  if (pointer === placePointer) return placeEntries(places);
  return list === null || list === 'state' ? [] : (vocabulary?.fields[list] ?? []);
}

/** Of the many shipped words of states, those with the same initial: comparing all of them with each unknown word takes too long. */
function shippedStatesLike(word: string): KnownWords {
  return shippedStates().filter(([known]) => initialOf(known) === initialOf(word));
}

function initialOf(word: string): string {
  return fold(word).charAt(0);
}

/** A meaning with less confidence is offered, and stands in no line that is pasted as it is. */
const pastedMin = 0.7;

/** JSON strings are valid YAML, so the word needs no other quoting. */
function lineFor(table: string, word: string, [best]: readonly Suggestion[]): string {
  const meaning = best !== undefined && best.confidence >= pastedMin ? best.label : null;
  return `tables: { ${table}: { ${JSON.stringify(word)}: ${JSON.stringify(meaning)} } }`;
}
