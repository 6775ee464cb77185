import type { ConnectionId, ExternalId, FeedId } from '../../model/ids.js';
import { mappedContext } from '../snapshot/kept-context.js';
import { retryRule, type RetryRule } from '../../core/schedule/retry-policy.js';
import { isDueAgain } from '../../core/schedule/due.js';
import { failureCodes, type FailureCode } from '../../wire/error-codes.js';
import { readConnection } from '../connection/check-connection.js';
import { placesLeft } from '../portal-state/listing-quota.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Services } from '../services/services.js';

const quotaRereadMs = 3_600_000;

/**
 * Queues refused listings that are due for a retry, by their schedule or because the agency's plan has room (RULES R112).
 * @returns the number of queued listings
 */
export async function retryRefused(connectionId: ConnectionId, services: Services): Promise<number> {
  const { store, clock } = services;
  const due = await store.listings.refused(connectionId, {
    codes: codesOf('timed'),
    retryBefore: clock.now(),
  });
  const again = await store.outbox.sendAgain(connectionId, idsOf(due), 'own_change', clock.now());
  return again + (await retryWithinQuota(connectionId, services));
}

/**
 * Whether `retryRefused` has work to do. Room in the plan, or a plan that was not read for an hour, counts only if the connection is
 * active, its next push is not deferred, and listings wait for room.
 */
export async function hasDueRetries(connectionId: ConnectionId, services: Services): Promise<boolean> {
  const { store, clock } = services;
  const timed = { codes: codesOf('timed'), retryBefore: clock.now() };
  if ((await store.listings.refused(connectionId, timed)).length > 0) return true;
  const connection = await store.connections.get(connectionId);
  if (connection?.status !== 'active' || connection.nextPushAt > clock.now()) return false;
  if ((await waitingForRoom(connectionId, services)).length === 0) return false;
  const isFresh = !isDueAgain(connection.readAt, quotaRereadMs, clock.now());
  return !isFresh || (await placesLeft(connectionId, services)) > 0;
}

/** The listings that were refused first go first, and only as many as the plan has room for: a full plan would refuse the rest again. */
async function retryWithinQuota(connectionId: ConnectionId, services: Services): Promise<number> {
  const { store, clock } = services;
  const waiting = await waitingForRoom(connectionId, services);
  if (waiting.length === 0) return 0;
  const { readAt = null } = (await store.connections.get(connectionId)) ?? {};
  if (isDueAgain(readAt, quotaRereadMs, clock.now())) await readConnection(connectionId, services);
  const room = await placesLeft(connectionId, services);
  const fitting = idsOf(waiting).slice(0, Math.max(0, Math.min(room, waiting.length)));
  return store.outbox.sendAgain(connectionId, fitting, 'new', clock.now());
}

/** Listings refused because the plan was full, and due for a retry; longest waiting first. */
async function waitingForRoom(
  connectionId: ConnectionId,
  { store, clock }: Services,
): Promise<ListingRecord[]> {
  const refused = await store.listings.refused(connectionId, { codes: codesOf('quota') });
  return refused.filter(
    ({ retryAt, unchangedSince }) => unchangedSince === null && (retryAt === null || retryAt <= clock.now()),
  );
}

/** Queues the refused listings that the portal may accept after this change. @returns the number of queued listings */
export async function retryAfter(
  change: 'places' | 'vocabulary' | 'mapping',
  scope: { connectionId?: ConnectionId; feedId?: FeedId },
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): Promise<number> {
  const connections = (await store.connections.all()).filter(
    ({ id }) => scope.connectionId === undefined || scope.connectionId === id,
  );
  let queued = 0;
  for (const { id } of connections) {
    const filter = scope.feedId === undefined ? {} : { feedId: scope.feedId };
    const refused = await store.listings.refused(id, filter);
    const cured = refused.filter(({ failureCode }) => curedBy[change].includes(retryRule(failureCode)));
    queued += await store.outbox.sendAgain(id, idsOf(cured), 'own_change', clock.now());
  }
  return queued;
}

/**
 * After a change of the feed's mapping or configuration, queues the listings that were refused under the former one, if the portal may
 * accept them after such a change.
 */
export async function retryAfterNewContext(
  row: FeedRecord,
  context: string | null,
  services: Pick<Services, 'store' | 'clock'>,
): Promise<void> {
  const mapped = mappedContext(row);
  if (mapped === null || context === null || mapped === context) return;
  await retryAfter('mapping', { connectionId: row.connectionId, feedId: row.id }, services);
}

const curedBy: Readonly<Record<'places' | 'vocabulary' | 'mapping', readonly RetryRule[]>> = {
  places: ['places'],
  vocabulary: ['change'],
  mapping: ['change', 'certification'],
};

/** Codes of refusals because the agency's plan is full. */
export const quotaCodes: readonly FailureCode[] = codesOf('quota');

function codesOf(rule: RetryRule): FailureCode[] {
  return failureCodes.filter((code) => retryRule(code) === rule);
}

function idsOf(rows: readonly { externalId: ExternalId }[]): string[] {
  return rows.map((row) => row.externalId);
}
