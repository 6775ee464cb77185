import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';
import type { RepairKind } from '../model/outcome.js';
import type { SpoolHandle } from '../platform/files/spool.js';
import { ByteWindow } from './decode/byte-window.js';
import { notUsable } from './consequence.js';
import type { ContainerReader } from './container-reader.js';
import { readJoins, type RecordJoiner } from './joined-rows.js';
import { countProblem } from './declared-count.js';
import { Contexts, fingerprintsOf } from './fingerprint.js';
import { signsIn, type Sign } from './more/signs-of-more.js';
import { withGiven } from './parse-records.js';
import {
  recordBlock,
  type FoundBlock,
  type RecordBlock,
  type SnapshotEnd,
  type SnapshotOptions,
  type SnapshotReader,
  type WindowLimits,
} from './snapshot-reader.js';
import { foundRecords, type FoundRecords, type Splitter } from './splitter.js';

/** An open file in UTF-8. */
export interface OpenedFile {
  handle: SpoolHandle;
  /** Offset of the text, behind a byte order mark. */
  start: number;
  /** The encoding before the file was converted to UTF-8. */
  encoding: string;
  /** Whether more than one byte order mark stands at the start. */
  hasStrayMark: boolean;
  /** Removes the converted copy, if there is one. */
  release: () => Promise<void>;
  limits: WindowLimits;
}

/** Reads a snapshot from a file on the current thread. */
export class FileReader implements SnapshotReader {
  readonly #splitter: Splitter;
  readonly #contexts: Contexts;
  readonly #window: ByteWindow;
  readonly #recordsHash = createHash('sha256');
  #recordCount = 0;
  #badRecords = 0;
  #mayHideRecords = false;
  #header: RecordObject | null = null;
  #surroundings = 0;
  #wasReadToTheEnd = false;
  #joiner: RecordJoiner | null = null;

  constructor(
    private readonly reader: ContainerReader<FeedFormat>,
    private readonly options: SnapshotOptions,
    contextOf: (surroundings: RecordSurroundings) => Uint8Array,
    private readonly file: OpenedFile,
  ) {
    const { handle, start, limits } = file;
    this.#window = new ByteWindow(handle, start, limits.windowBytes, limits.neededBytesMax);
    this.#contexts = new Contexts((around) => contextOf(withGiven(around)), file.encoding);
    const { formerEndedWithNewline = null, lengthAnnounced } = options;
    const known = { formerEndedWithNewline, lengthAnnounced };
    this.#splitter = reader.createSplitter(options.format, (around) => this.#enter(around), known);
  }

  async *blocks(): AsyncGenerator<RecordBlock> {
    for await (const block of this.found()) {
      const fingerprints = fingerprintsOf(block);
      this.#recordsHash.update(fingerprints);
      yield recordBlock(block, fingerprints);
    }
  }

  /** Like `blocks`, as plain data and without fingerprints. The `recordsHash` of `end` then covers no records. */
  async *found(): AsyncGenerator<FoundBlock> {
    const window = this.#window;
    const joiner = await readJoins(this.options.format, this.reader, this.file);
    if (typeof joiner === 'string') this.#splitter.fail(joiner);
    else this.#joiner = joiner;
    const found = foundRecords(this.file.limits.recordsPerBlock);
    let state: 'more' | 'full' | 'done' = 'more';
    for (;;) {
      if (state === 'more') {
        if (window.ended || !(await this.#advance())) break;
      }
      const view = window.view();
      found.count = 0;
      this.#contexts.prune(this.#surroundings);
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
    const isProven =
      lengthAnnounced || this.reader.provesItsEnd(format) || this.#splitter.provesItsEnd?.() === true;
    const proven = isProven ? 'complete' : 'weak';
    const hiddenRows = this.#splitter.hiddenRows?.() ?? 0;
    return {
      completeness: reason === null ? proven : 'incomplete',
      reason: reason === null ? null : notUsable(reason),
      recordCount: this.#recordCount,
      badRecords: this.#badRecords,
      encoding: this.file.encoding,
      recordsHash: this.#recordsHash.copy().digest('hex'),
      header: this.#outside(),
      signs: this.#signs(),
      repairs: this.#repairs(),
      ...(hiddenRows > 0 && { hiddenRows }),
    };
  }

  async close(): Promise<void> {
    await this.file.handle.close();
    await this.file.release();
  }

  #enter(surroundings: RecordSurroundings): number {
    this.#header = surroundings.header;
    const { given } = this.options;
    this.#surroundings = this.#contexts.enter(given ? { ...surroundings, given } : surroundings);
    return this.#surroundings;
  }

  async #advance(): Promise<boolean> {
    const from = this.#splitter.neededFrom();
    const goesOn = await this.#window.advance(from);
    if (goesOn) this.#splitter.shifted(from);
    else
      this.#splitter.fail(
        `one record, or what stands before the first, is longer than ${this.file.limits.neededBytesMax} bytes`,
      );
    return goesOn;
  }

  #block(view: Buffer, found: FoundRecords): FoundBlock {
    const { count, surroundings, rows } = found;
    const { bytes, starts, ends } = this.#joiner?.(view, found) ?? { bytes: view, ...found };
    const bad = badRecords(bytes, { count, starts, ends });
    const before = this.#recordCount;
    this.#recordCount += count;
    this.#badRecords += bad.length;
    const places = [...new Set(surroundings.subarray(0, count))];
    const entries = places.map((number) => this.#contexts.get(number));
    return {
      bytes,
      before,
      ...(rows[0] !== 0 && { rows: rows.slice(0, count) }),
      starts: starts.slice(0, count),
      ends: ends.slice(0, count),
      bad,
      around: surroundings.slice(0, count).map((number) => places.indexOf(number)),
      contexts: entries.map(({ context }) => context),
      surroundings: entries.map((entry) => entry.surroundings),
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

  /** The header of a CSV file numbers its columns and announces nothing. */
  #signs(): Sign[] {
    const { format } = this.options;
    if (format.container === 'csv') return [];
    const behind = this.#splitter.behind?.() ?? {};
    const paths = [...format.records, ...(format.container === 'xml' ? [format.root] : [])];
    const declared = format.declaredCount?.replace(/^\/?/, '/');
    return [this.#outside() ?? {}, behind]
      .flatMap((values) => signsIn(values, paths))
      .filter(({ at }) => at !== declared);
  }

  #repairs(): RepairKind[] {
    const found = new Set(this.#splitter.repairs?.());
    if (this.file.hasStrayMark) found.add('stray_bom');
    return [...found];
  }

  #outside(): RecordObject | null {
    return this.#splitter.trailing?.() ?? this.#header;
  }
}

/** Indices of the records that are not valid UTF-8. Checks the block as a whole first, because usually all records are valid. */
function badRecords(
  view: Buffer,
  { count, starts, ends }: Pick<FoundRecords, 'count' | 'starts' | 'ends'>,
): number[] {
  const bad: number[] = [];
  if (isUtf8(view.subarray(starts[0] ?? 0, ends[count - 1] ?? 0))) return bad;
  for (let i = 0; i < count; i++) if (!isUtf8(view.subarray(starts[i] ?? 0, ends[i] ?? 0))) bad.push(i);
  return bad;
}
