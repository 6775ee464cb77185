import { z } from 'zod';
import type { Store } from '../store.js';

const metaKey = 'mapping.gains';
const schema = z.array(
  z.object({
    /** The feed's name. */
    feed: z.string(),
    /** The preset that the feed runs on. */
    mapping: z.string(),
    /** The version that the preset's name stands for now. */
    version: z.number(),
    since: z.number(),
  }),
);

/** A feed on a version of its preset that does not read the state of a listing through a table, as the newest version does. */
export type MappingGain = z.infer<typeof schema>[number];

export async function mappingGains({ meta }: Pick<Store, 'meta'>): Promise<MappingGain[]> {
  const text = await meta.get(metaKey);
  return text === null ? [] : schema.parse(JSON.parse(text));
}

/** Stores the gains. A feed that had the same one before keeps its `since`. */
export async function saveMappingGains(
  store: Pick<Store, 'meta'>,
  found: readonly Omit<MappingGain, 'since'>[],
  now: number,
): Promise<void> {
  const before = await mappingGains(store);
  const keyOf = ({ feed, mapping, version }: Omit<MappingGain, 'since'>): string =>
    [feed, mapping, version].join('\n');
  const since = new Map(before.map((gain) => [keyOf(gain), gain.since]));
  const all = found.map((gain) => ({ ...gain, since: since.get(keyOf(gain)) ?? now }));
  if (JSON.stringify(all) !== JSON.stringify(before)) await store.meta.set(metaKey, JSON.stringify(all));
}
