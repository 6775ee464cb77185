import type { Sentence } from '../../model/sentence.js';
import { agencyForms, counted } from '../../texts/counted.js';
import { isOperatorsCause } from '../../texts/behind-words.js';
import type { AttentionKind, OverviewKind } from '../../model/attention-kinds.js';
import type { NoticeKind, NoticeRole } from '../../core/setup/notice-plan.js';
import type { AttentionContext } from './facts.js';
import { allAgencies, type AttentionItem } from './item.js';

/** Who can resolve an item. `asks`: the agency answers a question; once the question is old, it needs the operator too. */
type EndedBy = 'operator' | 'asks' | 'others';

/** How each view treats a kind of item. */
export interface KindEntry {
  /** `others`: the portal, the agency at the portal, or time. */
  endedBy: EndedBy | ((item: AttentionItem) => EndedBy);
  /** Commands and the API list it under `attention`. */
  isListed: boolean;
  /** Items with the same subject are listed and reported as one. */
  isGrouped?: true;
  /** Its kind in the operators' overview; null: not shown there. */
  overview: OverviewKind | null;
  /** Null: it sends no notice. */
  notice: {
    kind: NoticeKind;
    roles: (item: AttentionItem) => readonly NoticeRole[];
    /** Whether the notice is sent at once; otherwise in the morning. */
    atOnce?: (item: AttentionItem) => boolean;
  } | null;
}

/** An item that is behind is resolved with its cause. */
function byCause({ behind }: AttentionItem): EndedBy {
  return behind !== null && isOperatorsCause(behind.cause) ? 'operator' : 'others';
}

const always = (): boolean => true;
const agency = (): readonly NoticeRole[] => ['agency'];
const operator = (): readonly NoticeRole[] => ['operator'];
const partner = (): readonly NoticeRole[] => ['partner'];

export const kinds: Readonly<Record<AttentionKind, KindEntry>> = {
  clock: { endedBy: 'operator', isListed: true, overview: 'clock', notice: null },
  // No notice, because a notice is stored before it is sent.
  disk: { endedBy: 'operator', isListed: true, overview: 'disk', notice: null },
  key: {
    endedBy: 'operator',
    isListed: true,
    overview: 'key',
    notice: { kind: 'key', roles: partner, atOnce: always },
  },
  vocabulary: {
    endedBy: 'operator',
    isListed: true,
    overview: 'vocabulary',
    notice: { kind: 'vocabulary', roles: partner },
  },
  hold: {
    endedBy: 'operator',
    isListed: true,
    overview: 'hold',
    notice: {
      kind: 'hold',
      roles: ({ hold }) => (hold?.kind === 'removals' ? agency() : operator()),
      atOnce: ({ hold }) => hold?.remindedAt === null,
    },
  },
  host_shrunk: {
    endedBy: 'operator',
    isListed: true,
    isGrouped: true,
    overview: 'host_shrunk',
    notice: { kind: 'host_shrunk', roles: operator, atOnce: always },
  },
  unanswered_fact: {
    endedBy: 'asks',
    isListed: true,
    overview: 'unanswered_fact',
    notice: { kind: 'unanswered_fact', roles: agency },
  },
  new_word: {
    endedBy: 'asks',
    isListed: true,
    overview: 'new_word',
    notice: { kind: 'new_word', roles: agency },
  },
  unknown_word: { endedBy: 'others', isListed: false, overview: null, notice: null },
  connection_paused: {
    endedBy: 'others',
    isListed: true,
    overview: 'connection_paused',
    notice: { kind: 'connection_paused', roles: agency },
  },
  connection_revoked: {
    endedBy: 'operator',
    isListed: true,
    overview: 'connection_revoked',
    notice: { kind: 'connection_revoked', roles: partner },
  },
  connection_not_found: {
    endedBy: 'operator',
    isListed: true,
    overview: 'connection_not_found',
    notice: { kind: 'connection_not_found', roles: partner },
  },
  connection_sent_back: {
    endedBy: 'asks',
    isListed: true,
    overview: 'connection_sent_back',
    notice: { kind: 'connection_sent_back', roles: () => ['agency', 'partner'], atOnce: always },
  },
  connection_adopting: {
    endedBy: 'operator',
    isListed: true,
    overview: 'connection_adopting',
    notice: { kind: 'connection_adopting', roles: operator },
  },
  foreign: {
    endedBy: 'others',
    isListed: true,
    overview: 'foreign',
    notice: { kind: 'foreign', roles: operator },
  },
  taken_down: {
    endedBy: 'asks',
    isListed: true,
    overview: 'taken_down',
    notice: { kind: 'taken_down', roles: agency },
  },
  not_shown: { endedBy: 'asks', isListed: true, overview: 'not_shown', notice: null },
  plan_full: { endedBy: 'others', isListed: true, overview: 'plan_full', notice: null },
  item_refused: { endedBy: 'others', isListed: true, overview: 'item_refused', notice: null },
  request_refused: { endedBy: 'operator', isListed: true, overview: 'request_refused', notice: null },
  batch_too_large: { endedBy: 'others', isListed: false, overview: 'batch_too_large', notice: null },
  refused: { endedBy: 'others', isListed: false, overview: 'refused', notice: null },
  invalid: { endedBy: 'others', isListed: false, overview: null, notice: null },
  feed_suspended: {
    endedBy: 'operator',
    isListed: true,
    overview: 'feed_suspended',
    notice: { kind: 'feed_suspended', roles: operator, atOnce: always },
  },
  mapping_suspended: { endedBy: 'operator', isListed: true, overview: 'mapping_suspended', notice: null },
  // The feed still runs, and the agency can resolve it too.
  mapping_copied: { endedBy: 'others', isListed: true, overview: 'mapping_copied', notice: null },
  job_failed: {
    endedBy: 'operator',
    isListed: true,
    isGrouped: true,
    overview: 'job_failed',
    // No notice, because the failing job may be the one that sends notices.
    notice: null,
  },
  proxy_not_trusted: { endedBy: 'operator', isListed: true, overview: 'proxy_not_trusted', notice: null },
  feed_stalled: {
    endedBy: 'others',
    isListed: false,
    isGrouped: true,
    overview: 'source_down',
    notice: { kind: 'feed_stalled', roles: operator },
  },
  feed_failed: {
    endedBy: 'operator',
    isListed: true,
    isGrouped: true,
    overview: 'feed_failed',
    notice: { kind: 'feed_failed', roles: operator },
  },
  feed_behind: {
    endedBy: byCause,
    isListed: true,
    isGrouped: true,
    overview: 'feed_behind',
    // No notice, because the causes that a mail could help with have items of their own: the host, the failure, the key, a hold.
    notice: null,
  },
  listings_behind: {
    endedBy: byCause,
    isListed: true,
    isGrouped: true,
    overview: 'listings_behind',
    notice: null,
  },
};

/** Whether the item needs the operator now: only the operator can resolve it, or a question is older than `remindAfterMs`. */
export function needsOperator(item: AttentionItem, { now, remindAfterMs }: AttentionContext): boolean {
  const { endedBy } = kinds[item.kind];
  const by = typeof endedBy === 'function' ? endedBy(item) : endedBy;
  return by === 'operator' || (by === 'asks' && item.since !== null && item.since <= now - remindAfterMs);
}

/** Groups items of grouped kinds by subject; other items are groups of one. Groups are in the order of their first items. */
export function grouped(items: readonly AttentionItem[]): AttentionItem[][] {
  const groups = new Map<string, AttentionItem[]>();
  for (const [index, item] of items.entries()) {
    const { kind, subject } = item;
    const key = kinds[kind].isGrouped === true ? `${kind}\n${subject ?? ''}` : String(index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Whether another view already shows the item: an unreadable feed is shown with its host, as `feed_stalled`. */
export function isShownAsStalled({ kind, behind }: AttentionItem): boolean {
  return kind === 'feed_behind' && behind?.cause === 'unreadable';
}

/** When the first of the items began; null where that is unknown. */
export function earliest(items: readonly AttentionItem[]): number | null {
  const times = items.flatMap(({ since }) => since ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Distinct connection ids of the items. */
export function agenciesOf(items: readonly AttentionItem[]): (string | null)[] {
  return [...new Set(items.map(({ connectionId }) => connectionId))];
}

/** The owner of the items: the agency with its feed, the host of several feeds, or the number of agencies. */
export function ownersOf(items: readonly AttentionItem[]): Sentence {
  const [first] = items;
  if (first === undefined) return { sr: '', en: '' };
  const { agency, feed, subject, kind } = first;
  if (first.agency === allAgencies) return { sr: 'sve agencije', en: allAgencies };
  if (items.length === 1)
    return feed === null
      ? { sr: agency, en: agency }
      : { sr: `${agency}, feed ${feed}`, en: `${agency}, feed ${feed}` };
  const agencies = counted(agenciesOf(items).length, agencyForms);
  const host = subject?.split(' ')[1];
  return kind === 'feed_behind' && host !== undefined
    ? { sr: `${host} (${agencies.sr})`, en: `${host} (${agencies.en})` }
    : agencies;
}
