import type { EncodingName, RecordSurroundings } from '../../model/feed-format.js';
import type { RecordKind } from '../../model/outcome.js';
import { snapshotParts } from '../../model/snapshot-parts.js';
import type { RawRecords } from '../../feed/parse-records.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import type { SnapshotEnd } from '../../feed/snapshot-reader.js';
import type { CompiledMapping } from '../../mapping/compile/load-mapping.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import { decodeOutcome } from '../../store/records/staged-record.js';
import { type StagedOutcome } from '../../model/staged-record.js';
import type { Store } from '../../store/store.js';

/** Maps and checks records as a poll would, here or on other threads. */
interface SnapshotMapper {
  map(
    raw: RawRecords,
  ): Promise<readonly { kind: RecordKind; sourceId: string | null; content: Uint8Array }[]>;
  /** Blocks that it is worth handing over before the first of them is answered. */
  readonly ahead: number;
  /** What a poll adds to records after they are mapped. */
  settle(records: readonly TriedRecord[]): Promise<readonly TriedRecord[]>;
}

/** How a file is read under one mapping. */
export interface SnapshotReading {
  encoding: EncodingName;
  mapping: CompiledMapping;
  mapper: SnapshotMapper;
}

/** What a record came to; without an id where it has none. */
export interface TriedRecord extends StagedOutcome {
  sourceId: string | null;
}

/** The copy of a feed's file that its listings were made from, where it is still on disk, else the newest that is. */
export async function lastSnapshot(
  feed: Pick<FeedRecord, 'id' | 'committedSnapshotId'>,
  store: Pick<Store, 'snapshots'>,
): Promise<Snapshot | null> {
  const onDisk = (await store.snapshots.ofFeed(feed.id)).filter(({ path }) => path !== '');
  return onDisk.find(({ id }) => id === feed.committedSnapshotId) ?? onDisk[0] ?? null;
}

/**
 * Every record of a kept file, block by block in flat memory, as this mapping understands it.
 * @param onEnd is told what each part of it proved to be
 */
export async function* mappedRecords(
  snapshot: Pick<Snapshot, 'path'>,
  { mapping, encoding, mapper }: SnapshotReading,
  spool: Spool,
  onEnd: (end: SnapshotEnd) => void = () => undefined,
): AsyncGenerator<readonly TriedRecord[], undefined> {
  const options = { format: mapping.format, encoding, lengthAnnounced: true };
  const underway: Promise<readonly TriedRecord[]>[] = [];
  for (const { path, given } of snapshotParts(snapshot.path)) {
    const reader = await openSnapshot(spool, path, { ...options, given }, () => Buffer.alloc(0));
    try {
      for await (const block of reader.blocks()) {
        const mapped = tried(mapper, block.take([...Array(block.count).keys()]));
        // Asked for in its turn; until then its failure is nobody's.
        mapped.catch(() => undefined);
        underway.push(mapped);
        while (underway.length > mapper.ahead) yield (await underway.shift()) ?? [];
      }
      for (const rest of underway.splice(0)) yield await rest;
      onEnd(reader.end());
    } finally {
      await reader.close();
    }
  }
}

const keptTogether = 128;

/** The newest record of each that a feed of changes has brought, as this mapping understands it: no file has them all. */
export async function* mappedKept(
  feedId: number,
  { mapper }: SnapshotReading,
  { rawRecords }: Pick<Store, 'rawRecords'>,
): AsyncGenerator<readonly TriedRecord[], undefined> {
  const which = { which: 'newest', forgotten: false } as const;
  for (const place of await rawRecords.places(feedId, which)) {
    const surroundings = JSON.parse(place.surroundings) as RecordSurroundings;
    for (let after = -1; ;) {
      const page = await rawRecords.page(feedId, { ...which, placeId: place.id }, after, keptTogether);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.ordinal;
      let end = 0;
      yield await tried(mapper, {
        bytes: Buffer.concat(page.map(({ bytes }) => bytes)),
        ends: page.map(({ bytes }) => (end += bytes.length)),
        undecodable: [...page.keys()].filter((index) => page[index]?.undecodable === true),
        around: page.map(() => 0),
        surroundings: [surroundings],
      });
    }
  }
}

async function tried(mapper: SnapshotMapper, raw: RawRecords): Promise<readonly TriedRecord[]> {
  const outcomes = await mapper.map(raw);
  return mapper.settle(outcomes.map(({ sourceId, content }) => ({ ...decodeOutcome(content), sourceId })));
}
