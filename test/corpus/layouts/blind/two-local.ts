import ExcelJS from 'exceljs';
import type { Ad } from '../../ads.js';
import { columnsIn, decoy, filler, saying, written } from '../../columns.js';
import { codeOf, dinarsPerEuro, photosOf, pictureOf, trueValue } from '../../fields.js';
import { layoutOf, textsOf, type Cell, type Column, type Container, type Layout } from '../../layout.js';
import { undated } from '../../sheets.js';
import { english, german } from '../../tongues/europe.js';
import { bosnian, croatian, montenegrin } from '../../tongues/neighbours.js';
import { serbian, serbianBare } from '../../tongues/serbian.js';
import { proseOf, quarterOf, streetOf, titleOf, townOf } from '../../tongues/tongue.js';
import { element, groundFloor, hidden, made, numbered, rows, shown, size, turned } from './kit.js';

const sr = columnsIn(serbian);
const bare = columnsIn(serbianBare);
const hr = columnsIn(croatian);
const bs = columnsIn(bosnian);

const net = (date: Date): string => `/Date(${date.getTime()})/`;

/** A report of an ERP: the columns are described once, the rows are lists. */
const columnsAndRows = layoutOf({
  name: 'b2-sr-json-columns-rows',
  group: 'blind',
  tongue: serbian,
  truth: { floor: groundFloor },
  container: (columns, ads) => {
    const used = shown(columns);
    const typeOf = (column: Column): string =>
      ads.some((ad) => typeof column.write(ad) === 'number')
        ? 'decimal'
        : ads.some((ad) => typeof column.write(ad) === 'boolean')
          ? 'bit'
          : 'nvarchar';
    const text = JSON.stringify({
      report: 'Ponuda - izvoz za portale',
      generated: net(new Date(Date.UTC(2026, 10, 1, 3))),
      columns: used.map((column, index) => ({
        ordinal: index,
        field: column.name,
        type: typeOf(column),
      })),
      rows: ads.map((ad) => used.map((column) => column.write(ad))),
      rowCount: ads.length,
    });
    return { name: 'ponuda_izvoz.json', bytes: Buffer.from(text) };
  },
  columns: [
    filler('NekretninaID', ({ index }) => 12_001 + index),
    sr.code('SifraNekretnine'),
    decoy(
      'VrstaID',
      'bare code',
      ({ kind }) => ({ apartment: 1, house: 2, plot: 5, shop: 8, garage: 9 })[kind],
    ),
    sr.kind('Vrsta'),
    filler('UslugaID', ({ offer }) => (offer === 'sale' ? 10 : 20)),
    sr.offer('Usluga'),
    saying('Iznos', 'amount', ({ euros }) => euros),
    sr.currency('ValutaOznaka'),
    decoy('IznosRSD', 'second currency', ({ euros }) => euros * dinarsPerEuro),
    decoy(
      'IznosPoKvadratu',
      'per area',
      ({ euros, area, plot }) => Math.round((euros / (area ?? plot ?? 1)) * 100) / 100,
    ),
    saying('KorisnaPovrsina', 'area', ({ area }) => area),
    decoy('UkupnaPovrsina', 'gross area', ({ area }) => (area === null ? null : Math.round(area * 1.17))),
    { ...saying('PovrsinaZemljista', 'plot', ({ plot }) => plot), decoy: 'plot' as const },
    saying('BrojSoba', 'rooms', ({ rooms }) => rooms),
    saying('BrojKupatila', 'bathrooms', ({ bathrooms }) => bathrooms),
    saying('SpratOznaka', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'PR' : String(floor),
    ),
    saying('SpratnostObjekta', 'floors', ({ floors }) => floors),
    saying('GodinaIzgradnje', 'year', ({ year }) => year),
    sr.heating('Grejanje'),
    saying('ImaLift', 'lift', ({ lift }) => lift),
    saying('ImaTerasu', 'terrace', ({ terrace }) => terrace),
    saying('ImaParking', 'parking', ({ parking }) => parking),
    saying('Naslov', 'title', (ad) => titleOf(ad, serbian)),
    saying('TekstOglasa', 'text', (ad) => proseOf(ad, serbian)),
    sr.town('MestoNaziv'),
    filler('OpstinaNaziv', (ad) => townOf(ad, serbian).within),
    sr.quarter('LokacijaNaziv'),
    sr.street('AdresaNekretnine'),
    saying('GeoSirina', 'lat', (ad) => trueValue('lat', ad, serbian) as number),
    saying('GeoDuzina', 'lng', (ad) => trueValue('lng', ad, serbian) as number),
    sr.photos('Fotografije'),
    decoy('SkicaUrl', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    sr.agent('AgentIme'),
    decoy('Provizija', 'commission', () => 2),
    sr.note('InternaNapomena'),
    saying('StatusNaziv', 'state', ({ isSold }) => (isSold ? 'Prodata' : 'Aktivna')),
    decoy('DatumUnosa', 'created', ({ created }) => net(created)),
    saying('DatumIzmene', 'updated', ({ updated }) => net(updated)),
    filler('RV', ({ index }) => `0x00000000000${(7000 + index).toString(16)}`),
  ],
});

/** What a WordPress exporter writes: terms with their ancestors, photos joined, own fields below a prefix. */
const allExport = layoutOf({
  name: 'b2-hr-xml-wpallexport',
  group: 'blind',
  tongue: croatian,
  container: made(
    'Nekretnine-Export-2026-November-01-0315.xml',
    (records) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<data>\n${records.map((one) => element('post', one, true)).join('\n')}\n</data>\n`,
  ),
  columns: [
    filler('id', ({ index }) => 8_801 + index * 9),
    hr.title('Title'),
    saying(
      'Content',
      'text',
      (ad) => `<!-- wp:paragraph -->\n<p>${proseOf(ad, croatian)}</p>\n<!-- /wp:paragraph -->`,
    ),
    filler('Excerpt', () => null),
    decoy('Date', 'created', ({ created }) => created.toISOString().slice(0, 19).replace('T', ' ')),
    filler('PostType', () => 'nekretnina'),
    filler('Permalink', ({ token }) => `https://www.primjer-nekretnine.hr/nekretnina/${token}/`),
    saying('ImageURL', 'photos', (ad) => photosOf(ad).join('|')),
    filler('ImageTitle', (ad) =>
      photosOf(ad)
        .map((_, index) => `slika ${index + 1}`)
        .join('|'),
    ),
    filler('ImageFeatured', (ad) => photosOf(ad)[0] ?? null),
    decoy('AttachmentURL', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    saying(
      'Vrstanekretnine',
      'kind',
      ({ kind }) =>
        ({
          apartment: 'Stambeno>Stan',
          house: 'Stambeno>Kuća',
          plot: 'Zemljište',
          shop: 'Poslovni prostor',
          garage: 'Ostalo>Garaža',
        })[kind],
    ),
    hr.offer('Usluga', { sale: 'Prodaja', rent: 'Najam' }),
    saying('Lokacija', ['city', 'quarter'], (ad) => {
      const { within, name } = townOf(ad, croatian);
      return `${within}>${name}>${quarterOf(ad, croatian)}`;
    }),
    saying('Opremljenost', ['lift', 'terrace', 'parking'], (ad) =>
      [
        ...(ad.lift === true ? ['Lift'] : []),
        ...(ad.terrace === true ? ['Terasa'] : []),
        ...(ad.parking === true ? ['Parkirno mjesto'] : []),
        ...(ad.index % 2 === 0 ? ['Klima uređaj'] : []),
      ].join('|'),
    ),
    hr.code('_ref_broj'),
    saying('_cijena', ['amount', 'currency'], ({ euros }) => `${written(euros, 'grouped') ?? ''} €`),
    hr.oldPrice('_cijena_prije', 'grouped', ' €'),
    decoy(
      '_cijena_m2',
      'per area',
      ({ euros, area, plot }) => `${written(Math.round(euros / (area ?? plot ?? 1)), 'grouped') ?? ''} €/m²`,
    ),
    saying('_povrsina', 'area', ({ area, plot }) => written(area ?? plot, 'comma', ' m²')),
    hidden('plot', ({ kind, plot }) => (kind === 'plot' ? written(plot, 'comma', ' m²') : null)),
    {
      ...saying('_povrsina_okucnice', 'plot', ({ kind, plot }) =>
        kind === 'house' ? written(plot, 'comma', ' m²') : null,
      ),
      decoy: 'plot' as const,
    },
    hr.rooms('_broj_soba', 'comma'),
    hr.bathrooms('_broj_kupaonica'),
    saying('_kat', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'prizemlje' : `${floor}. kat`,
    ),
    hr.floors('_ukupno_katova'),
    hr.year('_godina_izgradnje'),
    hr.heating('_grijanje'),
    filler('_energetski_razred', ({ index, kind }) =>
      kind === 'plot' ? null : (['A+', 'B', 'C', 'u izradi'][index % 4] ?? null),
    ),
    hr.street('_adresa'),
    saying(
      '_karta',
      ['lat', 'lng'],
      (ad) => `${String(trueValue('lat', ad, croatian))},${String(trueValue('lng', ad, croatian))}`,
    ),
    saying('_prodano', 'state', ({ isSold }) => (isSold ? '1' : '0')),
    hr.agent('_agent'),
    hr.note('_interna_biljeska'),
    filler('_yoast_wpseo_title', (ad) => `${titleOf(ad, croatian)} | Primjer nekretnine`),
    filler('_yoast_wpseo_metadesc', (ad) => `${titleOf(ad, croatian)}. Nazovite nas!`),
    filler('Status', () => 'publish'),
    filler('AuthorUsername', () => 'ured'),
    filler('Slug', ({ token }) => token),
    saying('PostModifiedDate', 'updated', ({ updated }) =>
      updated.toISOString().slice(0, 19).replace('T', ' '),
    ),
  ],
  truth: {
    floor: groundFloor,
    lift: ({ lift }) => (lift === true ? true : null),
    terrace: ({ terrace }) => (terrace === true ? true : null),
    parking: ({ parking }) => (parking === true ? true : null),
  },
});

const group = (ad: Ad): string =>
  `${ad.offer === 'sale' ? 'PRODAJA' : 'NAJAM'} - ${{ apartment: 'STANOVI', house: 'KUĆE', plot: 'ZEMLJIŠTA', shop: 'POSLOVNI PROSTORI', garage: 'GARAŽE' }[ad.kind]}`;

/** A sheet in sections: the offer and the kind stand in the rows between, the heading has two rows. */
const sections: Container = async (columns, ads) => {
  const used = shown(columns);
  const book = new ExcelJS.Workbook();
  book.created = new Date(Date.UTC(2026, 10, 1));
  book.modified = new Date(Date.UTC(2026, 10, 1));
  const sheet = book.addWorksheet('Ponuda');
  sheet.addRow(['Agencija Primjer, Sarajevo - ponuda nekretnina na dan 01.11.2026.']);
  sheet.mergeCells(1, 1, 1, used.length);
  const split = used.map(({ name }) => name.split('::'));
  sheet.addRow(
    split.map((parts, index) =>
      parts.length === 1 ? parts[0] : split[index - 1]?.[0] === parts[0] ? null : parts[0],
    ),
  );
  sheet.addRow(split.map((parts) => (parts.length === 1 ? null : parts[1])));
  for (const [index, parts] of split.entries()) {
    if (parts.length === 1) sheet.mergeCells(2, index + 1, 3, index + 1);
    else if (split[index - 1]?.[0] !== parts[0]) {
      const width = split.filter((one) => one.length > 1 && one[0] === parts[0]).length;
      sheet.mergeCells(2, index + 1, 2, index + width);
    }
  }
  for (const name of new Set(ads.map(group))) {
    const row = sheet.addRow([name]);
    sheet.mergeCells(row.number, 1, row.number, used.length);
    for (const ad of ads.filter((one) => group(one) === name))
      sheet.addRow(
        used.map((column) => {
          const value = column.write(ad);
          return typeof value === 'number' ? value : textsOf(value).join('\n') || null;
        }),
      );
  }
  const second = book.addWorksheet('Kontakti');
  second.addRows([
    ['Ime', 'Telefon'],
    ['Jelena Marković', '061/333-100'],
    ['Petar Ilić', '061/333-101'],
  ]);
  const bytes = Buffer.from(await book.xlsx.writeBuffer());
  return { name: 'PONUDA novembar.xlsx', bytes: undated(bytes) };
};

const sectioned = layoutOf({
  name: 'b2-bs-xlsx-sekcije',
  group: 'blind',
  tongue: bosnian,
  truth: { floor: groundFloor },
  container: sections,
  columns: [
    bs.code('Šifra'),
    bs.title('Naziv oglasa'),
    bs.town('Grad'),
    bs.quarter('Naselje'),
    bs.street('Adresa'),
    saying('Površina (m²)::stambena', 'area', ({ area }) => area),
    { ...saying('Površina (m²)::zemljište', 'plot', ({ plot }) => plot), decoy: 'plot' },
    decoy('Površina (m²)::balkon', 'terrace area', ({ terrace, index }) =>
      terrace === true ? 4 + (index % 9) : null,
    ),
    saying('Sobe', 'rooms', ({ rooms }) => rooms),
    saying('Sprat', 'floor', ({ floor }) => (floor === null ? null : floor === 1 ? 'prizemlje' : floor)),
    bs.heating('Grijanje'),
    bs.lift('Lift', ['DA', 'NE']),
    saying('Cijena::EUR', ['amount', 'currency'], ({ euros }) => euros),
    decoy('Cijena::KM', 'second currency', ({ euros }) => Math.round(euros * 1.95583)),
    decoy('Cijena::EUR/m²', 'per area', ({ euros, area, plot }) => Math.round(euros / (area ?? plot ?? 1))),
    bs.text('Opis'),
    bs.photos('Fotografije'),
    decoy('Vlasnik', 'advertiser', ({ index }) => `Hodžić ${index}, 061/22${100 + index}`),
    bs.agent('Agent'),
    bs.note('Napomena'),
    decoy('Datum unosa', 'created', ({ created }) =>
      created.toISOString().slice(0, 10).split('-').reverse().join('.'),
    ),
    saying('Izmijenjeno', 'updated', ({ updated }) =>
      updated.toISOString().slice(0, 10).split('-').reverse().join('.'),
    ),
    hidden('offer', (ad) => [group(ad), ad.offer === 'sale' ? 'PRODAJA' : 'NAJAM']),
    hidden('kind', (ad) => [group(ad), group(ad).split(' - ')[1] ?? '']),
  ],
});

const unix = (date: Date): string => String(Math.floor(date.getTime() / 1000));
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A table as phpMyAdmin exports it to XML: every field is a `column`, times are seconds, photos are JSON in a field. */
const pma = layoutOf({
  name: 'b2-sr-pma-xml',
  group: 'blind',
  tongue: serbianBare,
  truth: { floor: groundFloor },
  container: rows('nekretnine_db.xml', (records) => {
    const tableOf = (name: string, record: Record<string, string | null>): string =>
      `        <table name="${name}">\n${Object.entries(record)
        .map(
          ([column, text]) =>
            `            <column name="${column}">${text === null ? 'NULL' : escaped(text)}</column>`,
        )
        .join('\n')}\n        </table>`;
    return `<?xml version="1.0" encoding="utf-8"?>\n<!--\n- phpMyAdmin XML Dump\n- version 4.9.7\n- https://www.phpmyadmin.net\n-->\n<pma_xml_export version="1.0" xmlns:pma="https://www.phpmyadmin.net/some_doc_url/">\n    <pma:structure_schemas>\n        <pma:database name="nekretnine_db" collation="utf8_general_ci" charset="utf8">\n            <pma:table name="oglasi">\n                CREATE TABLE \`oglasi\` (\n                  \`id\` int(11) NOT NULL AUTO_INCREMENT\n                ) ENGINE=InnoDB;\n            </pma:table>\n        </pma:database>\n    </pma:structure_schemas>\n    <database name="nekretnine_db">\n        <!-- Table podesavanja -->\n${tableOf('podesavanja', { kljuc: 'naziv_agencije', vrednost: 'Primer nekretnine' })}\n${tableOf('podesavanja', { kljuc: 'kurs_eur', vrednost: '117.2' })}\n        <!-- Table oglasi -->\n${records.map((one) => tableOf('oglasi', one)).join('\n')}\n    </database>\n</pma_xml_export>\n`;
  }),
  columns: [
    filler('id', ({ index }) => String(5001 + index)),
    bare.code('sifra'),
    bare.kind('tip', { apartment: 'stan', house: 'kuca', plot: 'plac', shop: 'lokal', garage: 'garaza' }),
    bare.offer('namena', { sale: 'prodaja', rent: 'izdavanje' }),
    bare.title('naslov'),
    filler('url_naslov', ({ token }) => `oglas-${token}`),
    saying('opis', 'text', (ad) => `<p>${proseOf(ad, serbianBare)}</p>`),
    saying('cena', 'amount', ({ euros }) => `${euros}.00`),
    bare.currency('valuta'),
    decoy('cena_din', 'second currency', ({ euros }) => `${euros * dinarsPerEuro}.00`),
    decoy('cena_m2', 'per area', ({ euros, area, plot }) => (euros / (area ?? plot ?? 1)).toFixed(2)),
    ...size('kvadratura'),
    saying('dvoriste_ari', 'plot', ({ kind, plot }) =>
      kind === 'house' ? written((plot ?? 0) / 100) : null,
    ),
    bare.rooms('broj_soba'),
    saying('sprat', 'floor', ({ floor }) => (floor === null ? null : floor === 1 ? 'PR' : String(floor))),
    bare.floors('spratova'),
    bare.year('god_izgradnje'),
    bare.heating('grejanje'),
    bare.lift('lift', ['1', '0']),
    bare.terrace('terasa', ['1', '0']),
    bare.town('grad'),
    filler('opstina', (ad) => townOf(ad, serbianBare).within),
    bare.quarter('deo_grada'),
    saying('ulica', 'street', (ad) => streetOf(ad, serbianBare)),
    filler('ulicni_broj', ({ house }) => String(house)),
    hidden('street', (ad) => `${streetOf(ad, serbianBare)} ${ad.house}`),
    saying(
      'koordinate',
      ['lat', 'lng'],
      (ad) => `${String(trueValue('lat', ad, serbianBare))}, ${String(trueValue('lng', ad, serbianBare))}`,
    ),
    saying('slike', 'photos', (ad) => JSON.stringify(photosOf(ad)).replaceAll('/', '\\/')),
    decoy('tlocrt', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('vlasnik', 'advertiser', ({ index }) => `Petrovic ${index}`),
    bare.agent('agent'),
    bare.views('pregledi'),
    bare.note('napomena'),
    saying('status', 'state', ({ isSold }) => (isSold ? 'prodato' : 'aktivno')),
    decoy('uneto', 'created', ({ created }) => unix(created)),
    saying('izmenjeno', 'updated', ({ updated }) => unix(updated)),
  ],
});

const trait = (naziv: string, vrijednost: string | null, jedinica: string | null = null): Cell[] =>
  vrijednost === null ? [] : [{ naziv, vrijednost, jedinica }];

/** A REST answer: words as objects with ids, texts by language, traits as a list of pairs, photos in two sizes and with a mark of the cover. */
const rest = layoutOf({
  name: 'b2-me-json-rest',
  group: 'blind',
  tongue: montenegrin,
  container: made('nekretnine.json', (records) =>
    JSON.stringify({
      status: 'ok',
      kod: 200,
      poruka: null,
      rezultat: { ukupno: records.length, strana: 1, po_strani: 500, stavke: records },
    }),
  ),
  columns: [
    filler('id', ({ index }) => 30_400 + index),
    saying('sifra', 'code', (ad) => codeOf(ad)),
    filler('tip', (ad) => ({
      id: { apartment: 1, house: 2, plot: 3, shop: 5, garage: 6 }[ad.kind],
      naziv: montenegrin.kinds[ad.kind],
    })),
    hidden('kind', ({ kind }) => montenegrin.kinds[kind]),
    filler('ponuda', ({ offer }) => ({ id: offer === 'sale' ? 1 : 2, naziv: montenegrin.offers[offer] })),
    hidden('offer', ({ offer }) => montenegrin.offers[offer]),
    filler('naslov', (ad) => ({
      en: titleOf(ad, english),
      de: titleOf(ad, german),
      me: titleOf(ad, montenegrin),
    })),
    hidden('title', (ad) => titleOf(ad, montenegrin)),
    filler('opis', (ad) => ({
      en: proseOf(ad, english),
      de: proseOf(ad, german),
      me: proseOf(ad, montenegrin),
    })),
    hidden('text', (ad) => proseOf(ad, montenegrin)),
    decoy('x', 'other language', () => null),
    saying('cijena/iznos', 'amount', ({ euros }) => euros),
    filler('cijena/valuta', () => ({ id: 978, oznaka: 'EUR', simbol: '€' })),
    hidden('currency', () => ['EUR', '€']),
    decoy(
      'cijena/po_kvadratu',
      'per area',
      ({ euros, area, plot }) => Math.round((euros / (area ?? plot ?? 1)) * 100) / 100,
    ),
    decoy('cijena/ranija', 'old price', ({ euros, index }) =>
      index % 4 === 0 ? Math.round(euros * 1.1) : null,
    ),
    decoy('cijena/depozit', 'deposit', ({ offer, euros }) => (offer === 'rent' ? euros : null)),
    saying('cijena/period', 'period', ({ offer }) => (offer === 'rent' ? 'mjesec' : null)),
    filler('lokacija', (ad) => ({
      drzava: { id: 1, naziv: 'Crna Gora' },
      grad: { id: 10 + (ad.town % 4), naziv: townOf(ad, montenegrin).name },
      naselje: { id: 100 + (ad.street % 7), naziv: quarterOf(ad, montenegrin) },
      adresa: `${streetOf(ad, montenegrin)} ${ad.house}`,
      geo: {
        type: 'Point',
        coordinates: [
          trueValue('lng', ad, montenegrin) as number,
          trueValue('lat', ad, montenegrin) as number,
        ],
      },
    })),
    hidden('city', (ad) => townOf(ad, montenegrin).name),
    hidden('quarter', (ad) => quarterOf(ad, montenegrin)),
    hidden('street', (ad) => `${streetOf(ad, montenegrin)} ${ad.house}`),
    hidden(['lat', 'lng'], (ad) => [
      String(trueValue('lat', ad, montenegrin)),
      String(trueValue('lng', ad, montenegrin)),
    ]),
    filler('karakteristike', (ad) => [
      ...trait('Kvadratura', written(ad.area), 'm²'),
      ...trait('Površina placa', written(ad.plot), 'm²'),
      ...trait('Površina terase', ad.terrace === true ? String(4 + (ad.index % 9)) : null, 'm²'),
      ...trait('Broj soba', written(ad.rooms)),
      ...trait('Broj kupatila', written(ad.bathrooms)),
      ...trait('Sprat', written(ad.floor)),
      ...trait('Spratnost zgrade', written(ad.floors)),
      ...trait('Godina izgradnje', written(ad.year)),
      ...trait('Grijanje', ad.heating === null ? null : montenegrin.heatings[ad.heating]),
      ...trait('Lift', ad.lift === null ? null : ad.lift ? 'Da' : 'Ne'),
      ...trait('Parking', ad.parking === null ? null : ad.parking ? 'Da' : 'Ne'),
      ...trait('Udaljenost od mora', String(100 + ad.index * 20), 'm'),
    ]),
    hidden('area', ({ area }) => written(area)),
    { ...hidden('plot', ({ plot }) => written(plot)), decoy: 'plot' },
    decoy('~t', 'terrace area', () => null),
    hidden('rooms', ({ rooms }) => written(rooms)),
    hidden('bathrooms', ({ bathrooms }) => written(bathrooms)),
    hidden('floor', ({ floor }) => written(floor)),
    hidden('floors', ({ floors }) => written(floors)),
    hidden('year', ({ year }) => written(year)),
    hidden('heating', ({ heating }) => (heating === null ? null : montenegrin.heatings[heating])),
    hidden('lift', ({ lift }) => (lift === null ? null : lift ? 'Da' : 'Ne')),
    hidden('parking', ({ parking }) => (parking === null ? null : parking ? 'Da' : 'Ne')),
    filler('fotografije', (ad) =>
      turned(numbered(ad)).map(({ url, rank }) => ({
        id: 90_000 + ad.index * 10 + rank,
        redosljed: rank,
        naslovna: rank === 1,
        velicine: { mala: url.replace('.jpg', '_320.jpg'), velika: url },
      })),
    ),
    hidden('photos', (ad) => photosOf(ad)),
    decoy('tlocrti', 'plan', (ad) => [{ id: 1, url: pictureOf(ad, 'tlocrt') }]),
    decoy('agent', 'agent', (ad) => ({
      id: 4,
      ime: 'Jelena',
      prezime: 'Marković',
      telefon: '+382 67 000 100',
      slika: pictureOf(ad, 'agent'),
    })),
    decoy('interna_napomena', 'note', ({ index }) => (index % 3 === 0 ? montenegrin.note : null)),
    saying('status', 'state', ({ isSold }) => (isSold ? 'prodato' : 'aktivno')),
    decoy('kreirano', 'created', ({ created }) => created.toISOString()),
    saying('azurirano', 'updated', ({ updated }) => updated.toISOString()),
    filler('seo', (ad) => ({ slug: ad.token, meta_naslov: `${titleOf(ad, montenegrin)} | Primjer` })),
  ],
});

export const blindTwoLocal: readonly Layout[] = [columnsAndRows, allExport, sectioned, pma, rest];
