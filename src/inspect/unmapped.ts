import { externalId } from '../core/listing/external-id.js';
import type { Place, Vocabulary, VocabularyEntry } from '../model/reference.js';
import type { Dictionary } from '../mapping/compile/dictionary.js';
import type { Target } from '../mapping/language/mapping-schema.js';
import { suggester, type Suggestion } from '../mapping/words/suggest-words.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { unknownWords, type UnknownWord } from './unknown-words.js';

/** A word that nobody gave a meaning, with what it may mean and how that is said. */
export interface UnmappedWord extends Omit<UnknownWord, 'pointer'> {
  feed: string;
  /** Payload path of the field for which it was read. */
  field: string;
  /** The portal's list whose words the field takes, else the table, else the field. */
  name: string;
  /** The table to which it can be added; null where the mapping looks the word up without one. */
  table: string | null;
  /** Best first. */
  suggestions: Suggestion[];
  /** What gives it a meaning under its feed, as one line of YAML; null where there is no table. */
  yaml: string | null;
}

/** How a feed's words are looked up; null where its mapping cannot be read. */
export type DictionaryOfFeed = (
  feedName: string,
) => Promise<{ dictionary: Dictionary; idPrefix: string } | null>;

/** Words without a meaning, most frequent first; samples are ids of listings. */
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

const placePointer = '/location/place_id';

/** What the portal knows, by which words may be meant. */
export interface PortalWords {
  vocabulary: Vocabulary | null;
  places: readonly Place[];
}

/** A mapping names places by their names. */
function placeEntry({ nameSr, nameEn }: Place): VocabularyEntry {
  return { key: nameSr, labels: [nameSr, ...(nameEn === null ? [] : [nameEn])] };
}

type Explained = Pick<UnmappedWord, 'field' | 'name' | 'table' | 'suggestions' | 'yaml'>;
type KnownWords = readonly (readonly [word: string, target: Target])[];

/** @param wordsOf words that are known besides the table's, by JSON pointer of the field */
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
    const suggest =
      suggesters.get(pointer) ??
      suggester(
        pointer === placePointer
          ? portal.places.map(placeEntry)
          : list === null
            ? []
            : (portal.vocabulary?.fields[list] ?? []),
        [...(table === null ? [] : (dictionary?.words(table) ?? [])), ...wordsOf(pointer)],
      );
    suggesters.set(pointer, suggest);
    const suggestions = suggest(word);
    return {
      field,
      name: list ?? table ?? field,
      table,
      suggestions,
      yaml: table === null ? null : lineFor(table, word, suggestions),
    };
  };
}

/** JSON is YAML, whatever stands in the word. */
function lineFor(table: string, word: string, [best]: readonly Suggestion[]): string {
  return `tables: { ${table}: { ${JSON.stringify(word)}: ${JSON.stringify(best?.label ?? null)} } }`;
}
