import { sharedQuestions, type SharedQuestion } from '../core/content/shared-questions.js';
import { shownKey } from '../core/content/shown-lines.js';
import type { OpenDoubt } from '../model/content.js';
import type { FeedRecord } from '../model/feed.js';
import { groupBy } from '../model/group-by.js';
import type { ConnectionId, ExternalId } from '../model/ids.js';
import type { Millis } from '../model/millis.js';
import type { Store } from '../store/store.js';
import { readAskedFeeds } from '../store/facts/asked-feeds.js';
import { linesOfWord, type WordLine } from '../store/facts/question-lines.js';

/** One listing that the answer to a shared question changes. */
export interface QuestionLine {
  feed: string;
  connectionId: ConnectionId;
  externalId: ExternalId;
  title: string | null;
  /** A field of the content guard, or the JSON pointer of a word's field. */
  field: string;
  /** The value in doubt, or the word as the record has it. */
  value: string;
  /** What is live instead; null: the listing is new and waits, or the word's field stays empty. */
  live: string | null;
  /** Of the line as it is shown: the answer names it, and is carried out only while the record has this value. */
  key: string;
}

/** The questions that several feeds share now, those about most listings first. Only for staff: their lines are of several agencies. */
export async function openQuestions(store: Store, now: Millis): Promise<SharedQuestion[]> {
  return sharedQuestions(await readAskedFeeds(store, now));
}

/** Every listing that the answer to a question changes, by feed and id. */
export async function questionLines(question: SharedQuestion, store: Store): Promise<QuestionLine[]> {
  const rows = new Map((await store.feeds.all()).map((row) => [row.id, row]));
  const lines: QuestionLine[] = [];
  for (const part of question.parts) {
    const row = rows.get(part.feedId);
    if (row === undefined) continue;
    lines.push(
      ...(question.matter.kind === 'values'
        ? part.doubts.map((doubt) => ofDoubt(row, doubt))
        : await ofWord(row, await linesOfWord(row, part, question.matter, store), store)),
    );
  }
  return lines;
}

function ofDoubt({ name: feed }: FeedRecord, doubt: OpenDoubt): QuestionLine {
  const { connectionId, externalId, title, field, value, live } = doubt;
  return { feed, connectionId, externalId, title, field, value, live, key: shownKey(doubt) };
}

async function ofWord(row: FeedRecord, lines: readonly WordLine[], store: Store): Promise<QuestionLine[]> {
  const { name: feed, connectionId } = row;
  const byId = groupBy(lines, ({ externalId }) => externalId);
  const stored = await store.listings.getMany(connectionId, [...byId.keys()]);
  const titles = new Map(stored.map(({ externalId, title }) => [externalId, title]));
  return lines.map((line) => {
    if (line.doubt !== null) return ofDoubt(row, line.doubt);
    const { externalId, field, value } = line;
    const title = titles.get(externalId) ?? null;
    return { feed, connectionId, externalId, title, field, value, live: null, key: shownKey(line) };
  });
}
