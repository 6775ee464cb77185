import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { detectFormat, type FormatFinding } from '../../src/inspect/init/profile/detect-format.js';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
import type { JsonFormat } from '../../src/model/feed-format.js';
import { jsonOf } from '../feed/json-of.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { mappingOf } from '../mapping/shipped-mapping.js';

const { reference } = sandboxReference();

function detect(text: string, encoding = 'utf-8'): FormatFinding {
  const found = detectFormat(iconv.encode(text, encoding));
  if ('reason' in found) throw new Error(found.reason);
  return found;
}

async function propose(text: string): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const home =
  '<cena>90000</cena><naslov>Stan na Limanu</naslov><mesto>Novi Sad</mesto><kvadratura>50</kvadratura>';

describe('the encoding of an unknown file', () => {
  const row = (name: string): string => `1;Stan u naselju ${name};90000;Niš\n`;

  it('is windows-1250 where letters of Central Europe say so, and that is told as a doubt', () => {
    const text = `id;naslov;cena;mesto\n${row('Čukarica').repeat(4)}${row('Žarkovo, kuća đak').repeat(4)}`;
    const { encoding } = detect(text, 'windows-1250');
    expect(encoding).toMatchObject({ encoding: 'windows-1250', setting: 'windows-1250' });
    expect(encoding.text).toContain('Žarkovo');
    expect(encoding.doubts[0]).toContain('its letters fit windows-1250');
  });

  it('is windows-1252 where letters of the West say so', () => {
    const text = `id;titre;prix;ville\n${'1;Maison située à Fréjus, près de la forêt;90000;Saint-Raphaël\n'.repeat(5)}`;
    expect(detect(text, 'windows-1252').encoding.encoding).toBe('windows-1252');
  });

  it('is UTF-8 where the bytes are, whatever the declaration says', () => {
    const text = `<?xml version="1.0" encoding="windows-1250"?><oglasi><oglas><id>1</id><naslov>Čukarica</naslov></oglas></oglasi>`;
    const { encoding } = detect(text);
    expect(encoding).toMatchObject({ encoding: 'utf-8', setting: 'utf-8' });
    expect(encoding.doubts[0]).toContain('declares windows-1250');
  });

  it('is not doubted where file and declaration agree', () => {
    const text = '<?xml version="1.0" encoding="UTF-8"?><oglasi><oglas><id>1</id></oglas></oglasi>';
    expect(detect(text).encoding).toMatchObject({ setting: 'auto', doubts: [] });
  });
});

describe('the records of an XML file', () => {
  it.each([
    ['one element, repeated', `<a><b><id>1</id>${home}</b><b><id>2</id>${home}</b></a>`, 'a/b'],
    [
      'grouping parents',
      `<a><g t="s"><b><id>1</id>${home}</b><b><id>2</id>${home}</b></g><g t="r"/></a>`,
      'a/g/b',
    ],
    [
      'several names',
      `<a><flat><id>1</id>${home}</flat><flat><id>2</id>${home}</flat><land><id>3</id>${home}</land></a>`,
      ['a/flat', 'a/land'],
    ],
    [
      'attributes alone',
      '<a><b id="1" cena="9" naslov="x" mesto="y"/><b id="2" cena="8" naslov="z" mesto="y"/></a>',
      'a/b',
    ],
    [
      'pairs of names and values',
      '<a><b><id>1</id><p name="cena">9</p><p name="mesto">y</p><p name="naslov">z</p></b><b><id>2</id><p name="cena">9</p></b></a>',
      'a/b',
    ],
    [
      'lists inside of records',
      `<a><b><id>1</id>${home}<slike><url>https://a.example/1.jpg</url><url>https://a.example/2.jpg</url></slike></b></a>`,
      'a/b',
    ],
  ])('are found: %s', (_what, text, records) => {
    expect(detect(text).guess.format).toMatchObject({ container: 'xml', root: 'a', records });
  });
});

describe('the dialect of a table', () => {
  const cells = ['7', 'Stan, Liman', '90000', 'Novi Sad'];

  it.each([';', '\t', '|', '#', '!#', '~'])('is found by its rows: %j between cells', (delimiter) => {
    const names = ['sifra', 'naslov', 'cena', 'mesto'].join(delimiter);
    const text = `${names}\n${`${cells.join(delimiter)}\n`.repeat(6)}`;
    expect(detect(text).guess.format).toMatchObject({
      container: 'csv',
      delimiter,
      columns: ['sifra', 'naslov', 'cena', 'mesto'],
    });
  });

  it('has quotes where cells hold delimiters and line breaks', () => {
    const row = '7,"Stan, Liman\nu centru",90000,"Novi ""Sad"""\n';
    expect(detect(`id,naslov,cena,mesto\n${row.repeat(5)}`).guess.format).toMatchObject({ delimiter: ',' });
  });

  it('has no header where the first row is like the others', () => {
    const { guess } = detect('"7"!#"Stan na Limanu"!#"90000"!#"Novi Sad"\n'.repeat(5));
    expect(guess.format).toMatchObject({ delimiter: '!#', header: false, columns: 4 });
    expect(guess.doubts[0]).toContain('no names');
  });

  it('is declared by the file itself where it has sections', () => {
    const text =
      "#HEADER#\nVERSION : 3\nEOF : '^'\nEOR : '~'\n\n#DEFINITION#\nAGENT_REF^PRICE^SUMMARY^~\n\n#DATA#\n1^90000^A flat^~\n#END#\n";
    expect(detect(text).guess.format).toMatchObject({
      container: 'csv',
      columns: ['AGENT_REF', 'PRICE', 'SUMMARY'],
    });
  });
});

describe('the records of a JSON file', () => {
  const ad = { id: 'a1', price: 90000, title: 'Stan', city: 'Novi Sad' };

  it('are the list of objects that tells most', () => {
    const text = JSON.stringify({
      agency: { name: 'A' },
      result: { offices: [{ city: 'Niš' }], ads: [ad, ad] },
    });
    expect(detect(text).guess.format).toMatchObject({
      container: 'json',
      root: ['result'],
      records: 'result/ads',
    });
  });

  it('may be the file', () => {
    expect(detect(JSON.stringify([ad])).guess.format).toMatchObject({ records: '.' });
  });
});

it('says of what is no feed that it is none', async () => {
  expect(await proposeMapping(Buffer.from('Not found\n'))).toMatchObject({ ok: false });
});

describe('whether a file is full', () => {
  const record = (id: string): string => `<b><id>${id}</id>${home}</b>`;

  it('is what its header says', async () => {
    const text = `<a><header><sadrzaj>delta</sadrzaj></header>${record('x1')}${record('x2')}</a>`;
    expect((await propose(text)).report.kind).toMatchObject({
      kind: 'delta',
      why: expect.stringContaining('delta') as string,
    });
  });

  it('is taken for granted where nothing is said', async () => {
    expect((await propose(`<a>${record('x1')}${record('x2')}</a>`)).report.kind.kind).toBe('full');
  });
});

describe('a copy of a database in JSON', () => {
  const table = (name: string, data: object[]): object => ({
    type: 'table',
    name,
    database: 'agencija',
    data,
  });
  const towns = table('gradovi', [
    { id: '1', naziv: 'Sarajevo' },
    { id: '2', naziv: 'Tuzla' },
  ]);
  const kinds = table('kategorije', [
    { id: '3', naziv: 'Stan' },
    { id: '4', naziv: 'Kuća' },
  ]);
  const home = (index: number): Record<string, string> => ({
    ...{ id: String(301 + index), sifra: `N${index}`, naslov: `Nekretnina broj ${index}`, akcija: 'prodaja' },
    ...{ cijena: String(90_000 + index * 700), valuta: 'EUR', povrsina: String(40 + index) },
    ...{ kategorija_id: String(3 + (index % 2)), grad_id: String(1 + (index % 2)) },
  });
  const homes = [...Array(8).keys()].map(home);
  const text = (...tables: object[]): string =>
    JSON.stringify([{ type: 'header', version: '5.2.1' }, { type: 'database', name: 'agencija' }, ...tables]);

  const photos = table(
    'slike',
    homes.flatMap(({ id = '' }, index) =>
      [2, 1].map((order) => ({
        ...{ id: String(index * 2 + order), nekretnina_id: id, redosled: String(order) },
        url: `https://a.example/${id}/${order}.jpg`,
      })),
    ),
  );
  /** What is read of the listings of a copy. */
  const read = async (whole: string): Promise<unknown[]> => {
    const proposal = await propose(whole);
    const mapping = mappingOf(proposal.yaml);
    return (await jsonOf(whole, mapping.format as JsonFormat)).parsed.map((result) => {
      if (!result.ok) throw new Error(result.reason);
      const { record } = result;
      const [listing] = mapping.map(record, { reference, photoMax: 10 }).listings;
      const { category, location, photos: own } = listing?.payload ?? {};
      return { category, place: (location as { place_id?: string } | undefined)?.place_id, photos: own };
    });
  };

  it.each([
    ['the copy of a database', (tables: readonly { name: string; data: object[] }[]) => text(...tables)],
    [
      'lists beside each other',
      (tables: readonly { name: string; data: object[] }[]) =>
        JSON.stringify(Object.fromEntries(tables.map(({ name, data }) => [name, data]))),
    ],
  ])('has its listings joined with their towns, kinds and photos: %s', async (_name, write) => {
    const places = table('gradovi', [
      { id: '1', naziv: 'Novi Sad' },
      { id: '2', naziv: 'Niš' },
    ]);
    const whole = homes.map((one, index) => ({
      ...{ ...one, adresa: `Jevrejska ${index + 1}` },
      opis: `Svetla nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
    }));
    const all = [places, kinds, table('nekretnine', whole), photos] as { name: string; data: object[] }[];
    const [first, second, ...others] = await read(write(all));
    expect(others).toHaveLength(6);
    expect(first).toMatchObject({
      photos: [{ url: 'https://a.example/301/1.jpg' }, { url: 'https://a.example/301/2.jpg' }],
    });
    const found = [first, second].map((one) => (one as { place: unknown }).place);
    expect(found).toEqual([expect.any(String), expect.any(String)]);
    expect(found[0]).not.toBe(found[1]);
    expect([first, second]).toMatchObject([{ category: 'apartment' }, { category: 'house' }]);
  });

  it('has the listings of all lists that are alike, with what they refer to', async () => {
    const [sales, rents] = [homes.slice(0, 4), homes.slice(4)];
    const { data: gradovi } = towns as unknown as { data: object[] };
    const proposal = await propose(JSON.stringify({ prodaja: sales, izdavanje: rents, gradovi }));
    expect(proposal.format.records).toBe(8);
    expect(proposal.mapping.format).toMatchObject({
      records: ['prodaja', 'izdavanje'],
      joins: [{ records: 'gradovi', to: 'grad_id' }],
    });
  });

  it('never takes its photos for listings, and says what is not read', async () => {
    const proposal = await propose(
      text(
        photos,
        table('nekretnine', homes),
        towns,
        kinds,
        table('dnevnik', [{ id: '1', poruka: 'Prijava' }]),
      ),
    );
    expect(proposal.format.records).toBe(8);
    expect(proposal.report.doubts.join(' ')).toContain('"dnevnik"');
  });

  it('is a feed where its one table says all', async () => {
    const whole = homes.map((one) => ({ ...one, grad: 'Tuzla', vrsta_nekretnine: 'Stan' }));
    const proposal = await propose(text(table('nekretnine', whole)));
    expect(proposal.format.records).toBe(8);
  });

  it('is a feed where other tables have nothing to do with its listings', async () => {
    const whole = homes.map(({ grad_id: _town, kategorija_id: _kind, ...one }) => ({
      ...one,
      grad: 'Tuzla',
    }));
    expect(
      detect(text(table('podesavanja', [{ kljuc: 'kurs', vrednost: '117' }]), table('oglasi', whole))),
    ).toMatchObject({
      guess: { format: { container: 'json' } },
    });
  });
});
