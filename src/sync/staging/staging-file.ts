import type { Writable } from 'node:stream';
import { codeOf } from '../../platform/code-of.js';
import type { CrashPoints } from '../../platform/crash-points.js';
import type { Spool, SpoolFile, SpoolHandle } from '../../platform/files/spool.js';
import type { Span } from './packed-index.js';
import { damaged, notWritten } from './staging-error.js';

/** So many bytes are written together. Until then they are in memory. */
const writtenTogether = 256 * 1024;
/** Entries that lie close together are read together, up to this size. */
const readTogether = 192 * 1024;
const gapMax = 4 * 1024;

/**
 * A temporary file of the spool to which entries are appended, and from which they are read at any position, while it grows too. The file
 * exists from the first write on. It is never synced: after a crash it is left over, and swept with other temporary files.
 */
export class StagingFile {
  #file: SpoolFile | null = null;
  #handle: SpoolHandle | null = null;
  #written = 0;
  #unwritten: Buffer[] = [];
  #unwrittenBytes = 0;
  #isSealed = false;

  constructor(
    private readonly spool: Spool,
    private readonly crashPoints: CrashPoints,
  ) {}

  /** Appends an entry. @returns where it lies */
  append(entry: Buffer): Span {
    const offset = this.#written + this.#unwrittenBytes;
    this.#unwritten.push(entry);
    this.#unwrittenBytes += entry.length;
    this.#isSealed = false;
    return { offset, bytes: entry.length };
  }

  /** Writes what is in memory, if it is much. Call it after appending. @throws StagingError */
  async writeMany(): Promise<void> {
    if (this.#unwrittenBytes >= writtenTogether) await this.#write();
  }

  /**
   * Writes all that was appended, and checks that the file has it.
   * @throws StagingError
   */
  async seal(): Promise<void> {
    if (this.#isSealed) return;
    if (this.#unwrittenBytes > 0) await this.#write();
    if (this.#file !== null && (await this.spool.size(this.#file.path)) !== this.#written)
      throw damaged('its size is another than what was written');
    this.#isSealed = true;
    this.crashPoints.reach('staging.sealed');
  }

  /** Reads entries. @returns their bytes, in the order of `spans` @throws StagingError if the file is shorter than it was */
  async read(spans: readonly Span[]): Promise<Buffer[]> {
    const found = new Map<Span, Buffer>();
    const inFile: Span[] = [];
    for (const span of spans)
      if (span.offset < this.#written) inFile.push(span);
      else found.set(span, this.#fromMemory(span));
    for (const group of groups(inFile)) {
      const [first] = group;
      const last = group.at(-1);
      if (first === undefined || last === undefined) continue;
      const bytes = await this.#readAt(first.offset, last.offset + last.bytes - first.offset);
      for (const span of group)
        found.set(span, bytes.subarray(span.offset - first.offset, span.offset - first.offset + span.bytes));
    }
    return spans.map((span) => found.get(span) ?? Buffer.alloc(0));
  }

  /** Removes the file. It can be used again from the start after that. */
  async discard(): Promise<void> {
    const [file, handle] = [this.#file, this.#handle];
    this.#file = null;
    this.#handle = null;
    this.#written = 0;
    this.#unwritten = [];
    this.#unwrittenBytes = 0;
    this.#isSealed = false;
    try {
      await handle?.close();
    } finally {
      await file?.discard();
    }
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#unwritten, this.#unwrittenBytes);
    try {
      this.#file ??= await this.spool.create();
      await written(this.#file.stream, bytes);
    } catch (error) {
      throw isOfSystem(error) ? notWritten(codeOf(error), error) : error;
    }
    this.#written += bytes.length;
    this.#unwritten = [];
    this.#unwrittenBytes = 0;
    this.crashPoints.reach('staging.appended');
  }

  #fromMemory({ offset }: Span): Buffer {
    let at = this.#written;
    for (const entry of this.#unwritten) {
      if (at === offset) return entry;
      at += entry.length;
    }
    throw damaged('an entry is missing');
  }

  async #readAt(offset: number, length: number): Promise<Buffer> {
    if (this.#file === null) throw damaged('it is missing');
    const bytes = Buffer.allocUnsafeSlow(length);
    try {
      this.#handle ??= await this.spool.open(this.#file.path);
      for (let at = 0; at < length;) {
        const read = await this.#handle.read(bytes, at, length - at, offset + at);
        if (read === 0) throw damaged('its end is missing');
        at += read;
      }
      return bytes;
    } catch (error) {
      throw isOfSystem(error) ? damaged(codeOf(error)) : error;
    }
  }
}

/** Entries that are read together, by offset. */
function* groups(spans: readonly Span[]): Generator<Span[]> {
  let group: Span[] = [];
  let start = 0;
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.offset - b.offset)) {
    const isNear = span.offset - end <= gapMax && span.offset + span.bytes - start <= readTogether;
    if (group.length > 0 && !isNear) {
      yield group;
      group = [];
    }
    if (group.length === 0) start = span.offset;
    group.push(span);
    end = span.offset + span.bytes;
  }
  if (group.length > 0) yield group;
}

/** Whether the operating system reported it: an ended job or a closed stream is no failure of the disk. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function written(stream: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener, an error of the stream would end the process.
    stream.once('error', reject);
    stream.write(bytes, (error) => {
      stream.off('error', reject);
      if (error) {
        stream.on('error', () => undefined);
        reject(error);
      } else resolve();
    });
  });
}
