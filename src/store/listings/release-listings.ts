import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { onPortal } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';

/** Releases the listings of a revoked connection: they belong to the agency now, so the outbox is emptied and no state is expected. */
export async function releaseListings(writer: Writer, connectionId: string, now: Millis): Promise<void> {
  const released = await writer
    .updateTable('listing')
    .set({ portal: 'released', confirmedDigest: null, retryAt: null })
    .where('connectionId', '=', connectionId)
    .where('portal', 'in', onPortal)
    .returning('externalId')
    .execute();
  await writer.deleteFrom('outbox').where('connectionId', '=', connectionId).execute();
  await addEvents(
    writer,
    released.map(({ externalId }) => ({ connectionId, externalId, at: now, kind: 'released', data: {} })),
  );
}
