import { connectors, periodWords, type Period } from '../../../mapping/values/amounts/amount-words.js';

/** Shorter words mean too much in too many languages: `ev` is a year in Hungarian, and a house in Turkish. */
const lengthMin = 3;
const shortWords: ReadonlySet<string> = new Set(['pw', 'pm']);

function periodOf(word: string): Period | undefined {
  return word.length >= lengthMin || shortWords.has(word) ? periodWords.get(word) : undefined;
}

/** Whether a word of a name is a time, or stands between an amount and its time. */
export function isTimeWord(word: string): boolean {
  return periodOf(word) !== undefined || connectors.has(word);
}

/** The time that a name of an amount states; null: none. @param words of the name, folded */
export function timeOfName(words: readonly string[]): Period | null {
  return words.map(periodOf).find((period) => period !== undefined) ?? null;
}
