import { z } from 'zod';
import type { Store } from '../store.js';

const metaKey = 'mapping.bases';
const schema = z.array(
  z.object({
    /** The feed's name. */
    feed: z.string(),
    /** What its text, written over the API, extends and may not extend. */
    base: z.string(),
    /** On a copy that was made at the upgrade; else the feed does not run. */
    isCopied: z.boolean(),
    since: z.number(),
  }),
);

/** A feed whose mapping extends what a text of the API may not extend. */
export type RefusedBase = z.infer<typeof schema>[number];

export async function refusedBases({ meta }: Pick<Store, 'meta'>): Promise<RefusedBase[]> {
  const text = await meta.get(metaKey);
  return text === null ? [] : schema.parse(JSON.parse(text));
}

/** What was refused before keeps its beginning. */
export async function saveRefusedBases(
  store: Pick<Store, 'meta'>,
  found: readonly Omit<RefusedBase, 'since'>[],
  now: number,
): Promise<void> {
  const before = await refusedBases(store);
  const all = found.map((one) => {
    const known = before.find(
      ({ feed, base, isCopied }) => feed === one.feed && base === one.base && isCopied === one.isCopied,
    );
    return { ...one, since: known?.since ?? now };
  });
  if (JSON.stringify(all) !== JSON.stringify(before)) await store.meta.set(metaKey, JSON.stringify(all));
}
