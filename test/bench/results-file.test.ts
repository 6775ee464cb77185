import { expect, it } from 'vitest';
import { withPart } from './results-file.js';

it('a part of the soak run is recorded without losing the others', () => {
  const first = withPart('', 'kills', 'killed 300 times');
  const both = withPart(first, 'seeds', '| 10000 |');
  expect(both).toMatch(
    /## Soak[\s\S]*### Simulated lives\n\n\| 10000 \|\n\n### Kills\n\nkilled 300 times\n$/,
  );
  expect(withPart(both, 'kills', 'killed 20 times')).toBe(both.replace('300', '20'));
});
