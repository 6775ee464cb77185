import type { ConnectionId } from '../../model/ids.js';
import type { OutboxEntry } from '../../model/outbox.js';
import { planFullCode, type WaitKind } from '../../model/wait-cause.js';
import { tooLargeSubject } from '../../texts/listing/wait-words.js';
import { isParkedForGood } from '../../store/outbox/parked-requests.js';
import { learnedSize } from '../../store/facts/batch-size.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** The kind of item for a waiting outbox entry; null: none, because the wait ends automatically. */
const ofWait = {
  plan_full: 'plan_full',
  item_refused: 'item_refused',
  too_large: 'item_refused',
  not_sendable: 'request_refused',
  request_refused: 'request_refused',
  no_answer: null,
  leaving: null,
} as const satisfies Readonly<Record<WaitKind, FoundItem['kind'] | null>>;

/** Whether what an entry waits for makes an item of this kind and subject. */
export function isKeptBackAs(
  kind: FoundItem['kind'],
  subject: string | null,
  waits: OutboxEntry['waits'],
): boolean {
  return waits !== null && ofWait[waits.kind] === kind && (subject === null || subjectOf(waits) === subject);
}

function subjectOf({ kind, code }: NonNullable<OutboxEntry['waits']>): string | null {
  return kind === 'too_large' ? tooLargeSubject : code;
}

type KeptBack = Pick<FoundItem, 'kind' | 'subject' | 'since' | 'count'> & { connectionId: ConnectionId };

/**
 * Waiting outbox entries that need attention, by agency and reason. `plan_full` also counts listings that were sent and refused for a full
 * plan: they wait for the same room as those that were not sent.
 */
export async function keptBackEntries(facts: Facts): Promise<FoundItem[]> {
  const entries = (await facts.keptBack()).flatMap(({ connectionId, waits }): KeptBack[] => {
    const kind = waits === null ? null : ofWait[waits.kind];
    if (kind === null || waits === null) return [];
    return [{ kind, subject: subjectOf(waits), connectionId, since: waits.since, count: 1 }];
  });
  const refused = (await facts.refusals())
    .filter(({ code }) => code === planFullCode)
    .map(({ connectionId, count, since }): KeptBack => {
      return { kind: 'plan_full', subject: planFullCode, connectionId, since, count };
    });
  const items = new Map<string, FoundItem>();
  for (const one of [...entries, ...refused]) {
    const { kind, subject, connectionId } = one;
    const key = `${kind} ${connectionId} ${subject ?? ''}`;
    const former = items.get(key);
    const since = Math.min(former?.since ?? Infinity, one.since ?? Infinity);
    items.set(
      key,
      itemOf({
        ...{ kind, subject, connectionId },
        ...{ since: since === Infinity ? null : since },
        ...{ count: (former?.count ?? 0) + one.count, cause: key },
      }),
    );
  }
  return [...items.values()];
}

/** Requests, other than removals of single listings, that the portal repeatedly refuses although it accepts the key. */
export async function refusedRequests(facts: Facts): Promise<FoundItem[]> {
  const parked = (await facts.parkedRequests()).filter(
    (row) => isParkedForGood(row) && !/\/listings\/[^/]+\/remove$/.test(row.request),
  );
  return parked.map(({ request, connectionId, code, since }) =>
    itemOf({
      ...{ kind: 'request_refused', subject: code, connectionId, since, count: 1, request },
      cause: `request_refused ${request} ${since}`,
    }),
  );
}

/** The portal, or a proxy in front of it, accepts only smaller batches than configured. */
export async function tooLargeBatches({ store }: Facts): Promise<FoundItem[]> {
  const learned = await learnedSize(store);
  if (learned === null) return [];
  return [itemOf({ kind: 'batch_too_large', count: 1, since: learned.since })];
}

/** Listings to which the portal answers `unchanged` without showing them. */
export async function notShownListings(facts: Facts): Promise<FoundItem[]> {
  const found = await facts.store.figures.notShown(facts.connectionIds);
  return found.map(({ connectionId, count, since }) =>
    itemOf({ kind: 'not_shown', connectionId, count, since }),
  );
}
