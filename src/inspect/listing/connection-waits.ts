import { storedLimits } from '../../store/facts/portal-limits.js';
import { stoppedKey } from '../../store/facts/stopped-key.js';
import type { ConnectionId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { batchRequest } from '../../store/outbox/parked-requests.js';
import { budgetOf } from '../status.js';
import type { WaitFacts } from './wait.js';

/** What all listings of a connection may wait for. */
export type ConnectionWaits = Pick<WaitFacts, 'connection' | 'budget' | 'keyStopped' | 'batchesRefused'>;

/** @param itemWindowMs window of the portal's item budget */
export async function connectionWaits(
  connectionId: ConnectionId,
  itemWindowMs: number,
  now: Millis,
  store: Store,
): Promise<ConnectionWaits> {
  const itemsLimit = (await storedLimits({ store }))?.itemsPerHour ?? null;
  return {
    connection: await store.connections.get(connectionId),
    budget: await budgetOf(connectionId, { windowMs: itemWindowMs, itemsLimit }, now, store),
    keyStopped: (await stoppedKey(store)) !== null,
    batchesRefused: await store.parkedRequests.find(batchRequest(connectionId)),
  };
}
