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

it('what an object is called by another of its members is found by the words, whatever that member is called', async () => {
  const term = (taxonomy: string, name: string, index: number): object => ({
    ...{
      id: 10 + index,
      link: `https://a.example/${taxonomy}/${index}`,
      name,
      slug: name.toLowerCase(),
      taxonomy,
    },
  });
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    _embedded: {
      'wp:term': [
        [term('property_city', ['Niš', 'Subotica', 'Zrenjanin'][index % 3] ?? '', index)],
        [],
        [term('property_area', ['Centar', 'Prozivka', 'Bagljaš'][index % 3] ?? '', index)],
      ],
    },
    osobine: [
      { osobina_naslov: 'Sprat', osobina_podatak: String(1 + (index % 5)) },
      { osobina_naslov: 'Kvadratura', osobina_podatak: String(size(index)) },
      { osobina_naslov: 'Napomena', osobina_podatak: 'ključ kod komšije' },
    ],
  }));
  expect(from(proposal, 'location.neighbourhood')).toBe("_embedded/'wp:term'[taxonomy=property_area]/name");
  expect(from(proposal, 'structure.area_sqm')).toBe('osobine[osobina_naslov=Kvadratura]/osobina_podatak');
  expect(from(proposal, 'structure.floor')).toBe('osobine[osobina_naslov=Sprat]/osobina_podatak');
});

it('texts that two attributes tell apart are read in their language', async () => {
  const texts = (index: number): string =>
    [
      ['en', 'naslov', `Bright apartment number ${index} with a garage`],
      ['en', 'opis', `The apartment is in a quiet part of town and has a balcony, number ${index}.`],
      ['hr', 'naslov', `Svijetao stan broj ${index} s garažom`],
      ['hr', 'opis', `Stan se nalazi u mirnom dijelu grada i ima balkon, broj ${index}.`],
    ]
      .map(([j = '', p = '', text = '']) => `<t j="${j}" p="${p}">${text}</t>`)
      .join('');
  const ads = Array.from(
    { length: 18 },
    (_, index) =>
      `<n id="N${700 + index * 3}" cijena="${price(index)}" grad="Novi Sad" st="${index % 6 === 0 ? 'PRODANO' : 'A'}">${texts(index)}</n>`,
  );
  const { mapping, report } = await propose(`<izvoz><popis>${ads.join('')}</popis></izvoz>`);
  expect(mapping.fields).toMatchObject({
    'title.sr': [{ from: 't[@p=naslov][@j=hr]' }, { from: 't[@p=naslov][@j=en]' }],
    'description.sr': [{ from: 't[@p=opis][@j=hr]' }, { from: 't[@p=opis][@j=en]' }],
    'title.en': 't[@p=naslov][@j=en]',
  });
  // Sold homes are known by a word, so that the codes beside it are asked about.
  expect(report.fields.find(({ field }) => field === 'state')).toMatchObject({ from: '@st' });
});

it('sides of a house are no states, and codes of kinds are no offers', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    strana: ['N', 'E', 'S', 'W'][index % 4],
    tip: ['S', 'K', 'P', 'L', 'G'][index % 5],
    vrsta_ponude: ['PRO', 'IZD'][index % 2],
    cena: index % 2 === 0 ? price(index) : 300 + index,
  }));
  expect(from(proposal, 'state') ?? null).toBeNull();
  expect(from(proposal, 'transaction')).toBe('vrsta_ponude');
});

it('a number that only counts the rows is no id beside a code, and remarks below a table have none', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => [
    ...[`${index + 1}`, `N${10_000 + index * 37}`, 'Stan', 'Prodaja', `${price(index)}`, `${size(index)}`],
    ...['Novi Sad', `Lep stan broj ${index} u blizini centra grada`],
  ]);
  const names = ['R.br.', 'Šifra', 'Vrsta', 'Usluga', 'Cena EUR', 'm2', 'Grad', 'Naslov'];
  const table = [names, ...rows, ['Crveno je hitno', '', '', '', '', '', '', '']];
  const { mapping } = await propose(table.map((row) => row.join(';')).join('\n'));
  expect(mapping.source_id).toBe('Šifra');
});

it('a mark that stands at sold homes alone is read, and a title without the name of the agency behind it', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    naslov: undefined,
    seo: { title: `Lepa nekretnina broj ${index} blizu centra - Agencija Primer` },
    title: { rendered: `Lepa nekretnina broj ${index} blizu centra` },
    oznaka: index % 6 === 0 ? 'Prodato' : '',
    ulica: ['Cara Dušana', 'Njegoševa', 'Dositejeva'][index % 3],
    ulicni_broj: String(1 + index * 2),
  }));
  expect(from(proposal, 'title.sr')).toBe('title/rendered');
  expect(from(proposal, 'state')).toBe('oznaka');
  expect(proposal.mapping.fields).toMatchObject({ 'location.address_line': expect.anything() as unknown });
  expect(JSON.stringify(proposal.mapping.fields)).toContain('ulicni_broj');
});

it('what belongs to a room or a picture is nothing of the home, whatever the room is called', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    kvadratura: size(index),
    sobe: [
      { naziv: 'Dnevna soba', povrsina: String(20 + (index % 4)) },
      { naziv: 'Spavaća soba', povrsina: '12' },
      { naziv: 'Terasa', povrsina: '5' },
    ],
    prilozi: [
      { oznaka: 'Kupatilo', fajl: `${index}a.jpg` },
      { oznaka: 'Garaža', fajl: `${index}b.jpg` },
    ],
  }));
  expect(from(proposal, 'structure.area_sqm')).toBe('kvadratura');
  for (const field of ['rooms', 'terrace', 'bathrooms', 'garage'])
    expect(from(proposal, `structure.${field}`) ?? null).toBeNull();
});

it.each(['garaza_status', 'prodato_u_zgradi'])(
  'that a garage or another home is sold ends no offer: %s',
  async (name) => {
    const proposal = await homes((index) => ({
      cena_eur: price(index),
      [name]: index % 6 === 0 ? 'Prodato' : '',
    }));
    expect(from(proposal, 'state') ?? null).toBeNull();
  },
);

it('what is said of rooms is not said of the home', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    prostorije: [
      { naziv: 'Spavaća soba', vrednost: String(11 + (index % 4)) },
      { naziv: 'Kupatilo', vrednost: String(4 + (index % 3)) },
      { naziv: 'Terasa', vrednost: '7' },
    ],
    sobe: [
      { naziv: 'Dnevna soba', dimenzije: '5 x 4', sprat: String(index % 3) },
      { naziv: 'Spavaća soba', dimenzije: '4 x 3', sprat: String(1 + (index % 3)) },
    ],
  }));
  expect(from(proposal, 'structure.floor') ?? null).toBeNull();
  for (const field of ['structure.rooms', 'structure.bathrooms', 'structure.terrace'])
    expect(from(proposal, field) ?? null).toBeNull();
});

it('two letters of a country are no currency, whatever they mean elsewhere', async () => {
  for (const country of ['RS', 'KM', 'LE']) {
    const proposal = await homes((index) => ({
      cena: price(index),
      kvadratura: size(index),
      lokacija: { mesto: 'Novi Sad', country_short: country },
    }));
    expect(from(proposal, 'price.currency') ?? null).toBeNull();
    expect(proposal.report.readiness.questions.map(({ name }) => name)).toContain('price.currency');
  }
});

it('a word that another language has for a charge is the name that it is in the language of the file', async () => {
  const proposal = await homes((index) => ({
    id: index,
    type: 'post',
    status: 'publish',
    title: { rendered: `Oglas broj ${index}` },
    link: `https://agencija.example/oglas/${index}`,
    vrsta_ponude: undefined,
    polja: { cena: price(index), kvadratura: size(index), broj_soba: 1 + (index % 4), sprat: index % 6 },
    _embedded: {
      terms: [
        { taxonomy: 'usluga', name: index % 3 === 0 ? 'Izdavanje' : 'Prodaja' },
        { taxonomy: 'grad', name: 'Novi Sad' },
        { taxonomy: 'vrsta_nekretnine', name: 'Stan' },
      ],
    },
  }));
  expect(from(proposal, 'transaction')).toBe('_embedded/terms[taxonomy=usluga]/name');
});

it('sizes are told apart by what each is of, in a list of sizes', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    povrsine: [
      { vrsta: 'neto', m2: size(index) },
      { vrsta: 'okućnica', m2: 300 + index * 11 },
      { vrsta: 'terasa', m2: 4 + (index % 5) },
    ],
  }));
  expect(from(proposal, 'structure.area_sqm')).toBe('povrsine[vrsta=neto]/m2');
  expect(from(proposal, 'attributes')).toBe('povrsine[vrsta=okućnica]/m2');
});

it('sizes of rooms are no size of the home, in a list of sizes', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    povrsine: [
      { vrsta: 'spavaća soba', m2: 11 + (index % 4) },
      { vrsta: 'kuhinja', m2: 7 + (index % 3) },
      { vrsta: 'terasa', m2: 4 + (index % 5) },
    ],
  }));
  for (const field of ['structure.area_sqm', 'structure.rooms', 'structure.terrace'])
    expect(from(proposal, field) ?? null).toBeNull();
});
