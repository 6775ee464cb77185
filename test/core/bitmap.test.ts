import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/core/removals/bitmap.js';

describe('Bitmap', () => {
  it('is a set of ordinals, whatever size it began with', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.array(fc.nat(5000)), (size, ordinals) => {
        const bitmap = new Bitmap(size);
        const model = new Set<number>();
        for (const ordinal of ordinals) {
          expect(bitmap.add(ordinal)).toBe(!model.has(ordinal));
          model.add(ordinal);
        }
        expect(bitmap.count).toBe(model.size);
        const all = Array.from({ length: 5002 }, (_, ordinal) => ordinal);
        expect(all.filter((ordinal) => bitmap.has(ordinal))).toEqual([...model].sort((a, b) => a - b));
      }),
    );
  });

  it('knows the ends of its words', () => {
    const bitmap = new Bitmap(0);
    for (const ordinal of [0, 31, 32, 63, 64]) expect(bitmap.add(ordinal)).toBe(true);
    expect([0, 1, 30, 31, 32, 33, 62, 63, 64, 65].map((n) => bitmap.has(n))).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(bitmap.count).toBe(5);
  });

  it('does not have what lies outside, nor the ordinal -1 of an unknown record', () => {
    const bitmap = new Bitmap(10);
    expect([bitmap.has(-1), bitmap.has(10), bitmap.has(1e9)]).toEqual([false, false, false]);
  });
});
