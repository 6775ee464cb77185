import type { ConnectionId } from '../../model/ids.js';
import type { PortalClient } from '../../portal/client.js';
import type { Store } from '../../store/store.js';

/**
 * Stores the portal's time of our own last write to each connection, before the write is sent and again after its reply. A later
 * `last_push_at` at the portal then proves a write by someone else (RULES R128).
 */
export function recordWrites(portal: PortalClient, store: Store): PortalClient {
  const mark = async (connectionId: ConnectionId): Promise<void> => {
    await store.connections.update(connectionId, { lastPushAt: portal.portalTime() });
  };
  const recorded = async <T>(connectionId: ConnectionId, write: () => Promise<T>): Promise<T> => {
    await mark(connectionId);
    try {
      return await write();
    } finally {
      await mark(connectionId);
    }
  };
  return {
    ...portal,
    putListing: (id, externalId, listing) => recorded(id, () => portal.putListing(id, externalId, listing)),
    sendBatch: (id, body, key) => recorded(id, () => portal.sendBatch(id, body, key)),
    removeListing: (id, externalId, reason) =>
      recorded(id, () => portal.removeListing(id, externalId, reason)),
    reconcile: (id, externalIds, options) => recorded(id, () => portal.reconcile(id, externalIds, options)),
  };
}
