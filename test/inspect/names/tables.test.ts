import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';
import { seeded } from '../../corpus/ads.js';
import { repetitions } from '../../support/repetitions.js';
import { columns, sources, table, type Column } from './table.js';

const headers = parse(readFileSync(join(import.meta.dirname, 'headers.yaml'), 'utf8')) as Record<
  string,
  Record<Column, string>
>;

async function propose(names: ReadonlyMap<Column, string>): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(table(names)));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

/** From which columns each field is taken: those that its rules read, wherever they stand. */
function taken({ mapping }: Proposal, names: ReadonlyMap<Column, string>): Map<string, Set<Column>> {
  const columnOf = new Map([...names].map(([column, name]) => [name, column]));
  const found = new Map<string, Set<Column>>();
  const top = Object.entries(mapping).filter(([key]) => Object.hasOwn(sources, key));
  for (const [field, rules] of [...top, ...Object.entries(mapping.fields as object)]) {
    const read = new Set<Column>();
    const walk = (value: unknown): void => {
      if (typeof value === 'string') {
        const column = columnOf.get(value.replace(/^'(.*)'$/, '$1'));
        if (column !== undefined) read.add(column);
      } else if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) walk(inner);
    };
    walk(rules);
    if (field === 'location.lat')
      for (const rule of [mapping.values]) walk((rule as Record<string, unknown>).latitude);
    if (field === 'location.lng')
      for (const rule of [mapping.values]) walk((rule as Record<string, unknown>).longitude);
    found.set(field, read);
  }
  return found;
}

/** Fields that are taken from a column that is something else. */
function mistakes(proposal: Proposal, names: ReadonlyMap<Column, string>): string[] {
  const { 'structure.area_sqm': area } = proposal.mapping.fields as Record<string, unknown>;
  return [...taken(proposal, names)].flatMap(([field, read]) => [
    ...[...read]
      .filter((column) => !(sources[field]?.includes(column) ?? false))
      .map((column) => `${field} from ${column}`),
    // The size of the plot is the area of land, and of no home.
    ...(field === 'structure.area_sqm' && read.has('plot') && !/"when":"fold.*plac/.test(JSON.stringify(area))
      ? ['the area of homes from their plots']
      : []),
  ]);
}

const serbian = headers.sr!;
const inOrder = new Map(columns.map((column) => [column, serbian[column]]));

describe('a table of invented ads', () => {
  it.each(Object.entries(headers))('is read the same in each language: %s', async (_language, byColumn) => {
    const names = new Map(columns.map((column) => [column, byColumn[column]]));
    const proposal = await propose(names);
    expect(mistakes(proposal, names)).toEqual([]);
    const all = taken(proposal, names);
    // The currency is read with the amount.
    const withAmount =
      all.get('price.amount')?.has('currency') === true ? ['price.currency', 'rent.currency'] : [];
    const missing = Object.entries(sources).filter(
      ([field, [first]]) => first && !withAmount.includes(field) && !all.get(field)?.has(first),
    );
    expect(missing.map(([field]) => field)).toEqual([]);
  });

  it('is read the same whatever the order of its columns', async () => {
    const expected = taken(await propose(inOrder), inOrder);
    for (const seed of [1, 2, 3].slice(0, repetitions({ tests: 1, soak: 3 }))) {
      const random = seeded(seed);
      const shuffled = new Map(
        [...inOrder]
          .map((entry) => ({ entry, at: random() }))
          .sort((a, b) => a.at - b.at)
          .map(({ entry }) => entry),
      );
      const read = taken(await propose(shuffled), shuffled);
      const sorted = (of: Map<string, Set<Column>>) =>
        [...of].map(([field, set]) => [field, [...set].sort()]).sort();
      expect(sorted(read)).toEqual(sorted(expected));
    }
  });

  it('loses fields where its columns have names that mean nothing, and has none from a wrong column', async () => {
    for (const seed of [1, 2, 3, 4].slice(0, repetitions({ tests: 2, soak: 4 }))) {
      const random = seeded(seed);
      const letters = 'bcdfghjklmnpqrstvwxz';
      const word = (): string =>
        Array.from({ length: 6 }, () => letters[Math.floor(random() * letters.length)]).join('');
      const names = new Map(columns.map((column) => [column, word()]));
      expect(mistakes(await propose(names), names)).toEqual([]);
      // Half of the columns keep their names.
      const mixed = new Map(columns.map((column) => [column, random() < 0.5 ? word() : serbian[column]]));
      expect({ seed, wrong: mistakes(await propose(mixed), mixed) }).toEqual({ seed, wrong: [] });
    }
  });

  it.each(columns)('without its column %s has no field from a wrong one', async (column) => {
    const names = new Map(inOrder);
    names.delete(column);
    expect(mistakes(await propose(names), names)).toEqual([]);
  });
});
