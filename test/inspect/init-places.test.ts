import { parse, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import { proposeMapping, type Portal, type Preset, type Proposal } from '../../src/inspect/init/index.js';
import type { Place } from '../../src/model/reference.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';

const { vocabulary } = sandboxReference();

/** The portal knows a place by a UUID. */
const uuid = (name: string): string =>
  `11111111-1111-4111-8111-${Buffer.from(name).toString('hex').padStart(12, '0')}`;

function city(name: string, nameSr: string): Place {
  const id = uuid(name);
  const nowhere = { nameEn: null, officialCode: null, cityId: null, cityNameSr: null, lat: null, lng: null };
  return { id, type: 'city', nameSr, ...nowhere };
}
const [belgrade, noviSad] = [city('bg', 'Beograd'), city('ns', 'Novi Sad')];
const places: Place[] = [
  ...[belgrade, noviSad, city('ki', 'Kikinda')],
  { ...city('vr', 'Vračar'), type: 'municipality', cityId: uuid('bg'), cityNameSr: 'Beograd' },
  { ...city('ze', 'Zemun'), type: 'municipality', cityId: uuid('bg'), cityNameSr: 'Beograd' },
];
const portal: Portal = { reference: createReference(vocabulary, places), vocabulary, places };

const head = 'sifra,naslov,opis,cena,valuta,kvadratura,tip,ponuda,sprat';
function csv(columns: string, rows: readonly string[]): Buffer {
  const lines = rows.map(
    (row, index) =>
      `${index + 101},"Svetao stan broj ${index + 1} sa terasom","Svetao i uredan stan, odmah useljiv, blizu škole i parka. Broj ${index}.",${50_000 + index * 1_100},EUR,${40 + index},stan,prodaja,${(index % 5) + 1},${row}`,
  );
  return Buffer.from(`${[`${head},${columns}`, ...lines].join('\n')}\n`);
}

async function propose(file: Buffer, presets: readonly Preset[] = []): Promise<Proposal> {
  const proposal = await proposeMapping(file, { portal, presets, name: 'proposed' });
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}
const ruleOf = ({ mapping }: Proposal): unknown =>
  (mapping.fields as Record<string, unknown>)['location.place_id'];
const placeProblems = ({ report }: Proposal): string[] =>
  report.readiness.problems.filter(({ pointer }) => pointer === '/location/place_id').map(({ code }) => code);

describe('a column of places', () => {
  it('is found by its values where its heading says nothing', async () => {
    const rows = ['Beograd,Vračar', 'Novi Sad,Liman', 'Beograd,Zemun', 'Kikinda,Centar', 'Beograd,Vračar'];
    const proposal = await propose(csv('xq1,xq2', rows));
    expect(ruleOf(proposal)).toMatchObject({ city: 'xq1', table: 'place' });
    expect(placeProblems(proposal)).toEqual([]);
    expect(proposal.report.readiness.ready).toBe(5);
  });

  it('of municipalities stands beside the town', async () => {
    const rows = ['Vračar,Beograd', 'Zemun,Beograd', 'Vračar,Beograd', 'Zemun,Beograd'];
    const proposal = await propose(csv('xq1,xq2', rows));
    expect(ruleOf(proposal)).toEqual({ city: 'xq2', municipality: 'xq1', table: 'place' });
  });

  it('with several names is looked up whole and by its parts', async () => {
    const rows = ['"Srbija, Beograd, Djeram"', '"Srbija, Novi Sad, Liman"', '"Srbija, Novi Sad, Detelinara"'];
    const proposal = await propose(csv('lokacija', rows));
    expect(ruleOf(proposal)).toEqual({ city: 'lokacija', table: 'place' });
    expect(placeProblems(proposal)).toEqual([]);
  });

  it('is none of titles: a town that only these name is asked for', async () => {
    const file = (towns: readonly string[]): Buffer => {
      const text = csv('beleska', ['x', 'y', 'z', 'w']).toString('utf8');
      let index = 0;
      return Buffer.from(text.replaceAll('sa terasom', () => `, ${towns[index++ % towns.length]}`));
    };
    const proposal = await propose(file(['Novi Sad']));
    expect(ruleOf(proposal)).toBeUndefined();
    expect(proposal.mapping.ask).toContain('location.place_id');
    const [question] = proposal.report.readiness.questions.filter(({ name }) => name === 'location.place_id');
    expect(question).toMatchObject({
      setting: 'constants: { location.place_id: Novi Sad }',
      listings: 4,
      recommended: { answer: 'Novi Sad', why: { en: '4 titles name it.' } },
    });
    expect(proposal.report.readiness).toMatchObject({ ready: 4, problems: [] });

    const several = await propose(file(['Novi Sad', 'Kikinda']));
    const [open] = several.report.readiness.questions.filter(({ name }) => name === 'location.place_id');
    expect(open).toMatchObject({ listings: 4, recommended: null });
    const [field] = several.report.fields.filter((one) => one.field === 'location.place_id');
    expect(field?.doubt).toContain('Titles name Novi Sad, Kikinda');
  });
});

describe('a table of streets without a town', () => {
  const streets = ['Bulevar oslobođenja 12', 'Futoška 44', 'Cara Dušana 8', 'Jevrejska 21', 'Temerinska 90'];
  const asked = async (title: string, rows: readonly string[] = streets): Promise<unknown> => {
    const table = csv('ulica i broj', rows).toString('utf8');
    const proposal = await propose(Buffer.from(title === '' ? table : `${title}\n${table}`));
    if (ruleOf(proposal) !== undefined) return ruleOf(proposal);
    const [question] = proposal.report.readiness.questions.filter(({ name }) => name === 'location.place_id');
    return question?.recommended?.answer ?? question?.recommended;
  };

  it.each([
    ['', null],
    ['PONUDA STANOVA - NOVI SAD - NOVEMBAR,,,,,,,,,', 'NOVI SAD'],
    ['"Agencija Dom, Kikinda",,,,,,,,,', 'Kikinda'],
    ['Aktuelna ponuda Novi Sad 2026,,,,,,,,,', 'Novi Sad'],
    ['Beograd i Novi Sad,,,,,,,,,', null],
    ['Ponuda stanova,,,,,,,,,', null],
  ])('asks once for the town; above it stands “%s”', async (title, town) => {
    expect(await asked(title)).toBe(town);
  });

  it.each([
    ['beside the street', streets.map((street) => `"${street}, Novi Sad"`)],
    ['of some of them', [...streets.slice(0, 3), '"Mirna 3, Kikinda"', '"Duga 9, Beograd"']],
  ])('takes the town %s', async (_, rows) => {
    expect(await asked('', rows)).toMatchObject({ city: 'ulica i broj', table: 'place' });
  });
});

describe('a line that `unmapped` prints for a proposal', () => {
  it.each([
    ['grad,opstina', ['BGD grad,Vracar centar', 'NS,Liman', 'Seoce,Zemun']],
    ['lokacija', ['"Srbija, BGD, Djeram"', '"Srbija, NS, Liman"', '"Palilula, Seoce"']],
    ['opstina', ['Vračar', 'Zemun', 'Seoce']],
    ['mesto,naselje,kvart', ['BGD,Krst,Donji', 'NS,Liman,Gornji', 'Seoce,Dol,Dol']],
    ['adresa', ['"Mirna 3, BGD"', '"Glavna 4, NS"', '"Duga 9, Seoce"']],
  ])('can be pasted as it is: %s', async (columns, rows) => {
    const file = csv(columns, rows);
    const proposal = await propose(file);
    const lines = proposal.report.words.filter(({ field }) => field === 'location.place_id');
    expect(lines.length).toBeGreaterThan(0);
    const mapping = parse(proposal.yaml) as { tables: Record<string, { words?: Record<string, string> }> };
    for (const { yaml } of lines) {
      const pasted = parse((yaml ?? '').replace(/: (?:null|"[^"]*") \} \}$/, ': Kikinda } }')) as {
        tables: Record<string, Record<string, string>>;
      };
      for (const [table, words] of Object.entries(pasted.tables))
        mapping.tables[table] = {
          ...mapping.tables[table],
          words: { ...mapping.tables[table]?.words, ...words },
        };
    }
    const again = await propose(file, [
      { name: 'proposed', file: 'proposed.yaml', bases: {}, text: stringify(mapping) },
    ]);
    expect(again.preset).toBe('proposed');
    expect(placeProblems(again)).toEqual([]);
    expect(again.report.readiness.ready).toBe(rows.length);
  });
});
