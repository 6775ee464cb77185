import { isOnPortal } from '../../model/listing-states.js';
import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { decodeListing } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';

/** Listings of a revoked connection belong to the agency from now on: whatever was wanted of them is void. */
export async function releaseListings(writer: Writer, connectionId: string, now: Millis): Promise<void> {
  const rows = await writer
    .selectFrom('listing')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('portal', '!=', 'released')
    .execute();
  const ours = rows.map(decodeListing).filter(({ portal }) => isOnPortal(portal));
  const released = { portal: 'released', confirmedDigest: null, retryAt: null } as const;
  await writer
    .updateTable('listing')
    .set(released)
    .where('connectionId', '=', connectionId)
    .where('portal', 'in', ['sent', 'accepted', 'needs_review', 'live', 'inactive', 'unknown'])
    .execute();
  await writer.deleteFrom('outbox').where('connectionId', '=', connectionId).execute();
  await addEvents(
    writer,
    ours.map(({ externalId }) => ({ connectionId, externalId, at: now, kind: 'released', data: {} })),
  );
}
