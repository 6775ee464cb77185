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

const reserved = 'inactive';
const off = (had: number, lost: number) => ({ ofInactive: false, had, lost });
const hidden = (had: number, lost: number) => ({ ofInactive: true, had, lost });

it.each([
  ['all of a kind', { [sold]: 60 }, { [sold]: 60 }, [off(60, 60)]],
  ['all of a kind beside others', { [sold]: 60 }, { [sold]: 60, [ignored]: 6 }, [off(60, 60)]],
  ['two kinds', { [sold]: 60, [ignored]: 6 }, { [sold]: 60, [ignored]: 6 }, [off(66, 66)]],
  ['some of a kind', { [sold]: 60 }, { [sold]: 70 }, []],
  ['few', { [sold]: 4 }, { [sold]: 4 }, []],
  ['reserved ones', { [reserved]: 12 }, { [reserved]: 20 }, [hidden(20, 12)]],
  ['less than half of them', { [reserved]: 9 }, { [reserved]: 20 }, []],
  ['both', { [sold]: 6, [reserved]: 6 }, { [sold]: 6, [reserved]: 6 }, [off(6, 6), hidden(6, 6)]],
])('finds marks that a file lost: %s', async (_name, lost, marked, tallies) => {
  expect(await found(lost, marked)).toEqual(tallies);
});

it('counts no marked record that does not stand in the file', async () => {
  expect(await found({ [sold]: 20 }, { [sold]: 40 }, 20)).toEqual([off(20, 20)]);
});
