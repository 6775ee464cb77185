// Byte-level reading of XML markup. Offsets are into `bytes`; -1 means that the searched place is behind their end.

import { isSpace } from '../bytes.js';

export const lessThan = 0x3c;
export const greaterThan = 0x3e;
const quotationMark = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const colon = 0x3a;
const closeBracket = 0x5d;
const hyphen = 0x2d;
const questionMark = 0x3f;

/** `tagEnd` returns this for a tag that has another `<` before its `>`. */
export const malformed = -2;

/** Offset of the `>` that ends the tag whose `<` is at `at`; `malformed` or -1 otherwise. A `>` in quotes does not end the tag. */
export function tagEnd(bytes: Buffer, at: number): number {
  let quote = 0;
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === lessThan) return malformed;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === greaterThan) {
      return i;
    } else if (byte === quotationMark || byte === apostrophe) {
      quote = byte;
    }
  }
  return -1;
}

export function isSelfClosing(bytes: Buffer, end: number): boolean {
  return bytes[end - 1] === slash;
}

/** Offset behind the name that starts at `from`. */
export function nameEnd(bytes: Buffer, from: number): number {
  let i = from;
  for (; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === greaterThan || byte === slash || byte === lessThan || isSpace(byte)) break;
  }
  return i;
}

/** Whether the name that starts at `from` is `name`, and not only begins with it. */
export function isName(bytes: Buffer, from: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
  const after = bytes[from + name.length];
  return after === greaterThan || after === slash || isSpace(after);
}

/** The name without its namespace prefix, if it has one. */
export function localName(qualified: Buffer): string {
  return qualified.toString('utf8', qualified.indexOf(colon) + 1);
}

/** Offset behind the comment that starts at `at`. The first possible `>` is 6 bytes further: `<!---->`. */
export function commentEnd(bytes: Buffer, at: number): number {
  return endedBy(bytes, at + 6, hyphen, hyphen);
}

/** Offset behind the CDATA section that starts at `at`. The first possible `>` is 11 bytes further: `<![CDATA[]]>`. */
export function cdataEnd(bytes: Buffer, at: number): number {
  return endedBy(bytes, at + 11, closeBracket, closeBracket);
}

/** Offset behind the processing instruction that starts at `at`. The first possible `>` is 3 bytes further: `<??>`. */
export function instructionEnd(bytes: Buffer, at: number): number {
  return endedBy(bytes, at + 3, questionMark, null);
}

/**
 * Offset behind the first `>` at or behind `from` that follows the given bytes. Searching for `>` and checking the bytes before it is
 * faster than searching for the whole terminator.
 */
function endedBy(bytes: Buffer, from: number, last: number, secondLast: number | null): number {
  for (let at = bytes.indexOf(greaterThan, from); at !== -1; at = bytes.indexOf(greaterThan, at + 1))
    if (bytes[at - 1] === last && (secondLast === null || bytes[at - 2] === secondLast)) return at + 1;
  return -1;
}

/** Whether all bytes in [from, to) are white space. */
export function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSpace(bytes[i])) return false;
  return true;
}

export const byteOrderMark = Buffer.from('\ufeff');
export const commentStart = Buffer.from('<!--');
export const cdataStart = Buffer.from('<![CDATA[');
export const doctypeStart = Buffer.from('<!DOCTYPE');
export const entityStart = Buffer.from('<!ENTITY');
export const instructionStart = Buffer.from('<?');
