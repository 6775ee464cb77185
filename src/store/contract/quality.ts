import type { FeedId, SnapshotId, SourceId } from '../../model/ids.js';
import type { Issue } from '../../model/outcome.js';
import type { Finding } from '../../model/quality-finding.js';
import type { Millis } from '../../model/millis.js';

/** Observations about a feed's content, for display. Nothing that is sent depends on them. */
export interface QualityStore {
  /** Records that the feed has now, each with its issues (possibly none), in blocks. Ignored records and those of other feeds are left out. */
  issues(feedId: FeedId): AsyncGenerator<RecordIssues[]>;
  /** Wanted contents of the feed's listings that are not removed, in blocks. */
  payloads(feedId: FeedId): AsyncGenerator<{ sourceId: SourceId; payload: Record<string, unknown> }[]>;
  /** Contents of the feed's listings whose removal was queued at or after a time, in blocks. */
  leftPayloads(feedId: FeedId, since: Millis): ReturnType<QualityStore['payloads']>;
  /** Update times that the feed itself states for its present listings: their number, the earliest and the latest. Null: none. */
  dates(feedId: FeedId): Promise<{ count: number; least: Millis; most: Millis } | null>;
  /** The feed's last survey; null before the first one. */
  survey(feedId: FeedId): Promise<StoredSurvey | null>;
  saveSurvey(feedId: FeedId, survey: StoredSurvey): Promise<void>;
  /** Words that at some time had no meaning in the feed's mapping, even if they have one now. */
  metWords(feedId: FeedId): Promise<MetWord[]>;
  saveMetWords(feedId: FeedId, words: readonly MetWord[]): Promise<void>;
}

export interface RecordIssues {
  sourceId: SourceId;
  issues: Issue[];
}

export interface StoredSurvey {
  at: Millis;
  /** The committed snapshot that the survey covers. */
  snapshotId: SnapshotId | null;
  findings: Finding[];
  /** Missing in surveys stored by earlier releases. */
  waits?: ContentWaits;
}

/** Information about a feed's content that the agency or an operator still has to give. */
export interface ContentWaits {
  /** Unknown words and the number of records with each, most frequent first. The list is cut at a maximum length. */
  words: { pointer: string; word: string; count: number }[];
  /** Number of records that need a missing answer. */
  answers: number;
  /** Time of the first of consecutive surveys with `answers` above 0. Missing if it is 0, and in surveys stored by earlier releases. */
  answersSince?: Millis;
  /** Records that wait for the partner's answer, because the agency does not know it; missing: none. */
  partner?: { count: number; since: Millis };
  /** Set while every record of the feed's file is unreadable: since when, how many they are, and why the first of them is. */
  unreadable?: { since: Millis; count: number; reason: string };
}

/** A word that had no meaning when it was first read. `pointer` names the payload field that it was read for. */
export interface MetWord {
  pointer: string;
  word: string;
  /** When users were notified of the word; null if the feed was not live when the word was first read. */
  toldAt: Millis | null;
}
