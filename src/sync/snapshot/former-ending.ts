import type { Spool } from '../../platform/files/spool.js';
import { rowOfPart } from './feed-parts.js';
import { isOnDisk } from './on-disk.js';
import type { Feed, Services } from '../services/services.js';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Whether each file of the feed's last committed snapshot ended with a line break, in the order of the files. Empty without a snapshot, if
 * one of its files is missing, and for formats that show their end. If a CSV file used to end with a line break and no longer does, it was
 * cut inside its last cell.
 */
export async function formerEndings(feed: Feed, { store, spool }: Services): Promise<boolean[]> {
  if (feed.mapping.format.container !== 'csv') return [];
  const row = await store.feeds.get(feed.id);
  const committed = row === null ? null : rowOfPart(feed, row).committedSnapshotId;
  const snapshot = committed === null ? null : await store.snapshots.get(committed);
  if (snapshot === null || !(await isOnDisk(snapshot, { spool }))) return [];
  return Promise.all(snapshot.parts.map(({ path }) => endsWithNewline(path, spool)));
}

async function endsWithNewline(path: string, spool: Spool): Promise<boolean> {
  const bytes = await spool.size(path);
  const tail = Buffer.alloc(Math.min(2, bytes));
  const handle = await spool.open(path);
  try {
    await handle.read(tail, 0, tail.length, bytes - tail.length);
  } finally {
    await handle.close();
  }
  // In UTF-16LE the high byte of the line break, a zero, comes last.
  const last = tail.at(-1) === 0 ? tail.at(-2) : tail.at(-1);
  return last === lineFeed || last === carriageReturn;
}
