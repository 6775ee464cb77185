import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidyLine, tidyLines } from '../../src/mapping/values/text.js';

/** Letters, combining marks and every kind of white space, in short order. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'č',
      'c\u030c',
      'Ж',
      '1',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u200b',
      '\u2028',
    ),
  )
  .map((parts) => parts.join(''));

describe('texts that need no tidying', () => {
  it('become what tidying would make of them', () => {
    fc.assert(
      fc.property(text, (written) => {
        // What stands at the end goes, and until then nothing is found to be tidy.
        expect(tidyLine(written)).toBe(tidyLine(`${written}\t`));
        expect(tidyLines(written)).toBe(tidyLines(`${written}\r`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stay as they are when tidied again', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(tidyLine(tidyLine(written))).toBe(tidyLine(written));
        expect(tidyLines(tidyLines(written))).toBe(tidyLines(written));
      }),
    );
  });
});
