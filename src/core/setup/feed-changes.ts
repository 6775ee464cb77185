import { fold } from '../../model/fold.js';

/** Kinds of changes made to a feed in the console. They override the configuration and the agency's own entry. */
export const feedChangeKinds = ['word', 'answer', 'constant', 'unmapped', 'mapping'] as const;
type FeedChangeKind = (typeof feedChangeKinds)[number];

/**
 * One change. `value`, as the feed's configuration would have it: for `word` a target of a table (null: the word means nothing), for
 * `answer` true or false, for `constant` a plain value, for `unmapped` a policy, for `mapping` the whole text of a mapping.
 */
export interface FeedChange {
  kind: FeedChangeKind;
  /** `word`: `wordSubject`; `answer`: its name; `constant`: the payload path; `unmapped`: the field; `mapping`: empty. */
  subject: string;
  value: unknown;
}

/** The parts of a feed that changes override. */
export interface ChangeableFeed {
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  answers: Readonly<Record<string, unknown>>;
  constants: Readonly<Record<string, unknown>>;
  unmapped: Readonly<Record<string, unknown>>;
}

/** A feed with its changes applied. */
export interface ChangedFeed extends ChangeableFeed {
  /** Text that replaces the mapping which the feed's configuration names; null: the named mapping is used. */
  mappingText: string | null;
}

/** The subject of a word change. Unambiguous, because table names hold no line break. */
export function wordSubject(table: string, word: string): string {
  return `${table}\n${word}`;
}

/** The inverse of `wordSubject`; null if the subject is not one. */
export function readWordSubject(subject: string): { table: string; word: string } | null {
  const at = subject.indexOf('\n');
  return at < 1 ? null : { table: subject.slice(0, at), word: subject.slice(at + 1) };
}

/** Equal for two changes of the same thing. Words are compared folded, since that is how they are looked up. */
export function changeKey({ kind, subject }: Pick<FeedChange, 'kind' | 'subject'>): string {
  const word = kind === 'word' ? readWordSubject(subject) : null;
  return word === null ? `${kind}\n${subject}` : `${kind}\n${word.table}\n${fold(word.word)}`;
}

/**
 * Limits of the changes of one feed. Preparing the feeds reads all changes of all feeds, so one agency's must stay few.
 */
export const feedChangeLimits = {
  /** Changes in one request. */
  atOnce: 500,
  /** Changes kept per feed. The oldest ones that are no longer in force are deleted first. */
  ofFeed: 2_000,
  /** Mapping texts kept per feed, including the one in force. */
  texts: 20,
};

/** Applies changes to a feed. @param changes those that were not undone; among changes of one thing the last one wins */
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

/**
 * Changed words of one table and their targets, by folded form. A table has at most one spelling of a word: two spellings could contradict each
 * other.
 */
type ChangedWords = Map<string, [word: string, value: unknown]>;

function changeWord(words: Map<string, ChangedWords>, subject: string, value: unknown): void {
  const named = readWordSubject(subject);
  if (named === null) return;
  const ofTable = words.get(named.table) ?? new Map<string, [string, unknown]>();
  words.set(named.table, ofTable);
  const folded = fold(named.word);
  // Settings readers drop the key `__proto__`. With a trailing space it is kept, and folds to the same word.
  const word = named.word === '__proto__' ? '__proto__ ' : named.word;
  // Deleted first, so that the newest is last.
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
