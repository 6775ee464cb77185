import type { LearnedSize } from '../../core/schedule/batch-size.js';
import type { Store } from '../store.js';

const metaKey = 'batch.size';

/** The batch size learned from refusals of too large batches. Null: batches have the configured size. */
export async function learnedSize({ meta }: Pick<Store, 'meta'>): Promise<LearnedSize | null> {
  const text = await meta.get(metaKey);
  return text === null || text === '' ? null : (JSON.parse(text) as LearnedSize);
}

export async function saveLearnedSize(
  { meta }: Pick<Store, 'meta'>,
  size: LearnedSize | null,
): Promise<void> {
  await meta.set(metaKey, size === null ? '' : JSON.stringify(size));
}
