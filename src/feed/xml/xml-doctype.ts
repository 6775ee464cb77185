import { startsWith } from '../bytes.js';
import { commentEnd, commentStart, entityStart, greaterThan } from './xml-tags.js';
import { instructionEnd, instructionStart, lessThan } from './xml-tags.js';

/**
 * Offset behind the DOCTYPE that starts at `at`; -1 if it does not end in `bytes`; `entities` if it declares or uses entities.
 * External files that it names are never opened.
 */
export function doctypeEnd(bytes: Buffer, at: number): number | 'entities' {
  let quote = 0;
  let inSubset = false;
  for (let i = at + 2; i < bytes.length; i++) {
    const byte = bytes[i];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 0x22 || byte === 0x27) {
      quote = byte;
    } else if (byte === lessThan) {
      const end = nestedEnd(bytes, i);
      if (end === 'entities' || end === -1) return end;
      i = end - 1;
    } else if (byte === 0x25) {
      return 'entities';
    } else if (byte === 0x5b) {
      inSubset = true;
    } else if (byte === 0x5d) {
      inSubset = false;
    } else if (byte === greaterThan && !inSubset) {
      return i + 1;
    }
  }
  return -1;
}

/** Like `doctypeEnd`, for a comment, a processing instruction or a declaration inside the DOCTYPE's brackets. */
function nestedEnd(bytes: Buffer, at: number): number | 'entities' {
  if (startsWith(bytes, at, commentStart)) return commentEnd(bytes, at);
  if (startsWith(bytes, at, instructionStart)) return instructionEnd(bytes, at);
  if (bytes.length < at + entityStart.length) return -1;
  if (startsWith(bytes, at, entityStart)) return 'entities';
  return declarationEnd(bytes, at);
}

function declarationEnd(bytes: Buffer, at: number): number | 'entities' {
  let quote = 0;
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 0x22 || byte === 0x27) {
      quote = byte;
    } else if (byte === 0x25) {
      return 'entities';
    } else if (byte === greaterThan) {
      return i + 1;
    }
  }
  return -1;
}
