import type { SourceId } from '../../model/ids.js';
import type { EncodingName, RecordSurroundings } from '../../model/feed-format.js';
import type { MappedRecord } from '../../model/outcome.js';
import type { SnapshotPart } from '../../model/snapshot-parts.js';
import type { RawRecords } from '../../feed/parse-records.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import type { RecordBlock } from '../../feed/snapshot-reader.js';
import type { CompiledMapping, Trace } from '../../mapping/compile/load-mapping.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { RawRecord } from '../../store/store.js';

/** A record of a kept snapshot, mapped with today's mapping, with a trace of every step. */
export interface Reread {
  /** The file with the record; `id` is null where only the record of the file is kept. */
  snapshot: Pick<Snapshot, 'fetchedAt'> & { id: number | null };
  mapped: MappedRecord;
  trace: Trace;
}

/** Maps single records. A mapping that is not shipped runs on another thread, because it may take long. */
export interface RecordReader {
  /** The id of each record, in order. */
  known(raw: RawRecords): Promise<{ sourceId: SourceId | null }[]>;
  /** The mapped record with its trace; null where it cannot be parsed. @param raw a single record */
  trace(raw: RawRecords): Promise<Pick<Reread, 'mapped' | 'trace'> | null>;
}

export interface RereadSource {
  /** Delta feeds: the kept versions of the record, newest first, because its files may be deleted. */
  kept: readonly RawRecord[];
  snapshots: readonly Snapshot[];
  encoding: EncodingName;
  mapping: CompiledMapping;
  reader: RecordReader;
  spool: Spool;
}

/**
 * Yields the record from every kept snapshot that has it, newest first, mapped again. Records are searched for the bytes of the id before
 * they are parsed: a file of 100,000 records takes about a second.
 */
export async function* readAgain(
  sourceId: SourceId,
  source: RereadSource,
): AsyncGenerator<Reread, undefined> {
  for (const kept of source.kept) {
    const id = source.snapshots.find(({ fetchedAt }) => fetchedAt === kept.readAt)?.id ?? null;
    const traced = await source.reader.trace(keptRecord(kept));
    if (traced !== null) yield { snapshot: { id, fetchedAt: kept.readAt }, ...traced };
  }
  for (const snapshot of source.snapshots) {
    const record = await findRecord(sourceId, snapshot, source);
    const traced = record === null ? null : await source.reader.trace(record);
    if (traced !== null) yield { snapshot, ...traced };
  }
}

function keptRecord({ bytes, undecodable, surroundings }: RawRecord): RawRecords {
  return {
    bytes,
    ends: [bytes.length],
    undecodable: undecodable ? [0] : [],
    around: [0],
    surroundings: [JSON.parse(surroundings) as RecordSurroundings],
  };
}

async function findRecord(
  sourceId: SourceId,
  snapshot: Snapshot,
  source: RereadSource,
): Promise<RawRecords | null> {
  for (const part of snapshot.parts) {
    const record = await findInFile(sourceId, part, source);
    if (record !== null) return record;
  }
  return null;
}

async function findInFile(
  sourceId: SourceId,
  { path, given }: SnapshotPart,
  { spool, mapping, encoding, reader: records }: RereadSource,
): Promise<RawRecords | null> {
  const options = { format: mapping.format, encoding, lengthAnnounced: true, given };
  const id = Buffer.from(sourceId);
  const reader = await openSnapshot(spool, path, options, () => Buffer.alloc(0));
  try {
    for await (const block of reader.blocks()) {
      const record = await findInBlock(block, id, sourceId, records);
      if (record !== null) return record;
    }
    return null;
  } finally {
    await reader.close();
  }
}

async function findInBlock(
  block: RecordBlock,
  id: Buffer,
  sourceId: SourceId,
  reader: RecordReader,
): Promise<RawRecords | null> {
  // An id with characters that may be escaped, or that is joined from several elements, cannot be found by its bytes.
  const mayBeSpeltOtherwise = /[^A-Za-z0-9_-]/.test(sourceId);
  const indices = Array.from({ length: block.count }, (_, index) => index);
  const candidates = indices.filter((index) => mayBeSpeltOtherwise || holds(block.raw(index), id));
  if (candidates.length === 0) return null;
  const known = await reader.known(block.take(candidates));
  const found = candidates[known.findIndex((one) => one.sourceId === sourceId)];
  return found === undefined ? null : block.take([found]);
}

function holds(raw: Uint8Array, id: Buffer): boolean {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes(id);
}
