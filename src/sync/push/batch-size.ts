import { isSameSize, sizeAfterRefusal, sizeAfterTaken } from '../../core/schedule/batch-size.js';
import { learnedSize, saveLearnedSize } from '../../store/facts/batch-size.js';
import type { BatchRecord } from '../../model/outbox.js';
import type { Services } from '../services/services.js';

/** The rest of a request body around its listings. */
const envelopeBytes = '{"listings":[]}'.length;

/** How many bytes of listings a batch may hold now: the configured limit, or less after the portal refused that size. */
export async function batchBytes({ store, protocol }: Pick<Services, 'store' | 'protocol'>): Promise<number> {
  const learned = await learnedSize(store);
  return Math.min(learned?.bytes ?? Infinity, protocol.batch_bytes_max) - envelopeBytes;
}

export async function noteTooLarge(batch: BatchRecord, { store, clock, log }: Services): Promise<void> {
  const refused = { bytes: batch.body.byteLength, items: batch.items.length };
  const size = sizeAfterRefusal(await learnedSize(store), refused, clock.now());
  await saveLearnedSize(store, size);
  log.warn('batch too large for the portal', {
    connection: batch.connectionId,
    batch: batch.id,
    items: refused.items,
    bytes: refused.bytes,
    bytes_from_now_on: size.bytes,
  });
}

export async function noteTaken(
  { body }: BatchRecord,
  { store, clock, protocol }: Pick<Services, 'store' | 'clock' | 'protocol'>,
): Promise<void> {
  const former = await learnedSize(store);
  if (former === null) return;
  const size = sizeAfterTaken(former, body.byteLength, protocol.batch_bytes_max, clock.now());
  if (!isSameSize(former, size)) await saveLearnedSize(store, size);
}
