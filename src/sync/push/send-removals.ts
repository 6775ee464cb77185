import type { ConnectionId } from '../../model/ids.js';
import { backoffMs } from '../../core/schedule/backoff.js';
import { concernsRequestAlone, type PortalReply } from '../../portal/portal-reply.js';
import type { OutboxEntry } from '../../model/outbox.js';
import { parkMs, reasonFor } from './dissolve-refused.js';
import type { PushReport, Stop } from '../reports.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

const pageSize = 100;
/**
 * After this many refusals in a row, each of one removal alone and without an acceptance in between, the rest is taken to be refused too
 * and not tried now.
 */
const refusedInARowMax = 5;
/** A removal without an answer is delayed, longer after each attempt; other removals are sent in between. */
const unanswered = { firstMs: 60_000, mostMs: 6 * 3_600_000 };

/**
 * Removals cost a request but no item budget, so they are sent before batches. A refused removal does not delay the next one, up to
 * `refusedInARowMax`.
 */
export async function sendRemovals(
  connectionId: ConnectionId,
  report: Pick<PushReport, 'removed'>,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, portal, crashPoints } = services;
  // Another client wrote to this connection. Until a poll has read a feed completely, the store may lack listings that the feed has, so a
  // queued removal may be wrong and none is sent.
  if ((await store.connections.get(connectionId))?.adoptingSince != null) return null;
  for (let refusedInARow = 0; ;) {
    const rows = await store.outbox.sendable(connectionId, 'remove', clock.now(), pageSize);
    if (rows.length === 0) return null;
    for (const row of rows) {
      const { externalId, removeReason } = row;
      await store.outbox.attempt(connectionId, externalId);
      const reply = await portal.removeListing(connectionId, externalId, removeReason ?? 'withdrawn');
      crashPoints.reach('removal.sent');
      // `listing_not_found`: the listing is already removed.
      const isOff = reply.kind === 'ok' || (reply.kind === 'refused' && reply.code === 'listing_not_found');
      if (!isOff) {
        const stop = await keepRemoval(row, reply, services);
        if (stop !== null) return stop;
        if (++refusedInARow >= refusedInARowMax) return null;
        continue;
      }
      refusedInARow = 0;
      await store.batches.settleRemoval(connectionId, externalId, 'removed', clock.now());
      services.log.info('listing removed', {
        connection: connectionId,
        listing: externalId,
        reason: removeReason,
      });
      report.removed++;
      crashPoints.reach('removal.settled');
    }
  }
}

/** A failed removal stays in the outbox. @returns null: only this removal waits, and the next one may be tried */
async function keepRemoval(
  { connectionId, externalId, attempts }: OutboxEntry,
  reply: PortalReply<unknown>,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, log } = services;
  const now = clock.now();
  if (reply.kind === 'refused' || reply.kind === 'unreachable')
    await store.outbox.attemptFailed(connectionId, externalId);
  if (reply.kind === 'refused' && concernsRequestAlone(reply.scope)) {
    const until = now + (reply.scope === 'parked' ? (reply.retryAfterMs ?? parkMs) : parkMs);
    const reason = reasonFor(reply, null);
    await store.outbox.park(connectionId, new Map([[externalId, reason]]), { until, now });
    log.warn('removal refused', { connection: connectionId, listing: externalId, code: reply.code });
    return null;
  }
  if (reply.kind === 'unknown') {
    const code = reply.status === null ? null : `http_${reply.status}`;
    const reason = { kind: 'no_answer', code, message: reply.reason, details: [] } as const;
    const until = now + backoffMs(attempts + 1, unanswered);
    await store.outbox.park(connectionId, new Map([[externalId, reason]]), { until, now });
  }
  return backoffAfter(reply, connectionId, services);
}
