import { expect, it } from 'vitest';
import { fits } from './printed.js';

const printed = `Hold 1: 3 listings, since 2026-11-21 05:51:08 (2 s ago), at http://127.0.0.1:4711/v1
  in /tmp/checkout/data/try   of 6f0c1d2e-1111-4222-8333-444455556666`;

it.each([
  [
    'another time, port, id and width',
    'Hold 1: 3 listings, since 2027-01-02 10:11:12 (now), at http://127.0.0.1:8090/v1 in data/try of 85f2ef98-7b76-44c3-bc08-1acef84e0a73',
  ],
  ['what is left out', 'Hold 1: …\n…\n  of 6f0c1d2e-1111-4222-8333-444455556666'],
])('a page may show %s', (_, shown) => {
  expect(fits(printed, shown, '/tmp/checkout')).toBe(true);
});

it.each([
  ['another number', 'Hold 2: …'],
  ['less than all without saying so', 'Hold 1: 3 listings, since 2026-11-21 05:51:08'],
  ['another order', '… of 6f0c1d2e-1111-4222-8333-444455556666 … Hold 1: …'],
])('but not %s', (_, shown) => {
  expect(fits(printed, shown, '/tmp/checkout')).toBe(false);
});
