import type { Writer } from '../database/database.js';
import { addEvents } from '../database/events.js';
import { onPortal } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';

/** Releases the listings of a revoked connection: they belong to the agency now, so the outbox is emptied and no state is expected. */
export async function releaseListings(writer: Writer, connectionId: string, now: Millis): Promise<void> {
  const released = await writer
    .updateTable('listing')
    .set((eb) => ({
      ...{ portal: 'released', confirmedDigest: null, retryAt: null },
      // The standing of the others is not decided by the portal.
      standingSince: eb
        .case()
        .when(eb.or([eb('presence', 'in', ['held', 'gone']), eb('intent', 'in', ['remove', 'suppressed'])]))
        .then(eb.ref('standingSince'))
        .else(now)
        .end(),
    }))
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
