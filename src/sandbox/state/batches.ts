import {
  idempotencyDays,
  idempotencyKeyCharactersMax,
  idempotencyKeyCharactersMin,
} from '../../wire/limits.js';
import { itemResults } from '../../wire/error-codes.js';
import { doWork } from './batch-work.js';
import { spend } from './spend-window.js';
import type { MagicEffect } from './magic-values.js';
import type { Batch, BatchWork, Connection } from './model.js';
import type { OperationReply, OperationRequest } from '../operation.js';
import { Refusal, invalid } from '../refusal.js';
import { stateOf, type State } from './state.js';
import { announce } from './webhook-events.js';

const idempotencyMs = idempotencyDays * 24 * 3600 * 1000;

/** A batch as the API shows it (partner API, section "Batch"). */
export interface BatchResource extends Pick<Batch, 'id' | 'status' | 'items'> {
  counts: Record<string, number>;
}

export function batchResource(batch: Batch): BatchResource {
  return { id: batch.id, status: batch.status, counts: countsOf(batch), items: batch.items };
}

function countsOf({ items, total }: Batch): Record<string, number> {
  const counts = itemResults.map((result) => [result, items.filter((item) => item.result === result).length]);
  return { ...(Object.fromEntries(counts) as Record<string, number>), total };
}

/**
 * Stores a batch. Its work is done before this function returns, or later, if the setting `batchDelayMs` or the magic value asks for a
 * delay.
 * @param magic a magic value of the batch: it may delay the batch or make it fail
 */
export function startBatch(
  connection: Connection,
  work: BatchWork,
  magic: MagicEffect | null,
  state: State,
): Batch {
  const now = state.now();
  forgetOldBatches(connection, now, state);
  const delayMs = state.settings.batchDelayMs + (magic?.does === 'delay_batch' ? magic.ms : 0);
  const batch: Batch = {
    id: state.uuid(),
    connection,
    status: 'received',
    createdAt: now,
    total: (work.kind === 'push' ? work.listings : work.externalIds).length,
    items: [],
    pending: { at: now + delayMs, work, fails: magic?.does === 'fail_batch' },
  };
  state.batches.set(batch.id, batch);
  if (delayMs > 0) state.pendingBatches.add(batch);
  else finishBatch(batch, state);
  return batch;
}

/**
 * Does the work of every batch whose delay is over; the others become `processing`. Called at the start of each request and at each tick.
 */
export function runDueBatches(state: State): void {
  for (const batch of state.pendingBatches) {
    const own = stateOf(batch.connection.app, state);
    if (batch.pending && batch.pending.at > own.now()) {
      if (own.now() > batch.createdAt) batch.status = 'processing';
      continue;
    }
    state.pendingBatches.delete(batch);
    finishBatch(batch, own);
  }
}

/**
 * Does a batch's work and settles its status. If the connection was revoked before, the batch fails: the listings are the agency's by then.
 */
function finishBatch(batch: Batch, state: State): void {
  const { pending, connection } = batch;
  const fails = pending === null || pending.fails || connection.status === 'revoked';
  batch.items = fails ? [] : doWork(pending.work, connection, state);
  batch.status = fails ? 'failed' : 'completed';
  batch.pending = null;
  const data = { batch_id: batch.id, status: batch.status, counts: countsOf(batch) };
  announce(connection, 'batch.completed', data, state);
}

/**
 * Answers a request that starts a batch. A repetition of an earlier request with the same Idempotency-Key gets that batch again, for 7 days.
 * @param start starts the batch; called only without a key, with an unused one, or with one whose 7 days are over
 * @throws Refusal 422 if the key was used for another request; 409 if the first request is still being processed
 */
export function withIdempotency(
  request: OperationRequest,
  connection: Connection,
  state: State,
  start: () => Batch,
): OperationReply {
  const key = request.headers.get('idempotency-key');
  if (key === null) return { status: 202, body: { batch: batchResource(start()) } };
  requireKeyFormat(key);
  request.note.idempotencyKey = key;
  const replay = replayOf(key, request.fingerprint, connection, state);
  if (replay) {
    const headers = { 'Idempotent-Replayed': 'true' };
    return { status: 202, body: { batch: batchResource(replay) }, headers };
  }
  const batch = start();
  connection.idempotency.set(key, {
    fingerprint: request.fingerprint,
    batchId: batch.id,
    at: state.now(),
  });
  return { status: 202, body: { batch: batchResource(batch) } };
}

/**
 * The spec's table "Idempotency", row by row.
 * @returns the batch to answer again; null for a key without a batch of the last 7 days
 * @throws Refusal
 */
function replayOf(key: string, fingerprint: string, connection: Connection, state: State): Batch | null {
  const known = connection.idempotency.get(key);
  const batch = known && state.batches.get(known.batchId);
  if (!known || !batch || state.now() - known.at > idempotencyMs) return null;
  if (known.fingerprint !== fingerprint) {
    const message = 'This Idempotency-Key was used for another request within the last 7 days.';
    throw new Refusal(422, 'idempotency_key_reused', message);
  }
  if (batch.pending) {
    const message = 'The first request with this Idempotency-Key is still being processed.';
    throw new Refusal(409, 'idempotency_in_progress', message, { batch_id: batch.id });
  }
  if (state.protocol.replays_spend) {
    const windowSeconds = state.protocol.item_window_seconds;
    spend(connection.items, batch.total, { now: state.now(), windowSeconds });
  }
  return batch;
}

function requireKeyFormat(key: string): void {
  const { length } = key;
  const fits = length >= idempotencyKeyCharactersMin && length <= idempotencyKeyCharactersMax;
  if (fits && /^[\x21-\x7e]+$/.test(key)) return;
  throw invalid(
    '',
    'invalid_format',
    'Idempotency-Key must be 8 to 128 visible ASCII characters without spaces.',
  );
}

/** Most batches kept, of all apps together: more than a week of batches of one item at the default budget. */
const batchesMax = 200_000;

/**
 * Deletes the app's batches a day after their idempotency keys have expired. Once `batchesMax` batches are kept, the app's oldest
 * finished batches are deleted too.
 */
function forgetOldBatches({ app }: Connection, now: number, state: State): void {
  const tooOld = now - idempotencyMs - 24 * 3600 * 1000;
  for (const batch of state.batches.values()) {
    if (batch.connection.app !== app) continue;
    if (batch.createdAt > tooOld && (batch.pending || state.batches.size < batchesMax)) break;
    state.batches.delete(batch.id);
    for (const [key, known] of batch.connection.idempotency) {
      if (known.batchId === batch.id) batch.connection.idempotency.delete(key);
    }
  }
}
