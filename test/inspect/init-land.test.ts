import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';

type Row = Record<string, string | number>;

/** Twelve plots and twelve houses of an invented agency, with the columns of a test. */
async function propose(columns: (index: number) => Row): Promise<Proposal> {
  const rows = [...Array(24).keys()].map((index) => ({
    sifra: `AG-${1000 + index * 7}`,
    vrsta_ponude: 'Prodaja',
    tip_nekretnine: index % 2 === 0 ? 'Plac' : 'Kuća',
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    opis: `Nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
    mesto: 'Novi Sad',
    ulica: `Jovana Cvijića ${index + 1}`,
    cena_eur: 90_000 + index * 1_100,
    kvadratura: index % 2 === 0 ? '' : 80 + index,
    ...columns(index),
  }));
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => `"${String((row as Row)[name] ?? '')}"`).join(';'));
  const proposal = await proposeMapping(Buffer.from([names.join(';'), ...lines, ''].join('\n')));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

/** The keys of the rule that reads the column of plots as an area. */
function plotRule({ mapping }: Proposal, column: string): Record<string, unknown> | undefined {
  const rules = [(mapping.fields as Record<string, unknown>)['structure.area_sqm']].flat();
  return rules.find(
    (one): one is Record<string, unknown> =>
      typeof one === 'object' && one !== null && (one as Row).from === column,
  );
}

const asked = ({ report }: Proposal): string[] => report.readiness.questions.map(({ name }) => name);
const ask = { edition: 1, unit: { ask: 'plot' } };

describe('the sign of ares', () => {
  it.each(['Plac (a)', 'Плац (а)', 'Okućnica (a)', 'zemljište ( a. )'])(
    'stands in brackets: %s',
    async (name) => {
      const proposal = await propose((i) => ({ [name]: 4 + i }));
      expect(JSON.stringify(proposal.mapping.fields)).toContain('"unit":"ar"');
      expect(asked(proposal)).not.toContain('units.plot');
    },
  );
});

describe('a column of plots', () => {
  it.each([
    ['under 300', (i: number) => ({ povrsina_placa: 4 + i })],
    ['with decimals', (i: number) => ({ povrsina_placa: `${400 + i * 3},${1 + (i % 8)}` })],
    [
      'a hundredth of what the title says',
      (i: number) => ({
        povrsina_placa: 301 + i,
        naslov: `Njiva broj ${i}, ukupno ${(301 + i) * 100} m2, blizu`,
      }),
    ],
  ])('is asked where its figures may be ares: %s', async (_, columns) => {
    const proposal = await propose(columns);
    expect(plotRule(proposal, 'povrsina_placa')).toMatchObject({ area: ask });
    const { lines, readiness } = proposal.report;
    const question = readiness.questions.find(({ name }) => name === 'units.plot');
    expect(question).toMatchObject({
      ...{ who: 'agency', section: 'constants', setting: 'constants: { units.plot: ar }', listings: 24 },
      recommended: { answer: 'ar' },
    });
    expect(question?.samples).toHaveLength(3);
    expect(lines.filter(({ text }) => text === question?.question)).toMatchObject([
      { kind: 'question', from: 'povrsina_placa', listings: 24 },
    ]);
    expect(readiness.ready).toBe(24);
  });

  it.each([
    ['of large figures', 'povrsina_placa', (i: number) => 450 + i * 31],
    ['named m2', 'povrsina_placa_m2', (i: number) => 120 + i],
    ['with m² in its cells', 'povrsina_placa', (i: number) => `${120 + i} m²`],
  ])('in square metres is not asked: %s', async (_, column, figure) => {
    const proposal = await propose((i) => ({ [column]: figure(i) }));
    expect(plotRule(proposal, column)).toBeDefined();
    expect(plotRule(proposal, column)).not.toHaveProperty('area');
    expect(asked(proposal)).not.toContain('units.plot');
  });

  it('with ares in its cells is read by them', async () => {
    const proposal = await propose((i) => ({
      povrsina_placa: i % 3 === 0 ? `${400 + i} m2` : `${4 + i} ari`,
    }));
    expect(plotRule(proposal, 'povrsina_placa')).toMatchObject({ area: 1 });
    expect(asked(proposal)).not.toContain('units.plot');
  });

  it('asks for the figures alone that have no unit', async () => {
    const proposal = await propose((i) => ({ povrsina_placa: i < 6 ? 5 + i : `${5 + i} ari` }));
    expect(plotRule(proposal, 'povrsina_placa')).toMatchObject({ area: ask });
    const { questions } = proposal.report.readiness;
    expect(questions.find(({ name }) => name === 'units.plot')).toMatchObject({ listings: 6 });
  });

  it('that names ares is in ares', async () => {
    const proposal = await propose((i) => ({ plac_ari: 5 + i }));
    expect(plotRule(proposal, 'plac_ari')).toMatchObject({ area: { edition: 1, unit: 'ar' } });
    const old = await propose((i) => ({ plac_jutara: 1 + i }));
    expect(plotRule(old, 'plac_jutara')).toMatchObject({ area: { edition: 1, unit: 'jutro' } });
    expect(old.report.readiness.questions.map(({ name }) => name)).not.toContain('units.plot');
    expect(JSON.stringify(proposal.report.fields)).toContain('seems to be in ares');
  });

  it('in jutro is asked about once, with the listings that it decides', async () => {
    const proposal = await propose((i) => ({
      povrsina_placa: i % 4 === 0 ? `${1 + i} jutra` : `${5 + i} ari`,
    }));
    expect(plotRule(proposal, 'povrsina_placa')).toMatchObject({ area: 1 });
    const { questions } = proposal.report.readiness;
    expect(questions.find(({ name }) => name === 'units.jutro')).toMatchObject({
      listings: 6,
      who: 'agency',
    });
  });
});

describe('a column of areas without a unit', () => {
  const homes = (area: (index: number) => string): Promise<Proposal> =>
    propose((i) => ({ tip_nekretnine: 'Stan', sobe: 1 + (i % 3), kvadratura: area(i) }));

  it('is asked where homes are too large for square metres', async () => {
    const proposal = await homes((i) => ((24 * (1 + (i % 3)) + i) * 10.764).toFixed(2));
    const { readiness } = proposal.report;
    expect(readiness.questions.find(({ name }) => name === 'units.area')).toMatchObject({
      ...{ listings: 24, recommended: { answer: 'sqft' } },
    });
    expect(readiness.ready).toBe(24);
  });

  it.each([
    ['fit their rooms', (i: number) => String(24 * (1 + (i % 3)) + i)],
    ['name their unit', (i: number) => `${(24 * (1 + (i % 3)) + i) * 10} sqft`],
  ])('is not asked where the areas %s', async (_, area) => {
    expect(asked(await homes(area))).not.toContain('units.area');
  });
});
