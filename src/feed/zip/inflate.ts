import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { codeOf } from '../../platform/code-of.js';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';

export type Bytes = AsyncIterable<Buffer>;

/** The default chunk size of 16 KB makes inflating 2.6 times slower. */
const options = { chunkSize: 256 * 1024 };
/** The maximal number of nested compressions. */
const layersMax = 3;

/** The body is not compressed as its label says, ends before the end of its compressed data, or continues behind that end. */
export class DamagedBody extends Error {}

/** A body whose compression is undone while it is read. */
export interface InflatedBody {
  bytes: Bytes;
  /** Whether a label named a compression that the bytes do not have. Known once the first bytes were read. */
  falselyLabelled(): boolean;
}

/**
 * Undoes all content encodings, and gzip without a content encoding (`.gz` files, doubly compressed bodies). A label is believed as far as
 * the bytes agree: plain text under a label is taken as it is. Cut compressed data, and bytes behind its end, are errors.
 * @param contentEncoding the header's value; empty if there is none
 * @throws DamagedBody while the bytes are read
 */
export function inflated(body: Bytes, contentEncoding: string): InflatedBody {
  const state = { isFalse: false };
  return { bytes: inflatedBytes(body, contentEncoding, state), falselyLabelled: () => state.isFalse };
}

async function* inflatedBytes(body: Bytes, contentEncoding: string, state: { isFalse: boolean }): Bytes {
  const labels = contentEncoding
    .toLowerCase()
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '' && label !== 'identity');
  if (labels.length > layersMax) throw new DamagedBody('it is compressed too many times');
  let bytes = body;
  for (const label of labels.reverse()) bytes = await unlabelled(bytes, label, state);
  for (let layer = labels.length; layer <= layersMax; layer++) bytes = gunzippedByMagic(bytes, layer);
  yield* bytes;
}

/** Bytes by which the kind of a body is judged. */
const judgedBytes = 512;

async function unlabelled(body: Bytes, label: string, state: { isFalse: boolean }): Promise<Bytes> {
  const { head, all } = await peek(body, judgedBytes);
  if (isPlain(head)) {
    state.isFalse = true;
    return all;
  }
  if (isGzip(head)) return inflate(all, createGunzip(options));
  const isZlib = hasZlibHeader(head);
  if (label === 'deflate') return inflate(all, isZlib ? createInflate(options) : createInflateRaw(options));
  if (label === 'br') return inflate(all, createBrotliDecompress(options));
  if (label !== 'gzip' && label !== 'x-gzip') throw new DamagedBody(unknownEncoding(head, label));
  return inflate(all, isZlib ? createInflate(options) : createGunzip(options));
}

/** Compressions that feedsync does not undo, by their first bytes. */
const otherCompressions: readonly (readonly [name: string, magic: string])[] = [
  ['zstd', '28b52ffd'],
  ['xz', 'fd377a58'],
  ['bzip2', '425a68'],
  ['compress', '1f9d'],
  ['lz4', '04224d18'],
];

function unknownEncoding(head: Buffer, label: string): string {
  const found = otherCompressions.find(([, magic]) => head.toString('hex').startsWith(magic))?.[0];
  return found === undefined
    ? `its content encoding is unknown (${label.slice(0, 20)})`
    : `it is compressed with ${found}, which was not asked for and is not read here`;
}

/**
 * Whether the bytes are a text or a ZIP, which no compressed stream looks like: enough bytes without a control character, or the mark of
 * UTF-16 and zeros in a quarter of the bytes. A short text must begin as XML or JSON does, in UTF-8.
 */
function isPlain(head: Buffer): boolean {
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return true;
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2)))
    return head.filter((byte) => byte === 0).length * 4 >= head.length;
  const hasControl = head.some((byte) => byte === 0x7f || (byte < 0x20 && !textControls.has(byte)));
  if (hasControl) return false;
  return (
    head.length >= 64 || (isUtf8(head) && /^\uFEFF?\s*[<{[]/.test(head.toString('utf8')) && head.length > 4)
  );
}

/** Tabs, line ends and form feed. */
const textControls = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d]);

async function* gunzippedByMagic(bytes: Bytes, layer: number): Bytes {
  const { head, all } = await peek(bytes, 2);
  if (!isGzip(head)) yield* all;
  else if (layer >= layersMax) throw new DamagedBody('it is compressed too many times');
  else yield* inflate(all, createGunzip(options));
}

async function* inflate(bytes: Bytes, engine: Gunzip | Inflate | InflateRaw | BrotliDecompress): Bytes {
  let fed = 0;
  const input = Readable.from(counted(bytes, (length) => (fed += length)));
  input.on('error', (error) => engine.destroy(error));
  input.pipe(engine);
  try {
    for await (const chunk of engine as Bytes) yield chunk;
    input.unpipe(engine);
    for await (const chunk of input as Bytes) fed += chunk.length;
  } catch (error) {
    throw isZlibError(error) ? new DamagedBody('its compressed data is cut or damaged') : error;
  } finally {
    input.destroy();
    engine.destroy();
  }
  if (engine.bytesWritten !== fed) throw new DamagedBody('something follows the end of its compressed data');
}

async function* counted(bytes: Bytes, count: (length: number) => void): Bytes {
  for await (const chunk of bytes) {
    count(chunk.length);
    yield chunk;
  }
}

/** The first `length` bytes or more (fewer only if the input is shorter), and an iterable of the whole input. */
async function peek(bytes: Bytes, length: number): Promise<{ head: Buffer; all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const taken: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(taken);
  return { head, all: resumed(head, iterator) };
}

async function* resumed(head: Buffer, iterator: AsyncIterator<Buffer>): Bytes {
  try {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Whether the data has the header of RFC 1950: method 8, and two bytes that form a multiple of 31. Some servers send `deflate` without
 * that header.
 */
function hasZlibHeader(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function isZlibError(error: unknown): boolean {
  return /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_.*BROTLI)/.test(codeOf(error));
}
