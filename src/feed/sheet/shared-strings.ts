import type { SpoolFile, SpoolHandle } from '../../platform/files/spool.js';
import { FetchFailure } from '../fetch-failure.js';
import { unescaped } from './escapes.js';
import type { SheetContext } from './sheet-writer.js';
import { readPart, type PartHandler } from './xml-part.js';

/** A workbook with more texts is refused. */
const stringsMax = 5_000_000;
/** A cell holds at most 32,767 characters. A longer text is refused. */
const stringMax = 1_000_000;
const blockBytes = 64 * 1024;
/** Number of blocks that are kept in memory; others are read from the spool again. */
const blocksKept = 256;

/** Consecutive texts, UTF-8. */
interface Block {
  bytes: Buffer;
  /** Offset behind each text. */
  ends: Uint32Array;
}

/**
 * The texts that the cells of a workbook share, by their number. They lie in a temporary file of the spool; a part of them is in memory,
 * so that a workbook may hold more text than memory.
 */
export class SharedStrings {
  /** Number of the first text of each block, and its place in the file. */
  readonly #first: number[] = [];
  readonly #places: { at: number; ends: Uint32Array }[] = [];
  readonly #kept = new Map<number, Buffer>();
  #count = 0;
  #isTooLong = false;
  #bytes = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #handle: SpoolHandle | null = null;

  private constructor(
    private readonly file: SpoolFile | null,
    private readonly context: SheetContext,
    private readonly blocks = blocksKept,
  ) {}

  static none(context: SheetContext): SharedStrings {
    return new SharedStrings(null, context);
  }

  /** @param bytes of the part with the texts. @param blocks kept in memory; tests keep fewer. @throws FetchFailure */
  static async read(
    bytes: AsyncIterable<Buffer>,
    context: SheetContext,
    blocks = blocksKept,
  ): Promise<SharedStrings> {
    const strings = new SharedStrings(await context.spool.create(), context, blocks);
    strings.file?.stream.on('error', () => undefined);
    try {
      const { signal } = context;
      await readPart(bytes, strings.#reader(), {
        ...{ name: 'the shared texts', signal },
        afterEach: () => strings.#pass(false),
      });
      await strings.#pass(true);
      return strings;
    } catch (error) {
      await strings.discard();
      throw error;
    }
  }

  /** A text that is in memory; null: `load` has to come first. An unknown number is an empty text. */
  text(index: number): string | null {
    const number = this.#blockOf(index);
    if (number === -1) return '';
    const bytes = this.#kept.get(number);
    return bytes === undefined
      ? null
      : textIn({ bytes, ends: this.#endsOf(number) }, index - this.#firstOf(number));
  }

  /** Reads the block with this text from the spool, and returns the text. */
  async load(index: number): Promise<string> {
    const number = this.#blockOf(index);
    const place = this.#places[number];
    if (place === undefined || this.file === null) return '';
    this.#handle ??= await this.context.spool.open(this.file.path);
    const bytes = Buffer.alloc(place.ends.at(-1) ?? 0);
    const read = await this.#handle.read(bytes, 0, bytes.length, place.at);
    if (read < bytes.length) throw new FetchFailure('disk', 'a temporary file was cut');
    this.#keep(number, bytes);
    return textIn({ bytes, ends: place.ends }, index - this.#firstOf(number));
  }

  async discard(): Promise<void> {
    await this.#handle?.close();
    this.file?.stream.destroy();
    await this.file?.discard();
  }

  /** Binary search for the block of a text; -1 for an unknown text. */
  #blockOf(index: number): number {
    if (!(index >= 0 && index < this.#count)) return -1;
    let [low, high] = [0, this.#first.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firstOf(middle) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #firstOf(number: number): number {
    return this.#first[number] ?? 0;
  }

  #endsOf(number: number): Uint32Array {
    return this.#places[number]?.ends ?? new Uint32Array();
  }

  /** Texts of one `si`, which may be in runs of different looks; how the sounds of a text are written (`rPh`) is no part of it. */
  #reader(): PartHandler {
    let text = '';
    let isText = false;
    let phonetic = 0;
    return {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 'rPh') phonetic += 1;
        else isText = name === 't' && phonetic === 0;
      },
      text(piece) {
        if (isText && text.length <= stringMax) text += piece;
      },
      close: (name) => {
        if (name === 'rPh') phonetic -= 1;
        else if (name === 't') isText = false;
        else if (name === 'si') this.#add(text);
      },
    };
  }

  #add(text: string): void {
    if (text.length > stringMax) this.#isTooLong = true;
    const bytes = Buffer.from(unescaped(text));
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  async #pass(isLast: boolean): Promise<void> {
    if (this.#isTooLong)
      throw new FetchFailure('sheet', `a text of the workbook is longer than ${stringMax} characters`);
    while (this.#waitingBytes >= blockBytes || (isLast && this.#waiting.length > 0)) {
      const ends: number[] = [];
      let length = 0;
      while (length < blockBytes && ends.length < this.#waiting.length) {
        length += this.#waiting[ends.length]?.length ?? 0;
        ends.push(length);
      }
      await this.#write(this.#waiting.splice(0, ends.length), ends);
      this.#waitingBytes -= length;
    }
    if (this.#count + this.#waiting.length > stringsMax)
      throw new FetchFailure('sheet', `the workbook holds more than ${stringsMax} texts, as no feed does`);
    if (isLast) await ended(this.file);
  }

  async #write(texts: readonly Buffer[], ends: readonly number[]): Promise<void> {
    const bytes = Buffer.concat(texts);
    this.#keep(this.#first.length, bytes);
    this.#first.push(this.#count);
    this.#places.push({ at: this.#bytes, ends: Uint32Array.from(ends) });
    this.#count += ends.length;
    this.#bytes += bytes.length;
    const { maxBytes } = this.context;
    if (this.#bytes > maxBytes)
      throw new FetchFailure(
        'too_large',
        `the texts of the workbook are larger than ${maxBytes} bytes, the limit of fetch.max_bytes`,
      );
    await new Promise<void>((resolve, reject) => {
      this.file?.stream.write(bytes, (error) => (error == null ? resolve() : reject(error)));
    });
  }

  #keep(number: number, bytes: Buffer): void {
    this.#kept.set(number, bytes);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.blocks && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function textIn({ bytes, ends }: Block, index: number): string {
  return bytes.toString('utf8', ends[index - 1] ?? 0, ends[index]);
}

function ended(file: SpoolFile | null): Promise<void> {
  return new Promise((resolve, reject) => {
    file?.stream.once('error', reject);
    file?.stream.end(() => resolve());
  });
}
