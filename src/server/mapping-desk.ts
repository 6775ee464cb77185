import type { FeedChange } from '../core/feed-changes.js';
import type { VocabularyField } from '../core/reference.js';
import type { Dictionary } from '../mapping/dictionary.js';
import type { FeedRow } from '../store/rows.js';
import type { FeedChangeRow } from '../store/store.js';

/** What people see and change of how a feed is read. */
export interface MappingDesk {
  /** As it is in force, or a sentence why it cannot be read. */
  inForce(feed: FeedRow): Promise<MappingInForce | string>;
  /** A text in its place: every mistake with its line and column, and what in it does nothing. */
  check(feed: FeedRow, text: string): Promise<CheckedMapping>;
  /** Why the feed could not be read with these changes over it; null where it can. */
  whyNot(feed: FeedRow, changes: readonly FeedChange[]): Promise<string | null>;
  /** Why a change cannot be taken back: what lay under it was written before a rule that it breaks. Null where it can. */
  whyNotUndone(feed: FeedRow, change: FeedChangeRow): Promise<string | null>;
}

export interface MappingInForce {
  name: string;
  version: number;
  /** With which the feed is configured. */
  preset: string;
  text: string;
  /** It was written here, over the file. */
  isOwn: boolean;
  dictionary: Dictionary;
  /** The mapping's tables, each with the portal's list to which its targets belong, if any. */
  lists: ReadonlyMap<string, VocabularyField | null>;
  tables: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  unmapped: Readonly<Record<string, unknown>>;
  constants: Readonly<Record<string, unknown>>;
  answers: Readonly<Record<string, unknown>>;
  where: string | null;
}

export interface CheckedMapping {
  name: string | null;
  problems: MappingProblem[];
}

export interface MappingProblem {
  severity: 'error' | 'warning' | 'hint';
  line: number | null;
  column: number | null;
  message: string;
}
