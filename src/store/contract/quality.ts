import type { FeedId, SnapshotId, SourceId } from '../../model/ids.js';
import type { Issue } from '../../model/outcome.js';
import type { Finding } from '../../model/quality-finding.js';
import type { Millis } from '../../model/millis.js';

/** What was noticed of a feed's content, for people: nothing that is sent depends on it. */
export interface QualityStore {
  /** Records of the feed with what is wrong with them, in blocks; those of other feeds in a shared file are left out. */
  issues(feedId: FeedId): AsyncGenerator<RecordIssues[]>;
  /** Payloads of the feed's listings that are wanted on the portal, in blocks. */
  payloads(feedId: FeedId): AsyncGenerator<{ sourceId: SourceId; payload: Record<string, unknown> }[]>;
  /** Over the feed's listings that it has now: how many carry a date of the feed's own, and the least and latest of them. */
  dates(feedId: FeedId): Promise<{ count: number; least: Millis; most: Millis } | null>;
  /** The last survey of the feed. */
  survey(feedId: FeedId): Promise<StoredSurvey | null>;
  saveSurvey(feedId: FeedId, survey: StoredSurvey): Promise<void>;
  /** Words that were met without a meaning, whenever it was. */
  metWords(feedId: FeedId): Promise<MetWord[]>;
  saveMetWords(feedId: FeedId, words: readonly MetWord[]): Promise<void>;
}

export interface RecordIssues {
  sourceId: SourceId;
  issues: Issue[];
}

export interface StoredSurvey {
  at: Millis;
  /** The committed snapshot that it counted. */
  snapshotId: SnapshotId | null;
  findings: Finding[];
  /** What its records wait for; left out by surveys of former releases. */
  waits?: ContentWaits;
}

/** What people have not told yet of a feed's content. */
export interface ContentWaits {
  /** Words without a meaning, most frequent first, with the records that have them; so many at most. */
  words: { pointer: string; word: string; count: number }[];
  /** Records that need an answer which is missing. */
  answers: number;
  /** The first survey of an unbroken row that counted some; left out where none did, and by surveys of former releases. */
  answersSince?: Millis;
}

/** A word without a meaning, by the field for which it was read. */
export interface MetWord {
  pointer: string;
  word: string;
  /** When people were told of it; null where the feed was not live yet. */
  toldAt: Millis | null;
}
