import type { EncodingName, RecordSurroundings } from '../core/format.js';
import type { MappedRecord } from '../core/outcome.js';
import type { ParsedRecord } from '../core/record.js';
import { snapshotParts, type SnapshotPart } from '../core/snapshot-parts.js';
import { parseRecords } from '../feed/parse-records.js';
import { openSnapshot } from '../feed/read-snapshot.js';
import type { RecordBlock } from '../feed/snapshot-reader.js';
import type { CompiledMapping, MappingEnvironment, Trace } from '../mapping/load-mapping.js';
import type { Spool } from '../platform/spool.js';
import type { SnapshotRow } from '../store/rows.js';
import type { RawRecord } from '../store/store.js';

/** A record as a kept snapshot has it, under today's mapping, with every step written down. */
export interface Reread {
  /** The file that brought it; without a number where only the record is kept of it. */
  snapshot: Pick<SnapshotRow, 'fetchedAt'> & { id: number | null };
  mapped: MappedRecord;
  trace: Trace;
}

export interface RereadSource {
  /** Of a feed of changes, what is kept of the record, newest first: its files may be long gone. */
  kept: readonly RawRecord[];
  snapshots: readonly SnapshotRow[];
  encoding: EncodingName;
  mapping: CompiledMapping;
  environment: MappingEnvironment;
  spool: Spool;
}

/**
 * Finds the record in every kept snapshot that has it, newest first, and maps it again. Records are told apart by the bytes
 * of their id before they are parsed: a file of 100,000 records is searched in about a second.
 */
export async function* readAgain(sourceId: string, source: RereadSource): AsyncGenerator<Reread, undefined> {
  for (const kept of source.kept) {
    const id = source.snapshots.find(({ fetchedAt }) => fetchedAt === kept.readAt)?.id ?? null;
    const record = parseKept(kept, source.mapping);
    if (record !== null) yield mapped(record, { id, fetchedAt: kept.readAt }, source);
  }
  for (const snapshot of source.snapshots) {
    if (snapshot.path === '') continue;
    const record = await findRecord(sourceId, snapshot, source);
    if (record !== null) yield mapped(record, snapshot, source);
  }
}

function mapped(record: ParsedRecord, snapshot: Reread['snapshot'], source: RereadSource): Reread {
  const trace: Trace = [];
  return { snapshot, mapped: source.mapping.map(record, source.environment, trace), trace };
}

function parseKept(
  { bytes, undecodable, surroundings }: RawRecord,
  { format }: CompiledMapping,
): ParsedRecord | null {
  const [read] = parseRecords(format, {
    bytes,
    ends: [bytes.length],
    undecodable: undecodable ? [0] : [],
    around: [0],
    surroundings: [JSON.parse(surroundings) as RecordSurroundings],
  });
  return read?.result.ok === true ? read.result.record : null;
}

async function findRecord(
  sourceId: string,
  snapshot: SnapshotRow,
  source: RereadSource,
): Promise<ParsedRecord | null> {
  for (const part of snapshotParts(snapshot.path)) {
    const record = await findInFile(sourceId, part, source);
    if (record !== null) return record;
  }
  return null;
}

async function findInFile(
  sourceId: string,
  { path, given }: SnapshotPart,
  { spool, mapping, encoding }: RereadSource,
): Promise<ParsedRecord | null> {
  const options = { format: mapping.format, encoding, lengthAnnounced: true, given };
  const id = Buffer.from(sourceId);
  const reader = await openSnapshot(spool, path, options, () => Buffer.alloc(0));
  try {
    for await (const block of reader.blocks()) {
      const record = findInBlock(block, id, sourceId, mapping);
      if (record !== null) return record;
    }
    return null;
  } finally {
    await reader.close();
  }
}

function findInBlock(
  block: RecordBlock,
  id: Buffer,
  sourceId: string,
  mapping: CompiledMapping,
): ParsedRecord | null {
  // An id with characters that XML escapes, or put together from several elements, is not found by its bytes.
  const mayBeSpeltOtherwise = /[^A-Za-z0-9_-]/.test(sourceId);
  for (let index = 0; index < block.count; index++) {
    if (!mayBeSpeltOtherwise && !holds(block.raw(index), id)) continue;
    const [read] = parseRecords(mapping.format, block.take([index]));
    const parsed = read?.result;
    if (parsed?.ok === true && mapping.sourceId(parsed.record) === sourceId) return parsed.record;
  }
  return null;
}

function holds(raw: Uint8Array, id: Buffer): boolean {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes(id);
}
