import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePointLength, isLengthWithin } from '../../src/wire/code-points.js';

it('tells a length within limits without counting, and never otherwise than by counting', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(40), (text, min, max) => {
      const length = codePointLength(text);
      expect(length).toBe(text.match(/./gsu)?.length ?? 0);
      expect(isLengthWithin(text, min, max)).toBe(length >= min && length <= max);
    }),
    { numRuns: 1_000 },
  );
});
