import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from '../../shared-dir.js';
import type { RealFile } from './listing.js';
import { readers } from './readers/index.js';

function read(name: string): RealFile | null {
  const bytes = readFileSync(join(sharedDir, 'feeds', name));
  return readers.map((reader) => reader.read(bytes, name)).find((file) => file !== null) ?? null;
}

describe.skipIf(!hasShared)('the readers of real files', () => {
  it.each([
    ['estate-sistem/oglasi-25.xml', 25],
    ['kyero/athena-advisers.xml', 1],
    ['immobiliare-it/immobiliare_it.xml', 7],
    ['idealista/idealista-properties.json', 9],
    ['poliris-csv/immomatch-Annonces.csv', 147],
    ['serbian-csv/srdjan-nekretnine-rs-dataset.csv', 1013],
    ['slovenia/adasadl-oglasi1.csv', 616],
    ['yandex-yrl/metry-realty.xml', 25],
    ['reaxml/residential_sample.xml', 3],
  ])('find every listing of %s', (name, count) => {
    expect(read(name)?.listings.length).toBe(count);
  });

  it('know that ares of a plot are square metres where the title names the same figure', () => {
    const plots = read('estate-sistem/oglasi-25.xml')?.listings.map(({ id, said }) => [id, said.plot]);
    const known = plots?.filter(([, plot]) => plot !== null);
    expect(known).toEqual([
      ['211001695', 563],
      ['211001690', 3990],
      ['211001679', 591],
    ]);
  });

  it('publish nothing in a currency that the portal does not take', () => {
    const name = 'yandex-yrl/metry-realty.xml';
    expect(read(name)?.listings.every(({ isOut }) => isOut)).toBe(true);
  });
});
