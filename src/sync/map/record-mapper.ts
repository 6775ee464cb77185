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

/** Maps the records of one snapshot: a few right here, many on other threads and, while all of those are busy, here. */
export interface RecordMapper {
  map(raw: RawRecords): Promise<RecordOutcome[]>;
  /** The same, here and now. */
  mapHere(raw: RawRecords): RecordOutcome[];
  /** Batches that it is worth handing over before the first of them is answered. */
  readonly ahead: number;
  /** All are mapped: what comes next needs the threads' memory more than the threads. */
  close(): void;
}

/** So few new records of a snapshot are mapped sooner than threads are started, and in less memory. */
const fewRecords = 1_500;
/** As many as it does while this thread maps one and stores what came back: a thread that waits does nothing. */
const batchesOfThread = 5;

/** What the agency's plan and a person's decisions make of a feed's listings. */
export interface MapperLimits {
  photoMax: number;
  portalIds: ReadonlyMap<string, string>;
  /** For records that are only tried: a mapping that takes long is given up sooner. */
  isTrial?: boolean;
}

type MapperServices = Pick<Services, 'protocol' | 'threads' | 'guard' | 'log'>;

export function openMapper(
  feed: Pick<Feed, 'name' | 'mapping' | 'photoTokens' | 'isGuarded'>,
  reference: LoadedReference,
  limits: MapperLimits,
  services: MapperServices,
): RecordMapper {
  const { mapping, photoTokens, isGuarded } = feed;
  const { protocol, threads, guard } = services;
  const { photoMax, portalIds, isTrial = false } = limits;
  const { vocabulary, places } = reference;
  const rules = payloadRules(vocabulary, protocol, photoTokens, places);
  const mapHere = createMapper(mapping, { reference, photoMax, portalIds }, rules);
  const setup = {
    key: setupKey(),
    data: {
      kind: 'map' as const,
      mapping: mapping.source,
      vocabulary,
      // Where each place is asked for by name, only the time of the mapping is tried on a thread.
      places: places ?? [],
      protocol,
      photoTokens,
      photoMax,
      portalIds,
    },
  };
  // Under a shipped mapping each record that takes too long is at fault itself.
  const limitsOf = (of: MapGuard): GuardedLimits =>
    isTrial ? trialLimits(of) : isGuarded ? readingLimits(of) : noLimits;
  const apartFrom = (of: MapGuard): GuardedMap =>
    new GuardedMap(setup, of, limitsOf(of), recordReader({ mapping, isGuarded: true }, null, of));
  const guarded = guard === null ? null : apartFrom(guard);
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

/** Proves on a thread that the mapping is quick on these records, then maps them here, where their places can be asked for. */
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

/** Maps batches on threads, and, while all of those are busy or have failed, here. */
class ThreadShare {
  #asked = 0;
  #handedOver = 0;
  #hasFailed = false;
  readonly #handedOverMax: number;
  /** As many again are mapped here before the oldest of them must have come back. */
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
    this.#asked += raw.ends.length;
    if (this.#asked <= fewRecords || this.#hasFailed || this.#handedOver >= this.#handedOverMax)
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
