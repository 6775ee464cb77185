import type { MappedRecord } from '../../model/outcome.js';
import { createReference } from '../../core/content/places.js';
import { parseRecords, splitRecords, joinRecords, type RawRecords } from '../../feed/parse-records.js';
import type {
  CompiledMapping,
  MappingEnvironment,
  PlainEnvironment,
  Trace,
} from '../../mapping/compile/load-mapping.js';
import { ThreadError } from '../../platform/process/threads.js';
import { invalidRecord, knownOf, loadedMapping, type KnownOfRecord } from './map-records.js';
import type { Feed } from '../services/services.js';
import { isHeavy, setupKey, tookTooMuch } from './map-guard.js';
import { type MapGuard } from '../services/services.js';

/** How one record becomes listings, step by step. */
export interface TracedRecord {
  mapped: MappedRecord;
  trace: Trace;
}

/** Reads single records under a mapping that is not trusted. */
export interface RecordReader {
  /** One result per record, in order. The result of a record that costs too much has no id. */
  known(raw: RawRecords): Promise<KnownOfRecord[]>;
  /** Null if the record cannot be parsed. A record that costs too much is invalid. @param raw one record */
  trace(raw: RawRecords): Promise<TracedRecord | null>;
}

/** Plain data, sent to the thread. */
export interface ReaderSetup {
  kind: 'read';
  mapping: CompiledMapping['source'];
  environment: PlainEnvironment | null;
}

export interface ReaderJob {
  ask: 'known' | 'trace';
  raw: RawRecords;
}

/** A mapping, and whether it must run on the guard thread because its cost is unknown. */
export type ReaderMapping = Pick<Feed, 'mapping' | 'isGuarded'>;

/**
 * Runs on the guard thread everything that may be slow.
 * @param environment null: only ids are read
 * @param guard null: this process serves no one else, so everything runs in this thread
 */
export function recordReader(
  { mapping, isGuarded }: ReaderMapping,
  environment: PlainEnvironment | null,
  guard: MapGuard | null,
): RecordReader {
  const here = readerOf(mapping, environment, () => undefined);
  const guarded = guard === null ? null : new GuardedReader(mapping, environment, guard);
  const mayBeSlow = (raw: RawRecords): boolean => isGuarded || isHeavy(raw);
  return {
    known: async (raw) => (guarded !== null && mayBeSlow(raw) ? guarded.known(raw) : here.known(raw)),
    trace: async (raw) => (guarded !== null && mayBeSlow(raw) ? guarded.trace(raw) : here.trace(raw)),
  };
}

/** Serves the thread's jobs. @throws Error if the mapping does not compile, which was checked before */
export function serveReader(
  { mapping, environment }: ReaderSetup,
  pause: () => void,
): (job: ReaderJob) => KnownOfRecord[] | TracedRecord | null {
  const read = readerOf(loadedMapping(mapping), environment, pause);
  return ({ ask, raw }) => read[ask](raw);
}

function readerOf(
  mapping: CompiledMapping,
  environment: PlainEnvironment | null,
  pause: () => void,
): { known: (raw: RawRecords) => KnownOfRecord[]; trace: (raw: RawRecords) => TracedRecord | null } {
  return {
    known: (raw) =>
      splitRecords(raw).map((record) => {
        pause();
        return knownOf(record, mapping);
      }),
    trace(raw) {
      if (environment === null) throw new TypeError('a record is traced with the portal’s words');
      const [read] = parseRecords(mapping.format, raw);
      if (read?.result.ok !== true) return null;
      const trace: Trace = [];
      return { mapped: mapping.map(read.result.record, environmentOf(environment), trace), trace };
    },
  };
}

function environmentOf({ vocabulary, places, photoMax, portalIds }: PlainEnvironment): MappingEnvironment {
  return { reference: createReference(vocabulary, places), photoMax, portalIds };
}

const nothing: KnownOfRecord = { sourceId: null, mayHideRecords: false };

/** After this many aborted batches, the remaining records are skipped. */
const overrunsMax = 5;

class GuardedReader implements RecordReader {
  readonly #setup;
  #overruns = 0;

  constructor(
    mapping: CompiledMapping,
    environment: PlainEnvironment | null,
    private readonly guard: MapGuard,
  ) {
    const data: ReaderSetup = { kind: 'read', mapping: mapping.source, environment };
    this.#setup = { key: setupKey(), data, limitMs: guard.checkMs };
  }

  async known(raw: RawRecords): Promise<KnownOfRecord[]> {
    const records = splitRecords(raw);
    if (this.#overruns >= overrunsMax) return records.map(() => nothing);
    const known = await this.#run({ ask: 'known', raw });
    if (!(known instanceof ThreadError)) return known as KnownOfRecord[];
    if (records.length === 1) return [nothing];
    const half = Math.ceil(records.length / 2);
    return [
      ...(await this.known(joinRecords(records.slice(0, half)))),
      ...(await this.known(joinRecords(records.slice(half)))),
    ];
  }

  async trace(raw: RawRecords): Promise<TracedRecord | null> {
    const traced = await this.#run({ ask: 'trace', raw });
    if (!(traced instanceof ThreadError)) return traced as TracedRecord | null;
    const reason = `mapping it ${tookTooMuch(traced, this.guard.batchMs)}`;
    const [known = nothing] = await this.known(raw);
    return { mapped: invalidRecord(known.sourceId, 'record_too_costly', reason), trace: [] };
  }

  /** @returns the error if the job exceeded its limits */
  async #run(job: ReaderJob): Promise<unknown> {
    try {
      return await this.guard.threads.run({ setup: this.#setup, job, limitMs: this.guard.batchMs });
    } catch (error) {
      if (!(error instanceof ThreadError) || error.failure === 'failed') throw error;
      this.#overruns += 1;
      return error;
    }
  }
}
