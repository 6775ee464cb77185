import { groupBy } from '../../model/group-by.js';
import type { Sentence } from '../../model/sentence.js';
import { agencyForms, counted } from '../../texts/counted.js';
import { isOperatorsCause } from '../../texts/behind-words.js';
import type { AttentionKind, OverviewKind } from '../../model/attention-kinds.js';
import type { NoticeKind, NoticeRole } from '../../core/setup/notice-plan.js';
import { isAgencysHold } from '../../model/hold.js';
import type { AttentionContext } from './facts.js';
import { allAgencies, type AttentionItem, type FoundItem } from './item.js';

/** Who can resolve an item. `asks`: the agency answers a question; once the question is old, it needs the operator too. */
type EndedBy = 'operator' | 'asks' | 'others';

/** How each view treats a kind of item. */
export interface KindEntry {
  /** `others`: the portal, the agency at the portal, or time. */
  endedBy: EndedBy | ((item: AttentionItem) => EndedBy);
  /** Whether commands and the API list items of this kind, under `attention`. */
  isListed: boolean;
  /** Items with the same subject are listed and reported as one. */
  isGrouped?: true;
  /** The kind under which the operators' overview shows the items; null: it does not show them. */
  overview: OverviewKind | null;
  /** Null: items of this kind send no notice. */
  notice: {
    kind: NoticeKind;
    roles: (item: FoundItem) => readonly NoticeRole[];
    /** Whether the notice is sent at once; otherwise in the morning. */
    atOnce?: (item: FoundItem) => boolean;
  } | null;
}

/** An item about something that is behind is resolved by resolving the cause of the delay. */
function byCause({ behind }: AttentionItem): EndedBy {
  return behind !== null && isOperatorsCause(behind.cause) ? 'operator' : 'others';
}

const always = (): boolean => true;
const agency = (): readonly NoticeRole[] => ['agency'];
const operator = (): readonly NoticeRole[] => ['operator'];
const partner = (): readonly NoticeRole[] => ['partner'];

export const kinds: Readonly<Record<AttentionKind, KindEntry>> = {
  clock: withoutNotice('clock', 'operator'),
  // No notice, because a notice is stored before it is sent.
  disk: withoutNotice('disk', 'operator'),
  key: withNotice('key', 'operator', { roles: partner, atOnce: always }),
  vocabulary: withNotice('vocabulary', 'operator', { roles: partner }),
  // The agency alone knows whether its values are right, and what is live stays until then: nothing is urgent before the reminder (RULES R84).
  hold: withNotice('hold', ({ hold }) => (hold?.kind === 'content' ? 'asks' : 'operator'), {
    roles: ({ hold }) => (isAgencysHold(hold) ? agency() : operator()),
    atOnce: ({ hold }) => hold?.remindedAt === null && hold.kind !== 'content',
  }),
  host_shrunk: grouping(withNotice('host_shrunk', 'operator', { roles: operator, atOnce: always })),
  // Most files have their listings again by the next poll; what is still missing then is asked about.
  missing: { ...withoutNotice('missing', 'others'), isListed: false },
  // Its agencies can answer it too, each for its own feed, and what is live stays until then.
  shared_question: grouping(withNotice('shared_question', 'asks', { roles: operator })),
  unanswered_fact: withNotice('unanswered_fact', 'asks', { roles: agency }),
  // Its listings wait, and the agency has said that it cannot answer.
  partner_asked: withNotice('partner_asked', 'operator', { roles: partner }),
  new_word: withNotice('new_word', 'asks', { roles: agency }),
  unknown_word: { endedBy: 'others', isListed: false, overview: null, notice: null },
  connection_paused: withNotice('connection_paused', 'others', { roles: agency }),
  connection_revoked: withNotice('connection_revoked', 'operator', { roles: partner }),
  connection_not_found: withNotice('connection_not_found', 'operator', { roles: partner }),
  connection_sent_back: withNotice('connection_sent_back', 'asks', {
    roles: () => ['agency', 'partner'],
    atOnce: always,
  }),
  connection_adopting: withNotice('connection_adopting', 'operator', { roles: operator }),
  foreign: withNotice('foreign', 'others', { roles: operator }),
  taken_down: withNotice('taken_down', 'asks', { roles: agency }),
  not_shown: withoutNotice('not_shown', 'asks'),
  plan_full: withoutNotice('plan_full', 'others'),
  item_refused: withoutNotice('item_refused', 'others'),
  request_refused: withoutNotice('request_refused', 'operator'),
  batch_too_large: { ...withoutNotice('batch_too_large', 'others'), isListed: false },
  refused: { ...withoutNotice('refused', 'others'), isListed: false },
  invalid: { endedBy: 'others', isListed: false, overview: null, notice: null },
  feed_suspended: withNotice('feed_suspended', 'operator', { roles: operator, atOnce: always }),
  // An agency waits for staff, who see its file and the proposal for it.
  mapping_awaited: withoutNotice('mapping_awaited', 'operator'),
  mapping_suspended: withoutNotice('mapping_suspended', 'operator'),
  // No notice, because the feed still runs, and the agency can correct its mapping too.
  mapping_copied: withoutNotice('mapping_copied', 'others'),
  // Nothing is wrong that was not so before: only the overview shows it.
  mapping_gain: { ...withoutNotice('mapping_gain', 'others'), isListed: false },
  // No notice, because the failing job may be the one that sends notices.
  job_failed: grouping(withoutNotice('job_failed', 'operator')),
  proxy_not_trusted: withoutNotice('proxy_not_trusted', 'operator'),
  feed_stalled: {
    endedBy: 'others',
    isListed: false,
    isGrouped: true,
    overview: 'source_down',
    notice: { kind: 'feed_stalled', roles: operator, atOnce: always },
  },
  feed_failed: grouping(withNotice('feed_failed', 'operator', { roles: operator })),
  feed_unreadable: withNotice('feed_unreadable', 'operator', { roles: operator }),
  // No notice, because the causes that a mail could help with have items of their own: the host, the failure, the key, a hold.
  feed_behind: grouping(withoutNotice('feed_behind', byCause)),
  listings_behind: grouping(withoutNotice('listings_behind', byCause)),
};

/** The entry of a listed kind that sends no notice. The overview has the same name for it. */
function withoutNotice(kind: OverviewKind, endedBy: KindEntry['endedBy']): KindEntry {
  return { endedBy, isListed: true, overview: kind, notice: null };
}

/** The entry of a listed kind that sends notices. The overview and notices have the same name for it. */
function withNotice(
  kind: OverviewKind & NoticeKind,
  endedBy: KindEntry['endedBy'],
  notice: Omit<NonNullable<KindEntry['notice']>, 'kind'>,
): KindEntry {
  return { ...withoutNotice(kind, endedBy), notice: { kind, ...notice } };
}

function grouping(entry: KindEntry): KindEntry {
  return { ...entry, isGrouped: true };
}

/** Whether the item needs the operator now: only the operator can resolve it, or a question is older than `remindAfterMs`. */
export function needsOperator(item: AttentionItem, { now, remindAfterMs }: AttentionContext): boolean {
  const { endedBy } = kinds[item.kind];
  const by = typeof endedBy === 'function' ? endedBy(item) : endedBy;
  return by === 'operator' || (by === 'asks' && item.since !== null && item.since <= now - remindAfterMs);
}

/** The items as the operator sees them: without what shared questions ask instead. */
export function askedOnce(items: readonly AttentionItem[]): AttentionItem[] {
  return items.flatMap((item) => {
    const { count, shared } = item;
    if (shared === 0) return item;
    return shared >= count ? [] : { ...item, count: count - shared, shared: 0 };
  });
}

/** Groups items of grouped kinds by subject; other items are groups of one. Groups are in the order of their first items. */
export function grouped(items: readonly AttentionItem[]): AttentionItem[][] {
  const keyOf = (item: AttentionItem): unknown =>
    kinds[item.kind].isGrouped === true ? `${item.kind}\n${item.subject ?? ''}` : item;
  return [...groupBy(items, keyOf).values()];
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

/** Several feeds by what they have in common: a host or a mapping. */
export function feedsOf(items: readonly AttentionItem[], name: string | null): string {
  return `${items.length} feeds of ${name ?? ''}`;
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
