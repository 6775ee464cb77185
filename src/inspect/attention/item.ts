import type { ConnectionId, FeedId } from '../../model/ids.js';
import type { AttentionKind } from '../../model/attention-kinds.js';
import type { BehindCause } from '../../texts/behind-words.js';
import type { DiskFault } from '../../texts/disk-words.js';
import type { Hold } from '../../model/hold.js';
import type { QuestionHead } from '../../core/content/shared-questions.js';
import type { Millis } from '../../model/millis.js';

/** One thing that may need attention, about an agency, a feed, a hold or all agencies. Every view is built from items. */
export interface AttentionItem extends FoundItem {
  /** The agency's name at the portal, or the connection's id while the name is unknown; `allAgencies` where all are concerned. */
  agency: string;
}

/** An item as its finder yields it, without the name of its agency. */
export interface FoundItem {
  kind: AttentionKind;
  /** What items of a kind are grouped by, such as a host, the portal's code or the kind of a hold; null where the kind is enough. */
  subject: string | null;
  /** Null: all agencies. */
  connectionId: ConnectionId | null;
  /** The agency's name while it has no connection yet; null where that is not the case. */
  owner: string | null;
  feedId: FeedId | null;
  /** The feed's name. */
  feed: string | null;
  hold: Hold | null;
  /** Number of listings, records, words or feeds concerned. */
  count: number;
  /** Of `count`, what a shared question asks the operator instead (RULES R86). */
  shared: number;
  /** The question that several feeds share; null for other items. */
  question: QuestionHead | null;
  /** When the problem began; null where that is unknown. */
  since: Millis | null;
  /** Whether the item first appeared in the latest poll of its feed, or later. */
  new: boolean;
  /** The portal staff's note, verbatim; null where none is known. */
  note: string | null;
  /** The refused request, as `METHOD /path`; null for other items. */
  request: string | null;
  /** The message of the failed run, or why a connection was paused; null where the kind is enough. */
  reason: string | null;
  /** Why the feed or the listings are behind; null for other items. */
  behind: { cause: BehindCause; detail: string | null } | null;
  /** The folder that cannot be written; null for other items. */
  disk: DiskFault | null;
  /** Identity of the item while it lasts: a notice is sent once per cause. Stored, so the format of a released kind never changes. */
  cause: string;
}

/** An item with defaults for the fields that its kind does not use. */
export function itemOf(found: Pick<FoundItem, 'kind' | 'count'> & Partial<FoundItem>): FoundItem {
  const { kind, connectionId = null, feedId = null, since = null } = found;
  return {
    subject: null,
    connectionId,
    owner: null,
    feedId,
    feed: null,
    hold: null,
    shared: 0,
    question: null,
    since,
    new: false,
    note: null,
    request: null,
    reason: null,
    behind: null,
    disk: null,
    // The cause leaves out the count, because the count changes from poll to poll.
    cause: [kind, feedId ?? connectionId ?? '', since ?? ''].join(' ').trim(),
    ...found,
  };
}

/** `agency` of an item that concerns all agencies. */
export const allAgencies = 'all agencies';
