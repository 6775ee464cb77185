import type { RawRecords } from '../feed/parse-records.js';
import { ThreadError } from '../platform/threads.js';
import type { LoadedReference } from './load-reference.js';
import { createMapper, type MapperSetup, type RecordOutcome } from './map-records.js';
import type { MappedOnThread } from './map-thread.js';
import { payloadRules } from './payload-rules.js';
import type { Feed, Services } from './services.js';

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
}

export function openMapper(
  feed: Pick<Feed, 'name' | 'mapping' | 'photoTokens'>,
  reference: LoadedReference,
  { photoMax, portalIds }: MapperLimits,
  { protocol, threads, log }: Pick<Services, 'protocol' | 'threads' | 'log'>,
): RecordMapper {
  const { mapping, photoTokens } = feed;
  const { vocabulary, places } = reference;
  const rules = payloadRules(vocabulary, protocol, photoTokens, places);
  const mapHere = createMapper(mapping, { reference, photoMax, portalIds }, rules);
  if (threads === null || places === null)
    return { mapHere, map: (raw) => Promise.resolve(mapHere(raw)), ahead: 0, close: () => undefined };
  const data: MapperSetup = {
    mapping: mapping.source,
    vocabulary,
    places,
    protocol,
    photoTokens,
    photoMax,
    portalIds,
  };
  const setup = { key: setupKey(), data };
  let asked = 0;
  let handedOver = 0;
  let hasFailed = false;
  const handedOverMax = batchesOfThread * threads.count;
  const doWithout = (reason: string): void => {
    if (!hasFailed)
      log.warn('a thread failed: its records are mapped without it', { feed: feed.name, reason });
    hasFailed = true;
  };
  return {
    mapHere,
    async map(raw) {
      asked += raw.ends.length;
      if (asked <= fewRecords || hasFailed || handedOver >= handedOverMax) return mapHere(raw);
      handedOver += 1;
      try {
        return apart((await threads.run({ setup, job: raw })) as MappedOnThread);
      } catch (error) {
        if (!(error instanceof ThreadError)) throw error;
        doWithout(error.message);
        return mapHere(raw);
      } finally {
        handedOver -= 1;
      }
    },
    // As many again are mapped here before the oldest of them must have come back.
    ahead: 2 * handedOverMax,
    close: () => threads.rest(),
  };
}

function apart({ outcomes, contents, ends }: MappedOnThread): RecordOutcome[] {
  return outcomes.map((outcome, index) => ({
    ...outcome,
    content: contents.subarray(ends[index - 1] ?? 0, ends[index]),
  }));
}

let setups = 0;

/** No two snapshots share one: words and places may have changed between them. */
function setupKey(): string {
  setups += 1;
  return String(setups);
}
