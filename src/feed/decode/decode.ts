import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import type { EncodingName } from '../../model/feed-format.js';
import { advanced } from '../../platform/fence.js';
import type { Spool } from '../../platform/files/spool.js';
import {
  chooseEncoding,
  marksEnd,
  utf8Mark,
  type FileEncoding,
  type SingleByteEncoding,
} from './encoding.js';
import { EncodingDoubt } from './encoding-doubt.js';
import type { Bytes } from '../zip/inflate.js';
import { headOf } from '../zip/head-of-file.js';

export type DecodedFile =
  | {
      ok: true;
      /** The spool path of a file in UTF-8. Each sequence that could not be decoded is a byte 0xFF in it, which is invalid in UTF-8. */
      path: string;
      /** Offset of the text, behind a byte order mark. */
      start: number;
      /** The encoding of the original file. */
      encoding: FileEncoding;
      /** Whether more than one byte order mark stands at the start. */
      hasStrayMark: boolean;
      /** Removes the converted copy, if there is one. */
      release(): Promise<void>;
    }
  | { ok: false; reason: string };

const headBytes = 1024;

/**
 * Makes a file readable as UTF-8. A UTF-8 file is used itself; a file in another encoding is converted to a temporary copy. A UTF-8 file
 * is not validated here: the reader does that for each record.
 */
export async function decodeFile(
  spool: Spool,
  path: string,
  configured: EncodingName,
  declaredEncoding: (head: Buffer) => string | null,
): Promise<DecodedFile> {
  const head = await headOf(spool, path, headBytes);
  const choice = chooseEncoding(head, configured, declaredEncoding(head));
  if (!choice.ok) return choice;
  const { encoding, skip } = choice;
  if (encoding === 'utf-8')
    return {
      ...{ ok: true, path, start: skip, encoding, hasStrayMark: skip > utf8Mark.length },
      release: () => Promise.resolve(),
    };
  const doubt = new EncodingDoubt();
  const copy = await spool.create();
  try {
    const source = spool.read(path, { start: skip, highWaterMark: 256 * 1024 });
    await pipeline(source, (bytes: Bytes) => transcoded(bytes, encoding, doubt), copy.stream);
  } catch (error) {
    await copy.discard();
    throw error;
  }
  const marks = isSingleByte(encoding) ? 0 : marksEnd(await headOf(spool, copy.path, headBytes));
  const better = isSingleByte(encoding) ? doubt.betterThan(encoding) : null;
  if (better === null)
    return {
      ...{ ok: true, path: copy.path, start: marks, encoding, hasStrayMark: marks > 0 },
      release: () => copy.discard(),
    };
  await copy.discard();
  return {
    ok: false,
    reason: `the text is labelled ${encoding} but reads right only as ${better}. Is it? Then set "encoding: ${better}" for this feed, or ask the agency to correct the label`,
  };
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

/** The text in UTF-8, with the byte 0xFF for every U+FFFD, so that the reader still recognises undecodable records. */
function utf8(text: string): Buffer {
  if (!text.includes('\uFFFD')) return Buffer.from(text);
  const parts = text.split('\uFFFD').flatMap((part) => [undecodable, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}

const undecodable = Buffer.of(0xff);

function isSingleByte(encoding: FileEncoding): encoding is SingleByteEncoding {
  return !encoding.startsWith('utf-');
}
