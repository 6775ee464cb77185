import { readWordSubject } from '../core/setup/feed-changes.js';
import { fold } from '../model/fold.js';
import type { Vocabulary, VocabularyEntry, VocabularyField } from '../model/reference.js';
import type { Dictionary } from '../mapping/compile/dictionary.js';
import type { Suggestion } from '../mapping/words/suggest-words.js';
import { payloadFields, pointerOf } from '../mapping/language/payload-fields.js';
import type { FeedRecord } from '../model/feed.js';
import type { FeedChangeRecord, Store } from '../store/store.js';
import { externalId } from '../core/listing/external-id.js';
import { explainer } from './unmapped.js';
import { unknownWords } from './unknown-words.js';

/** A word of a feed, what it means, and who says so. */
interface FeedWord {
  word: string;
  /** Records that have it. */
  count: number;
  samples: string[];
  /** Null: nothing yet. A `key` of null: it is left out on purpose. */
  target: { key: string | null; label: string } | null;
  source: 'mapping' | 'feed' | 'person' | 'portal' | null;
  /** The change by which somebody gave it its meaning here. */
  change: number | null;
  suggestions: Suggestion[];
}

export interface WordField {
  /** Payload path. */
  field: string;
  /** Where its words are given a meaning; null: the mapping looks them up without a table. */
  table: string | null;
  /** The portal's list. */
  list: VocabularyField | null;
  words: FeedWord[];
}

export interface WordsSetting {
  dictionary: Dictionary;
  /** Over the mapping's, with what people changed. */
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Those of the feed that count. */
  changes: readonly FeedChangeRecord[];
}

/** Fields that take words of a list of the portal, by JSON pointer. */
const vocabularyPointers = new Map<string, VocabularyField>([
  ...[...payloadFields].flatMap(([path, field]): [string, VocabularyField][] =>
    'vocabulary' in field ? [[pointerOf(path), field.vocabulary]] : [],
  ),
  ['/photos/room_type', 'room_type'],
]);

/** All words of a feed by field: those without a meaning first, then the most frequent. */
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
  for (const [pointer, list] of vocabularyPointers) {
    for (const { word, resolved, count } of known.filter(({ name }) => name === list))
      fieldAt(pointer).words.push({
        word,
        count,
        samples: [],
        target: targetOf(resolved, list, vocabulary),
        ...saidBy(word, setting.dictionary.tablesOf(pointer), setting),
        suggestions: [],
      });
  }
  addLeftOut(fieldAt, setting);
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
  list: VocabularyField,
  vocabulary: Vocabulary | null,
): NonNullable<FeedWord['target']> {
  const entry = vocabulary?.fields[list].find((one: VocabularyEntry) => one.key === key);
  return { key, label: entry?.labels[0] ?? key };
}

/** A person before the configuration, that before the mapping; a word that none of them has is the portal's own. */
function saidBy(
  word: string,
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
  const inMapping = tables.some((table) => has(dictionary.words(table).map(([one]) => one)));
  return { source: inMapping ? 'mapping' : 'portal', change: null };
}

/** What somebody left out on purpose is used by no record any more; it can be taken back. */
function addLeftOut(fieldAt: (pointer: string) => WordField, { dictionary, changes }: WordsSetting): void {
  const leftOut = changes.filter(({ kind, value }) => kind === 'word' && value === null);
  for (const { id, subject } of leftOut) {
    const named = readWordSubject(subject);
    const pointer = [...vocabularyPointers.keys()].find((one) =>
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
