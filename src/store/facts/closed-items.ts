import { z } from 'zod';
import type { Store } from '../store.js';

const metaKey = 'attention.closed';
const schema = z.array(
  z.object({
    /** Of the attention item. An item that comes up again has another one, or another `since`. */
    cause: z.string(),
    since: z.number(),
  }),
);

/** An attention item that staff closed without an answer. */
export type ClosedItem = z.infer<typeof schema>[number];

export async function closedItems({ meta }: Pick<Store, 'meta'>): Promise<ClosedItem[]> {
  const text = await meta.get(metaKey);
  return text === null ? [] : schema.parse(JSON.parse(text));
}

export async function saveClosedItems(
  { meta }: Pick<Store, 'meta'>,
  items: readonly ClosedItem[],
): Promise<void> {
  await meta.set(metaKey, JSON.stringify(items));
}

export function isClosed(
  { cause, since }: { cause: string; since: number | null },
  closed: readonly ClosedItem[],
): boolean {
  return closed.some((one) => one.cause === cause && one.since === since);
}
