import { fold } from '../../model/fold.js';

/** What people changed of a feed without its configuration: it lies over what the configuration or the agency's own entry says. */
export const feedChangeKinds = ['word', 'answer', 'constant', 'unmapped', 'mapping'] as const;
type FeedChangeKind = (typeof feedChangeKinds)[number];

/**
 * What one change says, as it would stand under the feed: `word` a target of a table (null: it means nothing), `answer` true or false,
 * `constant` a plain value, `unmapped` a policy, `mapping` the whole text of a mapping.
 */
export interface FeedChange {
  kind: FeedChangeKind;
  /** Of a word `wordSubject`, else the answer's name, the payload path, the field; empty for the mapping. */
  subject: string;
  value: unknown;
}

/** The parts of a feed that changes lie over. */
export interface ChangeableFeed {
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  answers: Readonly<Record<string, unknown>>;
  constants: Readonly<Record<string, unknown>>;
  unmapped: Readonly<Record<string, unknown>>;
}

/** A feed with what people changed of it. */
export interface ChangedFeed extends ChangeableFeed {
  /** Text of a mapping in the place of the named one; null: none. */
  mappingText: string | null;
}

/** Names a word of a table: tables' names hold no line break. */
export function wordSubject(table: string, word: string): string {
  return `${table}\n${word}`;
}

/** Null where it names no word. */
export function readWordSubject(subject: string): { table: string; word: string } | null {
  const at = subject.indexOf('\n');
  return at < 1 ? null : { table: subject.slice(0, at), word: subject.slice(at + 1) };
}

/** What two changes of one thing have in common: of a word its folded form, since that is how it is looked up. */
export function changeKey({ kind, subject }: Pick<FeedChange, 'kind' | 'subject'>): string {
  const word = kind === 'word' ? readWordSubject(subject) : null;
  return word === null ? `${kind}\n${subject}` : `${kind}\n${word.table}\n${fold(word.word)}`;
}

/**
 * What the changes of one feed may cost. All changes of all feeds are read together whenever feeds are made ready, so one agency's
 * must stay few.
 */
export const feedChangeLimits = {
  /** Changes of one request. */
  atOnce: 500,
  /** Changes that are kept of one feed. The oldest that no longer count go first. */
  ofFeed: 2_000,
  /** Texts of mappings that are kept of one feed, the one in force among them. */
  texts: 20,
};

/** @param changes that were not undone, in any order of things; of one thing the newest comes last and wins */
export function withFeedChanges(feed: ChangeableFeed, changes: readonly FeedChange[]): ChangedFeed {
  const answers = new Map(Object.entries(feed.answers));
  const constants = new Map(Object.entries(feed.constants));
  const unmapped = new Map(Object.entries(feed.unmapped));
  const words = new Map<string, ChangedWords>();
  let mappingText: string | null = null;
  for (const { kind, subject, value } of changes) {
    if (kind === 'answer') answers.set(subject, value);
    else if (kind === 'constant') constants.set(subject, value);
    else if (kind === 'unmapped') unmapped.set(subject, value);
    else if (kind === 'mapping') mappingText = typeof value === 'string' ? value : null;
    else changeWord(words, subject, value);
  }
  return {
    tables: Object.fromEntries([...Object.entries(feed.tables), ...changedTables(feed.tables, words)]),
    answers: Object.fromEntries(answers),
    constants: Object.fromEntries(constants),
    unmapped: Object.fromEntries(unmapped),
    mappingText,
  };
}

/** Words of a table with their targets, by their folded form: two spellings of one word in a table contradict each other. */
type ChangedWords = Map<string, [word: string, value: unknown]>;

function changeWord(words: Map<string, ChangedWords>, subject: string, value: unknown): void {
  const named = readWordSubject(subject);
  if (named === null) return;
  const ofTable = words.get(named.table) ?? new Map<string, [string, unknown]>();
  words.set(named.table, ofTable);
  const folded = fold(named.word);
  // Readers of settings leave out a key __proto__; with a space behind it, it is the same word.
  const word = named.word === '__proto__' ? '__proto__ ' : named.word;
  // The newest stands last.
  ofTable.delete(folded);
  ofTable.set(folded, [word, value]);
}

function changedTables(
  tables: ChangeableFeed['tables'],
  changed: ReadonlyMap<string, ChangedWords>,
): [table: string, words: Record<string, unknown>][] {
  return [...changed].map(([table, words]) => {
    const own = Object.hasOwn(tables, table) ? Object.entries(tables[table] ?? {}) : [];
    const kept = own.filter(([word]) => !words.has(fold(word)));
    return [table, Object.fromEntries([...kept, ...words.values()])];
  });
}
