import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPresets } from '../../src/effective/mapping-files.js';
import { proposeMapping, type Preset, type Proposal } from '../../src/inspect/init/index.js';
import { recordsOf } from '../mapping/feed-file.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { mappingOf } from '../mapping/shipped-mapping.js';

const { reference } = sandboxReference();
const presets = await readPresets(fileURLToPath(new URL('../../mappings/', import.meta.url)));

async function propose(text: string, known: readonly Preset[] = []): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text), { presets: known });
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const size = (index: number): number => 41 + index * 3;

const texts = new WeakMap<Proposal, string>();

/** The area of each home under the mapping that is proposed for it; undefined where it has none. */
function areasOf(proposal: Proposal): unknown[] {
  return payloadsOf(proposal, 'area_sqm');
}

/** A value of the structure of each home. */
function payloadsOf(proposal: Proposal, name: string): unknown[] {
  const mapping = mappingOf(proposal.yaml);
  return recordsOf(Buffer.from(texts.get(proposal) ?? ''), mapping.format).map((record) => {
    const [listing] = mapping.map(record, { reference, photoMax: 10 }).listings;
    return (listing?.payload?.structure as Record<string, unknown> | undefined)?.[name];
  });
}

/** Twelve invented homes in JSON, with the keys of a test over the usual ones. A key of undefined is left out. */
async function homes(own: (index: number) => Record<string, unknown>): Promise<Proposal> {
  const oglasi = Array.from({ length: 12 }, (_, index) => ({
    sifra: `K-${700 + index * 3}`,
    vrsta_ponude: 'Prodaja',
    vrsta_nekretnine: 'Stan',
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    opis: `Svetla nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
    mesto: 'Novi Sad',
    ulica: `Jevrejska ${index + 1}`,
    cena_eur: size(index) * (1900 + index * 40),
    kvadratura: size(index),
    ...own(index),
  }));
  const text = JSON.stringify({ oglasi });
  const proposal = await propose(text);
  texts.set(proposal, text);
  return proposal;
}

/** Where a field is read from in the mapping: each path that its rule names. */
function sources({ mapping }: Proposal, field: string): string[] {
  const rules = [(mapping.fields as Record<string, unknown>)[field] ?? []].flat();
  return rules.flatMap((rule) =>
    typeof rule === 'string' ? [rule] : [(rule as { from?: string | string[] }).from ?? []].flat(),
  );
}

describe('the area of a home', () => {
  it.each([
    ['m2', (area: number) => `Dvosoban stan, ${area} m2`],
    ['m² glued', (area: number) => `Stan ${area}m² na Limanu`],
    ['kvm before a plot', (area: number) => `Kuća od ${area} kvm sa 6 ari placa`],
    ['Cyrillic', (area: number) => `Двособан стан ${area} м2, Лиман`],
    ['English', (area: number) => `Flat of ${area} sqm by the river`],
    ['land', (area: number) => `Plac ${area} m2, Futog`],
  ])('is read from titles that alone say it: %s', async (_, title) => {
    const proposal = await homes((index) => ({ kvadratura: undefined, naslov: title(size(index)) }));
    expect(sources(proposal, 'structure.area_sqm')).toEqual(['naslov']);
    expect(proposal.report.readiness).toMatchObject({ listings: 12, ready: 12 });
  });

  it.each([
    ['of two sizes', (area: number) => `Lokal ${area} m2 i magacin ${area + 30} m2`],
    ['of a part', (area: number) => `Dvosoban stan sa terasom od ${area} m2`],
    ['of a plot with a house', (area: number) => `Kuća na lepom mestu, plac ${area} m2`],
    ['of a range', (area: number) => `Stanovi ${area}-${area + 20} m2 u izgradnji`],
    ['of a product', (area: number) => `Dva lokala 2x${area} m2`],
    ['of ares before it', (area: number) => `Plac 5 ari ${area} m2`],
    ['of a part that follows', (area: number) => `Stan na Limanu sa ${area} m2 terase`],
    ['of the land that follows', (area: number) => `Kuća na ${area} m2 zemljišta`],
    ['of land in other words', (area: number) => `Kuća sa zemljištem od ${area} m2`],
    ['of thousands with a space', (area: number) => `Plac 10 ${100 + area} m2`],
    ['of several homes', (area: number) => `Stanovi od ${area} m2`],
    ['of a limit', (area: number) => `Lokali do ${area} m2, Novi Sad`],
    ['of a price', (area: number) => `Stan po ceni 1.9${area} €/m2`],
  ])('is not read from titles with the size %s', async (_, title) => {
    const sized = (index: number): string => `Stan ${size(index)} m2, broj ${index}`;
    const proposal = await homes((index) => ({
      kvadratura: undefined,
      naslov: index % 2 === 0 ? title(size(index)) : sized(index),
    }));
    const whole = Array.from({ length: 12 }, (_one, index) => (index % 2 === 0 ? undefined : size(index)));
    expect(areasOf(proposal)).toEqual(whole);
  });

  it.each([
    ['m_parcela', 'm_cons'],
    ['povrsina_placa', 'izgradjena_povrsina'],
    ['lot_size', 'sup_construida'],
  ])('is not that of the plot: %s beside %s', async (plot, home) => {
    const proposal = await homes((index) => ({
      kvadratura: undefined,
      vrsta_nekretnine: 'Kuća',
      [plot]: 601 + index * 13,
      [home]: size(index),
    }));
    expect(sources(proposal, 'structure.area_sqm')).toEqual([home]);
  });
});

describe('rooms', () => {
  const roomsOf = (proposal: Proposal): unknown[] => payloadsOf(proposal, 'rooms');

  it.each([
    [
      ['dvosoban', 'dvoiposoban', '3.0'],
      [2, 2.5, 3],
    ],
    [
      ['Jednosoban', 'Jednoiposoban', 'Trosoban'],
      [1, 1.5, 3],
    ],
    [
      ['четворособан', 'троипособан', 'garsonjera'],
      [4, 3.5, undefined],
    ],
  ])('are read from words, where some count halves: %j', async (words, expected) => {
    const proposal = await homes((index) => ({ struktura: words[index % 3] }));
    expect(roomsOf(proposal).slice(0, 3)).toEqual(expected);
  });

  it.each([
    ['no half across the border', ['dvosoban', 'trosoban', 'jednosoban']],
    ['other words', ['dvoiposoban', 'novogradnja', 'renoviran']],
  ])('are not read from words with %s', async (_, words) => {
    const proposal = await homes((index) => ({ struktura: words[index % 3], grijanje: 'centralno' }));
    expect(sources(proposal, 'structure.rooms')).toEqual([]);
  });
});

describe('photos', () => {
  const ad = (index: number, photos: string): string =>
    `<stan><sifra>K-${index}7</sifra><ponuda>prodaja</ponuda><vrsta>Stan</vrsta><cena>9${index}000</cena><grad>Niš</grad>${photos}</stan>`;
  const feed = (photos: (index: number) => string): string =>
    `<oglasi>${Array.from({ length: 8 }, (_, index) => ad(index, photos(index))).join('')}</oglasi>`;
  const address = (index: number, photo: number): string => `https://a.example/${index}-${photo}.jpg`;

  it.each([
    ['caption', 'img'],
    ['naziv', 'Slika '],
    ['alt', 'Dnevna soba '],
    ['id', 'p'],
  ])('with an attribute of their own are all taken: %s', async (attribute, text) => {
    const proposal = await propose(
      feed(
        (index) =>
          `<slike>${[0, 1, 2].map((photo) => `<item ${attribute}="${text}${photo}">${address(index, photo)}</item>`).join('')}</slike>`,
      ),
    );
    expect(sources(proposal, 'photos')).toEqual(['slike/item']);
  });

  it.each([
    ['a video', 'https://video.example/watch?v=abc'],
    ['a film', 'https://a.example/stan.mp4'],
    ['a data address', 'data:image/png;base64,iVBORw0KGgo='],
  ])('are found beside what is none: %s', async (_, other) => {
    const proposal = await propose(
      feed(
        (index) =>
          `<slike><f>${address(index, 1)}</f><f>${address(index, 2)}</f></slike><prilog>${other}${index}</prilog>`,
      ),
    );
    expect(sources(proposal, 'photos')).toEqual(['slike/f']);
  });
});

describe('the description', () => {
  const about = (index: number): string =>
    `Stan broj ${index} je dvostrano orijentisan, sa terasom i ostavom, i odmah je useljiv.`;
  const around = (index: number): string =>
    `Kraj broj ${index} odlikuju parkovi, škole, vrtići i dobra povezanost sa centrom grada, a u blizini su i pijaca, dom zdravlja i velika sportska dvorana.`;

  it.each([
    ['opis_lokacije', 'opis'],
    ['opis_okoline', 'tekst'],
    ['description_area', 'description'],
    ['opis_naselja', 'opis_nekretnine'],
  ])('is not the longer text about the surroundings: %s beside %s', async (surroundings, own) => {
    for (const order of [
      [surroundings, own],
      [own, surroundings],
    ]) {
      const proposal = await homes((index) => ({
        opis: undefined,
        ...Object.fromEntries(order.map((name) => [name, name === own ? about(index) : around(index)])),
      }));
      expect(sources(proposal, 'description.sr')).toEqual([own]);
    }
  });

  it.each(['prostorije', 'rooms', 'sobe_lista'])('is not the text of a room: %s', async (rooms) => {
    const proposal = await homes((index) => ({
      opis: about(index),
      [rooms]: [
        { naziv: 'Kuhinja', opis: around(index) },
        { naziv: 'Soba', opis: around(index + 1) },
      ],
    }));
    expect(sources(proposal, 'description.sr')).toEqual(['opis']);
  });
});

describe('an address beside the listing', () => {
  it.each(['agent_email', 'kontakt_mejl', 'email_agenta'])(
    'of a person is that of no program: %s',
    async (name) => {
      const proposal = await homes((index) => ({ [name]: `ana${index % 2}@agencija.example` }));
      const { fields } = proposal.mapping as { fields: Record<string, unknown> };
      const others = Object.entries(fields).filter(([field]) => field !== 'agent.email');
      expect(JSON.stringify(others)).not.toContain(name);
    },
  );

  it.each(['pretraga', 'search_url', 'sve_ponude'])('of a search is not that of the ad: %s', async (name) => {
    const proposal = await homes((index) => ({
      [name]: `https://agencija.example/pretraga?tip=stan&strana=${index % 2}`,
    }));
    expect(JSON.stringify(proposal.mapping.fields)).not.toContain(name);
  });
});

describe('words that only sound like the one that is meant', () => {
  it.each(['Solarium', 'Solarijum u zgradi', 'Solarni zavod'])(
    'heating by the sun is not %s',
    async (word) => {
      const proposal = await homes((index) => ({ grejanje: index % 3 === 0 ? word : 'Centralno' }));
      expect(JSON.stringify(proposal.mapping.tables)).not.toMatch(new RegExp(`"${word}":"`));
    },
  );

  it.each(['Chalet', 'chalet', 'Chalet independiente'])('a chalet is a house: %s', async (word) => {
    const proposal = await homes((index) => ({ vrsta_nekretnine: index % 3 === 0 ? word : 'Stan' }));
    expect(proposal.mapping.tables).toMatchObject({ category: { words: { [word]: ['Kuća', 'House'] } } });
  });

  it.each(['сарай', 'Šupa', 'shed', 'Gartenhütte'])(
    'a shed is no farm, and is asked about: %s',
    async (word) => {
      const proposal = await homes((index) => ({ vrsta_nekretnine: index % 3 === 0 ? word : 'Stan' }));
      expect(proposal.report.words.map((one) => one.word)).toEqual([word]);
      expect(JSON.stringify(proposal.report.words)).not.toMatch(/farm|gazdinstv/i);
    },
  );
});

describe('a file whose end is damaged', () => {
  const ad = (index: number): string =>
    `<oglas><sifra>R-${index}7</sifra><ponuda>Prodaja</ponuda><vrsta>Stan</vrsta><cena_eur>9${index}000</cena_eur><grad>Niš</grad></oglas>`;
  const whole = `<oglasi>${[1, 2, 3, 4].map(ad).join('')}</oglasi>`;

  it.each([
    ['cut off', whole.slice(0, -60)],
    ['an element that never closes', whole.replace('</cena_eur><grad>Niš</grad></oglas></oglasi>', '')],
    ['another element closed', whole.replace(/<\/oglasi>$/, '</oglas>')],
  ])('is not called ready without a doubt: %s', async (_, text) => {
    const proposal = await propose(text);
    expect(proposal.report.doubts.join(' ')).not.toBe('');
  });
});

describe('variants of known formats are understood, by their presets where these read them', () => {
  const kyeroAd = (index: number, type: string, more: string, frequency = 'sale'): string =>
    `<property><id>${index}</id><date>2026-11-0${index} 10:00:00</date><ref>R${index}</ref><price>9${index}000</price><currency>EUR</currency><price_freq>${frequency}</price_freq>${type}<town>Novi Sad</town><province>Vojvodina</province><country>Serbia</country><beds>2</beds><baths>1</baths><surface_area><built>5${index}</built><plot>0</plot></surface_area><pool>0</pool><desc><en>Bright flat in a quiet street close to the park, number ${index}.</en></desc>${more}<images><image id="1"><url>https://img.example/${index}.jpg</url></image></images></property>`;
  const kyero = (root: string, version: string, ad: (index: number) => string): string =>
    `<${root}>${version}${[1, 2, 3, 4].map(ad).join('')}</${root}>`;
  const version = '<feed_version>3</feed_version>';
  const plainType = '<type>Apartment</type>';
  const openimmoAd = (index: number): string =>
    `<immobilie><objektkategorie><nutzungsart WOHNEN="true"/><vermarktungsart KAUF="true"/><objektart><wohnung/></objektart></objektkategorie><geo><plz>21000</plz><ort>Novi Sad</ort><strasse>Jevrejska</strasse><hausnummer>${index}</hausnummer></geo><preise><kaufpreis>9${index}000</kaufpreis><waehrung iso_waehrung="EUR"/></preise><flaechen><wohnflaeche>5${index}</wohnflaeche><anzahl_zimmer>2</anzahl_zimmer></flaechen><freitexte><objekttitel>Helle Wohnung ${index}</objekttitel><objektbeschreibung>Helle Wohnung in ruhiger Lage nahe dem Park, Nummer ${index}.</objektbeschreibung></freitexte><verwaltung_techn><objektnr_extern>W${index}</objektnr_extern><openimmo_obid>OB${index}</openimmo_obid></verwaltung_techn></immobilie>`;

  it.each([
    ['Kyero under another root', kyero('root', version, (i) => kyeroAd(i, plainType, '')), 'kyero-v3'],
    ['Kyero under its maker’s name', kyero('kyero', version, (i) => kyeroAd(i, plainType, '')), null],
    [
      'Kyero with types by language',
      kyero('kyero', version, (i) => kyeroAd(i, '<type><en>Apartment</en></type>', '')),
      null,
    ],
    [
      'Kyero with titles, an old price and a resale',
      kyero('root', version, (i) =>
        kyeroAd(
          i,
          plainType,
          `<price_old>99000</price_old><title><en>Sunny flat ${i}</en></title>`,
          'resale',
        ),
      ),
      'kyero-v3',
    ],
    [
      'OpenImmo without its head',
      `<openimmo><anbieter><firma>A</firma>${[1, 2, 3].map(openimmoAd).join('')}</anbieter></openimmo>`,
      'openimmo',
    ],
    [
      'OpenImmo from its agency on',
      `<anbieter><firma>A</firma>${[1, 2, 3].map(openimmoAd).join('')}</anbieter>`,
      null,
    ],
    ['OpenImmo of a single home', `<immobilie>${openimmoAd(1).slice(11)}`, null],
  ])('%s', async (_, text, preset) => {
    const proposal = await propose(text, presets);
    const { listings, ready } = proposal.report.readiness;
    expect(proposal.preset).toBe(preset);
    expect(listings).toBeGreaterThan(0);
    expect(ready).toBe(listings);
  });
});

describe('texts that were encoded twice, in a file that a preset reads', () => {
  const twice = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  const ad = (index: number, title: string, text: string): string =>
    `<property><id>${index}</id><date>2026-11-0${index} 10:00:00</date><ref>R${index}</ref><price>9${index}000</price><currency>EUR</currency><price_freq>sale</price_freq><type>Apartment</type><town>Novi Sad</town><province>Vojvodina</province><country>Serbia</country><beds>2</beds><baths>1</baths><surface_area><built>5${index}</built><plot>0</plot></surface_area><pool>0</pool><desc><en>${text}</en></desc><title><en>${title}</en></title></property>`;
  const doubtsOf = async (title: (index: number) => string, text: (index: number) => string) => {
    const ads = [1, 2, 3, 4].map((index) => ad(index, title(index), text(index)));
    const proposal = await propose(`<root><feed_version>3</feed_version>${ads.join('')}</root>`, presets);
    expect(proposal.preset).toBe('kyero-v3');
    return proposal.report.doubts.filter((doubt) => doubt.includes('encoded as UTF-8 twice'));
  };
  const plain = (index: number): string => `Helle Wohnung in Grünau mit schönem Garten, Nummer ${index}.`;

  it.each<[string, (index: number) => string, (index: number) => string]>([
    ['descriptions', (index) => `Flat ${index}`, (index) => twice(plain(index))],
    ['titles', (index) => twice(`Stan na Čuburi ${index}`), plain],
    [
      'two of several',
      (index) => `Flat ${index}`,
      (index) => (index < 3 ? twice(plain(index)) : plain(index)),
    ],
  ])('is offered to be mended: %s', async (_, title, text) => {
    expect(await doubtsOf(title, text)).toEqual([
      expect.stringContaining('{extends:kyero-v3,repair:double_utf8}'),
    ]);
  });

  it.each<[string, (index: number) => string]>([
    ['sound texts', plain],
    ['one text that may be meant so', (index) => (index === 1 ? twice(plain(index)) : plain(index))],
    ['a sign that stands alone', (index) => `São Ã ${plain(index)}`],
  ])('is not offered for %s', async (_, text) => {
    expect(await doubtsOf((index) => `Flat ${index}`, text)).toEqual([]);
  });
});
