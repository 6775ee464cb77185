import type { Ad } from '../../ads.js';
import { columnsIn, decoy, filler, saying } from '../../columns.js';
import { csv, json, xml } from '../../containers.js';
import { photosOf } from '../../fields.js';
import { layoutOf, type Layout } from '../../layout.js';
import { dutch } from '../../tongues/abroad.js';
import { english, german } from '../../tongues/europe.js';
import { proseOf, titleOf } from '../../tongues/tongue.js';

const nl = columnsIn(dutch);
const en = columnsIn(english);
const de = columnsIn(german);
const group = 'abroad';

/** The texts in several languages, a volume beside the areas, flags for what is gone. */
const dutchJson = layoutOf({
  ...{ name: 'nl-json-woningen', group, tongue: dutch },
  container: json({ under: ['data', 'objecten'] }),
  columns: [
    ...[nl.code('objectcode'), nl.offer('aanbod/vorm'), nl.kind('soort')],
    ...[nl.title('titel/nl'), saying('titel/en', [], (ad) => titleOf(ad, english))],
    ...[nl.text('omschrijving/nl'), saying('omschrijving/en', [], (ad) => proseOf(ad, english))],
    saying('omschrijving/de', [], (ad) => proseOf(ad, german)),
    ...[nl.amount('financieel/prijs'), nl.currency('financieel/valuta'), nl.tax('financieel/servicekosten')],
    nl.deposit('financieel/waarborgsom'),
    ...[nl.area('maten/woonoppervlakte'), nl.plotOfHouse('maten/perceeloppervlakte')],
    decoy('maten/inhoud', 'volume', ({ area }) => (area === null ? null : Math.round(area * 2.9))),
    nl.terraceArea('maten/buitenruimte'),
    ...[nl.rooms('kamers'), nl.bedrooms('slaapkamers'), nl.floors('bouwlagen'), nl.year('bouwjaar')],
    saying('status/verkocht', 'state', ({ isSold }) => isSold),
    filler('status/gereserveerd', () => false),
    ...[nl.town('adres/plaats'), nl.within('adres/provincie'), nl.street('adres/straat')],
    saying('media', 'photos', (ad) =>
      photosOf(ad).map((bestand, index) => ({ volgorde: index + 1, bestand })),
    ),
    ...[nl.plan('plattegrond'), nl.created('ingevoerd'), nl.updated('gewijzigd'), nl.agent('makelaar/naam')],
    nl.note('interneNotitie'),
  ],
  truth: {
    title: (ad) => [titleOf(ad, dutch), titleOf(ad, english)],
    text: (ad) => [proseOf(ad, dutch), proseOf(ad, english), proseOf(ad, german)],
  },
});

/** Sales and lettings in sections of one file, with figures for the type. */
const sections = layoutOf({
  ...{ name: 'en-xml-sections', group, tongue: english, says: ['offer'] },
  container: xml({
    root: 'export',
    record: ({ offer }) => (offer === 'sale' ? 'sales/ad' : 'lettings/ad'),
    above: `<office><name>Example Homes</name><phone>01 555 0100</phone></office>\n`,
  }),
  columns: [
    ...[en.code('ad_id'), en.kind('house_type'), en.title('short_desc'), en.text('full_desc')],
    ...[en.amount('price'), en.currency('price/@currency'), en.perArea('price_per_sq_m')],
    ...[
      en.area('square_metres'),
      en.plotOfHouse('site_sq_m'),
      en.bedrooms('no_beds'),
      en.bathrooms('no_baths'),
    ],
    ...[en.town('address/area'), en.within('address/county'), en.street('address/line1')],
    ...[en.lat('address/lat'), en.lng('address/long'), en.photos('photos/photo'), en.logo('branding/logo')],
    ...[en.created('entered', 'space'), en.updated('amended', 'space'), en.agent('contact/name')],
    ...[en.tax('management_fee'), en.note('viewing_notes')],
  ],
});

/** Abbreviations: of a program whose makers had eight letters for a name. */
const abbreviated = layoutOf({
  ...{ name: 'en-csv-abbrev', group, tongue: english },
  container: csv({ delimiter: '\t', list: ';' }),
  columns: [
    ...[en.own('SEQ'), en.code('LSTNO'), en.offer('TRN', { sale: 'S', rent: 'L' })],
    en.kind('PTYP', { apartment: 'APT', house: 'HSE', plot: 'LND', shop: 'COM', garage: 'GAR' }),
    ...[en.title('HDLN'), en.text('RMKS'), en.amount('ASKPR'), en.currency('CURR'), en.oldPrice('ORIGPR')],
    ...[en.perArea('PRSQM'), en.area('SQMINT'), en.terraceArea('SQMEXT'), en.plotOfHouse('LOTSQM')],
    ...[en.bedrooms('BDRM'), en.bathrooms('BTHRM'), en.floor('FLR'), en.year('YRBLT')],
    ...[en.town('TWN'), en.within('CNTY'), en.street('ADDR'), en.photos('PICS'), en.photoCount('NPICS')],
    ...[en.created('ENTDT', 'iso-day'), en.updated('UPDDT', 'iso-day'), en.agent('NEG')],
    ...[en.state('STAT', ['A', 'S']), en.note('PRVRMK'), en.deposit('DEP')],
  ],
});

/** Texts of a language each in elements with an attribute, and prices as attributes of one element. */
const swiss = layoutOf({
  ...{ name: 'de-xml-sprachen', group, tongue: german },
  container: xml({ root: 'objekte', record: 'objekt', encoding: 'utf8' }),
  columns: [
    ...[de.code('@nr'), de.offer('@vermarktung'), de.kind('kategorie')],
    saying('titel', 'title', (ad) => inLanguages(ad, titleOf)),
    saying('text', 'text', (ad) => inLanguages(ad, proseOf)),
    ...[de.amount('preis/@betrag'), de.currency('preis/@waehrung'), de.tax('preis/@nebenkosten')],
    ...[de.perArea('preis/@jeQm'), de.area('flaechen/@wohnen'), de.grossArea('flaechen/@brutto')],
    ...[de.plotOfHouse('flaechen/@grundstueck'), de.terraceArea('flaechen/@balkon')],
    ...[de.rooms('zimmer/@anzahl'), de.floor('zimmer/@etage'), de.year('zustand/@baujahr')],
    ...[de.town('lage/@ort'), de.within('lage/@kanton'), de.street('lage/@strasse')],
    saying('dateien/datei', 'photos', (ad) =>
      photosOf(ad).map((href, index) => ({ '@href': href, '@art': 'bild', '@pos': index + 1 })),
    ),
    ...[de.plan('grundriss/@href'), de.created('@erfasst', 'iso'), de.updated('@geaendert', 'iso')],
    ...[de.agent('betreuer/@name'), de.note('vermerk'), de.deposit('preis/@kaution')],
  ],
  truth: {
    title: (ad) => [titleOf(ad, german), titleOf(ad, english)],
    text: (ad) => [proseOf(ad, german), proseOf(ad, english)],
  },
});

function inLanguages(ad: Ad, text: typeof titleOf) {
  return [
    { '@lang': 'de', '#': text(ad, german) },
    { '@lang': 'en', '#': text(ad, english) },
  ];
}

export const northernLayouts: readonly Layout[] = [dutchJson, sections, abbreviated, swiss];
