import type { EncodingName } from '../../model/feed-format.js';
import { startsWith } from '../bytes.js';

export type SingleByteEncoding = 'windows-1250' | 'windows-1251' | 'windows-1252' | 'iso-8859-2';
export type FileEncoding = Exclude<EncodingName, 'auto'>;

export type EncodingChoice =
  | { ok: true; encoding: FileEncoding; /** Length of the byte order marks in bytes. */ skip: number }
  | { ok: false; reason: string };

/** Each encoding, followed by the other labels that files use for it. ISO-8859-1 means windows-1252, as in every browser. */
const labels: readonly (readonly [FileEncoding, ...string[]])[] = [
  ['utf-8', 'utf8', 'us-ascii', 'ascii'],
  ['windows-1250', 'cp1250', 'x-cp1250'],
  ['windows-1251', 'cp1251', 'x-cp1251'],
  ['windows-1252', 'cp1252', 'x-cp1252', 'iso-8859-1', 'iso8859-1', 'latin1'],
  ['iso-8859-2', 'iso8859-2', 'latin2'],
];

/**
 * The encoding of a file. The first of these counts: its byte order mark, the configuration, the file's declaration, UTF-8. A declaration
 * of UTF-16 counts as UTF-8. Without mark and configuration, a file that looks like UTF-16 or declares an unknown encoding is refused.
 * @param head the first bytes of the file
 * @param declared the encoding that the file declares; null if it declares none
 */
export function chooseEncoding(
  head: Buffer,
  configured: EncodingName,
  declared: string | null,
): EncodingChoice {
  const marked = markedEncoding(head);
  if (marked !== null) return marked;
  if (configured !== 'auto') return { ok: true, encoding: configured, skip: 0 };
  if (head.length > 1 && (head[0] === 0 || head[1] === 0))
    return {
      ok: false,
      reason:
        'the file looks like UTF-16 but has no byte order mark. Is it? Then set "encoding: utf-16le" or "utf-16be"',
    };
  const label = declared?.trim().toLowerCase() ?? 'utf-8';
  // The declaration was readable as single bytes, so the file is not UTF-16. Some programs declare UTF-16 in UTF-8 files.
  if (label.startsWith('utf-16')) return { ok: true, encoding: 'utf-8', skip: 0 };
  const encoding = labels.find((names) => names.includes(label))?.[0];
  if (encoding !== undefined) return { ok: true, encoding, skip: 0 };
  return {
    ok: false,
    reason: `the file declares an encoding that is not supported (${label.slice(0, 40)}). Which one is it? Set "encoding:" for this feed`,
  };
}

function markedEncoding(head: Buffer): EncodingChoice | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return { ok: true, encoding: 'utf-8', skip: marksEnd(head) };
  if (first === 0xff && second === 0xfe && third === 0 && head[3] === 0)
    return { ok: false, reason: 'the file is UTF-32, which is not supported. It must be exported as UTF-8' };
  if (first === 0xff && second === 0xfe) return { ok: true, encoding: 'utf-16le', skip: 2 };
  if (first === 0xfe && second === 0xff) return { ok: true, encoding: 'utf-16be', skip: 2 };
  return null;
}

/** Offset behind all byte order marks of UTF-8 at the start. A file that was joined or saved twice has several. */
export function marksEnd(head: Buffer): number {
  let end = 0;
  while (startsWith(head, end, utf8Mark)) end += utf8Mark.length;
  return end;
}

export const utf8Mark = Buffer.from('\ufeff');
