import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';

async function propose(text: string): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

/** Eighteen homes with columns of a test's own. */
const homes = (own: (index: number) => Record<string, string | number>): Promise<Proposal> => {
  const rows = Array.from({ length: 18 }, (_, index) => ({
    sifra: `K-${700 + index * 3}`,
    vrsta_ponude: 'Prodaja',
    vrsta_nekretnine: index % 2 === 0 ? 'Stan' : 'Kuća',
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    mesto: 'Novi Sad',
    ...own(index),
  }));
  const [first = {}] = rows;
  return propose(
    `${Object.keys(first).join(';')}\n${rows.map((row) => Object.values(row).join(';')).join('\n')}\n`,
  );
};

const from = ({ report }: Proposal, field: string): string | null | undefined =>
  report.fields.find((one) => one.field === field)?.from;

const size = (index: number): number => 41 + index * 7;
const price = (index: number): number => size(index) * (1900 + ((index * 137) % 700));

describe('columns prove each other', () => {
  it.each([
    ['sqr_m', 'price_by_surface', 'cena'],
    ['qwert', 'zuiop', 'asdfg'],
    ['m_cons', 'yxcvb', 'sum_total'],
  ])(
    'the price divided by the area is the price of a square metre: %s, %s, %s',
    async (area, rate, total) => {
      const proposal = await homes((index) => ({
        [rate]: Math.round(price(index) / size(index)),
        [area]: size(index),
        [total]: price(index),
      }));
      expect([from(proposal, 'structure.area_sqm'), from(proposal, 'price.amount')]).toEqual([area, total]);
    },
  );

  it('amounts with words, and homes among other records, prove each other too', async () => {
    const rate = (index: number): number => Math.round(price(index) / size(index));
    const isLet = (index: number): boolean => index % 6 === 2;
    const proposal = await homes((index) => ({
      qwert: isLet(index) ? `${size(index) * 9} € / mesec` : `${price(index)} €`,
      // Land has a price for its area, and no area of a home.
      zuiop: isLet(index) ? 9 : index % 3 === 0 ? 80 + index : rate(index),
      asdfg: index % 3 === 0 ? '' : size(index),
    }));
    expect([from(proposal, 'structure.area_sqm'), from(proposal, 'price.amount')]).toEqual([
      'asdfg',
      'qwert',
    ]);
  });

  it('neither of two factors is taken where nothing says which one is the size', async () => {
    const proposal = await homes((index) => ({
      qwert: 30 + index,
      zuiop: 31 + ((index * 5) % 17),
      asdfg: (30 + index) * (31 + ((index * 5) % 17)),
    }));
    expect(from(proposal, 'structure.area_sqm')).toBeUndefined();
    expect(from(proposal, 'price.amount')).toBeNull();
  });

  it('a plot is no area of a home, whatever its figures look like', async () => {
    const proposal = await homes((index) => ({
      cena: price(index),
      m_parcela: 61 + index * 9,
      m_cons: 141 + index,
    }));
    expect(from(proposal, 'structure.area_sqm')).toBe('m_cons');
    const without = await homes((index) => ({ cena: price(index), m_parcela: 61 + index * 9 }));
    expect(from(without, 'structure.area_sqm')).toBeUndefined();
  });

  it.each([
    ['brutM2', 'netM2'],
    ['povrsina_bruto', 'povrsina_neto'],
    ['superficie construida', 'superficie útil'],
    ['superficieCommerciale', 'superficieCalpestabile'],
    ['gross_area', 'usable_area'],
    ['built_area', 'area'],
    ['Bruttofläche', 'Nettofläche'],
  ])(
    'the area with its walls is not that of the home, unless it stands alone: %s, %s',
    async (gross, net) => {
      const whole = (index: number): number => Math.round(size(index) * (1.1 + (index % 4) / 20));
      const proposals = await Promise.all([
        homes((index) => ({ cena: price(index), [gross]: whole(index), [net]: size(index) })),
        homes((index) => ({ cena: price(index), [net]: size(index), [gross]: whole(index) })),
        homes((index) => ({ cena: price(index), [gross]: size(index) })),
      ]);
      expect(proposals.map((one) => from(one, 'structure.area_sqm'))).toEqual([net, net, gross]);
    },
  );

  it.each([
    ['cena_brutto', 'cena_netto'],
    ['brutto_preis', 'netto_preis'],
    ['iznos_bruto', 'iznos_neto'],
  ])('prices with and without tax are no areas: %s, %s', async (gross, net) => {
    const proposal = await homes((index) => ({
      [gross]: price(index),
      [net]: Math.round(price(index) / 1.2),
      kvadratura: size(index),
    }));
    expect(from(proposal, 'structure.area_sqm')).toBe('kvadratura');
  });

  it('titles that name the square metres prove their column', async () => {
    const proposal = await homes((index) => ({
      naslov: `Stan ${size(index)} m2, Liman ${index}`,
      cena: price(index),
      qwert: `${size(index)}.00`,
      zuiop: 20 + ((index * 11) % 50),
    }));
    expect(from(proposal, 'structure.area_sqm')).toBe('qwert');
  });

  it('a few titles prove the column of which they round the square metres', async () => {
    const proposal = await proposeMapping(
      Buffer.from(
        JSON.stringify(
          [31, 58].map((whole, index) => ({
            ...{ q1: `T-${index}71`, q2: 'Prodaja', q3: 'Stan', q4: `Lep stan ${whole} m2, Liman ${index}` },
            ...{ q5: whole - 0.35, q6: 20 + index * 30, q7: 'Novi Sad' },
          })),
        ),
      ),
    );
    if (!proposal.ok) throw new Error(proposal.reason);
    expect(from(proposal, 'structure.area_sqm')).toBe('q5');
  });

  it('a date before the creation is no date of a change', async () => {
    const dates = (datum: number, unos: number) =>
      homes((index) => ({
        cena: price(index),
        datum: `2026-03-${String(datum + (index % 5)).padStart(2, '0')}`,
        datum_unosa: `2026-03-${String(unos + (index % 5)).padStart(2, '0')}`,
      }));
    expect((await dates(20, 10)).mapping.updated_at).toMatchObject({ from: 'datum' });
    expect((await dates(10, 20)).mapping).not.toHaveProperty('updated_at');
    const alone = await homes((index) => ({ cena: price(index), datum: `2026-03-${10 + index}` }));
    expect(alone.mapping).not.toHaveProperty('updated_at');
  });

  it('coordinates show by themselves which one they are', async () => {
    const proposal = await homes((index) => ({
      cena: price(index),
      lat: (19.8 + index / 1000).toFixed(5),
      lng: (45.2 + index / 1000).toFixed(5),
    }));
    expect(proposal.mapping.values).not.toMatchObject({ latitude: { from: 'lat' } });
    const right = await homes((index) => ({
      cena: price(index),
      qwert: (19.8 + index / 1000).toFixed(5),
      zuiop: (45.2 + index / 1000).toFixed(5),
    }));
    expect(right.mapping.values).toMatchObject({ latitude: { from: 'zuiop' }, longitude: { from: 'qwert' } });
  });

  it('names tell coordinates apart where both could be latitudes', async () => {
    const { mapping } = await homes((index) => ({
      cena: price(index),
      latitude: (39.9 + index / 1000).toFixed(5),
      longitude: (41.2 + index / 1000).toFixed(5),
    }));
    expect(mapping.values).toMatchObject({
      latitude: { from: 'latitude' },
      longitude: { from: 'longitude' },
    });
  });

  it('a home has no more bedrooms than rooms, and no floor above the last one', async () => {
    const proposal = await homes((index) => ({
      cena: price(index),
      broj_soba: 1 + (index % 2),
      spavace_sobe: 2 + (index % 3),
      sprat: 1 + (index % 4),
      spratnost: 5,
    }));
    expect(from(proposal, 'structure.rooms')).toBeUndefined();
    expect(from(proposal, 'structure.bedrooms')).toBeUndefined();
    expect([from(proposal, 'structure.floor'), from(proposal, 'structure.total_floors')]).toEqual([
      'sprat',
      'spratnost',
    ]);
  });

  it('of two columns whose names mean a title and an address, the one with titles is no address', async () => {
    const proposal = await homes((index) => ({
      naslov: index % 2 === 0 ? `Prenovljeno stanovanje, Tabor, ${40 + index} m2` : 'Samostojna hiša z vrtom',
      'naslov objekta': `Dunajska cesta ${index + 3}`,
      kraj: 'Maribor',
      cena: price(index),
    }));
    expect([from(proposal, 'title.sr'), from(proposal, 'location.address_line')]).toEqual([
      'naslov',
      'naslov objekta',
    ]);
  });

  it('streets with house numbers are found under any name, and none where few differ', async () => {
    const streets = ['Jovana Cvijića', 'Cara Dušana', 'Svetog Save', 'Užička', 'Bulevar oslobođenja'];
    const found = await homes((index) => ({
      cena: price(index),
      potez: `${streets[index % 5]} ${index + 1}`,
    }));
    expect(from(found, 'location.address_line')).toBe('potez');
    const lamella = await homes((index) => ({ cena: price(index), potez: `Lamela ${index + 1}` }));
    expect(from(lamella, 'location.address_line')).not.toBe('potez');
  });

  it('a street and its number in one column are an address', async () => {
    const streets = ['Jovana Cvijića', 'Cara Dušana', 'Svetog Save', 'Užička', 'Bulevar oslobođenja'];
    const proposal = await homes((index) => ({
      cena: price(index),
      'Ulica i kućni broj': `${streets[index % 5]} ${index + 1}`,
    }));
    expect(from(proposal, 'location.address_line')).toBe('Ulica i kućni broj');
  });

  it('one column has the floor and the number of floors, whichever of them its name means', async () => {
    const proposal = await homes((index) => ({ cena: price(index), spratnost: `${1 + (index % 4)}/5` }));
    expect(['structure.floor', 'structure.total_floors'].map((field) => from(proposal, field))).toEqual([
      'spratnost',
      'spratnost',
    ]);
  });

  it('areas are read in any unit, and as the first of three parts', async () => {
    const proposal = await homes((index) => ({
      cena: price(index),
      povrsina: index % 2 === 0 ? `${60 + index}/${40 + index}/9` : String(60 + index),
      'površina zemljišta': index % 2 === 0 ? '' : `1 ha ${10 + index} ari`,
    }));
    expect(proposal.mapping.fields).toMatchObject({
      'structure.area_sqm': { from: 'povrsina', area: 1 },
      attributes: { plot_area: { value: { from: 'površina zemljišta', area: 1 } } },
    });
  });

  it('the initials of yes and no are flags, and states where the column ends the offer', async () => {
    const proposal = await homes((index) => ({
      cena: price(index),
      lift: index % 2 === 0 ? 'D' : 'N',
      prodato: index % 9 === 0 ? 'D' : 'N',
    }));
    expect(from(proposal, 'structure.elevator')).toBe('lift');
    expect(proposal.mapping.booleans).toEqual({ true: ['D'], false: ['N'] });
    expect(proposal.mapping.tables).toMatchObject({ state_sold: { words: { D: 'sold', N: null } } });
  });

  it('rooms and living rooms are added up in Turkish files alone', async () => {
    const turkish = await propose(
      `İlan No;Fiyat;Emlak Tipi;Oda Sayısı;Şehir\n${Array.from({ length: 8 }, (_, index) => `T-${70 + index};9${index}000;Daire;${1 + (index % 3)}+1;Bursa`).join('\n')}\n`,
    );
    expect(turkish.mapping.tables).toMatchObject({ rooms: { words: { '1+1': 2, '3+1': 4 } } });
    const serbian = await homes((index) => ({ cena: price(index), broj_soba: `${1 + (index % 3)}+1` }));
    expect(from(serbian, 'structure.rooms')).toBeUndefined();
  });

  it('a column of streets is no title, whatever its name', async () => {
    const streets = [
      'Dunajska cesta',
      'Slovenska cesta',
      'Celovška cesta',
      'Trubarjeva ulica',
      'Tržaška cesta',
    ];
    const proposal = await homes((index) => ({
      naslov: `${streets[index % 5]} ${index + 3}`,
      cena: price(index),
    }));
    expect(from(proposal, 'title.sr') ?? null).toBeNull();
  });

  it('a column of people is no kind of property', async () => {
    const proposal = await homes((index) => ({
      cena: price(index),
      tip: index % 3 === 0 ? 'business' : 'private',
    }));
    expect(from(proposal, 'category')).toBe('vrsta_nekretnine');
    expect(JSON.stringify(proposal.mapping)).not.toContain('business');
  });
});

describe('pictures', () => {
  const ad = (index: number, more: string): string =>
    `<stan><sifra>K-${index}7</sifra><ponuda>prodaja</ponuda><vrsta>Stan</vrsta><cena>9${index}000</cena><grad>Niš</grad>${more}
      <slike><slika>https://a.example/${index}-1.jpg</slika><slika>https://a.example/${index}-2.jpg</slika></slike></stan>`;
  const feed = (more: (index: number) => string): string =>
    `<oglasi>${Array.from({ length: 8 }, (_, index) => ad(index, more(index))).join('')}</oglasi>`;

  it.each(['qrcode', 'logo', 'tlocrt', 'slika_agenta', 'qwert'])(
    'of a column %s are no photos',
    async (name) => {
      const proposal = await propose(
        feed((index) => `<${name}>https://a.example/${name}/${index}.png</${name}>`),
      );
      expect(proposal.mapping.fields).toMatchObject({ photos: { from: 'slike/slika' } });
    },
  );

  it('that are the same in most ads are none of them', async () => {
    const proposal = await propose(feed(() => '<slika>https://a.example/krov.png</slika>'));
    expect(proposal.mapping.fields).toMatchObject({ photos: { from: 'slike/slika' } });
  });
});

it('the date of the file above the records is no date of their creation', async () => {
  const proposal = await propose(
    `<transfer erstellt="2026-11-01T03:12:44"><objekte>${Array.from(
      { length: 12 },
      (_, index) =>
        `<objekt id="${700 + index * 3}" angelegt="2026-0${1 + (index % 6)}-15T11:00:00" geaendert="2026-08-${10 + index}T09:00:00">` +
        `<vermarktung>Kauf</vermarktung><objektart>Wohnung</objektart><kaufpreis waehrung="EUR">${price(index)}</kaufpreis>` +
        `<wohnflaeche>${size(index)}</wohnflaeche><ort>Novi Sad</ort></objekt>`,
    ).join('')}</objekte></transfer>`,
  );
  expect(from(proposal, 'updated_at')).toBe('@geaendert');
});

it('a map is no picture of the home, and holds its place', async () => {
  const proposal = await homes((index) => ({
    cena_eur: price(index),
    karta_sirina: (45.2 + index / 1000).toFixed(5),
    karta_duzina: (19.8 + index / 900).toFixed(5),
    karta_slika: `https://agencija.example/karta/${index}.png`,
  }));
  expect([from(proposal, 'location.lat'), from(proposal, 'location.lng')]).toEqual([
    'karta_sirina',
    'karta_duzina',
  ]);
  expect(from(proposal, 'photos') ?? null).toBeNull();
});

describe('short names and names beside', () => {
  it.each(['Br.', 'br', 'Br'])('the number of the house is no number of bedrooms: %s', async (name) => {
    const { mapping } = await homes((i) => ({
      ulica: 'Jevrejska',
      [name]: i + 1,
      cena_eur: 90_000 + i * 700,
    }));
    expect(mapping.fields).not.toHaveProperty(['structure.bedrooms']);
    expect(JSON.stringify(mapping.fields)).toContain(`{${name}}`);
  });

  it('a column of values is what the column beside it says in all ads', async () => {
    const { mapping } = await homes((i) => ({
      ...{
        cena_eur: 90_000 + i * 700,
        'Attribute 1 name': 'Površina',
        'Attribute 1 value(s)': `${41 + i} m²`,
      },
      ...{ 'Attribute 2 name': 'Sprat', 'Attribute 2 value(s)': i % 5 },
    }));
    expect(mapping.fields).toMatchObject({
      'structure.area_sqm': { from: "'Attribute 1 value(s)'" },
      'structure.floor': "'Attribute 2 value(s)'",
    });
  });

  it.each([
    ['Naziv svojstva', 'Vrijednost(i) svojstva'],
    ['Naziv atributa', 'Vrednost atributa'],
    ['Name of attribute', 'Values of attribute'],
  ])('so is one whose number stands behind: %s 1', async (name, value) => {
    const { mapping } = await homes((i) => ({
      ...{ cena_eur: 90_000 + i * 700, [`${name} 1`]: 'Površina', [`${value} 1`]: `${41 + i} m²` },
      ...{ [`${name} 2`]: 'Sprat', [`${value} 2`]: i % 5 },
    }));
    expect(JSON.stringify(mapping.fields)).toContain(
      `"structure.area_sqm":{"from":"'${value} 1'"`.replaceAll("'", value.includes('(') ? "'" : ''),
    );
    expect(JSON.stringify(mapping.fields)).toContain(`${value} 2`);
  });

  it('a column of values is nothing where the one beside it says several things', async () => {
    const { mapping } = await homes((i) => ({
      ...{ cena_eur: 90_000 + i * 700, 'Attribute 1 name': i % 2 === 0 ? 'Površina' : 'Sprat' },
      'Attribute 1 value(s)': i % 2 === 0 ? 41 + i : i % 5,
    }));
    expect(mapping.fields).not.toHaveProperty(['structure.area_sqm']);
    expect(mapping.fields).not.toHaveProperty(['structure.floor']);
  });

  it.each([
    ['sob.', ['1,5', '2,0', '3,0', '2,5'], 'structure.rooms'],
    ['Gr.', ['CG', 'EG', 'TA', 'Gas'], 'structure.heating'],
    ['Namješten', ['Namješten', 'Nenamješten', 'Polunamješten', 'Namješten'], 'structure.furnished'],
  ])('abbreviations and words of the region are read: %s', async (name, cells, field) => {
    const { mapping } = await homes((i) => ({ cena_eur: 90_000 + i * 700, [name]: cells[i % 4] ?? '' }));
    expect(mapping.fields).toHaveProperty([field]);
  });
});
