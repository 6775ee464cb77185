import type { Snapshot } from '../../model/snapshot.js';
import type { Services } from '../services/services.js';

/**
 * Whether all parts of a snapshot's file exist; false for a snapshot whose file is no longer kept. After a restore, the store may refer to
 * files that are missing on the disk.
 */
export async function isOnDisk(
  { parts }: Pick<Snapshot, 'parts'>,
  { spool }: Pick<Services, 'spool'>,
): Promise<boolean> {
  if (parts.length === 0) return false;
  const sizes = await Promise.allSettled(parts.map(({ path }) => spool.size(path)));
  return sizes.every(({ status }) => status === 'fulfilled');
}
