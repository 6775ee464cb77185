import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** Folders that cannot be written. The work of every agency waits until they can be written again. */
export async function unwritableFolders({ context: { disk }, feeds }: Facts): Promise<FoundItem[]> {
  if (disk.length === 0) return [];
  const count = (await feeds()).length;
  return disk.map(({ place, code, since }) =>
    itemOf({ kind: 'disk', subject: place, count, since, disk: { place, code } }),
  );
}
