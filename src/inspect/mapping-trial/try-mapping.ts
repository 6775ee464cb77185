import type { Spool } from '../../platform/files/spool.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import { readFirstRecords, type FirstRecords } from '../init/first-records.js';
import { CostTally, type Cost, type CostDeps } from './cost.js';
import { lastSnapshot, mappedKept, mappedRecords, type SnapshotReading } from './map-snapshot.js';
import { PreviewTally, type PortalWords, type Preview } from './preview.js';

/** The effect of a mapping on a feed, tried on its last file without changing anything. */
export interface Trial {
  /** The file that was read; null for a delta feed, whose newest record versions were mapped instead. */
  snapshot: Snapshot | null;
  preview: Preview;
  cost: Cost;
}

export interface TrialDeps extends CostDeps {
  spool: Spool;
  words: PortalWords;
  /** Whether the mapping is a text of the feed alone. */
  isOwnText: boolean;
  /** Maximum number of listings in the preview. */
  listingsMax: number;
}

/**
 * Maps the feed's last kept file once with another mapping, table or constant. Of a feed with delta files, maps the kept records instead.
 * @returns the trial, or a sentence if there is neither
 */
export async function tryMapping(
  feed: FeedRecord,
  reading: SnapshotReading,
  deps: TrialDeps,
): Promise<Trial | string> {
  const isDelta = feed.kind !== 'full' && (await deps.store.rawRecords.any(feed.id));
  const snapshot = isDelta ? null : await lastSnapshot(feed, deps.store);
  if (snapshot === null && !isDelta) return noFile(feed.name);
  const preview = new PreviewTally(deps.words, deps.listingsMax);
  const cost = new CostTally(feed, { ...deps, photoTokens: reading.mapping.photoTokens });
  const source =
    snapshot === null
      ? mappedKept(feed.id, reading, deps.store)
      : mappedRecords(snapshot, reading, deps.spool);
  for await (const records of source) {
    for (const record of records) preview.meet(record);
    await cost.meet(records);
  }
  const first = snapshot === null ? null : await firstRecords(snapshot, reading, deps);
  return { snapshot, preview: preview.result(first), cost: await cost.result() };
}

function firstRecords(
  { parts }: Snapshot,
  { mapping: { source, format }, encoding }: SnapshotReading,
  { spool, isOwnText }: TrialDeps,
): Promise<FirstRecords> {
  const file = { spool, paths: parts.map(({ path }) => path), encoding };
  return readFirstRecords(file, { text: source.text, format, isOwn: isOwnText });
}

function noFile(feed: string): string {
  return `No file of feed ${feed} is kept, so there is nothing to try a mapping on. \`feedsync sync --feed ${feed}\` reads one.`;
}
