import { mappedContext } from '../core/kept-context.js';
import { retryRule, type RetryRule } from '../core/retry-policy.js';
import { isDueAgain } from '../core/schedule/due.js';
import { failureCodes, type FailureCode } from '../wire/error-codes.js';
import { readConnection } from './check-connection.js';
import type { Poll } from './poll.js';
import { placesLeft } from './listing-quota.js';
import type { ListingRow } from '../store/rows.js';
import type { Services } from './services.js';

const quotaRereadMs = 3_600_000;

/**
 * Queues refused listings whose time has come (RULES R84): by their schedule, or because the agency's plan has room.
 * @returns how many were queued
 */
export async function retryRefused(connectionId: string, services: Services): Promise<number> {
  const { store, clock } = services;
  const due = await store.listings.refused(connectionId, {
    codes: codesOf('timed'),
    retryBefore: clock.now(),
  });
  const again = await store.outbox.sendAgain(connectionId, idsOf(due), 'own_change', clock.now());
  return again + (await retryWithinQuota(connectionId, services));
}

/** Whether `retryRefused` would have something to do. */
export async function hasDueRetries(connectionId: string, services: Services): Promise<boolean> {
  const { store, clock } = services;
  const timed = { codes: codesOf('timed'), retryBefore: clock.now() };
  if ((await store.listings.refused(connectionId, timed)).length > 0) return true;
  const connection = await store.connections.get(connectionId);
  if (connection?.status !== 'active' || connection.nextPushAt > clock.now()) return false;
  if ((await waitingForRoom(connectionId, services)).length === 0) return false;
  const isFresh = !isDueAgain(connection.readAt, quotaRereadMs, clock.now());
  return !isFresh || (await placesLeft(connectionId, services)) > 0;
}

/** Those that wait longest go first, and no more than fit: a full plan would only refuse them again. */
async function retryWithinQuota(connectionId: string, services: Services): Promise<number> {
  const { store, clock } = services;
  const waiting = await waitingForRoom(connectionId, services);
  if (waiting.length === 0) return 0;
  const { readAt = null } = (await store.connections.get(connectionId)) ?? {};
  if (isDueAgain(readAt, quotaRereadMs, clock.now())) await readConnection(connectionId, services);
  const room = await placesLeft(connectionId, services);
  const fitting = idsOf(waiting).slice(0, Math.max(0, Math.min(room, waiting.length)));
  return store.outbox.sendAgain(connectionId, fitting, 'new', clock.now());
}

/** Refused for want of room, long enough ago to be tried once more, longest waiting first. */
async function waitingForRoom(connectionId: string, { store, clock }: Services): Promise<ListingRow[]> {
  const refused = await store.listings.refused(connectionId, { codes: codesOf('quota') });
  return refused.filter(
    ({ retryAt, unchangedSince }) => unchangedSince === null && (retryAt === null || retryAt <= clock.now()),
  );
}

/** What a change outside the listings may have cured, queued once more. */
export async function retryAfter(
  change: 'places' | 'vocabulary' | 'mapping',
  scope: { connectionId?: string; feedId?: number },
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

/** A changed mapping or configuration of the feed is a new chance for what was refused under the old one. */
export async function retryAfterNewContext({ feed, row, context, services, dryRun }: Poll): Promise<void> {
  const mapped = mappedContext(row);
  if (dryRun || mapped === null || context === null || mapped === context) return;
  await retryAfter('mapping', { connectionId: feed.connectionId, feedId: feed.id }, services);
}

const curedBy: Readonly<Record<'places' | 'vocabulary' | 'mapping', readonly RetryRule[]>> = {
  places: ['places'],
  vocabulary: ['change'],
  mapping: ['change', 'certification'],
};

/** Of listings that wait for room in the agency's plan. */
export const quotaCodes: readonly FailureCode[] = codesOf('quota');

function codesOf(rule: RetryRule): FailureCode[] {
  return failureCodes.filter((code) => retryRule(code) === rule);
}

function idsOf(rows: readonly { externalId: string }[]): string[] {
  return rows.map((row) => row.externalId);
}
