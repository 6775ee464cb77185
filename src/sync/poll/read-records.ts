import { createHash } from 'node:crypto';
import { emptyBalance } from '../../core/schedule/balance.js';
import { mappedContext } from '../snapshot/kept-context.js';
import type { RecordSurroundings } from '../../model/feed-format.js';
import { fingerprintBytes } from '../../feed/fingerprint.js';
import { notUsable } from '../../feed/consequence.js';
import { joinRecords, type RawRecords } from '../../feed/parse-records.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import type { RecordBlock, SnapshotEnd, SnapshotReader } from '../../feed/snapshot-reader.js';
import { bounded } from '../../platform/bounded.js';
import { letOthersRun } from '../../platform/event-loop.js';
import { advanced } from '../../platform/fence.js';
import { letYoungGrow, youngBytesForNews } from '../../platform/process/memory.js';
import { hasRoomForPartner } from '../../platform/process/partner-thread.js';
import { ThreadError } from '../../platform/process/threads.js';
import type { LookUp } from '../../store/contract/records.js';
import type { KnownBlock, StageAnswer, StagedRecord } from '../../model/staged-record.js';
import { photosOfPlan } from '../../wire/photos-of-plan.js';
import { sameListings } from '../../feed/more/same-listings.js';
import { factsOf, whatIsMissing } from '../snapshot/file-facts.js';
import { jobLimit, readLimit } from '../job-limits.js';
import { formerEndings } from '../snapshot/former-ending.js';
import { rawContents } from './kept-records.js';
import type { LoadedReference } from '../reference/load-reference.js';
import type { RecordOutcome } from '../map/map-records.js';
import type { Poll } from './poll.js';
import { Pairs } from '../map/pairs.js';
import { portalIds } from '../map/portal-ids.js';
import { endOf, ReadingPass, type Reading } from './reading.js';
import type { Staging } from '../staging/staging.js';
import { openMapper, type RecordMapper } from '../map/record-mapper.js';
import type { Feed, Services } from '../services/services.js';
import { settleEmptyState } from '../map/settle-empty-state.js';
import { expectCopy, feedContext, type Source } from '../snapshot/take-snapshot.js';

/**
 * Reads a snapshot. The first one of a feed is read twice where it decides that an empty cell for the state is a word, since its records have
 * another context then.
 */
export async function readRecords(poll: Poll, source: Source, reference: LoadedReference): Promise<Reading> {
  const reading = await readOnce(poll, source, reference);
  if (reading.end.completeness === 'incomplete') return reading;
  const { feed, services, balance } = poll;
  if (!(await settleEmptyState(poll, reading.states, services))) return reading;
  const connection = await services.store.connections.get(feed.connectionId);
  poll.context = feedContext(feed, reference, connection);
  Object.assign(balance, emptyBalance());
  return readOnce(poll, source, reference);
}

/**
 * Reads a snapshot once. A record with a known fingerprint is marked as seen and costs nothing else. Any other record is parsed, mapped,
 * checked and staged (RULES R27).
 */
async function readOnce(poll: Poll, source: Source, reference: LoadedReference): Promise<Reading> {
  const { feed, balance, services } = poll;
  const mostlyKnown = isMostlyKnown(poll);
  const origin = {
    ownChange: source.snapshot?.state === 'committed',
    fetchedAt: source.fetchedAt,
    keepsRaw: feed.kind !== 'full',
    onNews: () => {
      expectCopy(source);
      // Under a changed context, the mapping threads need the memory instead.
      if (mostlyKnown) letYoungGrow(youngBytesForNews);
    },
  };
  const read = async (thread: URL | null): Promise<Reading> => {
    const pieces = await piecesOf(feed, source, thread, services);
    return readFrom({ ...origin, pieces }, poll, reference);
  };
  const reading = await read(mostlyKnown ? services.readThread : null)
    .catch((error: unknown) => {
      if (!(error instanceof ThreadError)) throw error;
      services.log.warn('a thread failed: the file is read without it', {
        feed: feed.name,
        reason: error.message,
      });
      Object.assign(balance, emptyBalance());
      return read(null);
    })
    .finally(() => letYoungGrow(0));
  if (source.endUnproven && reading.end.completeness === 'complete')
    reading.end = { ...reading.end, completeness: 'weak' };
  const stated = factsOf(feed, reading.end);
  if (reading.end.completeness === 'incomplete')
    return stated.ok ? { ...reading, facts: stated.facts } : reading;
  if (!stated.ok) return incomplete(reading, stated.reason);
  const { facts } = stated;
  const missing = whatIsMissing(feed, source.arrivals, reading.end, facts);
  if (missing !== null) return incomplete({ ...reading, facts }, missing);
  const twice = sameListings(source.arrivals, reading.end.files, balance.duplicates + reading.conflicts.size);
  return twice === null ? { ...reading, facts } : incomplete({ ...reading, facts }, notUsable(twice));
}

function incomplete(reading: Reading, reason: string): Reading {
  return { ...reading, end: { ...reading.end, completeness: 'incomplete', reason } };
}

/** A smaller file is read in this thread: its records are found before another thread would have started. */
const threadBytesMin = 16 * 1024 * 1024;

/** Under an unchanged context most records are known. Otherwise the mapping threads need the processors and the memory, and the file is read in this thread. */
function isMostlyKnown({ row, context }: Poll): boolean {
  return context !== null && mappedContext(row) === context;
}

type ContextOf = (surroundings: RecordSurroundings) => Uint8Array;

/** The source of the records to read. */
export interface Origin extends Pick<Reading, 'ownChange' | 'fetchedAt'> {
  /** Whether the bytes of the records are stored with their outcome. */
  keepsRaw: boolean;
  /** Called for each block that holds a new record. */
  onNews: () => void;
  /** Opened one after another. */
  pieces: readonly ((contextOf: ContextOf) => Promise<SnapshotReader>)[];
}

async function piecesOf(
  feed: Feed,
  source: Source,
  thread: URL | null,
  services: Services,
): Promise<Origin['pieces']> {
  const options = {
    format: feed.mapping.format,
    encoding: feed.encoding,
    lengthAnnounced: source.lengthAnnounced,
    mayBeEmpty: feed.kind !== 'full',
  };
  const endings = await formerEndings(feed, services);
  return source.parts.map(({ path, given }, index) => async (contextOf) => {
    const own = { formerEndedWithNewline: endings[index] ?? null, given };
    const usesThread = (await services.spool.size(path)) >= threadBytesMin && hasRoomForPartner();
    return openSnapshot(services.spool, path, { ...options, ...own }, contextOf, {
      thread: usesThread ? thread : null,
    });
  });
}

/**
 * Reads records of any origin. Does not read what a file states about itself (kind, sequence).
 * @throws TimeOverError if reading makes no progress
 */
export function readFrom(origin: Origin, poll: Poll, reference: LoadedReference): Promise<Reading> {
  return bounded(readLimit, poll.services.clock, () => readPieces(origin, poll, reference));
}

async function readPieces(
  origin: Origin,
  { feed, balance, staging, services }: Poll,
  reference: LoadedReference,
): Promise<Reading> {
  const { store } = services;
  const photos = photosOfPlan((await store.connections.get(feed.connectionId))?.remote ?? null);
  const ids = await portalIds(feed.id, services);
  const mapper = openMapper(feed, reference, { photoMax: photos, portalIds: ids }, services);
  const contextOf: ContextOf = (surroundings) =>
    createHash('sha256')
      .update(
        `${photos}\n${feed.encoding}\n${feed.mapping.contextOf(surroundings, reference)}${feed.content.key}`,
      )
      .digest();

  const pass = new ReadingPass(balance, await staging.begin());
  const { idPrefix } = feed.mapping.source.overrides;
  const { id: feedId, connectionId, photoTokens } = feed;
  const pairs = new Pairs({ feedId, connectionId, idPrefix, photoTokens, portalIds: ids, store, staging });
  const lookUp = store.records.lookUps(feed.id);
  const queue = new RecordQueue(lookUp, mapper, pass, pairs, staging, origin);
  const places = { problem: null as string | null };
  const lookUpPlaces = async (raw: RawRecords): Promise<void> => {
    const { lookUpPlaces: lookUp } = reference;
    if (lookUp === undefined) return;
    // The request to the portal gets a time limit of its own.
    places.problem ??= await bounded(jobLimit, services.clock, () => lookUp(() => mapper.mapHere(raw)));
  };
  const tell = async (): Promise<void> => services.reportProgress?.({ ...balance });
  const ends: SnapshotEnd[] = [];
  try {
    for (const open of origin.pieces)
      ends.push(await readPiece(await open(contextOf), queue, lookUpPlaces, tell));
    await queue.finish();
  } finally {
    mapper.close();
  }
  const end = endOf(ends);
  const file = { ownChange: origin.ownChange, fetchedAt: origin.fetchedAt, staging };
  if (places.problem === null) return pass.finish(end, file);
  return pass.finish({ ...end, completeness: 'incomplete', reason: places.problem }, file);
}

/** @param tell reports the progress, after each block */
async function readPiece(
  reader: SnapshotReader,
  queue: RecordQueue,
  lookUpPlaces: (raw: RawRecords) => Promise<void>,
  tell: () => Promise<void>,
): Promise<SnapshotEnd> {
  try {
    for await (const block of reader.blocks()) {
      await queue.read(block, reader, lookUpPlaces);
      advanced({ records: block.count });
      await tell();
    }
    await queue.drain(reader);
    return reader.end();
  } finally {
    await reader.close();
  }
}

const blockMax = 4096;
/** New records that are mapped together: enough to keep each step's code in the cache, few enough that all their objects stay young. */
const batchRecords = 8;
/**
 * A batch ends at this size even if it has fewer records: batches that wait for a thread are in memory, and mapping in this thread blocks the
 * process.
 */
const batchBytes = 32 * 1024;
/** Records that are staged together. All of them are in memory until then. */
const stagedTogether = 250;

/** New records of some blocks, with their mapping under way. */
interface Batch {
  fingerprints: Uint8Array[];
  raw: RawRecords;
  mapped: Promise<RecordOutcome[]>;
}

/** Separates new records from known ones and has the new ones mapped in batches, several ahead. They are counted and staged in the file's order. */
class RecordQueue {
  readonly #known: KnownBlock = { ordinals: new Int32Array(blockMax), listings: new Uint8Array(blockMax) };
  #gathered: { raws: RawRecords[]; fingerprints: Uint8Array[]; bytes: number } = nothingGathered();
  readonly #underway: Batch[] = [];
  #unstaged: StagedRecord[] = [];

  constructor(
    private readonly lookUp: LookUp,
    private readonly mapper: RecordMapper,
    private readonly pass: ReadingPass,
    private readonly pairs: Pairs,
    private readonly staging: Staging,
    private readonly origin: Pick<Origin, 'keepsRaw' | 'onNews'>,
  ) {}

  async read(
    block: RecordBlock,
    reader: SnapshotReader,
    lookUpPlaces: (raw: RawRecords) => Promise<void>,
  ): Promise<void> {
    const { ordinals, listings } = this.#known;
    await this.lookUp(block.fingerprints, block.count, this.#known);
    const fresh: number[] = [];
    for (let index = 0; index < block.count; index++) {
      const ordinal = ordinals[index] ?? -1;
      if (ordinal >= 0) this.pass.meetKnown(ordinal, listings[index] ?? 0);
      else fresh.push(index);
    }
    if (fresh.length === 0) return;
    this.origin.onNews();
    for (const indices of batchesOf(block, fresh)) {
      const raw = block.take(indices);
      await lookUpPlaces(raw);
      await this.#gather(
        raw,
        indices.map((index) => fingerprintAt(block, index)),
      );
      while (this.#underway.length > this.mapper.ahead) await this.#settleFirst(reader);
    }
  }

  async #gather(raw: RawRecords, ofThem: readonly Uint8Array[]): Promise<void> {
    const { raws, fingerprints } = this.#gathered;
    raws.push(raw);
    fingerprints.push(...ofThem);
    this.#gathered.bytes += raw.bytes.length;
    if (fingerprints.length < batchRecords && this.#gathered.bytes < batchBytes) return;
    this.#handOver();
    // The batch may have been mapped in this thread, which blocked all other work.
    await letOthersRun();
  }

  /** Call it at the end of a file. */
  async drain(reader: SnapshotReader): Promise<void> {
    this.#handOver();
    while (this.#underway.length > 0) await this.#settleFirst(reader);
    await this.#stage();
  }

  #handOver(): void {
    const { raws, fingerprints } = this.#gathered;
    if (raws.length === 0) return;
    this.#gathered = nothingGathered();
    const raw = joinRecords(raws);
    const mapped = this.mapper.map(raw);
    // Avoids an unhandledRejection until the batch is awaited in its turn.
    mapped.catch(() => undefined);
    this.#underway.push({ fingerprints, raw, mapped });
  }

  async #settleFirst(reader: SnapshotReader): Promise<void> {
    const batch = this.#underway.shift();
    if (batch === undefined) return;
    const contents = this.origin.keepsRaw ? rawContents(batch.raw, reader.end().encoding) : null;
    for (const [index, outcome] of (await batch.mapped).entries()) {
      if (outcome.mayHideRecords) reader.doubt();
      const fingerprint = batch.fingerprints[index];
      const raw = contents?.[index] ?? null;
      if (fingerprint !== undefined) this.pass.meetFresh(outcome, { fingerprint, raw }, this.#unstaged);
    }
    if (this.#unstaged.length >= stagedTogether) await this.#stage();
    await letOthersRun();
  }

  async #stage(): Promise<void> {
    if (this.#unstaged.length === 0) return;
    const records = await this.pairs.placed(this.#unstaged);
    this.pass.meetBoth(records.length - this.#unstaged.length);
    this.#unstaged = [];
    const answers = await this.staging.stage(records);
    for (const [index, answer] of answers.entries()) {
      const record = records[index];
      if (record !== undefined) await this.#meet(record, answer);
    }
  }

  async #meet(record: StagedRecord, answer: StageAnswer): Promise<void> {
    const { ordinal, seenBefore } = answer;
    if (seenBefore === 'first' && this.pass.isKnown(ordinal) && (await this.#separateFromKnown(ordinal)))
      return;
    const pair = seenBefore === 'different' ? await this.pairs.separate(record, ordinal) : null;
    if (pair === null) {
      this.pass.meetStaged([record], [answer]);
      return;
    }
    if (pair.moved !== null) {
      this.pass.free(ordinal);
      this.pass.meetStaged([pair.moved.record], [pair.moved.answer]);
    }
    this.pass.meetStaged([pair.next], await this.staging.stage([pair.next]));
  }

  async #separateFromKnown(ordinal: number): Promise<boolean> {
    const moved = await this.pairs.separateFromKnown(ordinal);
    if (moved === null) return false;
    this.pass.meetStaged([moved.record], [moved.answer]);
    return true;
  }

  /** Call it at the end of the last file. */
  async finish(): Promise<void> {
    await this.pass.settleKnownAfter(async (ordinal) => {
      const isSeparate = await this.#separateFromKnown(ordinal);
      if (isSeparate) this.pass.free(ordinal);
      return isSeparate;
    });
  }
}

function nothingGathered(): { raws: RawRecords[]; fingerprints: Uint8Array[]; bytes: number } {
  return { raws: [], fingerprints: [], bytes: 0 };
}

/** Splits the records of a block where their size reaches that of a batch. */
function* batchesOf(block: RecordBlock, indices: readonly number[]): Generator<number[]> {
  let batch: number[] = [];
  let bytes = 0;
  for (const index of indices) {
    batch.push(index);
    bytes += block.raw(index).length;
    if (bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function fingerprintAt(block: RecordBlock, index: number): Uint8Array {
  return block.fingerprints.subarray(index * fingerprintBytes, (index + 1) * fingerprintBytes);
}
