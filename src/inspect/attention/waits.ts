import type { ConnectionId } from '../../model/ids.js';
import { planFullCode, type WaitKind } from '../../model/wait-cause.js';
import { tooLargeSubject } from '../../texts/wait-words.js';
import type { Millis } from '../../model/millis.js';
import { isParkedForGood } from '../../store/outbox/parked-requests.js';
import { learnedSize } from '../../store/facts/batch-size.js';
import type { Facts } from './facts.js';
import { allAgencies, itemOf, type AttentionItem } from './item.js';

/** The kind of item for a waiting outbox entry; null: none, because the wait ends automatically. */
const ofWait = {
  plan_full: 'plan_full',
  item_refused: 'item_refused',
  too_large: 'item_refused',
  not_sendable: 'request_refused',
  request_refused: 'request_refused',
  no_answer: null,
} as const satisfies Readonly<Record<WaitKind, AttentionItem['kind'] | null>>;

interface KeptBack {
  kind: AttentionItem['kind'];
  subject: string | null;
  connectionId: ConnectionId;
  since: Millis | null;
  count: number;
}

/**
 * Waiting outbox entries that need attention, by agency and reason. `plan_full` also counts listings that were sent and refused for a full
 * plan: they wait for the same room as those that were not sent.
 */
export async function keptBackEntries(facts: Facts): Promise<AttentionItem[]> {
  const entries = (await facts.keptBack()).flatMap(({ connectionId, waits }): KeptBack[] => {
    const kind = waits === null ? null : ofWait[waits.kind];
    if (kind === null || waits === null) return [];
    const subject = waits.kind === 'too_large' ? tooLargeSubject : waits.code;
    return [{ kind, subject, connectionId, since: waits.since, count: 1 }];
  });
  const refused = (await facts.refusals())
    .filter(({ code }) => code === planFullCode)
    .map(({ connectionId, count, since }): KeptBack => {
      return { kind: 'plan_full', subject: planFullCode, connectionId, since, count };
    });
  const all = [...entries, ...refused];
  if (all.length === 0) return [];
  const agencyOf = await facts.agencyOf();
  const items = new Map<string, AttentionItem>();
  for (const one of all) {
    const { kind, subject, connectionId } = one;
    const key = `${kind} ${connectionId} ${subject ?? ''}`;
    const former = items.get(key);
    const since = Math.min(former?.since ?? Infinity, one.since ?? Infinity);
    items.set(
      key,
      itemOf({
        ...{ kind, subject, agency: agencyOf(connectionId), connectionId },
        ...{ since: since === Infinity ? null : since },
        ...{ count: (former?.count ?? 0) + one.count, cause: key },
      }),
    );
  }
  return [...items.values()];
}

/** Requests, other than removals of single listings, that the portal repeatedly refuses although it accepts the key. */
export async function refusedRequests(facts: Facts): Promise<AttentionItem[]> {
  const parked = (await facts.parkedRequests()).filter(
    (row) => isParkedForGood(row) && !/\/listings\/[^/]+\/remove$/.test(row.request),
  );
  if (parked.length === 0) return [];
  const agencyOf = await facts.agencyOf();
  return parked.map(({ request, connectionId, code, since }) =>
    itemOf({
      ...{ kind: 'request_refused', subject: code, connectionId, since, count: 1 },
      agency: connectionId === null ? allAgencies : agencyOf(connectionId),
      request,
      cause: `request_refused ${request} ${since}`,
    }),
  );
}

/** The portal, or a proxy in front of it, accepts only smaller batches than configured. */
export async function tooLargeBatches({ store }: Facts): Promise<AttentionItem[]> {
  const learned = await learnedSize(store);
  if (learned === null) return [];
  return [itemOf({ kind: 'batch_too_large', agency: allAgencies, count: 1, since: learned.since })];
}

/** Listings to which the portal answers `unchanged` without showing them. */
export async function notShownListings(facts: Facts): Promise<AttentionItem[]> {
  const found = await facts.store.figures.notShown(facts.connectionIds);
  if (found.length === 0) return [];
  const agencyOf = await facts.agencyOf();
  return found.map(({ connectionId, count, since }) =>
    itemOf({ kind: 'not_shown', agency: agencyOf(connectionId), connectionId, count, since }),
  );
}
