import { backoffMs } from '../../core/schedule/backoff.js';
import { concernsRequestAlone, type PortalReply } from '../../portal/portal-reply.js';
import type { OutboxEntry } from '../../model/outbox.js';
import { parkMs, reasonFor } from './dissolve-refused.js';
import type { PushReport, Stop } from '../reports.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

const pageSize = 100;
/** So many refusals in a row, each about its removal alone, and none taken: the others would go the same way. */
const refusedInARowMax = 5;
/** A removal without an answer steps behind the others, longer each time. */
const unanswered = { firstMs: 60_000, mostMs: 6 * 3_600_000 };

/** Removals cost a request, not an item: they go first and never wait for the item budget. One that is refused waits alone. */
export async function sendRemovals(
  connectionId: string,
  report: Pick<PushReport, 'removed'>,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, portal, crashPoints } = services;
  // Another writer was there: its listings may be missing here because a poll has not read them yet.
  if ((await store.connections.get(connectionId))?.adoptingSince != null) return null;
  for (let refusedInARow = 0; ;) {
    const rows = await store.outbox.sendable(connectionId, 'remove', clock.now(), pageSize);
    if (rows.length === 0) return null;
    for (const row of rows) {
      const { externalId, removeReason } = row;
      await store.outbox.attempt(connectionId, externalId);
      const reply = await portal.removeListing(connectionId, externalId, removeReason ?? 'withdrawn');
      crashPoints.reach('removal.sent');
      // Nothing staged under this id: it is off already, and that is what was wanted.
      const isOff = reply.kind === 'ok' || (reply.kind === 'refused' && reply.code === 'listing_not_found');
      if (!isOff) {
        const stop = await keepRemoval(row, reply, services);
        if (stop !== null) return stop;
        if (++refusedInARow >= refusedInARowMax) return null;
        continue;
      }
      refusedInARow = 0;
      await store.batches.settleRemoval(connectionId, externalId, 'removed', clock.now());
      services.log.info('listing taken off', {
        connection: connectionId,
        listing: externalId,
        reason: removeReason,
      });
      report.removed++;
      crashPoints.reach('removal.settled');
    }
  }
}

/** What was not carried out stays in the outbox. Null: it waits alone, and the next one may be tried. */
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
