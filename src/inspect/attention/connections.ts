import type { ConnectionRecord } from '../../model/connection.js';
import { isOnPortal } from '../../model/listing-states.js';
import { pausedBy } from '../../texts/listing/pause-words.js';
import { pausedAt } from '../paused-at.js';
import { countBy } from '../standing-counts.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

const stoppedKinds = {
  paused: 'connection_paused',
  revoked: 'connection_revoked',
  not_found: 'connection_not_found',
} as const;

/** Connections that are paused, revoked or unknown to the portal. */
export async function stoppedConnections(facts: Facts): Promise<FoundItem[]> {
  const stopped = (await facts.connections()).flatMap((row) => {
    const { status } = row;
    return status === 'paused' || status === 'revoked' || status === 'not_found' ? [{ row, status }] : [];
  });
  if (stopped.length === 0) return [];
  const waiting = await facts.waiting();
  return stopped.map(({ row, status }) =>
    itemOf({
      kind: stoppedKinds[status],
      connectionId: row.id,
      count: waiting.get(row.id) ?? 0,
      since: pausedAt(row),
      ...(status === 'paused' && pauseOf(row)),
    }),
  );
}

/** The side that paused it, and why: items are grouped by both, because they say who must act. */
function pauseOf({ remote }: ConnectionRecord): Pick<FoundItem, 'subject' | 'reason'> {
  const paused = remote?.paused ?? null;
  return { subject: pausedBy(paused), reason: paused?.reason ?? null };
}

/** Connections whose first push the portal's staff sent back. The listings are sent again once their fault is corrected. */
export async function sentBack(facts: Facts): Promise<FoundItem[]> {
  return (await facts.refusedFirstPushes()).map(({ row, refused }) => {
    const { count = 0, since = null } = refused ?? {};
    const { id: connectionId, certificationNote: note } = row;
    return itemOf({ kind: 'connection_sent_back', connectionId, count, since, note });
  });
}

/**
 * Connections to which another client wrote, as happens when two stores push to them or a backup was restored. Nothing is removed until a
 * clean reconcile cycle.
 */
export async function adoptions(facts: Facts): Promise<FoundItem[]> {
  const adopting = (await facts.connections()).filter(({ adoptingSince }) => adoptingSince !== null);
  if (adopting.length === 0) return [];
  const counts = countBy(await facts.standings(), ({ portal }) => isOnPortal(portal));
  return adopting.map(({ id: connectionId, adoptingSince: since }) =>
    itemOf({ kind: 'connection_adopting', connectionId, count: counts.get(connectionId) ?? 0, since }),
  );
}
