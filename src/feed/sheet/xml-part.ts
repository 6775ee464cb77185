import { SaxesParser } from 'saxes';
import { advanced } from '../../platform/fence.js';
import { callLibrary, ContentError } from '../../platform/library.js';
import { FetchFailure } from '../fetch-failure.js';

/** Receives the elements of one XML file of a workbook, in their order. Names are without the prefix of their namespace. */
export interface PartHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** May be called several times for one text. */
  text?(text: string): void;
}

/** A longer text or tag is refused: it would have to be kept in memory. A cell holds at most 32,767 characters. */
const pieceMax = 4 * 1024 * 1024;
const depthMax = 256;

/**
 * Reads one XML file of a workbook to its end.
 * @param bytes UTF-8, or UTF-16 with a byte order mark
 * @param afterEach called after each chunk, to pass on what was found so far
 * @throws FetchFailure if it is not well-formed, ends early, or declares a document type
 */
export async function readPart(
  bytes: AsyncIterable<Buffer>,
  handler: PartHandler,
  { name, signal, afterEach }: { name: string; signal?: AbortSignal; afterEach?: () => Promise<void> },
): Promise<void> {
  const reading = new PartReading(handler, name);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    decoder ??= new TextDecoder(encodingOf(chunk));
    reading.add(decoder.decode(chunk, { stream: true }));
    advanced({ bytes: chunk.length });
    await afterEach?.();
  }
  reading.end(decoder?.decode() ?? '');
  await afterEach?.();
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

class PartReading {
  readonly #parser = new SaxesParser({ position: false, xmlns: false });
  #depth = 0;
  #sinceEvent = 0;
  #refused: string | null = null;

  constructor(
    handler: PartHandler,
    private readonly name: string,
  ) {
    const parser = this.#parser;
    parser.on('opentag', (tag) => {
      this.#sinceEvent = 0;
      this.#depth += 1;
      if (this.#depth > depthMax) this.#refused ??= 'its elements are nested too deeply';
      if (this.#refused === null) handler.open(localName(tag.name), tag.attributes);
    });
    parser.on('closetag', (tag) => {
      this.#sinceEvent = 0;
      this.#depth -= 1;
      if (this.#refused === null) handler.close(localName(tag.name));
    });
    const onText = (text: string): void => {
      if (this.#refused === null) handler.text?.(text);
    };
    parser.on('text', onText);
    parser.on('cdata', onText);
    parser.on('doctype', () => {
      this.#refused ??= 'it declares a document type, which no spreadsheet program writes';
    });
  }

  /** @throws FetchFailure */
  add(text: string): void {
    this.#sinceEvent += text.length;
    this.#try(() => callLibrary('saxes', () => this.#parser.write(text)));
    if (this.#sinceEvent > pieceMax) this.#refused ??= `one text in it is longer than ${pieceMax} characters`;
    this.#check();
  }

  /** @throws FetchFailure */
  end(rest: string): void {
    this.#try(() => callLibrary('saxes', () => this.#parser.write(rest).close()));
    this.#check();
  }

  #try(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      this.#refused ??= `it is not well-formed XML (${error.reason})`;
    }
  }

  #check(): void {
    if (this.#refused !== null)
      throw new FetchFailure('sheet', `the workbook is damaged: in ${this.name}, ${this.#refused}`);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
