import { partsOf } from '../../model/snapshot-parts.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { Services } from '../services/services.js';

/** Whether a snapshot's file is there with all its parts: a backup may have been restored without the folder of files. */
export async function isOnDisk(
  { path }: Pick<Snapshot, 'path'>,
  { spool }: Pick<Services, 'spool'>,
): Promise<boolean> {
  if (path === '') return false;
  const sizes = await Promise.allSettled(partsOf(path).map((part) => spool.size(part)));
  return sizes.every(({ status }) => status === 'fulfilled');
}
