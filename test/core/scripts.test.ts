import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCyrillic, toLatin } from '../../src/core/content/scripts.js';

it.each([
  ['novi sad', 'нови сад'],
  ['inđija', 'инђија'],
  ['ljubovija', 'љубовија'],
  ['vrnjačka banja', 'врњачка бања'],
  ['džep', 'џеп'],
  ['70114', '70114'],
])('%s is %s', (latin, cyrillic) => {
  expect(toCyrillic(latin)).toBe(cyrillic);
  expect(toLatin(cyrillic)).toBe(latin);
  expect(toLatin(latin.toUpperCase())).toBe(latin);
});

it('leaves nothing to change the second time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('а', 'ž', 'њ', 'l', 'ј', 'd', ' ', 'š', 'ћ', '1', 'N', 'Љ') }),
      (text) => {
        expect(toCyrillic(toCyrillic(text))).toBe(toCyrillic(text));
        expect(toLatin(toLatin(text))).toBe(toLatin(text));
        expect(toCyrillic(toLatin(text))).toBe(toCyrillic(text));
      },
    ),
  );
});
