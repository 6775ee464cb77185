import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';

/** Twelve ads with one more column of two codes, the first of them in every third ad, and rows behind the ads. */
async function propose(
  column: string,
  [some, others]: readonly [string, string],
  behind: readonly string[],
): Promise<Proposal> {
  const ads = [...Array(12).keys()].map((index) =>
    [
      ...[`K-${700 + index * 3}`, 'Prodaja', index % 2 === 0 ? 'Stan' : 'Kuća', 'Novi Sad'],
      ...[String(41 + index * 7), String(80_000 + index * 1370), index % 3 === 0 ? some : others],
      `Nekretnina broj ${index} u mirnoj ulici, odmah useljiva.`,
    ].join(';'),
  );
  const names = `Šifra;Usluga;Vrsta;Mesto;m2;Cena (EUR);${column};Opis`;
  const rows = behind.map((row) => `${row};;;;;;;`);
  const proposal = await proposeMapping(Buffer.from([names, ...ads, ...rows, ''].join('\n')));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

describe('a legend that explains the states of ads', () => {
  it.each([
    ['Status', '1', '0', '0 = aktivan, 1 = prodat', { 0: 'active', 1: 'sold' }],
    ['Stanje oglasa', '2', '1', '1 - u ponudi, 2 - rezervisano', { 1: 'active', 2: 'inactive' }],
    ['Status', 'A', 'N', 'A = arhivirano, N = novo', { A: 'withdrawn', N: 'active' }],
    ['Status', 'A', 'N', 'A = aktivno, N = novo', { A: 'active', N: 'active' }],
    ['Aktivan', '1', '0', '0 = aktivan, 1 = neaktivan', { 0: 'active', 1: 'inactive' }],
    ['Prodato', '1', '2', '1 = da, 2 = ne', { 1: 'sold', 2: null }],
  ])(
    'decides them, however such codes are read usually: %s %s %s',
    async (name, some, others, row, words) => {
      const { mapping, report } = await propose(name, [some, others], [row]);
      expect(Object.values(mapping.tables as object)).toContainEqual(expect.objectContaining({ words }));
      expect(mapping.state).toMatchObject({ from: name });
      const leave = Object.values(words).some((state) => state === 'sold' || state === 'withdrawn');
      expect(report.readiness.ready).toBe(leave ? 8 : 12);
    },
  );

  it.each([
    ['Status', '1', '0', '0 = aktivan, 1 = kod notara'],
    ['Stanje oglasa', '7', '3', '3 - u obradi kod direktora, 7 - u ponudi'],
    ['Aktivan', '1', '0', '0 = kod notara, 1 = kod direktora'],
  ])('leaves the state asked where not all of its words are states: %s', async (name, some, others, row) => {
    const { mapping, report } = await propose(name, [some, others], [row]);
    expect(report.doubts.join(' ')).toContain(`explains the codes of the column "${name}"`);
    expect(mapping.state).toMatchObject({ from: name });
    expect(report.readiness.ready).toBe(0);
  });
});

describe('a legend whose words are not understood', () => {
  it.each([
    ['Sprat', 'V', 'P', 'P = prizemlje, V = vidi u opisu', 'structure.floor'],
    ['Lift', '2', '1', '1 = putni, 2 = teretni', 'structure.elevator'],
    ['Namešten', 'D', 'N', 'N = namešten, D = delimično namešten', 'structure.furnished'],
  ])(
    'leaves the column out and names it, in place of what its codes mean usually: %s',
    async (name, some, others, row, field) => {
      const { mapping, report } = await propose(name, [some, others], [row]);
      expect(mapping.fields).not.toHaveProperty([field]);
      expect(report.doubts.join(' ')).toContain(`explains the codes of the column "${name}"`);
      const plain = await propose(name, ['da', 'ne'], [row]);
      expect(plain.report.doubts.join(' ')).not.toContain('explains the codes');
    },
  );

  it.each([
    ['Sprat', 'V', 'P', 'P = prizemlje, V = visoko prizemlje', 'structure.floor'],
    ['Lift', '2', '1', '1 = da, 2 = ne', 'structure.elevator'],
  ])('is none where they say floors, or yes and no: %s', async (name, some, others, row, field) => {
    const { mapping, report } = await propose(name, [some, others], [row]);
    expect(mapping.fields).toHaveProperty([field]);
    expect(report.doubts.join(' ')).not.toContain('explains the codes');
  });

  it('says nothing against a usual yes or no that it repeats, nor against figures', async () => {
    const usual = await propose('Lift', ['1', '0'], ['1 = da, 0 = ne']);
    const initials = await propose('Lift', ['D', 'N'], ['D = da, N = ne']);
    for (const { mapping } of [usual, initials])
      expect(mapping.fields).toHaveProperty(['structure.elevator']);
    const rooms = await propose('Broj soba', ['1', '2'], ['1 = ima lift, 2 = bez lifta']);
    expect(rooms.report.doubts.join(' ')).not.toContain('explains the codes');
  });

  it.each([
    ['unknown', ['P = potražnja, I = izdato']],
    ['two for one code', ['P = prodaja, I = izdavanje', 'P = potražnja, I = izdavanje']],
  ])('has the codes for sale and rent asked: %s', async (_name, rows) => {
    const ads = [...Array(12).keys()].map((index) => {
      const isRent = index % 4 === 3;
      return `K-${index};${isRent ? 'I' : 'P'};Stan;Novi Sad;${40 + index};${isRent ? 400 + index : 80_000 + index * 900};Nekretnina ${index} u mirnoj ulici`;
    });
    const of = async (behind: readonly string[]) => {
      const text = ['Šifra;Ponuda;Vrsta;Mesto;m2;Cena (EUR);Opis', ...ads, ...behind, ''].join('\n');
      const proposal = await proposeMapping(Buffer.from(text));
      return proposal.ok ? proposal.report.words.map(({ word }) => word) : [];
    };
    expect(await of(rows.map((row) => `${row};;;;;;`))).toEqual(expect.arrayContaining(['P', 'I']));
    expect(await of([])).toEqual([]);
  });
});
