import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/model/fold.js';

describe('fold', () => {
  it.each([
    ['Inđija', 'Indjija', 'INDIJA', 'Инђија'],
    ['Čačak', 'cacak', 'ČAČAK', 'Чачак', 'C\u030cac\u030cak'],
    ['Šabac', 'sabac', 'Шабац'],
    ['Žabljak', 'ZABLJAK', 'Жабљак'],
    ['Džep', 'Џеп', 'dzep'],
    ['Centralno grejanje', ' centralno\u00a0 grejanje\n', 'Централно грејање'],
    ['m²', 'm2', 'M2'],
    ['CG-GAS', 'cg‑gas', 'CG–GAS'],
    ['квартира', 'kvartira'],
    ['Łódź', 'lodz'],
  ])('%s is one word however it is written', (...words) => {
    expect(new Set(words.map(fold)).size).toBe(1);
  });

  it('keeps different words apart', () => {
    const words = ['Stan', 'Stari grad', 'Novi Sad', 'TA', 'CG', 'CG-GAS', 'GAS', 'EG'];
    expect(new Set(words.map(fold)).size).toBe(words.length);
  });

  it('folds a text of ASCII signs as it folds every other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // A zero-width space at the end is taken away, and makes it one of the others.
        expect(fold(text)).toBe(fold(`${text}\u200b`));
      }),
    );
  });

  it('folds once and for all', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('đj', 'ddj', 'Ђј'),
        ),
        (text) => {
          expect(fold(fold(text))).toBe(fold(text));
        },
      ),
    );
  });
});
