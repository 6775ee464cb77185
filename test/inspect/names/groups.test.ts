import { expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';

const size = (index: number): number => 41 + index * 7;
const price = (index: number): number => size(index) * (1900 + ((index * 137) % 700));

/** Eighteen homes in JSON with keys of a test's own. */
async function homes(own: (index: number) => object): Promise<Proposal> {
  const oglasi = Array.from({ length: 18 }, (_, index) => ({
    sifra: `K-${700 + index * 3}`,
    vrsta_ponude: 'Prodaja',
    vrsta_nekretnine: ['Stan', 'Kuća', 'Garaža'][index % 3],
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    mesto: 'Novi Sad',
    ...own(index),
  }));
  return propose(JSON.stringify({ oglasi }));
}

async function propose(text: string): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const from = ({ report }: Proposal, field: string): string | null | undefined =>
  report.fields.find((one) => one.field === field)?.from;

it('the price is found in a group with fees, and the area beside those of the rooms', async () => {
  const proposal = await homes((index) => ({
    finansije: { iznos: { cena: price(index), valuta: 'EUR', provizija: Math.round(price(index) / 50) } },
    mere: { povrsina: size(index), terasa: 4 + (index % 5), sobe: 1 + (index % 5) },
    prostorije: [
      { naziv: 'Dnevni boravak', povrsina: Math.round(size(index) / 3) },
      { naziv: 'Kuhinja', povrsina: Math.round(size(index) / 5) },
    ],
  }));
  expect(from(proposal, 'price.amount')).toBe('finansije/iznos/cena');
  expect(from(proposal, 'structure.area_sqm')).toBe('mere/povrsina');
});

it('the areas of rooms alone are no area of the home', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    prostorije: [
      { naziv: 'Dnevni boravak', povrsina: Math.round(size(index) / 3) },
      { naziv: 'Kuhinja', povrsina: Math.round(size(index) / 5) },
    ],
  }));
  expect(from(proposal, 'structure.area_sqm') ?? null).toBeNull();
});

it('a count times an area is no price', async () => {
  const proposal = await homes((index) => ({
    iznos: `${price(index)}`,
    korisna: size(index),
    ukupna: Math.round(size(index) * 1.17),
    sobe: 1 + (index % 4),
  }));
  expect(['korisna', 'ukupna']).not.toContain(from(proposal, 'price.amount'));
});

it.each(['url', 'link', 'href', 'putanja'])(
  'pictures are found where each is an object with %s',
  async (key) => {
    const proposal = await homes((index) => ({
      cena_eur: price(index),
      prilozi: [1, 2, 3].map((number) => ({
        redosled: number,
        [key]: `https://agencija.example/${index}/${number}.jpg`,
      })),
    }));
    expect(from(proposal, 'photos')).toBe(`prilozi/${key}`);
  },
);

it.each(['parametar', 'parametr', 'param', 'osobina', 'option'])(
  'what is named beside its value has that name, whatever the element is called: %s',
  async (element) => {
    const pair = (name: string, value: number): string => `<${element} naziv="${name}">${value}</${element}>`;
    const ads = Array.from(
      { length: 18 },
      (_, index) =>
        `<oglas id="K-${700 + index}"><ponuda>Prodaja</ponuda><vrsta>Stan</vrsta><mesto>Novi Sad</mesto>` +
        pair('cena po metru', Math.round(price(index) / size(index))) +
        pair('cena_eur', price(index)) +
        pair('kvadratura', size(index)) +
        '</oglas>',
    );
    const proposal = await propose(`<oglasi>${ads.join('')}</oglasi>`);
    expect(from(proposal, 'price.amount')).toBe(`${element}[@naziv=cena_eur]`);
    expect(from(proposal, 'structure.area_sqm')).toBe(`${element}[@naziv=kvadratura]`);
  },
);

it.each([
  ['ime', 'vrednost'],
  ['naziv', 'vrijednost'],
  ['nombre', 'valor'],
  ['bezeichnung', 'wert'],
])('what is named by an element beside its value has that name: %s, %s', async (name, value) => {
  const pair = (named: string, of: number): string =>
    `<o><${name}>${named}</${name}><${value}>${of}</${value}></o>`;
  const ads = Array.from(
    { length: 18 },
    (_, index) =>
      `<oglas id="K-${700 + index}"><ponuda>Prodaja</ponuda><vrsta>Stan</vrsta><mesto>Novi Sad</mesto><oo>` +
      pair('cena po metru', Math.round(price(index) / size(index))) +
      pair('cena_eur', price(index)) +
      pair('kvadratura', size(index)) +
      '</oo></oglas>',
  );
  const proposal = await propose(`<oglasi>${ads.join('')}</oglasi>`);
  expect(from(proposal, 'price.amount')).toBe(`oo/o[${name}=cena_eur]/${value}`);
  expect(from(proposal, 'structure.area_sqm')).toBe(`oo/o[${name}=kvadratura]/${value}`);
});

it('codes in a column named for the kind are asked as words', async () => {
  const proposal = await homes((index) => ({
    vrsta_nekretnine: ['10', '20', '30'][index % 3],
    cena_eur: price(index),
  }));
  expect(from(proposal, 'category')).toBe('vrsta_nekretnine');
});

it('prices written with their currency are found without a name', async () => {
  const rows = Array.from({ length: 18 }, (_, index) =>
    [
      `B${String(10_000 + index * 37)}`,
      'Stan;Prodaja;Beograd',
      `${price(index).toLocaleString('de-DE')} €`,
      `${Math.round(price(index) / size(index)).toLocaleString('de-DE')} €/m2`,
      `${size(index)} m2`,
    ].join(';'),
  );
  expect(from(await propose(`${rows.join('\n')}\n`), 'price.amount')).toBe('#5');
});

it.each([
  ['2/5', '14/20', '1/3'],
  ['PR/4', '3/4', 'VPR/2'],
  ['2 / 5', '1 / 4', '6 / 6'],
])('a floor is told from the number of floors behind it: %s, %s, %s', async (...cells) => {
  const proposal = await homes((index) => ({ cena_eur: price(index), sprat: cells[index % 3] }));
  expect([from(proposal, 'structure.floor'), from(proposal, 'structure.total_floors')]).toEqual([
    'sprat',
    'sprat',
  ]);
});

it('homes that a Dutch column marks as sold are not on offer', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    verkocht: index % 6 === 0,
    gereserveerd: index % 5 === 0,
  }));
  const states = proposal.report.fields.filter(({ field }) => field === 'state').map((one) => one.from);
  expect(states).toEqual(['verkocht', 'gereserveerd']);
});
