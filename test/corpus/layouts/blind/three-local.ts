import ExcelJS from 'exceljs';
import iconv from 'iconv-lite';
import type { Ad, Kind } from '../../ads.js';
import { columnsIn, dated, decoy, filler, photoColumns, saying, written } from '../../columns.js';
import { csv } from '../../containers.js';
import { dinarsPerEuro, photosOf, pictureOf, trueValue } from '../../fields.js';
import { layoutOf, textsOf, type Cell, type Column, type Container, type Layout } from '../../layout.js';
import { undated } from '../../sheets.js';
import { bosnian, croatian, montenegrin } from '../../tongues/neighbours.js';
import { serbian, serbianCyrillic } from '../../tongues/serbian.js';
import { pick, proseOf, quarterOf, streetOf, titleOf, townOf } from '../../tongues/tongue.js';
import { element, groundFloor, hidden, made, shown, two } from './kit.js';

const sr = columnsIn(serbian);
const cyr = columnsIn(serbianCyrillic);
const hr = columnsIn(croatian);
const bs = columnsIn(bosnian);
const me = columnsIn(montenegrin);

const roman = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const perArea = ({ euros, area, plot }: Ad): number => Math.round(euros / (area ?? plot ?? 1));
/** Words as several people type them. */
const typed = (word: string, index: number): string =>
  index % 6 === 1 ? word.toUpperCase() : index % 6 === 4 ? `${word} ` : word;

/** A book that the office keeps by hand in Cyrillic: titles over all columns, a row of sums, plus and minus for yes and no. */
const office: Container = async (columns, ads) => {
  const used = shown(columns);
  const book = new ExcelJS.Workbook();
  book.created = new Date(Date.UTC(2026, 10, 1));
  book.modified = new Date(Date.UTC(2026, 10, 1));
  const sheet = book.addWorksheet('Понуда');
  sheet.addRow(['Агенција „Пример“ — преглед понуде']);
  sheet.mergeCells(1, 1, 1, used.length);
  sheet.addRow(['стање на дан 1. 11. 2026.']);
  sheet.mergeCells(2, 1, 2, used.length);
  sheet.addRow([]);
  sheet.addRow(used.map(({ name }) => name));
  for (const ad of ads)
    sheet.addRow(
      used.map((column) => {
        const value = column.write(ad);
        return typeof value === 'number' ? value : textsOf(value).join('; ') || null;
      }),
    );
  sheet.addRow([]);
  sheet.addRow([null, 'Укупно:', ads.length]);
  return { name: 'ПОНУДА.xlsx', bytes: undated(Buffer.from(await book.xlsx.writeBuffer())) };
};

const plus = (flag: boolean | null): string | null => (flag === null ? null : flag ? '+' : '-');

const byHand = layoutOf({
  name: 'b3-sr-xlsx-cirilica-rucno',
  group: 'blind',
  tongue: serbianCyrillic,
  truth: { floor: groundFloor },
  feed: { plotUnit: 'ar' },
  container: office,
  columns: [
    filler('Р. бр.', ({ index }) => index + 1),
    cyr.code('Шифра'),
    saying('Врста', 'kind', ({ kind, index }) => typed(serbianCyrillic.kinds[kind], index)),
    saying('Прод./изд.', 'offer', ({ offer }) => (offer === 'sale' ? 'прод.' : 'изд.')),
    cyr.title('Наслов'),
    cyr.town('Град'),
    cyr.quarter('Крај'),
    cyr.street('Улица и бр.'),
    saying('Пов. (м²)', 'area', ({ area }) => area),
    {
      ...saying('Плац (а)', 'plot', ({ plot }) => (plot === null ? null : plot / 100)),
      decoy: 'plot' as const,
    },
    saying('Соб.', 'rooms', ({ rooms }) => written(rooms, 'comma')),
    saying('Спрат/од', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor === 1 ? 'ПР' : (roman[floor] ?? '')}/${roman[floors ?? 0] ?? ''}`,
    ),
    saying('Год. изгр.', 'year', ({ year }) => year),
    cyr.heating('Грејање'),
    saying('Лифт', 'lift', ({ lift }) => plus(lift)),
    saying('Тераса', 'terrace', ({ terrace }) => plus(terrace)),
    saying('Цена €', ['amount', 'currency'], ({ euros }) => euros),
    decoy('€/м²', 'per area', perArea),
    decoy('Стара цена', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? Math.round(euros * 1.1) : null,
    ),
    decoy('Депозит', 'deposit', ({ offer, euros }) => (offer === 'rent' ? euros : null)),
    decoy(
      'Власник',
      'advertiser',
      ({ index }) => `${pick(['Петровић', 'Јовић', 'Савић'], index)}, 064/12${100 + index}`,
    ),
    decoy('Провизија %', 'commission', () => 2),
    cyr.text('Опис'),
    cyr.photos('Слике'),
    decoy('Скица', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    cyr.note('Напомена (интерно)'),
    cyr.created('Унето', 'local-dot'),
    saying('Измењено', 'updated', ({ updated }) => dated(updated, 'local-dot')),
    saying('Статус', 'state', ({ isSold }) => (isSold ? 'продато' : 'активно')),
  ],
});

const shopKinds: Readonly<Record<Kind, string>> = {
  apartment: 'Nekretnine > Stanovi',
  house: 'Nekretnine > Kuće',
  plot: 'Nekretnine > Zemljišta',
  shop: 'Nekretnine > Poslovni prostori',
  garage: 'Nekretnine > Garaže',
};

const attribute = (number: number, label: string, field: Column): Column[] => [
  filler(`Naziv svojstva ${number}`, (ad) => (textsOf(field.write(ad)).length === 0 ? null : label)),
  { ...field, name: `Vrijednost(i) svojstva ${number}` },
  filler(`Svojstvo ${number} vidljivo`, () => '1'),
  filler(`Svojstvo ${number} globalno`, () => '0'),
];

/** Products of a web shop: kind and offer are categories, the rest are numbered attributes, of which each has its own columns. */
const shop = layoutOf({
  name: 'b3-hr-csv-woocommerce',
  group: 'blind',
  tongue: croatian,
  undecidable: ['currency'],
  truth: { floor: groundFloor },
  container: (columns, ads) => ({
    ...(csv({ list: ', ', encoding: 'utf8-bom' })(shown(columns), ads) as { name: string; bytes: Buffer }),
    name: 'wc-product-export-1-11-2026-1762000000000.csv',
  }),
  columns: [
    filler('ID', ({ index }) => String(4_120 + index * 3)),
    filler('Vrsta', () => 'simple'),
    hr.code('SKU'),
    hr.title('Naziv'),
    saying('Objavljeno', 'state', ({ isSold }) => (isSold ? '0' : '1')),
    filler('Istaknuto?', ({ index }) => (index % 9 === 0 ? '1' : '0')),
    filler('Vidljivost u katalogu', () => 'visible'),
    filler('Kratki opis', (ad) => `${quarterOf(ad, croatian)}, ${townOf(ad, croatian).name}`),
    saying('Opis', 'text', (ad) => `<p>${proseOf(ad, croatian)}</p>`),
    filler('Porezni status', () => 'taxable'),
    decoy('Porezna klasa', 'tax', () => 'parent'),
    filler('Na zalihi?', () => '1'),
    filler('Zaliha', () => '1'),
    filler('Težina (kg)', () => null),
    decoy('Akcijska cijena', 'old price', () => null),
    saying('Redovna cijena', 'amount', ({ euros }) => String(euros)),
    saying(
      'Kategorije',
      ['kind', 'offer'],
      ({ kind, offer }) => `${shopKinds[kind]}, ${offer === 'sale' ? 'Prodaja' : 'Najam'}`,
    ),
    filler('Oznake', ({ index }) => (index % 3 === 0 ? 'novo, prilika' : null)),
    saying('Slike', 'photos', (ad) => photosOf(ad)),
    filler('Položaj', () => '0'),
    ...attribute(
      1,
      'Površina',
      saying('', 'area', ({ area }) => written(area, 'comma', ' m²')),
    ),
    ...attribute(2, 'Okućnica', {
      ...saying('', 'plot', ({ plot }) => written(plot, 'comma', ' m²')),
      decoy: 'plot',
    }),
    ...attribute(
      3,
      'Broj soba',
      saying('', 'rooms', ({ rooms }) => written(rooms, 'comma')),
    ),
    ...attribute(
      4,
      'Kat',
      saying('', 'floor', ({ floor }) =>
        floor === null ? null : floor === 1 ? 'Prizemlje' : `${floor}. kat`,
      ),
    ),
    ...attribute(
      5,
      'Grad',
      saying('', 'city', (ad) => townOf(ad, croatian).name),
    ),
    ...attribute(
      6,
      'Kvart',
      saying('', 'quarter', (ad) => quarterOf(ad, croatian)),
    ),
    ...attribute(7, 'Grijanje', hr.heating('')),
    ...attribute(
      8,
      'Cijena po m2',
      decoy('', 'per area', (ad) => `${perArea(ad)} €/m²`),
    ),
    ...attribute(9, 'Adresa', hr.street('')),
    filler('Meta: _wp_page_template', () => 'default'),
    decoy('Meta: _agent', 'agent', ({ index }) => pick(['Ana Kovač', 'Marko Babić'], index)),
    decoy('Meta: _interna_biljeska', 'note', ({ index }) => (index % 3 === 0 ? croatian.note : null)),
    decoy('Meta: _tlocrt', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('Meta: _datum_unosa', 'created', ({ created }) => dated(created, 'space')),
    decoy('Meta: pregleda', 'count', ({ index }) => String(40 + ((index * 71) % 900))),
  ],
});

/** A WordPress plugin for estates: the plugin's own keys, words of the site's language, the gallery as rows. */
const plugin = layoutOf({
  name: 'b3-bs-xml-wp-dodatak',
  group: 'blind',
  tongue: bosnian,
  truth: {
    floor: groundFloor,
    terrace: ({ terrace }) => (terrace === true ? true : null),
    parking: ({ parking }) => (parking === true ? true : null),
    lift: ({ lift }) => (lift === true ? true : null),
  },
  container: made(
    'es_export_properties.xml',
    (records) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<es_export version="4.1.8" site="https://primjer-nekretnine.ba">\n<es_settings><currency>EUR</currency><area_unit>sq_m</area_unit><lot_size_unit>sq_m</lot_size_unit><language>bs_BA</language></es_settings>\n<es_properties>\n${records.map((one) => element('es_property', one, true)).join('\n')}\n</es_properties>\n</es_export>\n`,
  ),
  columns: [
    filler('ID', ({ index }) => String(910 + index * 2)),
    bs.code('es_property_mls_id'),
    saying('post_title', 'title', (ad) => titleOf(ad, bosnian)),
    saying('post_content', 'text', (ad) => `<p>${proseOf(ad, bosnian)}</p>\n<p>&nbsp;</p>`),
    filler('post_status', () => 'publish'),
    decoy('post_date', 'created', ({ created }) => dated(created, 'space')),
    saying('post_modified', 'updated', ({ updated }) => dated(updated, 'space')),
    bs.kind('es_type'),
    bs.offer('es_category'),
    saying('es_status', 'state', ({ isSold }) => (isSold ? 'Prodano' : 'U ponudi')),
    filler('es_label', ({ index }) => (index % 4 === 0 ? 'Novo' : null)),
    saying('es_property_price', 'amount', ({ euros }) => String(euros)),
    hidden('currency', () => 'EUR'),
    filler('es_property_call_for_price', () => '0'),
    decoy('es_property_price_per_sqft', 'per area', (ad) => String(perArea(ad))),
    decoy('es_property_hoa_dues', 'tax', ({ kind, index }) =>
      kind === 'apartment' ? String(20 + (index % 9)) : null,
    ),
    saying('es_property_area', 'area', ({ area }) => written(area)),
    { ...saying('es_property_lot_size', 'plot', ({ plot }) => written(plot)), decoy: 'plot' as const },
    saying('es_property_total_rooms', 'rooms', ({ rooms }) => written(rooms)),
    saying('es_property_bedrooms', 'bedrooms', ({ bedrooms }) => written(bedrooms)),
    saying('es_property_bathrooms', 'bathrooms', ({ bathrooms }) => written(bathrooms)),
    filler('es_property_half_baths', () => '0'),
    saying('es_property_floor_level', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'Prizemlje' : String(floor),
    ),
    saying('es_property_floors', 'floors', ({ floors }) => written(floors)),
    saying('es_property_year_built', 'year', ({ year }) => written(year)),
    filler('es_property_year_remodeled', ({ year, index }) =>
      year !== null && index % 5 === 0 ? '2021' : null,
    ),
    saying('es_property_heating', 'heating', ({ heating }) =>
      heating === null ? null : bosnian.heatings[heating],
    ),
    filler('es_amenity', (ad) => ({
      term: [
        ...(ad.lift === true ? ['Lift'] : []),
        ...(ad.terrace === true ? ['Terasa'] : []),
        ...(ad.parking === true ? ['Parking'] : []),
        ...(ad.index % 2 === 0 ? ['Blizina škole'] : []),
      ],
    })),
    hidden('lift', ({ lift }) => (lift === true ? 'Lift' : null)),
    hidden('terrace', ({ terrace }) => (terrace === true ? 'Terasa' : null)),
    hidden('parking', ({ parking }) => (parking === true ? 'Parking' : null)),
    filler('es_property_country', () => 'Bosna i Hercegovina'),
    filler('es_property_province', (ad) => townOf(ad, bosnian).within),
    saying('es_property_city', 'city', (ad) => townOf(ad, bosnian).name),
    saying('es_property_neighborhood', 'quarter', (ad) => quarterOf(ad, bosnian)),
    saying('es_property_address', 'street', (ad) => `${streetOf(ad, bosnian)} ${ad.house}`),
    saying('es_property_latitude', 'lat', (ad) => String(trueValue('lat', ad, bosnian))),
    saying('es_property_longitude', 'lng', (ad) => String(trueValue('lng', ad, bosnian))),
    saying('es_property_gallery/item', 'photos', (ad) => photosOf(ad)),
    decoy('es_property_floor_plans/item', 'plan', (ad) => [pictureOf(ad, 'tlocrt')]),
    decoy('es_agent/name', 'agent', ({ index }) => pick(['Jelena Marković', 'Petar Ilić'], index)),
    decoy('es_agent/photo', 'agent', (ad) => pictureOf(ad, 'agent')),
    decoy('es_property_notes', 'note', ({ index }) => (index % 3 === 0 ? bosnian.note : null)),
  ],
});

const codes = {
  kind: { apartment: 1, house: 2, plot: 3, shop: 4, garage: 7 },
  offer: { sale: 1, rent: 2 },
} as const;

/** A site's own interface: codes with their words at the head of the document, amounts as people read them. */
const legend = layoutOf({
  name: 'b3-me-json-sifarnici',
  group: 'blind',
  tongue: montenegrin,
  truth: { floor: groundFloor },
  container: made('api_nekretnine.json', (records) =>
    JSON.stringify({
      ok: true,
      sifarnici: {
        vrste: Object.fromEntries(
          (['apartment', 'house', 'plot', 'shop', 'garage'] as const).map((kind) => [
            String(codes.kind[kind]),
            montenegrin.kinds[kind],
          ]),
        ),
        ponude: { 1: montenegrin.offers.sale, 2: montenegrin.offers.rent },
        statusi: { A: 'aktivan', P: 'prodat', N: 'u pripremi' },
      },
      oglasi: records,
      stranica: { broj: 1, od: 1 },
    }),
  ),
  columns: [
    filler('id', ({ index }) => 700 + index),
    me.code('sifra'),
    saying('vrsta', 'kind', ({ kind }) => codes.kind[kind]),
    saying('ponuda', 'offer', ({ offer }) => codes.offer[offer]),
    saying('status', 'state', ({ isSold }) => (isSold ? 'P' : 'A')),
    saying('naziv', 'title', (ad) => titleOf(ad, montenegrin)),
    saying('tekst', 'text', (ad) => proseOf(ad, montenegrin)),
    saying('cijena', ['amount', 'currency', 'period'], ({ euros, offer }) =>
      offer === 'rent' ? `${written(euros, 'grouped') ?? ''} €/mj.` : `${written(euros, 'grouped') ?? ''} €`,
    ),
    decoy('cijena_m2', 'per area', (ad) => `${written(perArea(ad), 'grouped') ?? ''} €`),
    decoy('kaucija', 'deposit', ({ offer, euros }) => (offer === 'rent' ? `${euros} €` : null)),
    saying('detalji/kvadratura', 'area', ({ area }) => area),
    { ...saying('detalji/plac', 'plot', ({ plot }) => plot), decoy: 'plot' as const },
    saying('detalji/sobe', 'rooms', ({ rooms }) => rooms),
    saying('detalji/kupatila', 'bathrooms', ({ bathrooms }) => bathrooms),
    saying('detalji/sprat', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor === 1 ? 'prizemlje' : String(floor)} od ${floors ?? ''}`,
    ),
    saying('detalji/godina', 'year', ({ year }) => year),
    me.heating('detalji/grijanje'),
    saying('oprema', [], (ad) => [...(ad.index % 2 === 0 ? ['klima'] : [])]),
    saying('ima/lift', 'lift', ({ lift }) => lift),
    saying('ima/terasa', 'terrace', ({ terrace }) => terrace),
    saying('ima/parking', 'parking', ({ parking }) => parking),
    filler('gdje/opstina', (ad) => townOf(ad, montenegrin).within),
    me.town('gdje/grad'),
    me.quarter('gdje/dio_grada'),
    me.street('gdje/ulica'),
    saying('gdje/koordinate', ['lat', 'lng'], (ad) => [
      trueValue('lat', ad, montenegrin) as number,
      trueValue('lng', ad, montenegrin) as number,
    ]),
    filler('slike', (ad): Cell =>
      photosOf(ad).map((url, at) => ({
        url,
        mini: url.replace('/oglasi/', '/mini/'),
        opis: at === 0 ? 'naslovna' : null,
      })),
    ),
    hidden('photos', (ad) => photosOf(ad)),
    decoy('skica', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('qr', 'qr', (ad) => pictureOf(ad, 'qr')),
    decoy('agent', 'agent', ({ index }) => ({
      ime: pick(['Jelena Marković', 'Petar Ilić'], index),
      tel: '+382 67 000 100',
    })),
    decoy('biljeska', 'note', ({ index }) => (index % 3 === 0 ? montenegrin.note : null)),
    decoy('dodato', 'created', ({ created }) => Math.floor(created.getTime() / 1000)),
    saying('izmijenjeno', 'updated', ({ updated }) => Math.floor(updated.getTime() / 1000)),
  ],
});

const structure = (rooms: number | null): string | null =>
  rooms === null
    ? null
    : ({
        1: 'jednosoban',
        1.5: 'jednoiposoban',
        2: 'dvosoban',
        2.5: 'dvoiposoban',
        3: 'trosoban',
        3.5: 'troiposoban',
        4: 'četvorosoban',
      }[rooms] ?? String(rooms).replace('.', ','));
const american = (date: Date): string =>
  `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()} ${date.getUTCHours()}:${two(date.getUTCMinutes())}:00`;

/** A table of an office database, exported as text: short capital names, -1 for yes, amounts with two decimals. */
const database = layoutOf({
  name: 'b3-sr-txt-access',
  group: 'blind',
  tongue: serbian,
  truth: { floor: groundFloor },
  container: (columns, ads) => {
    const whole = csv({ delimiter: ';', quoted: true })(shown(columns), ads) as {
      name: string;
      bytes: Buffer;
    };
    const text = whole.bytes.toString('utf8').replaceAll('""', '').replaceAll('²', '2');
    return { name: 'tblNekretnine.txt', bytes: iconv.encode(text, 'win1250') };
  },
  columns: [
    filler('IDNEKR', ({ index }) => String(1_001 + index)),
    sr.code('SIFRA'),
    saying('PROD_IZD', 'offer', ({ offer }) => (offer === 'sale' ? 'P' : 'I')),
    saying('VRSTA_NEKR', 'kind', ({ kind, index }) => typed(serbian.kinds[kind], index)),
    saying('STRUKT', 'rooms', ({ rooms }) => structure(rooms)),
    sr.town('MESTO'),
    filler('OPSTINA', (ad) => townOf(ad, serbian).within),
    sr.quarter('NASELJE'),
    saying('ULICA', 'street', (ad) => streetOf(ad, serbian)),
    filler('BROJ', ({ house }) => String(house)),
    hidden('street', (ad) => `${streetOf(ad, serbian)} ${ad.house}`),
    saying('POVR_M2', 'area', ({ area }) => (area === null ? null : area.toFixed(2).replace('.', ','))),
    {
      ...saying('POVR_ZEMLJ', 'plot', ({ plot }) =>
        plot === null ? null : plot.toFixed(2).replace('.', ','),
      ),
      decoy: 'plot' as const,
    },
    decoy('POVR_TER', 'terrace area', ({ terrace, index }) =>
      terrace === true ? `${4 + (index % 9)},00` : null,
    ),
    saying('SPR', 'floor', ({ floor }) => (floor === null ? null : floor === 1 ? 'PR' : String(floor))),
    saying('UK_SPR', 'floors', ({ floors }) => written(floors)),
    saying('GOD_GRAD', 'year', ({ year }) => written(year)),
    saying('GREJ', 'heating', ({ heating }) =>
      heating === null ? null : { central: 'CG', own: 'EG', gas: 'GAS', electric: 'TA' }[heating],
    ),
    saying('LIFT', 'lift', ({ lift }) => (lift === null ? null : lift ? '-1' : '0')),
    saying('TERASA', 'terrace', ({ terrace }) => (terrace === null ? null : terrace ? '-1' : '0')),
    saying('PARKING', 'parking', ({ parking }) => (parking === null ? null : parking ? '-1' : '0')),
    saying('CENA_EUR', ['amount', 'currency'], ({ euros }) => `${written(euros, 'grouped') ?? ''},00`),
    decoy(
      'CENA_DIN',
      'second currency',
      ({ euros }) => `${written(euros * dinarsPerEuro, 'grouped') ?? ''},00`,
    ),
    decoy('CENA_KV', 'per area', (ad) => `${written(perArea(ad), 'grouped') ?? ''},00`),
    decoy('PROVIZIJA', 'commission', () => '2,00'),
    sr.title('NASLOV'),
    sr.text('OPIS'),
    ...photoColumns('SLIKA', 5),
    decoy('SKICA', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('VLASNIK', 'advertiser', ({ index }) => `${pick(['Petrović', 'Jović', 'Savić'], index)} ${index}`),
    sr.agent('AGENT'),
    sr.note('NAPOMENA'),
    decoy('DAT_UNOSA', 'created', ({ created }) => american(created)),
    saying('DAT_IZM', 'updated', ({ updated }) => american(updated)),
    saying('AKTIVAN', 'state', ({ isSold }) => (isSold ? '0' : '-1')),
  ],
});

export const blindThreeLocal: readonly Layout[] = [byHand, shop, plugin, legend, database];
