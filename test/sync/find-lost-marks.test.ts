import { expect, it } from 'vitest';
import { Bitmap } from '../../src/core/removals/bitmap.js';
import type { Store } from '../../src/store/store.js';
import { findLostMarks } from '../../src/sync/poll/find-lost-marks.js';

const sold = 'remove sold';
const ignored = 'ignore ';

/** @param marked how many records have each mark in the store, @param seen how many of all stand in the file */
async function found(
  lost: Record<string, number>,
  marked: Record<string, number>,
  seen = Infinity,
): ReturnType<typeof findLostMarks> {
  const rows = Object.entries(marked)
    .flatMap(([mark, count]) => Array.from({ length: count }, () => mark))
    .map((mark, ordinal) => ({ ordinal, mark }));
  const store = { records: { marked: async () => rows } } as unknown as Store;
  const bitmap = new Bitmap(rows.length);
  for (const { ordinal } of rows.slice(0, seen)) bitmap.add(ordinal);
  return findLostMarks(1, { lostMarks: new Map(Object.entries(lost)), seen: bitmap }, 100, { store });
}

it.each([
  ['all of a kind', { [sold]: 60 }, { [sold]: 60 }, { had: 60, lost: 60 }],
  ['all of a kind beside others', { [sold]: 60 }, { [sold]: 60, [ignored]: 6 }, { had: 60, lost: 60 }],
  ['two kinds', { [sold]: 60, [ignored]: 6 }, { [sold]: 60, [ignored]: 6 }, { had: 66, lost: 66 }],
  ['some of a kind', { [sold]: 60 }, { [sold]: 70 }, null],
  ['few', { [sold]: 4 }, { [sold]: 4 }, null],
])('finds marks that a file lost: %s', async (_name, lost, marked, tally) => {
  expect(await found(lost, marked)).toEqual(tally);
});

it('counts no marked record that does not stand in the file', async () => {
  expect(await found({ [sold]: 20 }, { [sold]: 40 }, 20)).toEqual({ had: 20, lost: 20 });
});
