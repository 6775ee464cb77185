// Byte-level reading of JSON. Offsets are into `bytes`; -1 means that the searched place is behind their end.

import { isSpace } from '../bytes.js';

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const letterN = 0x6e;
const backslash = 0x5c;

/** Offset behind the closing quote of the string whose opening quote is at `at`; -1 if the string does not end in `bytes`. */
export function stringEnd(bytes: Buffer, at: number): number {
  for (let end = bytes.indexOf(quote, at + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let before = end - 1;
    while (bytes[before] === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return -1;
}

/** Offset behind the number or word that begins at `at`; `bytes.length` if no delimiter follows. */
export function scalarEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && !isDelimiter(bytes[end])) end += 1;
  return end;
}

/** Offset of the first byte at or behind `at` that is no white space; `bytes.length` if there is none. */
export function skipBlank(bytes: Buffer, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next += 1;
  return next;
}

/** Whether the first and the last byte of a value are matching brackets. True for a value that begins with no bracket. */
export function pairs(first: number | undefined, last: number | undefined): boolean {
  if (first === openBrace) return last === closeBrace;
  return first === openBracket ? last === closeBracket : true;
}

function isDelimiter(byte: number | undefined): boolean {
  return isSpace(byte) || byte === comma || byte === colon || byte === closeBrace || byte === closeBracket;
}
