import { splitRecords, type RawRecords } from '../../feed/parse-records.js';
import { ThreadError, type Threads } from '../../platform/process/threads.js';
import type { LoadedReference } from '../reference/load-reference.js';
import {
  splitOutcomes,
  GuardedMap,
  noLimits,
  readingLimits,
  trialLimits,
  type GuardedLimits,
} from './guarded-map.js';
import { isHeavy, setupKey } from './map-guard.js';
import { type MapGuard } from '../services/services.js';
import { recordReader } from './record-reader.js';
import { createMapper, type MapperSetup, type RecordOutcome } from './map-records.js';
import type { MappedOnThread } from './map-thread.js';
import { payloadRules } from './payload-rules.js';
import type { Feed, Services } from '../services/services.js';

/** Maps the records of one snapshot: few in this thread, many on other threads; while all threads are busy, in this thread. */
export interface RecordMapper {
  map(raw: RawRecords): Promise<RecordOutcome[]>;
  /** Maps in this thread, synchronously. */
  mapHere(raw: RawRecords): RecordOutcome[];
  /** Number of batches to hand over before the first one is awaited. */
  readonly ahead: number;
  /** Call it after the last record: the next phase needs the threads' memory more than the threads. */
  close(): void;
}

/** Up to this many new records, mapping in this thread is faster than starting threads, and needs less memory. */
const fewRecords = 1_500;
/** Enough to keep a thread busy while this thread maps one batch and stores the results. */
const batchesOfThread = 5;

/** What the agency's plan and earlier decisions determine about a feed's listings. */
export interface MapperLimits {
  photoMax: number;
  portalIds: ReadonlyMap<string, string>;
  /** For trials of a mapping: a slow mapping is abandoned sooner. */
  isTrial?: boolean;
}

/** What a mapper needs of a feed. */
export type MappedFeed = Pick<Feed, 'name' | 'mapping' | 'photoTokens' | 'isGuarded'> & {
  content: Pick<Feed['content'], 'bands'>;
};
type MapperServices = Pick<Services, 'protocol' | 'threads' | 'guard' | 'log'>;

export function openMapper(
  feed: MappedFeed,
  reference: LoadedReference,
  limits: MapperLimits,
  services: MapperServices,
): RecordMapper {
  const {
    mapping,
    photoTokens,
    isGuarded,
    content: { bands },
  } = feed;
  const { protocol, threads, guard } = services;
  const { photoMax, portalIds, isTrial = false } = limits;
  const { vocabulary, places } = reference;
  const rules = payloadRules(vocabulary, protocol, photoTokens, places, bands);
  const mapHere = createMapper(mapping, { reference, photoMax, portalIds }, rules);
  const setup = {
    key: setupKey(),
    data: {
      kind: 'map' as const,
      mapping: mapping.source,
      vocabulary,
      // If places are looked up one by one, the thread only measures the mapping's cost.
      places: places ?? [],
      protocol,
      photoTokens,
      bands,
      photoMax,
      portalIds,
    },
  };
  // Shipped mappings are trusted: a record that takes too long is at fault itself, however many there are.
  const limitsOf = (of: MapGuard): GuardedLimits =>
    isTrial ? trialLimits(of) : isGuarded ? readingLimits(of) : noLimits;
  const guardedBy = (of: MapGuard): GuardedMap =>
    new GuardedMap(setup, of, limitsOf(of), recordReader({ mapping, isGuarded: true }, null, of));
  const guarded = guard === null ? null : guardedBy(guard);
  if (isGuarded && guarded !== null)
    return {
      mapHere,
      map: places === null ? (raw) => afterTrial(guarded, raw, mapHere) : (raw) => guarded.map(raw),
      ahead: batchesOfThread,
      close: () => guard?.threads.rest(),
    };
  if (places === null)
    return { mapHere, map: (raw) => Promise.resolve(mapHere(raw)), ahead: 0, close: () => undefined };
  const many = threads === null ? null : new ThreadShare(setup, threads, feed.name, mapHere, services);
  return {
    mapHere,
    async map(raw) {
      if (guarded !== null && isHeavy(raw)) return guarded.map(raw);
      return many === null ? mapHere(raw) : many.map(raw);
    },
    ahead: many?.ahead ?? 0,
    close() {
      threads?.rest();
      guard?.threads.rest();
    },
  };
}

/** Proves on the guard thread that the mapping is fast on these records. Only then maps them in this thread, which can look up places. */
async function afterTrial(
  guarded: GuardedMap,
  raw: RawRecords,
  mapHere: (raw: RawRecords) => RecordOutcome[],
): Promise<RecordOutcome[]> {
  const tried = await guarded.map(raw);
  const records = splitRecords(raw);
  return tried.flatMap((outcome, index) => {
    const record = records[index];
    return record === undefined || outcome.tooCostly === true ? [outcome] : mapHere(record);
  });
}

/** Maps batches on threads. While all threads are busy, or after one has failed, maps in this thread. */
class ThreadShare {
  #recordCount = 0;
  #handedOver = 0;
  #hasFailed = false;
  readonly #handedOverMax: number;
  /**
   * After this many batches are handed over, the oldest one is awaited: twice what the threads take, so that this thread maps as many
   * itself.
   */
  readonly ahead: number;

  constructor(
    private readonly setup: { key: string; data: MapperSetup },
    private readonly threads: Threads,
    private readonly feed: string,
    private readonly mapHere: (raw: RawRecords) => RecordOutcome[],
    private readonly services: Pick<Services, 'log'>,
  ) {
    this.#handedOverMax = batchesOfThread * threads.count;
    this.ahead = 2 * this.#handedOverMax;
  }

  async map(raw: RawRecords): Promise<RecordOutcome[]> {
    this.#recordCount += raw.ends.length;
    if (this.#recordCount <= fewRecords || this.#hasFailed || this.#handedOver >= this.#handedOverMax)
      return this.mapHere(raw);
    this.#handedOver += 1;
    try {
      return splitOutcomes((await this.threads.run({ setup: this.setup, job: raw })) as MappedOnThread);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      this.#doWithout(error.message);
      return this.mapHere(raw);
    } finally {
      this.#handedOver -= 1;
    }
  }

  #doWithout(reason: string): void {
    const { log } = this.services;
    if (!this.#hasFailed)
      log.warn('a thread failed: its records are mapped without it', { feed: this.feed, reason });
    this.#hasFailed = true;
  }
}
