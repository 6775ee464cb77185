import type { AskedFeed } from '../../core/content/shared-questions.js';
import { sortShown } from '../../core/content/shown-lines.js';
import { wordSubject, type FeedChange } from '../../core/setup/feed-changes.js';
import { isInUse, type FeedRecord } from '../../model/feed.js';
import { fold } from '../../model/fold.js';
import { linesOfWord, type WordLine } from '../../store/facts/question-lines.js';
import { counted, feedForms, listingForms } from '../../texts/counted.js';
import type { Services } from '../services/services.js';
import type { FeedWords } from '../services/word-services.js';
import type { DecisionResult } from './decision.js';
import { wordTargets, type WordTargetProblem } from './word-target.js';

/** The feeds that a question is about. */
export interface QuestionScope {
  by: 'mapping' | 'host';
  name: string;
}

/** A word and its meaning: a key of its field's list, or another target of its table; null: the word is left out on purpose. */
export interface AnsweredWord {
  pointer: string;
  word: string;
  key: string | null;
}

interface WordAnswer extends QuestionScope {
  shown: readonly string[];
  word: AnsweredWord;
}

export function isInScope(
  { mapping, hosts }: Pick<FeedRecord, 'mapping' | 'hosts'>,
  { by, name }: QuestionScope,
): boolean {
  return by === 'mapping' ? mapping === name : hosts.includes(name);
}

/**
 * Gives a word its meaning in the feeds that ask about it, and in those that read the same text of a mapping and have no such word yet.
 * Nothing is changed where a listing has the word now that was not shown.
 */
export async function giveMeaning(
  asked: readonly AskedFeed[],
  { word, shown, ...scope }: WordAnswer,
  author: string,
  services: Services,
): Promise<DecisionResult> {
  const { store, clock, prepareFeeds } = services;
  const named = `“${word.word}”`;
  const rows = (await store.feeds.all()).filter((row) => isInUse(row) && isInScope(row, scope));
  const lines = await linesNow(rows, asked, word, services);
  if (lines.length === 0)
    return { ok: false, message: `No listing has the word ${named} any more: nothing was changed.` };
  const { same } = sortShown(lines, shown);
  if (same.length < lines.length) {
    const more = counted(lines.length - same.length, listingForms).en;
    return {
      ok: false,
      message: `${more} with the word ${named} came up since it was shown: nothing was changed. Look again with --dry-run.`,
    };
  }
  const asking = new Set(lines.map(({ feedId }) => feedId));
  const given = await changesOf(rows, (row) => asking.has(row.id), { ...scope, word }, services);
  if (typeof given === 'string') return { ok: false, message: given };
  await store.feedChanges.addToFeeds(
    given.map(({ row, change }) => ({
      of: { feed: row.name, connectionId: row.connectionId },
      changes: [change],
    })),
    author,
    clock.now(),
  );
  await prepareFeeds();
  const meaning = word.key === null ? 'is left out' : `means ${word.key}`;
  const others = given.length - asking.size;
  const also = others === 0 ? '' : `, and in ${others} with the same mapping that have no such word yet`;
  return {
    ok: true,
    message: `${named} ${meaning} in ${counted(asking.size, feedForms).en}${also}: ${counted(lines.length, listingForms).en} are mapped again; what leaves public view by it passes the guard of removals`,
    listings: lines.length,
  };
}

async function linesNow(
  rows: readonly FeedRecord[],
  asked: readonly AskedFeed[],
  word: AnsweredWord,
  { store }: Pick<Services, 'store'>,
): Promise<WordLine[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lines: WordLine[] = [];
  for (const feed of asked) {
    const row = byId.get(feed.feedId);
    if (row !== undefined) lines.push(...(await linesOfWord(row, feed, word, store)));
  }
  return lines;
}

interface GivenChange {
  row: FeedRecord;
  change: FeedChange;
}

/** The change of each feed that gets the meaning. A sentence where one of the asking feeds cannot have it: then none gets it. */
async function changesOf(
  rows: readonly FeedRecord[],
  asks: (row: FeedRecord) => boolean,
  { by, word }: Pick<WordAnswer, 'by' | 'word'>,
  services: Services,
): Promise<GivenChange[] | string> {
  const { store, words } = services;
  const targetProblem = await wordTargets(store);
  const given: GivenChange[] = [];
  const texts = new Set<string>();
  for (const row of rows.filter(asks)) {
    const mapping = await words.inForce(row);
    const change = await checkedChange(row, mapping, word, { words, targetProblem });
    if (typeof change === 'string') return `Nothing was changed, because of feed ${row.name}: ${change}`;
    given.push({ row, change });
    if (typeof mapping !== 'string') texts.add(mapping.text);
  }
  if (by === 'host') return given;
  for (const row of rows.filter((one) => !asks(one))) {
    const mapping = await words.inForce(row);
    if (typeof mapping === 'string' || !texts.has(mapping.text) || isOwnWord(word.word, mapping)) continue;
    const change = await checkedChange(row, mapping, word, { words, targetProblem });
    if (typeof change !== 'string') given.push({ row, change });
  }
  return given;
}

/** The change, or why the feed cannot have it. */
async function checkedChange(
  row: FeedRecord,
  mapping: FeedWords | string,
  { pointer, word, key }: AnsweredWord,
  { words, targetProblem }: Pick<Services, 'words'> & { targetProblem: WordTargetProblem },
): Promise<FeedChange | string> {
  if (typeof mapping === 'string') return mapping;
  const { dictionary } = mapping;
  const [table] = dictionary.tablesOf(pointer);
  if (table === undefined)
    return `its mapping looks up words for ${pointer.slice(1).replaceAll('/', '.')} without a table, so that no meaning can be added.`;
  const problem = targetProblem({ table, word, key }, dictionary);
  if (problem !== null) return problem;
  const change: FeedChange = { kind: 'word', subject: wordSubject(table, word), value: key };
  return (await words.whyNot(row, [change])) ?? change;
}

/** A feed that teaches the word itself, or a word that it begins with, keeps its own meaning. */
function isOwnWord(word: string, { tables }: FeedWords): boolean {
  const folded = fold(word);
  return Object.values(tables).some((own) => Object.keys(own).some((one) => folded.startsWith(fold(one))));
}
