import { guessCsv } from './csv-outline.js';
import { detectEncoding, type EncodingFinding } from './detect-encoding.js';
import type { FormatGuess } from './format-guess.js';
import { guessJson } from './json-outline.js';
import { guessSections } from './sections-outline.js';
import { declaredXmlEncoding, guessXml } from './xml-outline.js';

/** How a file is written, as far as its bytes tell. */
export interface FormatFinding {
  encoding: EncodingFinding;
  guess: FormatGuess;
}

/** Finds encoding and container of a file's beginning; null where it is nothing that can be read. */
export function detectFormat(head: Buffer): FormatFinding | null {
  const encoding = detectEncoding(head, declaredXmlEncoding(head));
  const text = encoding.text.trimStart();
  const guess = guessText(text);
  return guess === null ? null : { encoding, guess };
}

function guessText(text: string): FormatGuess | null {
  if (text.startsWith('<')) return guessXml(text);
  if (/^[[{]/.test(text)) return guessJson(text);
  return guessSections(text) ?? guessCsv(text);
}
