import { titlesShown } from '../../texts/hold-text.js';
import type { NoticeItem } from '../../core/setup/notice-plan.js';
import type { Hold } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { doubtsOfHold } from '../hold-doubts.js';
import { Facts, type AttentionContext } from './facts.js';
import { findAttention } from './finders.js';
import type { AttentionItem } from './item.js';
import { agenciesOf, earliest, feedsOf, grouped, kinds, ownersOf } from './kinds.js';

/** A feed is reported once it has been unreadable for this long. Shorter outages usually end on their own. */
const stalledForMs = 3 * 3_600_000;
/** Maximum number of a host's agencies that are named. */
const namedMax = 3;

/** The items that notices report. @param which all of them, or only kinds that may be sent at once */
export async function noticeItems(
  store: Store,
  which: 'all' | 'at_once',
  context: AttentionContext,
): Promise<NoticeItem[]> {
  const facts = new Facts(store, context);
  const found = await findAttention(facts, (kind) => {
    const { notice } = kinds[kind];
    return notice !== null && (which === 'all' || notice.atOnce !== undefined);
  });
  const items = grouped(found.filter((item) => isReported(item, context.now))).map((group) =>
    noticeItemOf(group, store, context.now),
  );
  return (await Promise.all(items)).filter((item) => item !== null);
}

function isReported(item: AttentionItem, now: Millis): boolean {
  const { kind, count, since } = item;
  // If no listing is refused any more, the first push was sent again and waits for the portal's staff.
  if (kind === 'connection_sent_back') return count > 0;
  if (kind === 'feed_stalled') return since !== null && since <= now - stalledForMs;
  return true;
}

async function noticeItemOf(
  group: readonly AttentionItem[],
  store: Store,
  now: Millis,
): Promise<NoticeItem | null> {
  const [first] = group;
  const notice = first === undefined ? null : kinds[first.kind].notice;
  if (first === undefined || notice === null) return null;
  const { kind, connectionId, agency, hold, note, cause } = first;
  const shared = kinds[kind].isGrouped === true ? groupOf(group) : { connectionId, agency, cause };
  return {
    ...shared,
    kind: notice.kind,
    count: group.reduce((sum, { count }) => sum + count, 0),
    since: earliest(group),
    roles: notice.roles(first),
    atOnce: notice.atOnce?.(first) ?? false,
    hold: hold === null || kind === 'host_shrunk' ? null : await holdOf(hold, store, now),
    note,
    ...(first.shared > 0 && { shared: first.shared }),
    ...(first.question !== null && { asked: { question: first.question, feeds: group.length } }),
    ...(first.reason !== null && { reason: first.reason }),
    ...(kind === 'connection_paused' && { subject: first.subject }),
  };
}

/** The shared fields of a group: feeds of one host are one notice, however many agencies they belong to. */
function groupOf(group: readonly AttentionItem[]): Pick<NoticeItem, 'connectionId' | 'agency' | 'cause'> {
  const host = group[0]?.subject ?? '';
  if (group[0]?.kind === 'shared_question') {
    const { question, cause } = group[0];
    return { connectionId: null, agency: feedsOf(group, question?.name ?? null), cause };
  }
  if (group[0]?.kind === 'host_shrunk')
    return {
      connectionId: null,
      agency: feedsOf(group, host),
      cause: `host_shrunk ${host} ${earliest(group) ?? ''}`,
    };
  const ids = agenciesOf(group);
  if (group[0] !== undefined && group[0].kind !== 'feed_stalled')
    return {
      connectionId: ids.length === 1 ? (ids[0] ?? null) : null,
      agency: ownersOf(group).en,
      cause: group[0].cause,
    };
  const names = ids
    .slice(0, namedMax)
    .map((id) => group.find(({ connectionId }) => connectionId === id)?.agency ?? '');
  const others = ids.length > namedMax ? ` + ${ids.length - namedMax}` : '';
  return {
    connectionId: ids.length === 1 ? (ids[0] ?? null) : null,
    agency: `${host} (${names.join(', ')}${others})`,
    cause: group[0]?.cause ?? '',
  };
}

async function holdOf(hold: Hold, store: Store, now: Millis): Promise<NoticeItem['hold']> {
  const { id, kind, lineCount, inactiveCount, cause } = hold;
  const lines =
    kind === 'content' ? await doubtsOfHold(hold, store, now) : ((await store.holds.get(id))?.lines ?? []);
  const titles = lines.slice(0, titlesShown).map(({ title, externalId }) => title ?? externalId);
  return { id, kind, lines: lineCount, inactive: inactiveCount, cause, titles };
}
