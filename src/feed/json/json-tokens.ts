/** Byte-level reading of JSON. `-1` always means: not within these bytes. */

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const letterN = 0x6e;
const backslash = 0x5c;

/** Index behind the string whose first quote is at `at`. */
export function stringEnd(bytes: Buffer, at: number): number {
  for (let end = bytes.indexOf(quote, at + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (bytes[before] === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return -1;
}

/** Index behind a number or word that begins at `at`. */
export function scalarEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && !isDelimiter(bytes[end])) end += 1;
  return end;
}

/** Index of the first byte from `at` that is no white space. */
export function skipBlank(bytes: Buffer, at: number): number {
  let next = at;
  while (isBlank(bytes[next])) next += 1;
  return next;
}

/** Whether the last byte of a value closes what its first opens. */
export function pairs(first: number | undefined, last: number | undefined): boolean {
  if (first === openBrace) return last === closeBrace;
  return first === openBracket ? last === closeBracket : true;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDelimiter(byte: number | undefined): boolean {
  return isBlank(byte) || byte === comma || byte === colon || byte === closeBrace || byte === closeBracket;
}
