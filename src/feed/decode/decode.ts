import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import type { EncodingName } from '../../model/feed-format.js';
import { advanced } from '../../platform/fence.js';
import type { Spool } from '../../platform/files/spool.js';
import { chooseEncoding, type FileEncoding, type SingleByteEncoding } from './encoding.js';
import { EncodingDoubt } from './encoding-doubt.js';
import type { Bytes } from '../zip/inflate.js';

export type DecodedFile =
  | {
      ok: true;
      /** In the spool, UTF-8. What could not be decoded stands in it as a byte that no UTF-8 holds. */
      path: string;
      /** Where the text begins, behind a byte order mark. */
      start: number;
      encoding: FileEncoding;
      /** Removes what was written for it. */
      release(): Promise<void>;
    }
  | { ok: false; reason: string };

const headBytes = 1024;

/**
 * Makes a file readable as UTF-8: as it lies if it is UTF-8, else as a temporary copy. Whether UTF-8 is valid is left to the reader,
 * record by record.
 */
export async function decodeFile(
  spool: Spool,
  path: string,
  configured: EncodingName,
  declaredEncoding: (head: Buffer) => string | null,
): Promise<DecodedFile> {
  const head = await readHead(spool, path);
  const choice = chooseEncoding(head, configured, declaredEncoding(head));
  if (!choice.ok) return choice;
  const { encoding, skip } = choice;
  if (encoding === 'utf-8')
    return { ok: true, path, start: skip, encoding, release: () => Promise.resolve() };
  const doubt = new EncodingDoubt();
  const copy = await spool.create();
  try {
    const source = spool.read(path, { start: skip, highWaterMark: 256 * 1024 });
    await pipeline(source, (bytes: Bytes) => transcoded(bytes, encoding, doubt), copy.stream);
  } catch (error) {
    await copy.discard();
    throw error;
  }
  const better = isSingleByte(encoding) ? doubt.betterThan(encoding) : null;
  if (better === null)
    return { ok: true, path: copy.path, start: 0, encoding, release: () => copy.discard() };
  await copy.discard();
  return {
    ok: false,
    reason: `the text is labelled ${encoding} but reads right only as ${better}. Is it? Then set "encoding: ${better}" for this feed, or ask the agency to correct the label`,
  };
}

async function readHead(spool: Spool, path: string): Promise<Buffer> {
  const head = Buffer.alloc(headBytes);
  const handle = await spool.open(path);
  try {
    return head.subarray(0, await handle.read(head, 0, headBytes, 0));
  } finally {
    await handle.close();
  }
}

async function* transcoded(bytes: Bytes, encoding: FileEncoding, doubt: EncodingDoubt): Bytes {
  const decoder = isSingleByte(encoding) ? null : new TextDecoder(encoding, { ignoreBOM: true });
  for await (const chunk of bytes) {
    if (decoder === null) doubt.add(chunk);
    advanced({ bytes: chunk.length });
    const text = decoder === null ? iconv.decode(chunk, encoding) : decoder.decode(chunk, { stream: true });
    yield utf8(text);
  }
  if (decoder !== null) yield utf8(decoder.decode());
}

/** UTF-8, with the byte 0xFF for every U+FFFD: damage stays recognisable. */
function utf8(text: string): Buffer {
  if (!text.includes('\uFFFD')) return Buffer.from(text);
  const parts = text.split('\uFFFD').flatMap((part) => [undecodable, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}

const undecodable = Buffer.of(0xff);

function isSingleByte(encoding: FileEncoding): encoding is SingleByteEncoding {
  return !encoding.startsWith('utf-');
}
