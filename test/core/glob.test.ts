import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitsGlob } from '../../src/core/content/glob.js';

/** All ways to read the pattern, without any thought for time. */
function fitsByHand(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  if (pattern.startsWith('*'))
    return fitsByHand(pattern.slice(1), name) || (name !== '' && fitsByHand(pattern, name.slice(1)));
  if (name === '' || !(pattern.startsWith('?') || pattern.startsWith(name.charAt(0)))) return false;
  return fitsByHand(pattern.slice(1), name.slice(1));
}

it('fits a name as a reader would', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), maxLength: 7 });
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, name, (one, of) => {
      expect(fitsGlob(one, of)).toBe(fitsByHand(one, of));
    }),
    { numRuns: 3_000 },
  );
  expect(fitsGlob('EXPORT*.xml', 'export-12.XML')).toBe(true);
});

it('compares each sign with each at most once, whatever the stars', () => {
  const name = 'a'.repeat(250);
  const steps = (pattern: string): number => {
    let count = 0;
    expect(fitsGlob(pattern, name, () => (count += 1))).toBe(false);
    return count;
  };
  expect(steps('*a*a*a*b')).toBeLessThan(4 * 250 + 10);
  expect(steps(`${'*a'.repeat(100)}*b`)).toBeLessThan(250 * 202);
  expect(fitsGlob('*', 'a'.repeat(3_000))).toBe(false);
});
