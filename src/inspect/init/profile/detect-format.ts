import { guessCsv } from './csv-outline.js';
import { detectEncoding, type EncodingFinding } from './detect-encoding.js';
import type { FormatGuess } from './format-guess.js';
import { guessJson } from './json-outline.js';
import { guessSections } from './sections-outline.js';
import { declaredXmlEncoding, guessXml } from './xml-outline.js';

/** The encoding and container of a file. */
export interface FormatFinding {
  encoding: EncodingFinding;
  guess: FormatGuess;
}

/** Detects encoding and container from a file's beginning; null where the format is unknown. */
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
