import { expect, it } from 'vitest';
import { foldedRuns } from '../../src/console/pages/operator/folded-runs.js';
import { localTime, secondIn } from '../../src/console/words/forms.js';

type Run = Parameters<typeof foldedRuns>[0][number];
const run = (id: number, state: string, kind = 'poll'): Run => ({ id, state, kind }) as unknown as Run;

it('folds unchanged runs of one kind that follow each other, and unfolds those that are opened', () => {
  const runs = [
    ...[run(9, 'unchanged'), run(8, 'unchanged'), run(7, 'done'), run(6, 'unchanged'), run(5, 'unchanged')],
    ...[run(4, 'unchanged'), run(3, 'unchanged', 'push'), run(2, 'failed'), run(1, 'unchanged')],
  ];
  const shown = (opened: number[]): string[] =>
    foldedRuns(runs, new Set(opened)).map(
      ({ run: { id }, first, count }) => `${id} ${first?.id ?? '-'} ${count}`,
    );
  expect(shown([])).toEqual(['9 8 2', '7 - 1', '6 4 3', '3 - 1', '2 - 1', '1 - 1']);
  expect(shown([6])).toEqual(['9 8 2', '7 - 1', '6 - 1', '5 - 1', '4 - 1', '3 - 1', '2 - 1', '1 - 1']);
});

it.each([
  ['2026-01-31T15:12:04', '2026-01-31T14:12:04.000Z'],
  ['2026-07-31T15:12', '2026-07-31T13:12:00.000Z'],
  ['2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
])('a field’s time %s is of the server’s zone', (written, at) => {
  expect(new Date(localTime(written, 'Europe/Belgrade') ?? NaN).toISOString()).toBe(at);
});

it('a field without a time names none, and times have seconds', () => {
  expect([localTime('', 'Europe/Belgrade'), localTime('soon', 'Europe/Belgrade')]).toEqual([null, null]);
  const at = Date.parse('2026-01-31T14:12:04Z');
  expect(secondIn({ language: 'sr-Latn', timeZone: 'Europe/Belgrade' }, at, at)).toBe('15:12:04');
});
