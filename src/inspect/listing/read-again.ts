import { readPairId } from '../../core/listing/external-id.js';
import type { ExternalId, SourceId } from '../../model/ids.js';
import type { EncodingName, RecordSurroundings } from '../../model/feed-format.js';
import type { MappedRecord, Offer } from '../../model/outcome.js';
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

/** The record to find: its stored id, the id of its listing, and what it offers, if that is known. */
export interface WantedRecord {
  sourceId: SourceId;
  externalId: ExternalId;
  offer: Offer | null;
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
 * Yields the record, mapped again: of a delta feed first its kept versions, then as every kept snapshot has it, each newest first. Records
 * are searched for the bytes of the id before they are parsed: a file of 100,000 records takes about a second.
 */
export async function* readAgain(
  wanted: WantedRecord,
  source: RereadSource,
): AsyncGenerator<Reread, undefined> {
  for (const kept of source.kept) {
    const id = source.snapshots.find(({ fetchedAt }) => fetchedAt === kept.readAt)?.id ?? null;
    const traced = await source.reader.trace(keptRecord(kept));
    if (traced !== null) yield { snapshot: { id, fetchedAt: kept.readAt }, ...underId(traced, wanted) };
  }
  for (const snapshot of source.snapshots) {
    const record = await findRecord(wanted, snapshot, source);
    const traced = record === null ? null : await source.reader.trace(record);
    if (traced !== null) yield { snapshot, ...underId(traced, wanted) };
  }
}

/**
 * Reads several records of one feed again, in one pass through its newest kept file. Of a delta feed, their newest kept versions are read.
 * Records that neither has are left out.
 */
export async function readEach(
  wanted: readonly WantedRecord[],
  source: Omit<RereadSource, 'kept'> & { keptOf: (sourceId: SourceId) => Promise<readonly RawRecord[]> },
): Promise<Map<SourceId, Pick<Reread, 'mapped' | 'trace'>>> {
  const raw = new Map<SourceId, RawRecords>();
  for (const { sourceId } of wanted) {
    const [newest] = await source.keptOf(sourceId);
    if (newest !== undefined) raw.set(sourceId, keptRecord(newest));
  }
  const [snapshot] = source.snapshots;
  for (const part of snapshot?.parts ?? [])
    await findAllInFile(
      wanted.filter(({ sourceId }) => !raw.has(sourceId)),
      part,
      { ...source, onFound: (sourceId, record) => raw.set(sourceId, record) },
    );
  const found = new Map<SourceId, Pick<Reread, 'mapped' | 'trace'>>();
  for (const [sourceId, record] of raw) {
    const traced = await source.reader.trace(record);
    if (traced !== null) found.set(sourceId, traced);
  }
  return found;
}

async function findAllInFile(
  wanted: readonly WantedRecord[],
  { path, given }: SnapshotPart,
  {
    spool,
    mapping,
    encoding,
    reader: records,
    onFound,
  }: Pick<RereadSource, 'spool' | 'mapping' | 'encoding' | 'reader'> & {
    onFound: (sourceId: SourceId, record: RawRecords) => void;
  },
): Promise<void> {
  let missing = wanted;
  if (missing.length === 0) return;
  const options = { format: mapping.format, encoding, lengthAnnounced: true, given };
  const reader = await openSnapshot(spool, path, options, () => Buffer.alloc(0));
  try {
    for await (const block of reader.blocks()) {
      const left: WantedRecord[] = [];
      for (const one of missing) {
        const record = await findInBlock(block, one, records);
        if (record === null) left.push(one);
        else onFound(one.sourceId, record);
      }
      missing = left;
      if (missing.length === 0) return;
    }
  } finally {
    await reader.close();
  }
}

/** The second record of a pair, with the id of its listing: alone it is mapped like a record that has the id for itself. */
function underId<Traced extends Pick<Reread, 'mapped' | 'trace'>>(
  traced: Traced,
  { sourceId, externalId }: WantedRecord,
): Traced {
  const { mapped, trace } = traced;
  if (readPairId(sourceId).offer === null || mapped.listings.length !== 1) return traced;
  const listings = mapped.listings.map((listing) => ({
    ...listing,
    externalId,
    payload: listing.payload === null ? null : { ...listing.payload, external_id: externalId },
  }));
  const steps = trace.map((step) => (step.listing === undefined ? step : { ...step, listing: externalId }));
  return { ...traced, mapped: { ...mapped, listings }, trace: steps };
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
  wanted: WantedRecord,
  snapshot: Snapshot,
  source: RereadSource,
): Promise<RawRecords | null> {
  for (const part of snapshot.parts) {
    const record = await findInFile(wanted, part, source);
    if (record !== null) return record;
  }
  return null;
}

async function findInFile(
  wanted: WantedRecord,
  { path, given }: SnapshotPart,
  { spool, mapping, encoding, reader: records }: RereadSource,
): Promise<RawRecords | null> {
  const options = { format: mapping.format, encoding, lengthAnnounced: true, given };
  const reader = await openSnapshot(spool, path, options, () => Buffer.alloc(0));
  try {
    for await (const block of reader.blocks()) {
      const record = await findInBlock(block, wanted, records);
      if (record !== null) return record;
    }
    return null;
  } finally {
    await reader.close();
  }
}

async function findInBlock(
  block: RecordBlock,
  wanted: WantedRecord,
  reader: RecordReader,
): Promise<RawRecords | null> {
  const { sourceId } = readPairId(wanted.sourceId);
  const id = Buffer.from(sourceId);
  // An id with characters that may be escaped, or that is joined from several elements, cannot be found by its bytes.
  const mayBeSpeltOtherwise = /[^A-Za-z0-9_-]/.test(sourceId);
  const indices = Array.from({ length: block.count }, (_, index) => index);
  const candidates = indices.filter((index) => mayBeSpeltOtherwise || holds(block.raw(index), id));
  if (candidates.length === 0) return null;
  const known = await reader.known(block.take(candidates));
  const named = candidates.filter((_, index) => known[index]?.sourceId === sourceId);
  const [first, ...others] = named.map((index) => block.take([index]));
  if (first === undefined || others.length === 0 || wanted.offer === null) return first ?? null;
  // One of a pair is for sale, the other one for rent.
  for (const record of [first, ...others])
    if ((await reader.trace(record))?.mapped.offer === wanted.offer) return record;
  return first;
}

function holds(raw: Uint8Array, id: Buffer): boolean {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes(id);
}
