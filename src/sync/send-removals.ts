import type { PushReport, Stop } from './reports.js';

import { stopOf } from './stop-of.js';
import type { Services } from './services.js';

const pageSize = 100;

/** Removals cost a request, not an item: they go first and never wait for the item budget (SEMANTICS 6). */
export async function sendRemovals(
  connectionId: string,
  report: Pick<PushReport, 'removed'>,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, portal, crashPoints } = services;
  // Another writer was there: its listings may be missing here for want of a poll (SEMANTICS 8).
  if ((await store.connections.get(connectionId))?.adoptingSince != null) return null;
  for (;;) {
    const rows = await store.outbox.sendable(connectionId, 'remove', clock.now(), pageSize);
    if (rows.length === 0) return null;
    for (const { externalId, removeReason } of rows) {
      await store.outbox.attempt(connectionId, externalId);
      const reply = await portal.removeListing(connectionId, externalId, removeReason ?? 'withdrawn');
      crashPoints.reach('removal.sent');
      // Nothing staged under this id: it is off already, and that is what was wanted.
      const isOff = reply.kind === 'ok' || (reply.kind === 'refused' && reply.code === 'listing_not_found');
      if (!isOff) {
        const didNothing = reply.kind === 'refused' || reply.kind === 'unreachable';
        if (didNothing) await store.outbox.attemptFailed(connectionId, externalId);
        return stopOf(reply, connectionId, services);
      }
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
