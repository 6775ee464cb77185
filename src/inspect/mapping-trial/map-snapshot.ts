import type { FeedId, SourceId } from '../../model/ids.js';
import type { EncodingName, RecordSurroundings } from '../../model/feed-format.js';
import type { RecordKind } from '../../model/outcome.js';
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

/** Maps and checks records as a poll does, on this thread or on others. */
interface SnapshotMapper {
  map(
    raw: RawRecords,
  ): Promise<readonly { kind: RecordKind; sourceId: SourceId | null; content: Uint8Array }[]>;
  /** Number of blocks to submit before the first result is awaited. */
  readonly ahead: number;
  /** Applies what a poll adds to records after mapping. */
  settle(records: readonly TriedRecord[]): Promise<readonly TriedRecord[]>;
}

/** How a file is read under one mapping. */
export interface SnapshotReading {
  encoding: EncodingName;
  mapping: CompiledMapping;
  mapper: SnapshotMapper;
}

/** A record's outcome; `sourceId` is null where the record has no id. */
export interface TriedRecord extends StagedOutcome {
  sourceId: SourceId | null;
}

/** The committed file of a feed if it is still on disk, otherwise the newest file on disk; null: none. */
export async function lastSnapshot(
  feed: Pick<FeedRecord, 'id' | 'committedSnapshotId'>,
  store: Pick<Store, 'snapshots'>,
): Promise<Snapshot | null> {
  const onDisk = (await store.snapshots.ofFeed(feed.id)).filter(({ parts }) => parts.length > 0);
  return onDisk.find(({ id }) => id === feed.committedSnapshotId) ?? onDisk[0] ?? null;
}

/**
 * Yields every record of a kept file, mapped, in blocks and with constant memory.
 * @param onEnd called at the end of each part of the file
 */
export async function* mappedRecords(
  snapshot: Pick<Snapshot, 'parts'>,
  { mapping, encoding, mapper }: SnapshotReading,
  spool: Spool,
  onEnd: (end: SnapshotEnd) => void = () => undefined,
): AsyncGenerator<readonly TriedRecord[], undefined> {
  const options = { format: mapping.format, encoding, lengthAnnounced: true };
  const underway: Promise<readonly TriedRecord[]>[] = [];
  for (const { path, given } of snapshot.parts) {
    const reader = await openSnapshot(spool, path, { ...options, given }, () => Buffer.alloc(0));
    try {
      for await (const block of reader.blocks()) {
        const mapped = tried(mapper, block.take([...Array(block.count).keys()]));
        // Avoids an unhandledRejection until the result is awaited in order.
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

/** Yields the newest version of every record of a delta feed, mapped. No single file has them all. */
export async function* mappedKept(
  feedId: FeedId,
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
