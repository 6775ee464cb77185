import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWordSearch, searchedMax, searchedPart } from '../../src/mapping/words/word-search.js';

/** Word by word, as a reader would look. */
function firstByHand(words: readonly string[], text: string): number | null {
  const begins = (at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
  const index = words.findIndex((word) =>
    Array.from({ length: text.length + 1 }, (_, at) => at).some(
      (at) => begins(at) && text.startsWith(word, at),
    ),
  );
  return index < 0 ? null : index;
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '-', '1', 'ž', '\u0000', '\ud83d'),
  maxLength: 12,
});

function stepsOf(words: readonly string[], text: string): number {
  let steps = 0;
  const search = compileWordSearch(words, () => (steps += 1));
  steps = 0;
  search.first(text);
  return steps;
}

describe('words within texts', () => {
  it('finds the first word that begins where a word of the text begins', () => {
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 8 }),
        fc.string({ unit: letters, maxLength: 6 }),
        (words, text) => {
          expect(compileWordSearch(words).first(text)).toBe(firstByHand(words, text));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    [
      'words that are beginnings of each other',
      (count: number) => Array.from({ length: count }, (_, i) => `${'b'.repeat(i + 1)}c`),
      'b'.repeat(20_000),
    ],
    [
      'words of many words',
      (count: number) => Array.from({ length: count }, (_, i) => `${'b '.repeat(i + 1)}c`),
      'b '.repeat(10_000),
    ],
  ])('looks at a text once, however many words there are: %s', (_, wordsOf, text) => {
    expect(stepsOf(wordsOf(500), text)).toBeLessThan(text.length * 4);
  });

  it('searches the beginning of a text', () => {
    const search = compileWordSearch(['garaza']);
    expect(search.first(searchedPart(`Garaža ${'x'.repeat(400_000)}`))).toBe(0);
    expect(search.first(searchedPart(`${'x'.repeat(searchedMax)} Garaža`))).toBeNull();
  });
});
