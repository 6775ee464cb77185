import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../src/cli/print/table.js';
import { oneLine, printableJson } from '../../src/cli/print/text.js';
import { printable } from '../../src/platform/printable.js';
import { timesIn } from '../../src/cli/print/times.js';

describe('text for a terminal', () => {
  it('loses what a terminal would obey, and nothing else', () => {
    expect(printable('\u001b[31mStan\u001b[0m \u009b2J\u202eu Inđiji\u0007\r\nдва\t2 m²')).toBe(
      'Stan u Inđiji\nдва\t2 m²',
    );
    expect(printable('\u001b]0;title\u0007x')).toBe('x');
  });

  it('never holds a control character, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(oneLine(text)).not.toMatch(/[\n\r\t]/);
      }),
    );
  });

  it('writes JSON that means the same and holds no control character either', () => {
    const document = { title: 'a\u001b[31m\u009b\u202e b\n' };
    const text = printableJson(document);
    expect(text).not.toMatch(/[\u001b\u007f-\u009f\u202e]/);
    expect(JSON.parse(text)).toEqual(document);
  });

  it('aligns tables, numbers to the right, and cuts long cells but not the last one', () => {
    const long = 'x'.repeat(60);
    expect(
      table(
        ['id', 'n', 'text'],
        [
          ['a', 5, long],
          [long, 12, 'b\nc'],
        ],
        'none',
      ),
    ).toBe(
      [`${'id'.padEnd(48)}   n  text`, `${'a'.padEnd(48)}   5  ${long}`, `${'x'.repeat(47)}…  12  b c`].join(
        '\n',
      ),
    );
    expect(table(['id'], [], 'There is none.')).toBe('There is none.');
  });

  it('writes local time with its distance', () => {
    const now = Date.UTC(2026, 5, 1, 10, 0, 0);
    const { aged } = timesIn('Europe/Belgrade', now);
    expect(aged(now - 5 * 60_000)).toBe('2026-06-01 11:55:00 (5 min ago)');
    expect(aged(now + 3_600_000 * 3)).toBe('2026-06-01 15:00:00 (in 3 h)');
    expect(aged(null)).toBe('never');
  });
});
