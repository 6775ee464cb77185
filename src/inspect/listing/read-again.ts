import type { EncodingName, RecordSurroundings } from '../../model/feed-format.js';
import type { MappedRecord } from '../../model/outcome.js';
import { snapshotParts, type SnapshotPart } from '../../model/snapshot-parts.js';
import type { RawRecords } from '../../feed/parse-records.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import type { RecordBlock } from '../../feed/snapshot-reader.js';
import type { CompiledMapping, Trace } from '../../mapping/compile/load-mapping.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Snapshot } from '../../model/snapshot.js';
import type { RawRecord } from '../../store/store.js';

/** A record as a kept snapshot has it, under today's mapping, with every step written down. */
export interface Reread {
  /** The file that brought it; without a number where only the record is kept of it. */
  snapshot: Pick<Snapshot, 'fetchedAt'> & { id: number | null };
  mapped: MappedRecord;
  trace: Trace;
}

/** Looks at single records under a mapping that may be anybody's, apart from this thread where that may take long. */
export interface RecordReader {
  /** Of each record its id, in their order. */
  known(raw: RawRecords): Promise<{ sourceId: string | null }[]>;
  /** Null where it cannot be parsed. @param raw a single record */
  trace(raw: RawRecords): Promise<Pick<Reread, 'mapped' | 'trace'> | null>;
}

export interface RereadSource {
  /** Of a feed of changes, what is kept of the record, newest first: its files may be long gone. */
  kept: readonly RawRecord[];
  snapshots: readonly Snapshot[];
  encoding: EncodingName;
  mapping: CompiledMapping;
  reader: RecordReader;
  spool: Spool;
}

/**
 * Finds the record in every kept snapshot that has it, newest first, and maps it again. Records are told apart by the bytes
 * of their id before they are parsed: a file of 100,000 records is searched in about a second.
 */
export async function* readAgain(sourceId: string, source: RereadSource): AsyncGenerator<Reread, undefined> {
  for (const kept of source.kept) {
    const id = source.snapshots.find(({ fetchedAt }) => fetchedAt === kept.readAt)?.id ?? null;
    const traced = await source.reader.trace(keptRecord(kept));
    if (traced !== null) yield { snapshot: { id, fetchedAt: kept.readAt }, ...traced };
  }
  for (const snapshot of source.snapshots) {
    if (snapshot.path === '') continue;
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
  sourceId: string,
  snapshot: Snapshot,
  source: RereadSource,
): Promise<RawRecords | null> {
  for (const part of snapshotParts(snapshot.path)) {
    const record = await findInFile(sourceId, part, source);
    if (record !== null) return record;
  }
  return null;
}

async function findInFile(
  sourceId: string,
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
  sourceId: string,
  reader: RecordReader,
): Promise<RawRecords | null> {
  // An id with characters that XML escapes, or put together from several elements, is not found by its bytes.
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
