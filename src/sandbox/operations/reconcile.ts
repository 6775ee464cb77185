import { z } from 'zod';
import { reconcileIdsMax } from '../../wire/limits.js';
import { externalIdPattern } from '../../wire/listing.js';
import type { Protocol } from '../../wire/protocol.js';
import { startBatch, withIdempotency } from '../state/batches.js';
import { findConnection, requireActive } from '../state/connection-rules.js';
import { isLive } from '../state/held-listings.js';
import { readBody, readQuery } from '../input.js';
import type { Connection, HeldListing } from '../state/model.js';
import type { Operation } from '../operation.js';
import { Refusal } from '../refusal.js';
import type { State } from '../state/state.js';
import { requireSize } from './batches.js';

/** Operation 10, POST /connections/{id}/reconcile: archives every live listing that is not on the list. */
export const reconcile: Operation = {
  name: 'reconcile',
  method: 'POST',
  path: '/connections/:id/reconcile',
  run(request, state) {
    const connection = findConnection(request, state);
    readQuery(request.query, z.strictObject({}));
    return withIdempotency(request, connection, state, () => {
      requireActive(connection);
      const { keep, confirmed } = readKeepList(request.body, state);
      request.note.items = keep.size;
      const surplus = surplusOf(connection, keep);
      if (!confirmed) requirePlausible(surplus.length, connection, state);
      const externalIds = surplus.map((held) => held.externalId);
      return startBatch(connection, { kind: 'reconcile', externalIds }, null, state);
    });
  },
};

/** Schema of the body. The name of the field that confirms a mass removal is a protocol setting. */
export function reconcileBody({ confirm_mass_removal_field: confirmField }: Protocol): z.ZodObject {
  return z.strictObject({
    external_ids: z.array(z.string().regex(externalIdPattern)),
    [confirmField]: z.boolean().optional(),
  });
}

function readKeepList(
  body: Record<string, unknown>,
  state: State,
): { keep: Set<string>; confirmed: boolean } {
  const confirmField = state.protocol.confirm_mass_removal_field;
  if (Array.isArray(body.external_ids)) requireSize(body.external_ids, reconcileIdsMax);
  const read = readBody(body, reconcileBody(state.protocol)) as Record<string, unknown> & {
    external_ids: string[];
  };
  return { keep: new Set(read.external_ids), confirmed: read[confirmField] === true };
}

function surplusOf(connection: Connection, keep: ReadonlySet<string>): HeldListing[] {
  return [...connection.listings.values()].filter((held) => isLive(held) && !keep.has(held.externalId));
}

/**
 * Refuses a mass removal that is not confirmed. No batch is stored for a refused request, so that its idempotency key stays unused.
 * @throws Refusal
 */
function requirePlausible(count: number, connection: Connection, state: State): void {
  const { massRemovalCount, massRemovalShare } = state.settings;
  const live = [...connection.listings.values()].filter((held) => isLive(held)).length;
  if (count <= massRemovalCount || count <= live * massRemovalShare) return;
  const field = state.protocol.confirm_mass_removal_field;
  throw new Refusal(
    409,
    'mass_removal_requires_confirmation',
    `This would archive ${count} of ${live} live listings. Send ${field}: true to do it.`,
    { would_archive: count, live },
  );
}
