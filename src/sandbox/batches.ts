import { idempotencyDays, idempotencyKeyCharactersMax, idempotencyKeyCharactersMin } from '../wire/limits.js';
import { itemResults } from '../wire/error-codes.js';
import { spend } from './spend-window.js';
import type { Batch, Connection, ItemResult } from './model.js';
import type { OperationReply, OperationRequest } from './operation.js';
import { Refusal, invalid } from './refusal.js';
import type { State } from './state.js';

const idempotencyMs = idempotencyDays * 24 * 3600 * 1000;

/** Spec "Batch". */
export function batchResource(batch: Batch): object {
  const counts = Object.fromEntries(
    itemResults.map((result) => [result, batch.items.filter((item) => item.result === result).length]),
  );
  return {
    id: batch.id,
    status: batch.status,
    counts: { ...counts, total: batch.total },
    items: batch.items,
  };
}

/** Stores a batch and does its work: now, or when the setting says so. */
export function startBatch(
  connection: Connection,
  total: number,
  finish: () => ItemResult[],
  state: State,
): Batch {
  const now = state.now();
  forgetOldBatches(state, now);
  const delayMs = state.settings.batchDelayMs;
  const base = { id: state.uuid(), connection, createdAt: now, total };
  const batch: Batch =
    delayMs > 0
      ? { ...base, status: 'received', items: [], pending: { at: now + delayMs, finish } }
      : { ...base, status: 'completed', items: finish(), pending: null };
  state.batches.set(batch.id, batch);
  if (batch.pending) state.pendingBatches.add(batch);
  return batch;
}

/** Does the work of batches whose time has come; called at the start of every request. */
export function runDueBatches(state: State): void {
  for (const batch of state.pendingBatches) {
    if (batch.pending && batch.pending.at > state.now()) continue;
    batch.items = batch.pending?.finish() ?? [];
    batch.pending = null;
    batch.status = 'completed';
    state.pendingBatches.delete(batch);
  }
}

/** Answered from before, if this is a repetition; the caller's `start` runs only for a key that is free, or no key. */
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

/** The spec's table "Idempotency", row by row. @throws Refusal */
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
  if (state.protocol.replays_spend) spend(connection.items, batch.total, state.now());
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

/** Keys and batches are remembered as long as a replay may ask for them, and a day more. */
function forgetOldBatches(state: State, now: number): void {
  const tooOld = now - idempotencyMs - 24 * 3600 * 1000;
  for (const batch of state.batches.values()) {
    if (batch.createdAt > tooOld) break;
    state.batches.delete(batch.id);
    for (const [key, known] of batch.connection.idempotency) {
      if (known.batchId === batch.id) batch.connection.idempotency.delete(key);
    }
  }
}
