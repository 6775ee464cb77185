import type { AttentionKind } from '../../model/attention-kinds.js';
import type { BehindCause } from '../../texts/behind-words.js';
import type { DiskFault } from '../../texts/disk-words.js';
import type { Hold } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';

/** One fact that concerns one agency, one feed or one hold, or all agencies: what a finder yields and every view is made of. */
export interface AttentionItem {
  kind: AttentionKind;
  /** What several items of a kind have in common: a host, the portal's code, the kind of a hold; null where the kind says it all. */
  subject: string | null;
  /** The agency's name at the portal, or the connection's id while that is not known; `all agencies`. */
  agency: string;
  /** Null: it concerns all agencies. */
  connectionId: string | null;
  feedId: number | null;
  /** The feed's name. */
  feed: string | null;
  hold: Hold | null;
  /** Listings, records, words or feeds concerned. */
  count: number;
  /** Null where nothing tells when it began. */
  since: Millis | null;
  /** Came up in the latest poll of its feed, or since. */
  new: boolean;
  /** What the portal's staff wrote, word for word; null where nothing is known. */
  note: string | null;
  /** The one request of the portal's that it is about; null: none. */
  request: string | null;
  /** Why, in the words of the run that ended so; null where the kind says it all. */
  reason: string | null;
  /** Why it is behind; null where that is not what it is about. */
  behind: { cause: BehindCause; detail: string | null } | null;
  /** The folder that cannot be written; null where it is not about one. */
  disk: DiskFault | null;
  /** Names it as long as it lasts: a notice is sent once for each. Those of released kinds never change. */
  cause: string;
}

/** What an item is not about, filled in. */
export function itemOf(
  found: Pick<AttentionItem, 'kind' | 'agency' | 'count'> & Partial<AttentionItem>,
): AttentionItem {
  const { kind, connectionId = null, feedId = null, since = null } = found;
  return {
    subject: null,
    connectionId,
    feedId,
    feed: null,
    hold: null,
    since,
    new: false,
    note: null,
    request: null,
    reason: null,
    behind: null,
    disk: null,
    // Counts move from poll to poll: what began is one cause.
    cause: [kind, feedId ?? connectionId ?? '', since ?? ''].join(' ').trim(),
    ...found,
  };
}

/** Of an item that concerns all agencies. */
export const allAgencies = 'all agencies';
