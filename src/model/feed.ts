import type { FileKind } from './feed-format.js';
import type { FeedLife } from './listing-states.js';
import type { Millis } from './millis.js';
import type { PartValidators } from './snapshot.js';
import type { Schedule } from './schedule.js';

export type FeedKind = FileKind | 'auto';

export interface FeedRecord {
  id: number;
  /** Name in the configuration; unique in its connection. A feed that was pointed to another connection left an orphan of its name. */
  name: string;
  connectionId: string;
  /** Hash of URL and credentials, to notice a re-pointed feed; never the URL itself. */
  sourceHash: string;
  mapping: string;
  /** Put before every id; frozen after the first push. */
  idPrefix: string;
  /** What its files hold, as configured: `auto` files say so themselves. */
  kind: FeedKind;
  life: FeedLife;
  nextPollAt: Millis;
  /** Polls in a row that were not complete. */
  failures: number;
  lastPollAt: Millis | null;
  lastCompleteAt: Millis | null;
  stalledSince: Millis | null;
  /** One sentence why, while stalled. */
  stallReason: string | null;
  etag: string | null;
  lastModified: string | null;
  /** Of a feed of several URLs, what each said of its file, in their order; such a feed has no validators of its own. */
  parts: PartValidators[] | null;
  lastFullFetchAt: Millis | null;
  /** Context key of the last committed snapshot, hex; of one that was mapped again since its source was asked, as `model/kept-context.ts` writes it. */
  context: string | null;
  committedSnapshotId: number | null;
  /** A complete snapshot that waits one poll because its body equals a former one (SEMANTICS 1). */
  deferredSnapshotId: number | null;
  firstPushAt: Millis | null;
  /** Of its addresses, a line each: feeds of one host may fail together. */
  hosts: string;
  /** Its share of the connection's items against the other feeds'. */
  weight: number;
  /** When it is polled, as configured; null where no daemon of this release declared it yet. */
  schedule: Schedule | null;
  /** Since when what is kept of it waits to be mapped again. */
  remapAskedAt: Millis | null;
}

/** A preset as a feed was started with it. */
export interface KeptMapping {
  feedId: number;
  /** Its file in the folder of mappings, without the ending. */
  name: string;
  version: number;
  /** The file's content. */
  text: string;
}
