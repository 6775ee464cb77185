import { z } from 'zod';
import type { Store } from '../store.js';

const metaKey = 'mapping.bases';
const schema = z.array(
  z.object({
    /** The feed's name. */
    feed: z.string(),
    /** The base that the feed's mapping text extends. The text is stored over the API and may not extend this base. */
    base: z.string(),
    /** True: the feed runs with a copy of the base that was made when feedsync was upgraded. False: the feed does not run. */
    isCopied: z.boolean(),
    since: z.number(),
  }),
);

/** A base that a mapping text extends without permission. The text is stored over the API. */
export type RefusedBase = z.infer<typeof schema>[number];

export async function refusedBases({ meta }: Pick<Store, 'meta'>): Promise<RefusedBase[]> {
  const text = await meta.get(metaKey);
  return text === null ? [] : schema.parse(JSON.parse(text));
}

/** Stores the refused bases. A base that was refused before for the same feed, with the same `isCopied`, keeps its `since`. */
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
