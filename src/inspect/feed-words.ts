import { readWordSubject } from '../core/setup/feed-changes.js';
import { fold } from '../model/fold.js';
import type { Vocabulary, WordList } from '../model/reference.js';
import type { Dictionary } from '../mapping/compile/dictionary.js';
import type { Suggestion } from '../mapping/words/suggest-words.js';
import { statePointer } from '../model/content.js';
import { stateList } from '../mapping/compile/state.js';
import { payloadFields, pointerOf } from '../mapping/language/payload-fields.js';
import type { FeedRecord } from '../model/feed.js';
import type { FeedChangeRecord, Store } from '../store/store.js';
import { externalId } from '../core/listing/external-id.js';
import { wordLists } from '../texts/state-choices.js';
import { explainer } from './unmapped.js';
import { unknownWords } from './unknown-words.js';

/** A value of a feed, its meaning, and the origin of that meaning. */
interface FeedWord {
  word: string;
  /** Records with the value. */
  count: number;
  samples: string[];
  /** Null: unmapped. A `key` of null: deliberately ignored. */
  target: { key: string | null; label: string } | null;
  source: 'mapping' | 'feed' | 'person' | 'portal' | null;
  /** Id of the feed change that set the meaning; null: none. */
  change: number | null;
  suggestions: Suggestion[];
}

export interface WordField {
  /** Payload path. */
  field: string;
  /** The mapping table for the field's values; null: the mapping looks them up without a table. */
  table: string | null;
  /** The list of the field's meanings; null: none. */
  list: WordList | null;
  words: FeedWord[];
}

export interface WordsSetting {
  dictionary: Dictionary;
  /** Tables of the feed that override the mapping's, with feed changes applied. */
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The feed's changes that are in force. */
  changes: readonly FeedChangeRecord[];
}

/** Fields with a list of meanings, by JSON pointer. */
const listPointers = new Map<string, WordList>([
  ...[...payloadFields].flatMap(([path, field]): [string, WordList][] =>
    'vocabulary' in field ? [[pointerOf(path), field.vocabulary]] : [],
  ),
  ['/photos/room_type', 'room_type'],
  [statePointer, stateList],
]);

/** All values of a feed by field: unmapped ones first, then by frequency. */
export async function feedWords(feed: FeedRecord, setting: WordsSetting, store: Store): Promise<WordField[]> {
  const vocabulary = (await store.reference.vocabulary())?.vocabulary ?? null;
  const places = (await store.reference.places())?.places ?? [];
  const explain = explainer(setting.dictionary, { vocabulary, places });
  const fields = new Map<string, WordField>();
  const fieldAt = (pointer: string): WordField => {
    const known = fields.get(pointer) ?? newField(pointer, setting.dictionary);
    fields.set(pointer, known);
    return known;
  };
  for (const { pointer, word, count, samples } of (await unknownWords(feed.id, store)).values())
    fieldAt(pointer).words.push({
      word,
      count,
      samples: samples.map((id) => externalId(id, feed.idPrefix)),
      target: null,
      source: null,
      change: null,
      suggestions: explain(pointer, word).suggestions,
    });
  const known = await store.figures.knownWords(feed.id);
  for (const [pointer, list] of listPointers) {
    for (const { word, resolved, count } of known.filter(({ name }) => name === list))
      fieldAt(pointer).words.push({
        word,
        count,
        samples: [],
        target: targetOf(resolved, list, vocabulary),
        ...originOf(word, list, setting.dictionary.tablesOf(pointer), setting),
        suggestions: [],
      });
  }
  addIgnored(fieldAt, setting);
  for (const { words } of fields.values())
    words.sort((a, b) => Number(a.target !== null) - Number(b.target !== null) || b.count - a.count);
  return [...fields.values()].filter(({ words }) => words.length > 0);
}

function newField(pointer: string, dictionary: Dictionary): WordField {
  return {
    field: pointer.slice(1).replaceAll('/', '.'),
    table: dictionary.tablesOf(pointer)[0] ?? null,
    list: dictionary.vocabularyOf(pointer),
    words: [],
  };
}

function targetOf(
  key: string,
  list: WordList,
  vocabulary: Vocabulary | null,
): NonNullable<FeedWord['target']> {
  const entry = wordLists(vocabulary)[list]?.find((one) => one.key === key);
  return { key, label: entry?.labels[0] ?? key };
}

/**
 * The origin of a word's meaning. Feed changes win over the configuration, the configuration over the mapping; otherwise the word is the
 * portal's own, or one of the states that the mapping's table knows.
 */
function originOf(
  word: string,
  list: WordList,
  tables: readonly string[],
  { dictionary, tables: own, changes }: WordsSetting,
): Pick<FeedWord, 'source' | 'change'> {
  const folded = fold(word);
  const change = changes.find(({ kind, subject }) => {
    const named = kind === 'word' ? readWordSubject(subject) : null;
    return named !== null && tables.includes(named.table) && fold(named.word) === folded;
  });
  if (change !== undefined) return { source: 'person', change: change.id };
  const has = (words: Iterable<string>): boolean => [...words].some((one) => fold(one) === folded);
  if (tables.some((table) => has(Object.keys(own[table] ?? {})))) return { source: 'feed', change: null };
  const inMapping =
    list === stateList || tables.some((table) => has(dictionary.words(table).map(([one]) => one)));
  return { source: inMapping ? 'mapping' : 'portal', change: null };
}

/** Adds words that were deliberately ignored. No record uses them any more, but the change can be undone. */
function addIgnored(fieldAt: (pointer: string) => WordField, { dictionary, changes }: WordsSetting): void {
  const ignored = changes.filter(({ kind, value }) => kind === 'word' && value === null);
  for (const { id, subject } of ignored) {
    const named = readWordSubject(subject);
    const pointer = [...listPointers.keys()].find((one) =>
      dictionary.tablesOf(one).includes(named?.table ?? ''),
    );
    if (named === null || pointer === undefined) continue;
    const { words } = fieldAt(pointer);
    if (words.some(({ word, target }) => target === null && fold(word) === fold(named.word))) continue;
    words.push({
      word: named.word,
      count: 0,
      samples: [],
      target: { key: null, label: '' },
      source: 'person',
      change: id,
      suggestions: [],
    });
  }
}
