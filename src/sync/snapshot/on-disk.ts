import { partsOf } from '../../model/snapshot-parts.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Services } from '../services/services.js';

/** Whether all parts of a snapshot's file exist. After a restore, the store may refer to files that are missing on the disk. */
export async function isOnDisk(
  { path }: Pick<Snapshot, 'path'>,
  { spool }: Pick<Services, 'spool'>,
): Promise<boolean> {
  if (path === '') return false;
  const sizes = await Promise.allSettled(partsOf(path).map((part) => spool.size(part)));
  return sizes.every(({ status }) => status === 'fulfilled');
}
