import * as XLSX from 'xlsx';
import type { Ad, Kind } from '../../ads.js';
import { columnsIn, dated, decoy, filler, saying, written } from '../../columns.js';
import { csv } from '../../containers.js';
import { codeOf, dinarsPerEuro, photosOf, pictureOf, trueValue } from '../../fields.js';
import { layoutOf, type Cell, type Layout } from '../../layout.js';
import { xlsxWithSheets } from '../../sheets.js';
import { english } from '../../tongues/europe.js';
import { bosnian, croatian, montenegrin } from '../../tongues/neighbours.js';
import { serbian } from '../../tongues/serbian.js';
import { proseOf, quarterOf, streetOf, titleOf, townOf } from '../../tongues/tongue.js';
import { element, groundFloor, hidden, made, numbered, rows, shown, size, turned } from './kit.js';

const sr = columnsIn(serbian);
const hr = columnsIn(croatian);
const bs = columnsIn(bosnian);
const me = columnsIn(montenegrin);

const kindIds: Readonly<Record<Kind, number>> = { apartment: 14, house: 15, plot: 17, shop: 21, garage: 22 };

function term(taxonomy: string, id: number, name: string): Cell {
  const slug = name
    .toLowerCase()
    .replaceAll('đ', 'dj')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return { id, link: `https://agencija-primer.rs/${taxonomy}/${slug}/`, name, slug, taxonomy };
}

const featuresOf = (ad: Ad): string[] => [
  ...(ad.lift === true ? ['Lift'] : []),
  ...(ad.terrace === true ? ['Terasa'] : []),
  ...(ad.parking === true ? ['Parking'] : []),
  ...(ad.index % 2 === 0 ? ['Interfon'] : []),
  ...(ad.index % 3 === 0 ? ['Klima'] : []),
];

const shift = (date: Date, hours: number): string =>
  new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, 19);

/** The answer of a WordPress site with an estate theme. */
const wordpress = layoutOf({
  name: 'b1-sr-wp-rest',
  group: 'blind',
  tongue: serbian,
  container: made('property.json', (records) => JSON.stringify(records)),
  columns: [
    filler('id', ({ index }) => 4012 + index * 7),
    decoy('date', 'created', ({ created }) => shift(created, 2)),
    decoy('date_gmt', 'created', ({ created }) => shift(created, 0)),
    filler(
      'guid/rendered',
      ({ index }) => `https://agencija-primer.rs/?post_type=property&#038;p=${4012 + index * 7}`,
    ),
    filler('modified', ({ updated }) => shift(updated, 2)),
    saying('modified_gmt', 'updated', ({ updated }) => shift(updated, 0)),
    filler('slug', ({ token }) => `nekretnina-${token}`),
    filler('status', () => 'publish'),
    filler('type', () => 'property'),
    filler('link', ({ token }) => `https://agencija-primer.rs/nekretnina/nekretnina-${token}/`),
    sr.title('title/rendered'),
    saying('content/rendered', 'text', (ad) => `\n<p>${proseOf(ad, serbian)}</p>\n`),
    filler('excerpt/rendered', (ad) => `<p>${proseOf(ad, serbian).slice(0, 60)}&hellip;</p>\n`),
    filler('author', ({ index }) => 2 + (index % 3)),
    filler('featured_media', ({ index }) => 5100 + index * 11),
    decoy('property_type', 'bare code', ({ kind }) => [kindIds[kind]]),
    decoy('property_status', 'bare code', ({ offer }) => [offer === 'sale' ? 28 : 29]),
    saying('property_meta/fave_property_id', 'code', (ad) => [codeOf(ad)]),
    saying('property_meta/fave_property_price', 'amount', ({ euros }) => [String(euros)]),
    saying('property_meta/fave_property_price_prefix', 'currency', () => ['€']),
    saying('property_meta/fave_property_price_postfix', 'period', ({ offer }) =>
      offer === 'rent' ? ['mesečno'] : null,
    ),
    decoy('property_meta/fave_property_sec_price', 'per area', ({ euros, area, plot }) => [
      `${Math.round(euros / (area ?? plot ?? 1))} €/m²`,
    ]),
    saying('property_meta/fave_property_size', 'area', ({ area }) => (area === null ? null : [String(area)])),
    filler('property_meta/fave_property_size_prefix', ({ area }) => (area === null ? null : ['m²'])),
    {
      ...saying('property_meta/fave_property_land', 'plot', ({ plot }) =>
        plot === null ? null : [String(plot)],
      ),
      decoy: 'plot' as const,
    },
    filler('property_meta/fave_property_land_postfix', ({ plot }) => (plot === null ? null : ['m²'])),
    saying('property_meta/fave_property_bedrooms', 'bedrooms', ({ bedrooms }) =>
      bedrooms === null ? null : [String(bedrooms)],
    ),
    saying('property_meta/fave_property_rooms', 'rooms', ({ rooms }) =>
      rooms === null ? null : [String(rooms)],
    ),
    saying('property_meta/fave_property_bathrooms', 'bathrooms', ({ bathrooms }) =>
      bathrooms === null ? null : [String(bathrooms)],
    ),
    saying('property_meta/fave_property_year', 'year', ({ year }) => (year === null ? null : [String(year)])),
    saying('property_meta/fave_property_address', 'street', (ad) => [`${streetOf(ad, serbian)} ${ad.house}`]),
    filler('property_meta/fave_property_map_address', (ad) => [
      `${streetOf(ad, serbian)} ${ad.house}, ${townOf(ad, serbian).name}, Srbija`,
    ]),
    saying('property_meta/fave_property_location', ['lat', 'lng'], (ad) => [
      `${String(trueValue('lat', ad, serbian))},${String(trueValue('lng', ad, serbian))},15`,
    ]),
    decoy('property_meta/fave_private_note', 'note', ({ index }) =>
      index % 3 === 0 ? [serbian.note] : null,
    ),
    filler('property_meta/fave_property_images', (ad) =>
      numbered(ad).map(({ rank }) => String(5100 + ad.index * 11 + rank)),
    ),
    filler('property_meta/houzez_total_property_views', ({ index }) => [String(40 + ((index * 71) % 900))]),
    decoy('property_meta/floor_plans', 'plan', (ad) => [
      { fave_plan_title: 'Osnova', fave_plan_image: pictureOf(ad, 'tlocrt'), fave_plan_size: '' },
    ]),
    filler('property_meta/additional_features', ({ heating, floor, floors, kind }) =>
      [
        ...(heating === null ? [] : [['Grejanje', serbian.heatings[heating]]]),
        ...(floor === null ? [] : [['Sprat', String(floor)]]),
        ...(floors === null ? [] : [['Ukupno spratova', String(floors)]]),
        ...(kind === 'garage' ? [] : [['Uknjiženost', 'Uknjižen']]),
      ].map(([title = '', value = '']) => ({
        fave_additional_feature_title: title,
        fave_additional_feature_value: value,
      })),
    ),
    hidden('heating', ({ heating }) => (heating === null ? null : serbian.heatings[heating])),
    hidden('floor', ({ floor }) => (floor === null ? null : String(floor))),
    hidden('floors', ({ floors }) => (floors === null ? null : String(floors))),
    saying('property_images', 'photos', (ad) =>
      numbered(ad).map(({ url, rank }) => ({
        id: 5100 + ad.index * 11 + rank,
        title: `${rank}`,
        full: url,
        thumb: url.replace('.jpg', '-150x150.jpg'),
      })),
    ),
    filler('yoast_head_json/title', (ad) => `${titleOf(ad, serbian)} - Agencija Primer`),
    filler('yoast_head_json/og_image', (ad) => [{ width: 1200, height: 800, url: pictureOf(ad, 'logo') }]),
    {
      ...decoy('_embedded/author', 'agent', (ad) => [
        { id: 2 + (ad.index % 3), name: 'Jelena Marković', avatar_urls: { 96: pictureOf(ad, 'agent') } },
      ]),
    },
    filler('_embedded/wp:term', (ad) => [
      [term('property_type', kindIds[ad.kind], serbian.kinds[ad.kind])],
      [term('property_status', ad.offer === 'sale' ? 28 : 29, serbian.offers[ad.offer])],
      featuresOf(ad).map((name, index) => term('property_feature', 60 + index, name)),
      ad.isSold ? [term('property_label', 33, 'Prodato')] : [],
      [
        term(
          'property_city',
          41 + serbian.towns.findIndex(({ name }) => name === townOf(ad, serbian).name),
          townOf(ad, serbian).name,
        ),
      ],
      [term('property_area', 80 + (ad.street % 15), quarterOf(ad, serbian))],
    ]),
    hidden('kind', ({ kind }) => serbian.kinds[kind]),
    hidden('offer', ({ offer }) => serbian.offers[offer]),
    hidden('city', (ad) => townOf(ad, serbian).name),
    hidden('quarter', (ad) => quarterOf(ad, serbian)),
    hidden('state', ({ isSold }) => (isSold ? 'Prodato' : null)),
    hidden('lift', ({ lift }) => (lift === true ? 'Lift' : null)),
    hidden('terrace', ({ terrace }) => (terrace === true ? 'Terasa' : null)),
    hidden('parking', ({ parking }) => (parking === true ? 'Parking' : null)),
  ],
});

const roman = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** The list of an office manager: title rows, abbreviations, a legend on a sheet of its own. */
const manager = layoutOf({
  name: 'b1-sr-xlsx-menadzer',
  group: 'blind',
  tongue: serbian,
  truth: { floor: groundFloor },
  container: xlsxWithSheets(
    {
      name: 'Aktuelno',
      above: [['PREGLED PONUDE – interna tabela'], ['Ažurirala: Jelena, tel. 011/333-1000'], []],
      below: [[], ['Crveno = hitno, zvati Jelenu!'], ['S - stan, K - kuća, P - plac, L - lokal, G - garaža']],
      typed: {
        'Cena €': ({ euros }) => ({ value: euros, format: '#,##0' }),
        '€/m2': ({ euros, area, plot }) => ({
          value: Math.round(euros / (area ?? plot ?? 1)),
          format: '#,##0',
        }),
        m2: ({ area }) => (area === null ? null : { value: area }),
        'dvorište/plac (ari)': ({ plot }) => (plot === null ? null : { value: plot / 100 }),
        'Zadnja izmena': ({ updated }) => ({ value: updated, format: 'dd.mm.yyyy.' }),
        Primljeno: ({ created }) => ({ value: created, format: 'dd.mm.yyyy.' }),
      },
    },
    [
      {
        name: 'Legenda',
        isHidden: false,
        rows: [
          ['Oznaka', 'Značenje'],
          ['S', 'Stan'],
          ['K', 'Kuća'],
          ['P', 'Plac'],
          ['L', 'Lokal'],
          ['G', 'Garaža'],
          ['PRO', 'Prodaja'],
          ['IZD', 'Izdavanje'],
        ],
      },
    ],
  ),
  columns: [
    filler('R.br.', ({ index }) => String(index + 1)),
    sr.code('Šifra'),
    sr.kind('Tip', { apartment: 'S', house: 'K', plot: 'P', shop: 'L', garage: 'G' }),
    sr.offer('P/I', { sale: 'PRO', rent: 'IZD' }),
    saying(
      'Lokacija',
      ['city', 'quarter'],
      (ad) => `${townOf(ad, serbian).name} - ${quarterOf(ad, serbian)}`,
    ),
    sr.street('Ulica i br.'),
    sr.area('m2'),
    {
      ...saying('dvorište/plac (ari)', 'plot', ({ plot }) => written(plot === null ? null : plot / 100)),
      decoy: 'plot' as const,
    },
    sr.rooms('Str.', 'comma'),
    saying('Sprat', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor === 1 ? 'PR' : (roman[floor] ?? '')}/${floors ?? ''}`,
    ),
    sr.heating('Gr.'),
    sr.lift('Lift', ['ima', 'nema']),
    saying('Cena €', ['amount', 'currency'], ({ euros }) => String(euros)),
    sr.perArea('€/m2'),
    sr.oldPrice('Stara cena'),
    sr.title('Naslov za oglas'),
    sr.text('Tekst'),
    sr.photos('Slike (linkovi)'),
    decoy('Vlasnik', 'advertiser', ({ index }) => `Petrović ${index}, 063/2${100 + index}`),
    sr.agent('Vodi'),
    sr.commission('Prov. %'),
    sr.note('Napomena'),
    sr.created('Primljeno', 'local-dot'),
    sr.updated('Zadnja izmena', 'local-dot'),
    sr.state('Status', ['u ponudi', 'PRODATO']),
  ],
});

/** The same with the legend behind the listings. */
const managerFirst: Layout = {
  ...manager,
  name: 'b1-sr-xlsx-menadzer-list-first',
  render: async (ads) => {
    const { name, bytes } = await manager.render(ads);
    const book = XLSX.read(bytes, { cellDates: true, cellNF: true });
    book.SheetNames.reverse();
    if (book.Workbook?.Sheets !== undefined) book.Workbook.Sheets.reverse();
    book.Props = { CreatedDate: new Date(Date.UTC(2026, 10, 1)) };
    return { name, bytes: XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer };
  },
};

const hrTowns = croatian.towns;
const hrTownId = (ad: Ad): number => 200 + (ad.town % hrTowns.length) * 13;
const hrHeatings = ['central', 'own', 'gas', 'electric'] as const;
const hrKinds = ['apartment', 'house', 'plot', 'shop', 'garage'] as const;

/** Everything is an attribute; the words stand in lists at the head. */
const lookups = layoutOf({
  name: 'b1-hr-xml-sifrarnici',
  group: 'blind',
  tongue: croatian,
  container: made('izvoz_nekretnine.xml', (records) => {
    const heads = [
      ...[
        '<?xml version="1.0" encoding="UTF-8"?>\n<izvoz agencija="Primjer nekretnine d.o.o." generirano="2026-11-01T04:00:07">\n',
      ],
      '<sifrarnici>',
      element('vrste', {
        v: hrKinds.map((kind, index) => ({ '@id': index + 1, '@naziv': croatian.kinds[kind] })),
      }),
      element('usluge', {
        u: [
          { '@id': 1, '@naziv': 'Prodaja' },
          { '@id': 2, '@naziv': 'Najam' },
        ],
      }),
      element('grijanja', {
        g: hrHeatings.map((one, index) => ({ '@id': index + 5, '@naziv': croatian.heatings[one] })),
      }),
      element('mjesta', {
        m: hrTowns.map(({ name, within }, index) => ({
          '@id': 200 + index * 13,
          '@naziv': name,
          '@zupanija': within,
        })),
      }),
      element('agenti', {
        a: ['Jelena Marković', 'Petar Ilić', 'Ana Kovač'].map((name, index) => ({
          '@id': index + 1,
          '@ime': name,
          '@mob': `091/55${index}-221`,
        })),
      }),
      '</sifrarnici>\n<popis>\n',
    ];
    return `${heads.join('')}${records.map((one) => element('n', one)).join('\n')}\n</popis>\n</izvoz>\n`;
  }),
  columns: [
    hr.code('@id'),
    decoy('@v', 'bare code', ({ kind }) => hrKinds.indexOf(kind) + 1),
    filler('@u', ({ offer }) => (offer === 'sale' ? 1 : 2)),
    filler('@m', hrTownId),
    filler('@g', ({ heating }) => (heating === null ? null : 5 + hrHeatings.indexOf(heating))),
    filler('@a', ({ index }) => 1 + (index % 3)),
    hr.amount('@cijena'),
    hr.currency('@val'),
    hr.perArea('@cijena_m2'),
    hr.oldPrice('@stara_cijena'),
    hr.area('@p_neto', 'comma'),
    hr.grossArea('@p_bruto', 'comma'),
    hr.plotOfHouse('@p_zem', 'comma'),
    hr.terraceArea('@p_ter'),
    hr.rooms('@sobe', 'comma'),
    hr.bedrooms('@spav'),
    hr.bathrooms('@kup'),
    hr.floor('@kat'),
    hr.floors('@katova'),
    hr.year('@god'),
    hr.street('@adr'),
    hr.lat('@gs'),
    hr.lng('@gd'),
    hr.lift('@lift', ['1', '0']),
    hr.parking('@park', ['1', '0']),
    hr.state('@st', ['A', 'PRODANO']),
    hr.created('@uneseno', 'space'),
    hr.updated('@izmjena', 'space'),
    filler('t', (ad) => [
      { '@j': 'en', '@p': 'naslov', '#': titleOf(ad, english) },
      { '@j': 'en', '@p': 'opis', '#': proseOf(ad, english) },
      { '@j': 'hr', '@p': 'naslov', '#': titleOf(ad, croatian) },
      { '@j': 'hr', '@p': 'opis', '#': proseOf(ad, croatian) },
    ]),
    decoy('t2', 'other language', () => null),
    filler('s', (ad) => turned(numbered(ad)).map(({ url, rank }) => ({ '@r': rank, '@u': url }))),
    decoy('nacrt/@u', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('int', 'note', ({ index }) => (index % 3 === 0 ? croatian.note : null)),
    hidden('title', (ad) => titleOf(ad, croatian)),
    hidden('text', (ad) => proseOf(ad, croatian)),
    hidden('photos', (ad) => photosOf(ad)),
    hidden('kind', ({ kind }) => [croatian.kinds[kind], String(hrKinds.indexOf(kind) + 1)]),
    hidden('offer', ({ offer }) => [croatian.offers[offer], offer === 'sale' ? '1' : '2']),
    hidden('city', (ad) => [townOf(ad, croatian).name, String(hrTownId(ad))]),
    hidden('heating', ({ heating }) =>
      heating === null ? null : [croatian.heatings[heating], String(5 + hrHeatings.indexOf(heating))],
    ),
  ],
});

const bsTowns = bosnian.towns;
const bsTownId = (ad: Ad): string => String(1 + (ad.town % bsTowns.length));
const bsKindIds: Readonly<Record<Kind, string>> = {
  apartment: '3',
  house: '4',
  plot: '6',
  shop: '9',
  garage: '11',
};

function table(name: string, data: readonly unknown[]): string {
  return `{"type":"table","name":"${name}","database":"agencija_nekretnine","data":\n[\n${data.map((one) => JSON.stringify(one)).join(',\n')}\n]\n}`;
}

/** A database as phpMyAdmin exports it: tables that refer to each other by their ids. */
const database = layoutOf({
  name: 'b1-bs-phpmyadmin-json',
  group: 'blind',
  tongue: bosnian,
  container: rows('agencija_nekretnine.json', (records, ads) => {
    const pictures = ads.flatMap((ad) =>
      turned(numbered(ad)).map(({ url, rank }) => ({
        id: String(9000 + ad.index * 8 + rank),
        nekretnina_id: String(301 + ad.index),
        putanja: url,
        redoslijed: String(rank),
      })),
    );
    return `[\n${[
      '{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for PHPMyAdmin"}',
      '{"type":"database","name":"agencija_nekretnine"}',
      table(
        'gradovi',
        bsTowns.map(({ name, within }, index) => ({ id: String(index + 1), naziv: name, kanton: within })),
      ),
      table(
        'kategorije',
        Object.entries(bsKindIds).map(([kind, id]) => ({
          id,
          naziv: bosnian.kinds[kind as Kind],
          slug:
            {
              apartment: 'stan',
              house: 'kuca',
              plot: 'zemljiste',
              shop: 'poslovni-prostor',
              garage: 'garaza',
            }[kind] ?? '',
        })),
      ),
      table('korisnici', [
        {
          id: '1',
          ime: 'Jelena Marković',
          uloga: 'agent',
          slika: 'https://slike.agencija-primer.rs/agent/1.png',
        },
        { id: '2', ime: 'Petar Ilić', uloga: 'admin', slika: null },
      ]),
      table('nekretnine', records),
      table('slike', pictures),
    ].join(',\n')}\n]\n`;
  }),
  columns: [
    filler('id', ({ index }) => String(301 + index)),
    bs.code('sifra'),
    filler('kategorija_id', ({ kind }) => bsKindIds[kind]),
    bs.offer('akcija', { sale: 'prodaja', rent: 'iznajmljivanje' }),
    filler('grad_id', bsTownId),
    filler('korisnik_id', ({ index }) => String(1 + (index % 2))),
    bs.title('naslov'),
    bs.text('opis'),
    saying('cijena', 'amount', ({ euros }) => `${euros}.00`),
    bs.currency('valuta'),
    decoy('cijena_km', 'second currency', ({ euros }) => (euros * 1.95583).toFixed(2)),
    bs.perArea('cijena_po_m2'),
    bs.oldPrice('cijena_prije'),
    bs.area('povrsina'),
    bs.plotOfHouse('povrsina_zemljista'),
    bs.terraceArea('povrsina_balkona'),
    bs.rooms('broj_soba'),
    bs.bathrooms('broj_kupatila'),
    bs.floor('sprat'),
    bs.floors('ukupno_spratova'),
    bs.year('godina_gradnje'),
    bs.heating('grijanje'),
    bs.lift('lift', ['1', '0']),
    bs.parking('parking', ['1', '0']),
    bs.quarter('naselje'),
    bs.street('adresa'),
    bs.lat('lat'),
    bs.lng('lng'),
    bs.views('pregleda'),
    bs.state('status', ['aktivan', 'prodan']),
    bs.note('interna_biljeska'),
    bs.created('created_at', 'space'),
    bs.updated('updated_at', 'space'),
    filler('deleted_at', () => null),
    hidden('kind', ({ kind }) => [bosnian.kinds[kind], bsKindIds[kind]]),
    hidden('city', (ad) => [townOf(ad, bosnian).name, bsTownId(ad)]),
    hidden('photos', (ad) => photosOf(ad)),
  ],
});

/** A Joomla component's table: English names, no currency anywhere, the photos as JSON in a cell. */
const joomla = layoutOf({
  name: 'b1-me-csv-joomla',
  group: 'blind',
  tongue: montenegrin,
  undecidable: ['currency'],
  container: (columns, ads) =>
    csv({ delimiter: ',', quoted: true, encoding: 'utf8-bom', list: ', ' })(shown(columns), ads),
  columns: [
    filler('id', ({ index }) => String(88 + index)),
    me.code('ref'),
    me.title('title'),
    filler('alias', ({ token }) => `nekretnina-${token}`),
    me.kind('type'),
    me.offer('transaction_type', { sale: 'SELLING', rent: 'RENTING' }),
    saying('price', 'amount', ({ euros }) => `${euros}.00`),
    saying('rate_frequency', 'period', ({ offer }) => (offer === 'rent' ? 'MONTHLY' : null)),
    decoy('charges', 'tax', ({ offer, euros }) =>
      offer === 'rent' ? `${Math.round(euros / 12)}.00` : '0.00',
    ),
    decoy('fees', 'commission', ({ euros }) => `${Math.round(euros * 0.02)}.00`),
    decoy('deposit', 'deposit', ({ offer, euros }) => (offer === 'rent' ? `${euros * 2}.00` : '0.00')),
    saying('living_space', 'area', ({ area }) => (area === null ? '0' : String(area))),
    {
      ...saying('land_space', 'plot', ({ plot }) => (plot === null ? '0' : String(plot))),
      decoy: 'plot' as const,
    },
    saying('rooms', 'rooms', ({ rooms }) => (rooms === null ? '0' : String(rooms))),
    saying('bedrooms', 'bedrooms', ({ bedrooms }) => String(bedrooms ?? 0)),
    me.floor('floor'),
    me.floors('floors_number'),
    saying('bathrooms', 'bathrooms', ({ bathrooms }) => String(bathrooms ?? 0)),
    filler('toilets', () => '0'),
    me.heating('heating_type'),
    filler('hot_water_type', ({ heating }) => (heating === null ? null : 'Bojler')),
    filler('condition', ({ index }) => (index % 2 === 0 ? 'Novo' : 'Renovirano')),
    filler('orientation', ({ index }) => ['N', 'E', 'SW'][index % 3] ?? ''),
    me.town('town'),
    filler('department', () => 'Crna Gora'),
    me.quarter('area'),
    filler('zip_code', () => '85000'),
    me.street('address'),
    saying('latitude', 'lat', (ad) => (trueValue('lat', ad, montenegrin) as number).toFixed(8)),
    saying('longitude', 'lng', (ad) => (trueValue('lng', ad, montenegrin) as number).toFixed(8)),
    saying('description', 'text', (ad) => `<p>${proseOf(ad, montenegrin)}</p>`),
    saying('amenities', [], (ad) => featuresOf(ad).join(', ')),
    hidden('lift', ({ lift }) => (lift === true ? 'Lift' : null)),
    hidden('terrace', ({ terrace }) => (terrace === true ? 'Terasa' : null)),
    hidden('parking', ({ parking }) => (parking === true ? 'Parking' : null)),
    saying('images', 'photos', (ad) =>
      JSON.stringify(numbered(ad).map(({ url, rank }) => ({ name: url, title: `${rank}`, description: '' }))),
    ),
    filler('notes', ({ index }) => (index % 3 === 0 ? montenegrin.note : null)),
    decoy('hits', 'count', ({ index }) => String(40 + ((index * 71) % 900))),
    filler('published', () => '1'),
    filler('ordering', ({ index }) => String(index)),
    filler('language', () => '*'),
    me.created('created', 'space'),
    me.updated('modified', 'space'),
    filler('created_by', () => '42'),
  ].map((column) => (column.name === 'notes' ? { ...column, decoy: 'note' as const } : column)),
});

const packetDate = (date: Date): string => `${dated(date, 'iso').slice(0, 19).replaceAll('-', '')}000`;

/** A data packet of a desktop program: one element per row, everything an attribute, codes with their labels. */
const packet = layoutOf({
  name: 'b1-sr-datapacket',
  group: 'blind',
  tongue: serbian,
  truth: { floor: groundFloor },
  container: made(
    'NEKRETNINE.XML',
    (records) => {
      const names = [...new Set(records.flatMap((one) => Object.keys(one as object)))];
      const declared = names.map(
        (name) => `<FIELD attrname="${name.slice(1)}" fieldtype="string" WIDTH="100"/>`,
      );
      return `<?xml version="1.0" encoding="windows-1250" standalone="yes"?>\r\n<DATAPACKET Version="2.0"><METADATA><FIELDS>${declared.join('')}</FIELDS><PARAMS LCID="0"/></METADATA><ROWDATA>\r\n${records.map((one) => element('ROW', one).replace('></ROW>', '/>')).join('\r\n')}\r\n</ROWDATA></DATAPACKET>\r\n`;
    },
    'win1250',
  ),
  columns: [
    filler('@ROWID', ({ index }) => String(index + 1)),
    sr.code('@SIF_NEK'),
    decoy(
      '@VRS_NEK',
      'bare code',
      ({ kind }) => ({ apartment: '01', house: '02', plot: '03', shop: '04', garage: '07' })[kind],
    ),
    sr.kind('@VRS_NEK_NAZ', {
      apartment: 'STAN',
      house: 'KUĆA',
      plot: 'PLAC',
      shop: 'LOKAL',
      garage: 'GARAŽA',
    }),
    filler('@TIP_POS', ({ offer }) => (offer === 'sale' ? 'P' : 'I')),
    sr.offer('@TIP_POS_NAZ', { sale: 'PRODAJA', rent: 'IZDAVANJE' }),
    sr.euros('@CENA_EUR'),
    decoy('@CENA_RSD', 'second currency', ({ euros }) => String(euros * dinarsPerEuro)),
    sr.perArea('@CENA_M2'),
    ...size('@POV'),
    sr.grossArea('@POV_BRUTO'),
    {
      ...saying('@POV_PLACA', 'plot', ({ plot, kind }) => (kind === 'house' ? written(plot) : null)),
      decoy: 'plot' as const,
    },
    sr.rooms('@BR_SOBA'),
    saying('@SPRAT', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'PRIZEMLJE' : `${floor}. SPRAT`,
    ),
    sr.floors('@UK_SPR'),
    sr.year('@GOD_IZGR'),
    saying('@GREJ_NAZ', 'heating', ({ heating }) =>
      heating === null
        ? null
        : { central: 'CENTRALNO', own: 'ETAŽNO', gas: 'GAS', electric: 'TA PEĆ' }[heating],
    ),
    sr.lift('@LIFT', ['D', 'N']),
    sr.terrace('@TERASA', ['D', 'N']),
    sr.town('@MESTO', (town) => town.toUpperCase()),
    filler('@OPST', (ad) => townOf(ad, serbian).within.toUpperCase()),
    saying('@NASELJE', 'quarter', (ad) => quarterOf(ad, serbian)),
    saying('@ULICA', 'street', (ad) => streetOf(ad, serbian)),
    filler('@KUC_BR', (ad) => String(ad.house)),
    hidden('street', (ad) => `${streetOf(ad, serbian)} ${ad.house}`),
    filler('@IND_KAT', ({ index }) => String(1 + (index % 3))),
    sr.title('@NASLOV'),
    sr.text('@OPIS'),
    saying('@SLIKE', 'photos', (ad) => photosOf(ad).join(';')),
    decoy('@SKICA', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('@VLASNIK', 'advertiser', ({ index }) => `Petrović ${index}`),
    sr.agent('@OPERATER'),
    sr.commission('@PROV'),
    sr.note('@NAPOMENA'),
    filler('@STAT', ({ isSold }) => (isSold ? 'R' : 'A')),
    sr.state('@STAT_NAZ', ['AKTIVNA', 'REALIZOVANA - PRODATO']),
    decoy('@DAT_UNOSA', 'created', ({ created }) => packetDate(created)),
    saying('@DAT_IZM', 'updated', ({ updated }) => packetDate(updated)),
  ],
});

export const blindOneLocal: readonly Layout[] = [
  wordpress,
  manager,
  managerFirst,
  lookups,
  database,
  joomla,
  packet,
];
