import { z } from 'zod';
import type { Detail } from '../../wire/error-codes.js';
import { batchResource, startBatch, withIdempotency } from '../state/batches.js';
import { findConnection, requireActive } from '../state/connection-rules.js';
import { externalIdOf } from '../state/held-listings.js';
import { readQuery } from '../input.js';
import { refuseByMagic, takeItems } from '../state/item-budget.js';
import { magicOfBatch } from '../state/magic-values.js';
import type { Batch, Connection } from '../state/model.js';
import type { Operation, OperationRequest } from '../operation.js';
import { Refusal, validationFailed } from '../refusal.js';
import type { State } from '../state/state.js';

/** Operation 7, POST /connections/{id}/batches. A repeated request is answered even if the connection was paused after the first one. */
export const pushBatch: Operation = {
  name: 'push_batch',
  method: 'POST',
  path: '/connections/:id/batches',
  run(request, state) {
    const connection = findConnection(request, state);
    readQuery(request.query, z.strictObject({}));
    if (Array.isArray(request.body.listings)) request.note.items = request.body.listings.length;
    return withIdempotency(request, connection, state, () => {
      requireActive(connection);
      return start(readListings(request, state), connection, state);
    });
  },
};

function readListings(request: OperationRequest, state: State): unknown[] {
  const listings = readItems(request.body);
  requireSize(listings, state.limits.max_batch_items);
  requireDistinctIds(listings);
  return listings;
}

function start(listings: unknown[], connection: Connection, state: State): Batch {
  const ids = listings.map((payload) => externalIdOf(payload) ?? '');
  refuseByMagic(ids);
  const taken = takeItems(connection, listings.length, state);
  connection.lastPushAt = state.now();
  return startBatch(connection, { kind: 'push', listings, taken }, magicOfBatch(ids), state);
}

/** The non-empty list under `listings`. @param others keys allowed beside it; any other is refused @throws Refusal 422 */
export function readItems(body: Record<string, unknown>, others: readonly string[] = []): unknown[] {
  const { listings } = body;
  const details: Detail[] = Object.keys(body)
    .filter((key) => key !== 'listings' && !others.includes(key))
    .map((key) => ({
      pointer: `/${key}`,
      code: 'unknown_field',
      message: `${key} is not a field of a batch.`,
    }));
  if (listings === undefined || listings === null) {
    details.push({ pointer: '/listings', code: 'required', message: 'listings is required.' });
  } else if (!Array.isArray(listings)) {
    details.push({ pointer: '/listings', code: 'invalid_type', message: 'listings must be a list.' });
  } else if (listings.length === 0) {
    details.push({ pointer: '/listings', code: 'too_small', message: 'listings is empty.' });
  }
  if (details.length > 0) throw validationFailed(details);
  return listings as unknown[];
}

/** @throws Refusal 422 `batch_too_large` */
export function requireSize(items: readonly unknown[], max: number): void {
  if (items.length <= max) return;
  throw new Refusal(422, 'batch_too_large', `${items.length} items were sent; at most ${max} are allowed.`, {
    max,
    sent: items.length,
  });
}

function requireDistinctIds(listings: readonly unknown[]): void {
  const seen = new Set<string>();
  const repeated = listings.flatMap((payload, index): Detail[] => {
    const id = externalIdOf(payload);
    if (id === null || id === '') return [];
    const isFirst = !seen.has(id);
    seen.add(id);
    if (isFirst) return [];
    const message = `${id} stands twice in this batch.`;
    return [{ pointer: `/listings/${index}/external_id`, code: 'duplicate_external_id', message }];
  });
  if (repeated.length === 0) return;
  throw new Refusal(422, 'duplicate_external_id', 'An external_id stands twice in the batch.', repeated);
}

/** Operation 11, GET /batches/{id}. */
export const getBatch: Operation = {
  name: 'get_batch',
  method: 'GET',
  path: '/batches/:id',
  run({ app, params, query, note }, state) {
    const batch = state.batches.get((params.id ?? '').toLowerCase());
    if (batch?.connection.app !== app) {
      throw new Refusal(404, 'batch_not_found', 'No batch of this app has this id.');
    }
    note.connectionId = batch.connection.id;
    readQuery(query, z.strictObject({}));
    return { status: 200, body: { batch: batchResource(batch) } };
  },
};
