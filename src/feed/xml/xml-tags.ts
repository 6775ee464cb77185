/** Byte-level reading of XML markup. `-1` always means: not within these bytes. */

export const lessThan = 0x3c;
export const greaterThan = 0x3e;
const quotationMark = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const colon = 0x3a;
const closeBracket = 0x5d;
const hyphen = 0x2d;
const questionMark = 0x3f;

/** A tag in which another `<` stands before its `>`. */
export const malformed = -2;

/** Index of the `>` that ends the tag whose `<` is at `at`; `malformed`, or -1. Quoted values may hold `>`. */
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

/** Index behind a name that starts at `from`. */
export function nameEnd(bytes: Buffer, from: number): number {
  let i = from;
  for (; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === greaterThan || byte === slash || byte === lessThan || isSpace(byte)) break;
  }
  return i;
}

/** Whether the whole name at `from` is `name`. */
export function isName(bytes: Buffer, from: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
  const after = bytes[from + name.length];
  return after === greaterThan || after === slash || isSpace(after);
}

/** What follows a namespace prefix, or all of it. */
export function localName(qualified: Buffer): string {
  return qualified.toString('utf8', qualified.indexOf(colon) + 1);
}

/** Index behind the comment (`<!--`), the CDATA section or the instruction that starts at `at`. */
export function commentEnd(bytes: Buffer, at: number): number {
  return endedBy(bytes, at + 6, hyphen, hyphen);
}

export function cdataEnd(bytes: Buffer, at: number): number {
  return endedBy(bytes, at + 11, closeBracket, closeBracket);
}

export function instructionEnd(bytes: Buffer, at: number): number {
  return endedBy(bytes, at + 3, questionMark, null);
}

/** Searching for `>` and looking back is faster than searching for a longer needle. */
function endedBy(bytes: Buffer, from: number, last: number, secondLast: number | null): number {
  for (let at = bytes.indexOf(greaterThan, from); at !== -1; at = bytes.indexOf(greaterThan, at + 1))
    if (bytes[at - 1] === last && (secondLast === null || bytes[at - 2] === secondLast)) return at + 1;
  return -1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether only white space lies in [from, to). */
export function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSpace(bytes[i])) return false;
  return true;
}

export const commentStart = Buffer.from('<!--');
export const cdataStart = Buffer.from('<![CDATA[');
export const doctypeStart = Buffer.from('<!DOCTYPE');
export const entityStart = Buffer.from('<!ENTITY');
export const instructionStart = Buffer.from('<?');

/** Whether `start` stands at `at`. */
export function startsWith(bytes: Buffer, at: number, start: Uint8Array): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[at + i] !== start[i]) return false;
  return true;
}
