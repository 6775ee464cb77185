import type { EncodingName } from '../../model/feed-format.js';

export type SingleByteEncoding = 'windows-1250' | 'windows-1251' | 'windows-1252' | 'iso-8859-2';
export type FileEncoding = Exclude<EncodingName, 'auto'>;

export type EncodingChoice =
  | { ok: true; encoding: FileEncoding; /** Of the byte order mark. */ skip: number }
  | { ok: false; reason: string };

/** Labels as files and people write them. ISO-8859-1 means windows-1252, as in every browser. */
const labels = new Map<string, FileEncoding>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['windows-1250', 'windows-1250'],
  ['cp1250', 'windows-1250'],
  ['x-cp1250', 'windows-1250'],
  ['windows-1251', 'windows-1251'],
  ['cp1251', 'windows-1251'],
  ['x-cp1251', 'windows-1251'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['x-cp1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['iso-8859-2', 'iso-8859-2'],
  ['iso8859-2', 'iso-8859-2'],
  ['latin2', 'iso-8859-2'],
]);

/**
 * A file's encoding: by its byte order mark, else as configured, else as it declares itself, else UTF-8.
 * @param head its first bytes, two at least
 * @param declared what the file itself names, if anything
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
  // A declaration that can be read byte by byte is no UTF-16: programs write it over UTF-8. The bytes are checked.
  if (label.startsWith('utf-16')) return { ok: true, encoding: 'utf-8', skip: 0 };
  const encoding = labels.get(label);
  if (encoding !== undefined) return { ok: true, encoding, skip: 0 };
  return {
    ok: false,
    reason: `the file declares an encoding that is not supported (${label.slice(0, 40)}). Which one is it? Set "encoding:" for this feed`,
  };
}

function markedEncoding(head: Buffer): EncodingChoice | null {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { ok: true, encoding: 'utf-8', skip: 3 };
  if (first === 0xff && second === 0xfe && third === 0 && head[3] === 0)
    return { ok: false, reason: 'the file is UTF-32, which is not supported. It must be exported as UTF-8' };
  if (first === 0xff && second === 0xfe) return { ok: true, encoding: 'utf-16le', skip: 2 };
  if (first === 0xfe && second === 0xff) return { ok: true, encoding: 'utf-16be', skip: 2 };
  return null;
}
