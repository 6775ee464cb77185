import type { Issue } from '../../model/outcome.js';
import type { Finding } from '../../model/quality-finding.js';
import type { Millis } from '../../model/millis.js';

/** What was noticed of a feed's content, for people: nothing that is sent depends on it. */
export interface QualityStore {
  /** Records of the feed with what is wrong with them, in blocks; those of other feeds in a shared file are left out. */
  issues(feedId: number): AsyncGenerator<RecordIssues[]>;
  /** Payloads of the feed's listings that are wanted on the portal, in blocks. */
  payloads(feedId: number): AsyncGenerator<{ sourceId: string; payload: Record<string, unknown> }[]>;
  /** Over the feed's listings that it has now: how many carry a date of the feed's own, and the least and latest of them. */
  dates(feedId: number): Promise<{ count: number; least: Millis; most: Millis } | null>;
  /** The last survey of the feed. */
  survey(feedId: number): Promise<StoredSurvey | null>;
  saveSurvey(feedId: number, survey: StoredSurvey): Promise<void>;
  /** Words that were met without a meaning, whenever it was. */
  metWords(feedId: number): Promise<MetWord[]>;
  saveMetWords(feedId: number, words: readonly MetWord[]): Promise<void>;
}

export interface RecordIssues {
  sourceId: string;
  issues: Issue[];
}

export interface StoredSurvey {
  at: Millis;
  /** The committed snapshot that it counted. */
  snapshotId: number | null;
  findings: Finding[];
  /** What its records wait for; left out by surveys of former releases. */
  waits?: ContentWaits;
}

/** What people have not told yet of a feed's content. */
export interface ContentWaits {
  /** Words without a meaning, most frequent first, with the records that have them; so many at most. */
  words: { pointer: string; word: string; count: number }[];
  /** Records that need an answer which nobody gave. */
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
