import type { UnmappedWord } from '../../inspect/unmapped.js';
import { oneLine } from './text.js';

/** What stands under `tables:`. @param words each with a table */
export function meaningLines(words: readonly UnmappedWord[]): string[] {
  return [...new Set(words.map((word) => word.table))].flatMap((name) => [
    `  ${name ?? ''}:`,
    ...words.filter((word) => word.table === name).map(wordLine),
  ]);
}

function wordLine({ word, suggestions: [best] }: UnmappedWord): string {
  const meaning = JSON.stringify(best?.label ?? null);
  const why = best === undefined ? '' : `  # ${percent(best.confidence)}, like "${oneLine(best.like, 40)}"`;
  return `    ${JSON.stringify(word)}: ${meaning}${why}`;
}

export function percent(confidence: number): string {
  return `${Math.round(confidence * 100)} %`;
}
