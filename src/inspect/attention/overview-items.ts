import type { ConnectionId } from '../../model/ids.js';
import type { OverviewKind } from '../../model/attention-kinds.js';
import { isClosable, isOnlyListed } from '../../core/setup/notice-plan.js';
import { groupBy } from '../../model/group-by.js';
import { overviewText, type OverviewText } from '../../texts/overview-words.js';
import type { Millis } from '../../model/millis.js';
import type { Facts } from './facts.js';
import { findAttention } from './finders.js';
import { linkOf } from './links.js';
import type { AttentionItem } from './item.js';
import { askedOnce, earliest, isShownAsStalled, kinds } from './kinds.js';

/** All items of one kind and subject, across agencies. */
export interface OverviewItem extends OverviewText {
  kind: OverviewKind;
  subject: string | null;
  /** Number of listings, records, words or feeds concerned. */
  count: number;
  since: Millis | null;
  /** Since when an agency has not answered, where no mail is about it any more; null: mails go on, or none asks an agency. */
  unansweredSince: Millis | null;
  /** Number of agencies concerned; 0: all. */
  agencies: number;
  /** The page that shows all of them, for the partner's staff; see `linkOf`. */
  link: string | null;
  /** The oldest items that concern one agency, at most 20. */
  examples: OverviewExample[];
}

interface OverviewExample {
  /** Number of listings, records, words or feeds of this one. */
  count: number;
  /** See `linkOf`. */
  link: string | null;
  agency: string;
  /** The item's cause, by which staff close it; null: they may not. */
  closes: string | null;
  connectionId: ConnectionId | null;
  feed: string | null;
  hold: number | null;
}

const examplesMax = 20;
/** A feed counts as failing after this many failed reads: a single one needs no attention. */
const failuresMin = 2;

/** The operators' overview: one line per kind and subject. Items that stop all agencies come first, then by number of agencies. */
export async function overviewItems(facts: Facts): Promise<OverviewItem[]> {
  const found = await findAttention(facts, (kind) => kinds[kind].overview !== null);
  const failures = new Map((await facts.feeds()).map(({ id, failures }) => [id, failures]));
  const isFailing = (id: number | null): boolean => (failures.get(id ?? -1) ?? 0) >= failuresMin;
  const shown = askedOnce(found).filter(
    (item) => !isShownAsStalled(item) && (item.kind !== 'feed_stalled' || isFailing(item.feedId)),
  );
  const bySubject = groupBy(shown, ({ kind, subject }) => `${kind}\n${subject ?? ''}`);
  const { now } = facts.context;
  return [...bySubject.values()].map((items) => overviewItemOf(items, now)).sort(byWeight);
}

function overviewItemOf(items: readonly AttentionItem[], now: Millis): OverviewItem {
  const [first] = items;
  const kind = (first === undefined ? null : kinds[first.kind].overview) ?? 'key';
  const { subject = null, behind = null, reason = null, disk = null, question = null } = first ?? {};
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const agencies = new Set(items.flatMap(({ connectionId, owner }) => connectionId ?? owner ?? [])).size;
  const oldestFirst = [...items].sort((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity));
  return {
    kind,
    subject,
    count,
    since: earliest(items),
    unansweredSince: earliest(items.filter((item) => isUnanswered(item, now))),
    agencies,
    link: linkOf(items, 'staff'),
    examples: oldestFirst
      .filter(({ connectionId }) => connectionId !== null)
      .slice(0, examplesMax)
      .map((item) => {
        const { hold, agency, connectionId, feed, count: own } = item;
        const link = linkOf([item], 'staff');
        const closes = mayBeClosed(item, now) ? item.cause : null;
        return { agency, connectionId, feed, hold: hold?.id ?? null, count: own, link, closes };
      }),
    ...overviewText({ kind, subject, count, agencies, behind, reason, disk, question, feeds: items.length }),
  };
}

function mayBeClosed(item: AttentionItem, now: Millis): boolean {
  const { notice } = kinds[item.kind];
  return (
    notice !== null && isClosable({ roles: notice.roles(item), since: item.since, hold: item.hold }, now)
  );
}

function isUnanswered(item: AttentionItem, now: Millis): boolean {
  const { notice } = kinds[item.kind];
  return notice !== null && isOnlyListed({ roles: notice.roles(item), since: item.since }, now);
}

/** Kinds that stop all agencies. */
const stopping: ReadonlySet<OverviewKind> = new Set(['key', 'clock', 'disk']);

function byWeight(a: OverviewItem, b: OverviewItem): number {
  const rank = ({ kind }: OverviewItem): number => (stopping.has(kind) ? 2 : kind === 'vocabulary' ? 1 : 0);
  return rank(b) - rank(a) || b.agencies - a.agencies || b.count - a.count;
}
