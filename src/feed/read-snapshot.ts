import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { EncodingName, FeedFormat, RecordSurroundings } from '../core/format.js';
import type { RecordObject } from '../core/record.js';
import type { Spool, SpoolHandle } from '../platform/spool.js';
import { ByteWindow, windowBytes } from './byte-window.js';
import { whatFollows } from './consequence.js';
import type { ContainerReader } from './container-reader.js';
import { countProblem } from './declared-count.js';
import { decodeFile } from './decode.js';
import { Fingerprinter } from './fingerprint.js';
import { withGiven, type RawRecords } from './parse-records.js';
import { readers } from './readers.js';
import { foundRecords, type FoundRecords, type Splitter } from './splitter.js';

export interface SnapshotOptions {
  format: FeedFormat;
  /** As configured; `auto` lets the file say. */
  encoding: EncodingName;
  /** Whether the sender said beforehand how long the file is: all that proves a whole file where the format has no end of its own. */
  lengthAnnounced: boolean;
  /** Whether the last good copy ended with a line break; a format without an end of its own is cut where that is gone. */
  formerEndedWithNewline?: boolean | null;
  /** A file of changes may hold no records, or be a single one with nothing around it. */
  mayBeEmpty?: boolean;
  /** What the configuration says of this file; paths read it as they read the header. */
  given?: Readonly<Record<string, string>> | null;
}

/** One reading of a snapshot, from its first record to its last. */
export interface SnapshotReader {
  /** Ends early where the file turns out to be broken; `end` says so. */
  blocks(): AsyncIterable<RecordBlock>;
  /** Told of a record that cannot be parsed and may hold others: the file is not complete then. */
  doubt(): void;
  /** What the file proved to be. Asked after the last block, and after all parsing. */
  end(): SnapshotEnd;
  close(): Promise<void>;
}

/** Some records in the file's order. Their bytes are valid until the next block is asked for. */
export interface RecordBlock {
  readonly count: number;
  /** Packed, 16 bytes each: the first of sha256(context ‖ raw bytes). Theirs for good. */
  readonly fingerprints: Uint8Array;
  /** UTF-8. */
  raw(index: number): Uint8Array;
  /** A copy of these records, to be parsed (`parse-records.ts`) whenever and wherever it suits. */
  take(indices: readonly number[]): RawRecords;
}

export interface SnapshotEnd {
  completeness: 'complete' | 'weak' | 'incomplete';
  /** The whole sentence for a person; null unless incomplete. */
  reason: string | null;
  recordCount: number;
  /** Records with bytes that are no text in the file's encoding. */
  badRecords: number;
  encoding: string;
  /** SHA-256 over the fingerprints of all records, hex: equal for the same records in the same order under the same context. */
  recordsHash: string;
  /** What stands before the first record, in JSON also behind the last; null where the file was not understood so far. */
  header: RecordObject | null;
}

/** Limits that tests make small. */
export interface WindowLimits {
  windowBytes: number;
  /** Of one record, tag or comment, and of everything before the first record. */
  neededBytesMax: number;
  recordsPerBlock: number;
}

const defaultLimits: WindowLimits = { windowBytes, neededBytesMax: 8 * 1024 * 1024, recordsPerBlock: 128 };

/**
 * Opens a spooled feed (inflated, in its own encoding) for reading record by record in flat memory.
 * @param contextOf called once for each distinct surroundings: the bytes that stand for everything but the record that decides how it
 *   is mapped (SEMANTICS 2)
 */
export async function openSnapshot(
  spool: Spool,
  path: string,
  options: SnapshotOptions,
  contextOf: (surroundings: RecordSurroundings) => Uint8Array,
  limits: WindowLimits = defaultLimits,
): Promise<SnapshotReader> {
  const reader = readers[options.format.container];
  const decoded = await decodeFile(spool, path, options.encoding, (head) => reader.declaredEncoding(head));
  if (!decoded.ok) return refusedReader(decoded.reason);
  const handle = await spool.open(decoded.path);
  return new FileReader(reader, options, contextOf, {
    handle,
    window: new ByteWindow(handle, decoded.start, limits.windowBytes, limits.neededBytesMax),
    encoding: decoded.encoding,
    release: () => decoded.release(),
    limits,
  });
}

interface OpenedFile {
  handle: SpoolHandle;
  window: ByteWindow;
  encoding: string;
  release: () => Promise<void>;
  limits: WindowLimits;
}

class FileReader implements SnapshotReader {
  readonly #splitter: Splitter;
  readonly #fingerprinter: Fingerprinter;
  readonly #recordsHash = createHash('sha256');
  #recordCount = 0;
  #badRecords = 0;
  #mayHideRecords = false;
  #header: RecordObject | null = null;
  #surroundings = 0;
  #wasReadToTheEnd = false;

  constructor(
    private readonly reader: ContainerReader<FeedFormat>,
    private readonly options: SnapshotOptions,
    contextOf: (surroundings: RecordSurroundings) => Uint8Array,
    private readonly file: OpenedFile,
  ) {
    this.#fingerprinter = new Fingerprinter((around) => contextOf(withGiven(around)), file.encoding);
    this.#splitter = reader.createSplitter(
      options.format,
      (surroundings) => this.#enter(surroundings),
      options.formerEndedWithNewline ?? null,
    );
  }

  async *blocks(): AsyncGenerator<RecordBlock> {
    const { window, limits } = this.file;
    const found = foundRecords(limits.recordsPerBlock);
    let state: 'more' | 'full' | 'done' = 'more';
    for (;;) {
      if (state === 'more') {
        if (window.ended || !(await this.#advance())) break;
      }
      const view = window.view();
      found.count = 0;
      this.#fingerprinter.prune(this.#surroundings);
      state = this.#splitter.scan(view, window.ended, found);
      if (found.count > 0) yield this.#block(view, found);
      if (state === 'done') break;
    }
    this.#wasReadToTheEnd = true;
  }

  doubt(): void {
    this.#mayHideRecords = true;
  }

  end(): SnapshotEnd {
    const reason = this.#problem();
    const { format, lengthAnnounced } = this.options;
    const proven = lengthAnnounced || this.reader.provesItsEnd(format) ? 'complete' : 'weak';
    return {
      completeness: reason === null ? proven : 'incomplete',
      reason: reason === null ? null : sentence(reason),
      recordCount: this.#recordCount,
      badRecords: this.#badRecords,
      encoding: this.file.encoding,
      recordsHash: this.#recordsHash.copy().digest('hex'),
      header: this.#outside(),
    };
  }

  async close(): Promise<void> {
    await this.file.handle.close();
    await this.file.release();
  }

  #enter(surroundings: RecordSurroundings): number {
    this.#header = surroundings.header;
    const { given } = this.options;
    this.#surroundings = this.#fingerprinter.enter(given ? { ...surroundings, given } : surroundings);
    return this.#surroundings;
  }

  async #advance(): Promise<boolean> {
    const { window, limits } = this.file;
    const from = this.#splitter.neededFrom();
    const goesOn = await window.advance(from);
    if (goesOn) this.#splitter.shifted(from);
    else
      this.#splitter.fail(
        `one record, or what stands before the first, is longer than ${limits.neededBytesMax} bytes`,
      );
    return goesOn;
  }

  #block(view: Buffer, found: FoundRecords): RecordBlock {
    const { count, starts, ends, surroundings } = found;
    const bad = badRecords(view, found);
    this.#recordCount += count;
    this.#badRecords += bad.size;
    const fingerprints = this.#fingerprinter.of(view, found);
    this.#recordsHash.update(fingerprints);
    const raw = (index: number): Buffer => view.subarray(starts[index] ?? 0, ends[index] ?? 0);
    return {
      count,
      fingerprints,
      raw,
      take: (indices) => {
        const numbers = [...new Set(indices.map((index) => surroundings[index] ?? 0))];
        let end = 0;
        return {
          bytes: Buffer.concat(indices.map(raw)),
          ends: indices.map((index) => (end += raw(index).length)),
          undecodable: [...indices.keys()].filter((at) => bad.has(indices[at] ?? -1)),
          around: indices.map((index) => numbers.indexOf(surroundings[index] ?? 0)),
          surroundings: numbers.map((number) => this.#fingerprinter.surroundings(number)),
        };
      },
    };
  }

  #problem(): string | null {
    if (!this.#wasReadToTheEnd) return 'the file was not read to its end';
    const problem = this.#splitter.problem();
    if (problem !== null) return problem;
    if (this.#recordCount === 0 && this.options.mayBeEmpty !== true) return 'the file holds no records';
    if (this.#splitter.isLoneRecord?.() === true && this.options.mayBeEmpty !== true)
      return 'the file is one record with no list around it, which tells what changed and not all that there is: write "kind: delta" for this feed';
    if (this.#badRecords > Math.max(1, this.#recordCount / 100))
      return `${this.#badRecords} of ${this.#recordCount} records hold bytes that are no ${this.file.encoding} text. Which encoding is it? Set "encoding:" for this feed`;
    if (this.#mayHideRecords) return 'a record is broken in a way that may hide others';
    return countProblem(this.options.format, this.#outside() ?? {}, this.#recordCount);
  }

  #outside(): RecordObject | null {
    return this.#splitter.trailing?.() ?? this.#header;
  }
}

/** Indices of records that are not UTF-8. One look at the whole block is enough where all are. */
function badRecords(view: Buffer, { count, starts, ends }: FoundRecords): Set<number> {
  const bad = new Set<number>();
  if (isUtf8(view.subarray(starts[0] ?? 0, ends[count - 1] ?? 0))) return bad;
  for (let i = 0; i < count; i++) if (!isUtf8(view.subarray(starts[i] ?? 0, ends[i] ?? 0))) bad.add(i);
  return bad;
}

function refusedReader(reason: string): SnapshotReader {
  const end: SnapshotEnd = {
    completeness: 'incomplete',
    reason: sentence(reason),
    recordCount: 0,
    badRecords: 0,
    encoding: 'unknown',
    recordsHash: '',
    header: null,
  };
  return {
    async *blocks() {
      /* A file that cannot be decoded has none. */
    },
    doubt: () => undefined,
    end: () => end,
    close: () => Promise.resolve(),
  };
}

function sentence(reason: string): string {
  return `The feed is not usable: ${reason}. ${whatFollows}`;
}
