import { guessCsv } from './csv-outline.js';
import { detectEncoding, type EncodingFinding } from './detect-encoding.js';
import type { FormatGuess } from './format-guess.js';
import { guessJson } from './json-outline.js';
import { notAFeed } from './not-a-feed.js';
import { mark as sheetMark } from '../../../feed/sheet/sheet-text.js';
import { guessSections } from './sections-outline.js';
import { guessSheet } from './sheet-outline.js';
import { declaredXmlEncoding, guessXml } from './xml-outline.js';

/** The encoding and container of a file. */
export interface FormatFinding {
  encoding: EncodingFinding;
  guess: FormatGuess;
}

/** Detects encoding and container from a file's beginning. The reason where it is no feed is whole sentences for the operator. */
export function detectFormat(head: Buffer): FormatFinding | { reason: string } {
  const encoding = detectEncoding(head, declaredXmlEncoding(head));
  const text = encoding.text.trimStart();
  const reason = notAFeed(head, text);
  if (reason !== null) return { reason };
  const guess = guessText(text);
  return guess === null ? { reason: unknownFormat(text) } : { encoding, guess };
}

function unknownFormat(text: string): string {
  if (/^[[{]/.test(text))
    return 'The file begins as JSON, but holds no list of objects that could be listings, or is damaged: its brackets do not pair. Open it to see what it is.';
  if (text.startsWith('<'))
    return 'The file begins as XML, but holds no elements that could be listings. Open it to see what it is.';
  return 'This is neither XML nor JSON, nor a table with uniform rows: open the file to see what it is.';
}

function guessText(text: string): FormatGuess | null {
  if (text.startsWith(sheetMark)) return guessSheet(text);
  if (text.startsWith('<')) return guessXml(text);
  if (/^[[{]/.test(text)) return guessJson(text);
  return guessSections(text) ?? guessCsv(text);
}
