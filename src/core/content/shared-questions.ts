import { hash } from 'node:crypto';
import type { ContentCause, ContentField, ContentRule, OpenDoubt } from '../../model/content.js';
import { statePointer } from '../../model/content.js';
import { fold } from '../../model/fold.js';
import { groupBy } from '../../model/group-by.js';
import type { FeedId } from '../../model/ids.js';
import { readPrice } from './guard/payload-values.js';

/** A word without a meaning, and the number of a feed's records that have it. `pointer` names the payload field that it was read for. */
export interface AskedWord {
  pointer: string;
  word: string;
  count: number;
}

/** What one feed asks: its open doubts and its unknown words. */
export interface AskedFeed {
  feedId: FeedId;
  /** The mapping that the feed names. */
  mapping: string;
  /** Hosts of the feed's addresses. */
  hosts: readonly string[];
  doubts: readonly OpenDoubt[];
  words: readonly AskedWord[];
}

/** What several feeds ask alike. */
export type SharedMatter =
  | {
      kind: 'values';
      rule: ContentRule;
      field: ContentField;
      /** The likeliest cause; null: none is known. */
      cause: ContentCause | null;
      change: ValueChange;
    }
  /** `word` is the spelling of most records. */
  | { kind: 'word'; pointer: string; word: string };

/** How a value differs from what is live: by which power of ten, and in which currencies. `new`: nothing is live. */
export type ValueChange = 'new' | `${number}` | `${number} ${string}>${string}`;

/** What one feed contributes to a question. */
export interface SharedPart {
  feedId: FeedId;
  doubts: readonly OpenDoubt[];
  words: readonly AskedWord[];
}

/** A question without what the feeds contribute to it. */
export type QuestionHead = Pick<SharedQuestion, 'id' | 'by' | 'name' | 'matter'>;

/** One question for the operator in place of those of single feeds. */
export interface SharedQuestion {
  /** Constant while the question lasts. */
  id: string;
  by: 'mapping' | 'host';
  /** The mapping or the host. */
  name: string;
  matter: SharedMatter;
  /** By feed id. */
  parts: readonly SharedPart[];
}

/** So many feeds of one mapping or host that ask alike ask one question. */
const feedsMin = 3;
/** Words are cut here before they are compared: a doubt keeps no more of a word. */
const wordMax = 120;

/**
 * The questions that several feeds share (RULES R86): the same doubt (rule, field, cause and change) or the same unknown word in three
 * feeds of one mapping, else of one host. A host's question holds the feeds that no mapping's question has. Each doubt and each word is in
 * one question at most. The order of the input has no effect.
 */
export function sharedQuestions(feeds: readonly AskedFeed[]): SharedQuestion[] {
  const askers = [...feeds].sort((a, b) => a.feedId - b.feedId);
  const byMatter = new Map<string, Asked[]>();
  for (const feed of askers)
    for (const [key, part] of partsOf(feed)) {
      const asked = byMatter.get(key);
      if (asked === undefined) byMatter.set(key, [part]);
      else asked.push(part);
    }
  return [...byMatter]
    .flatMap(([key, asked]) => questionsOf(key, asked))
    .sort((a, b) => lineCount(b) - lineCount(a) || (a.id < b.id ? -1 : 1));
}

/**
 * Doubts and records of a question. A record with an unknown state counts once, though it has a doubt as well, unless it is live under its
 * word since release 0.1.0.
 */
export function lineCount({ parts }: Pick<SharedQuestion, 'parts'>): number {
  return parts.reduce((sum, part) => sum + partCount(part), 0);
}

export function partCount({ doubts, words }: Pick<SharedPart, 'doubts' | 'words'>): number {
  return Math.max(
    doubts.length,
    words.reduce((sum, { count }) => sum + count, 0),
  );
}

interface Asked extends SharedPart {
  feed: AskedFeed;
}

function questionsOf(key: string, asked: readonly Asked[]): SharedQuestion[] {
  if (asked.length < feedsMin) return [];
  const question = (by: SharedQuestion['by'], name: string, of: readonly Asked[]): SharedQuestion => ({
    ...{ id: hash('sha256', `${by}\n${name}\n${key}`).slice(0, 12), by, name, matter: matterOf(of) },
    parts: of.map(({ feedId, doubts, words }) => ({ feedId, doubts, words })),
  });
  const mappings = enough([...groupBy(asked, ({ feed }) => feed.mapping)]);
  const inMapping = new Set(mappings.flatMap(([, of]) => of));
  const counts = new Map<string, number>();
  for (const { feed } of asked)
    for (const host of new Set(feed.hosts)) counts.set(host, (counts.get(host) ?? 0) + 1);
  const hosts = groupBy(
    asked.filter((one) => !inMapping.has(one)),
    ({ feed }) => sharedHostOf(feed, counts),
  );
  return [
    ...mappings.map(([name, of]) => question('mapping', name, of)),
    ...[...hosts].flatMap(([name, of]) => (name === null ? [] : question('host', name, of))),
  ];
}

function enough<Key>(groups: readonly [Key, Asked[]][]): [Key, Asked[]][] {
  return groups.filter(([, of]) => of.length >= feedsMin);
}

/** Of the feed's hosts with enough feeds that ask alike, the one with the most; null: it has none. */
function sharedHostOf({ hosts }: AskedFeed, counts: ReadonlyMap<string, number>): string | null {
  const count = (host: string): number => counts.get(host) ?? 0;
  const [most = null] = [...new Set(hosts)]
    .filter((host) => count(host) >= feedsMin)
    .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  return most;
}

/** What the feed asks, by matter. */
function partsOf(feed: AskedFeed): Map<string, Asked> {
  const doubts = groupBy(feed.doubts, matterKeyOfDoubt);
  const words = groupBy(feed.words, ({ pointer, word }) => matterKeyOfWord(pointer, word));
  const parts = new Map<string, Asked>();
  for (const key of new Set([...doubts.keys(), ...words.keys()]))
    parts.set(key, {
      feedId: feed.feedId,
      doubts: [...(doubts.get(key) ?? [])].sort((a, b) => (lineKey(a) < lineKey(b) ? -1 : 1)),
      words: [...(words.get(key) ?? [])].sort((a, b) => (a.word < b.word ? -1 : 1)),
      feed,
    });
  return parts;
}

function lineKey({ externalId, field }: OpenDoubt): string {
  return `${externalId}\n${field}`;
}

/** Doubts with one key are one matter. An unknown state is asked by its word, as any other unknown word. */
export function matterKeyOfDoubt(doubt: OpenDoubt): string {
  const { rule, field, value } = doubt;
  if (rule === 'unknown_state') return matterKeyOfWord(statePointer, value);
  return ['values', rule, field, causeOf(doubt), changeOf(doubt)].join('\n');
}

/** Words with one key are one matter. */
export function matterKeyOfWord(pointer: string, word: string): string {
  return `word\n${pointer}\n${fold(word.slice(0, wordMax))}`;
}

function causeOf({ causes }: Pick<OpenDoubt, 'causes'>): ContentCause | null {
  return causes[0] ?? null;
}

function changeOf({ field, value, live }: Pick<OpenDoubt, 'field' | 'value' | 'live'>): ValueChange {
  if (live === null) return 'new';
  const [now, before] =
    field === 'price' ? [readPrice(value), readPrice(live)] : [areaOf(value), areaOf(live)];
  const ratio = now === null || before === null ? 0 : now.amount / before.amount;
  const power = ratio > 0 && Number.isFinite(ratio) ? Math.round(Math.log10(ratio)) : 0;
  // -0 and 0 are one power.
  const band: `${number}` = `${power === 0 ? 0 : power}`;
  return now === null || before === null || now.currency === before.currency
    ? band
    : `${band} ${before.currency}>${now.currency}`;
}

function areaOf(text: string): { amount: number; currency: string } | null {
  return text === '' || !Number.isFinite(Number(text)) ? null : { amount: Number(text), currency: 'm²' };
}

function matterOf(asked: readonly Asked[]): SharedMatter {
  const [doubt] = asked.flatMap(({ doubts }) => doubts);
  if (doubt !== undefined && doubt.rule !== 'unknown_state') {
    const { rule, field } = doubt;
    return { kind: 'values', rule, field, cause: causeOf(doubt), change: changeOf(doubt) };
  }
  const records = new Map<string, number>();
  for (const { doubts, words } of asked) {
    for (const { value } of doubts) records.set(value, (records.get(value) ?? 0) + 1);
    for (const { word, count } of words) records.set(word, (records.get(word) ?? 0) + count);
  }
  const [word = ''] = [...records].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([one]) => one);
  const [first] = asked.flatMap(({ words }) => words);
  return { kind: 'word', pointer: first?.pointer ?? statePointer, word };
}
