import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';
import { combinedIds } from '../../../src/inspect/init/propose/combined-ids.js';

/** The proposal for a table of homes without a column of ids. */
async function propose(
  count: number,
  own: (index: number) => Record<string, string | number>,
): Promise<Proposal> {
  const rows = Array.from({ length: count }, (_, index) => ({
    vrsta_ponude: 'Prodaja',
    vrsta_nekretnine: 'Stan',
    naslov: `Lep stan u centru broj ${index}`,
    mesto: ['Niš', 'Novi Sad'][index % 2] ?? '',
    cena: 90_000 + index * 10,
    ...own(index),
  }));
  const [first = {}] = rows;
  const text = `${Object.keys(first).join(';')}\n${rows.map((row) => Object.values(row).join(';')).join('\n')}\n`;
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const doubt = ({ report }: Proposal): string =>
  report.fields.find(({ field }) => field === 'source_id')?.doubt ?? '';

describe('an id where no column is one', () => {
  it('is made of the fewest columns that tell all records apart, and of none that changes with price or text', async () => {
    const proposal = await propose(40, (index) => ({
      ulica: `Jovana Cvijića ${1 + (index % 20)}`,
      sprat: 1 + Math.floor(index / 20),
      kvadratura: 50,
      broj_soba: 2,
    }));
    expect(proposal.mapping.source_id).toEqual({ template: '{ulica} {sprat}' });
    expect(doubt(proposal)).toContain('Molimo vas da uz svaki oglas');
    expect(doubt(proposal)).not.toContain('will wait');
  });

  it('takes the title in only where nothing else tells them apart', async () => {
    const proposal = await propose(20, () => ({ ulica: 'Jovana Cvijića 4', kvadratura: 50 }));
    expect(proposal.mapping.source_id).toEqual({ template: '{naslov}' });
  });

  it('is made of other columns for the records that lack one of them: land has no street', async () => {
    const land = (index: number): boolean => index % 5 === 4;
    const ads = (index: number): Record<string, string | number> => ({
      ulica: land(index) ? '' : `Jovana Cvijića ${1 + (index % 20)}`,
      sprat: land(index) ? '' : 1 + Math.floor(index / 20),
      kvadratura: land(index) ? '' : 50,
      plac_ari: land(index) ? 3 + index : '',
    });
    const proposal = await propose(40, ads);
    expect(proposal.mapping.source_id).toEqual([
      { template: '{ulica} {sprat}' },
      { template: '{mesto} {plac_ari}' },
    ]);
    expect(doubt(proposal)).toContain('Molimo vas da uz svaki oglas');
    expect(proposal.report.ids).toMatchObject({ missing: 0, repeated: 0 });
    expect(proposal.report.idRequest).not.toBeNull();
  });

  it('is no town alone for the one record that lacks a street', async () => {
    const proposal = await propose(40, (index) => ({
      ulica: index === 7 ? '' : `Jovana Cvijića ${index}`,
      sprat: index === 7 ? '' : 2,
      kvadratura: 40 + (index % 30),
    }));
    expect(proposal.mapping.source_id).toEqual([
      { template: '{ulica}' },
      { template: '{mesto} {kvadratura}' },
    ]);
    expect(proposal.report.ids).toMatchObject({ missing: 0, repeated: 0 });
  });

  it('is none of one column for what lacks the first ones, such as a remark below a sheet', () => {
    const area = { path: 'area', keys: [...Array.from({ length: 12 }, (_, at) => String(40 + at)), ''] };
    const kind = { path: 'kind', keys: [...Array.from({ length: 12 }, () => 'Stan'), 'Cene su bez PDV-a'] };
    expect(combinedIds([area, kind], null).sets.map((set) => set.map(({ path }) => path))).toEqual([
      ['area'],
    ]);
  });

  it('counts the records that stay the same', async () => {
    const proposal = await propose(20, (index) => ({
      naslov: 'Lep stan u centru grada',
      ulica: `Jovana Cvijića ${1 + (index % 9)}`,
    }));
    expect(doubt(proposal)).toMatch(/\b\d+ records are the same in all of these fields and will wait/);
  });

  it('is chosen and counted over the whole file', async () => {
    const proposal = await propose(2_400, (index) => ({
      ulica: index < 2_100 ? `Jovana Cvijića ${index}` : `Jovana Cvijića ${index - 2_100}`,
      sprat: index < 2_100 ? 3 : 4,
    }));
    expect(proposal.mapping.source_id).toEqual({ template: '{ulica} {sprat}' });
    expect(doubt(proposal)).not.toContain('will wait');
  });

  it('is a column of codes, whatever its name, and that is doubted', async () => {
    const proposal = await propose(20, (index) => ({
      qwert: `NS-${400 + index * 3}`,
      ulica: `Cvijića ${index}`,
    }));
    expect(proposal.mapping.source_id).toBe('qwert');
    expect(doubt(proposal)).toContain('look like codes');
    const numbered = await propose(20, (index) => ({ f1: `NS-${400 + index * 3}`, f2: `Cvijića ${index}` }));
    expect(numbered.mapping.source_id).toBe('f1');
  });
});
