import { expect, it } from 'vitest';
import { copyOf, copyWithin, shownVersions } from '../../src/core/setup/kept-copies.js';

const kept = (feedId: number, name: string) => ({ feedId, name });
const namesOf = (list: Parameters<typeof shownVersions>[0]): string[] =>
  shownVersions(list).map(({ feedId, name }) => `${feedId} ${name}`);

it('copies are shown by the names of what they were made of, and not while they rest beside presets in use', () => {
  const copies = [copyOf('kuca'), copyWithin(copyOf('kuca'), 'estate-sistem')];
  expect(namesOf(copies.map((name) => kept(2, name)))).toEqual(['2 estate-sistem', '2 kuca']);
  const resting = copies.map((name) => kept(1, name));
  expect(namesOf([...resting, kept(1, 'csv-header'), kept(2, copyOf('kuca'))])).toEqual([
    '1 csv-header',
    '2 kuca',
  ]);
});
