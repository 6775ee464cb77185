import type { Ad } from '../../ads.js';
import { columnsIn, photoColumns, saying, written } from '../../columns.js';
import { csv, xml } from '../../containers.js';
import { layoutOf, type Layout } from '../../layout.js';
import { croatian, montenegrin } from '../../tongues/neighbours.js';
import { serbian, serbianBare } from '../../tongues/serbian.js';

const sr = columnsIn(serbian);
const bare = columnsIn(serbianBare);
const hr = columnsIn(croatian);
const me = columnsIn(montenegrin);

const landTitle = saying('naslov', 'title', () => 'Obradivo zemljište uz asfaltni put');

/** Halves and quarters of the old units of land, from 0.5 to 6. */
function oldUnits({ index, house }: Ad): number {
  return 0.5 + (((index * 7 + house) % 23) * 5.5) / 22;
}

/** Jutro and lanac side by side, each in one of its two sizes. */
const jutra = layoutOf({
  name: 'sr-csv-jutra',
  group: 'local',
  tongue: serbian,
  only: ({ kind }) => kind === 'plot',
  undecidable: ['plot'],
  feed: { jutro: 5754.64, lanac: 7193.3 },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      sr.code('sifra'),
      sr.offer('ponuda'),
      sr.kind('tip'),
      landTitle,
      sr.text('opis'),
      sr.euros('cena_eur'),
    ],
    saying('povrsina', 'plot', (ad) => `${written(oldUnits(ad), 'comma') ?? ''} ${unitOf(ad)}`),
    ...[sr.town('grad'), sr.street('potez'), sr.photos('slike'), sr.advertiser('oglasivac'), sr.tax('porez')],
    ...[sr.created('datum_unosa', 'local'), sr.note('napomena'), sr.photoCount('broj_slika')],
    ...[sr.commission('provizija'), sr.oldPrice('stara_cena')],
  ],
  truth: {
    title: () => 'Obradivo zemljište uz asfaltni put',
    plot: (ad) => oldUnits(ad) * (unitOf(ad) === 'lanaca' ? 7193.3 : 5754.64),
  },
});

function unitOf({ house }: Ad): 'jutra' | 'lanaca' {
  return house % 3 === 0 ? 'lanaca' : 'jutra';
}

/** Land in lanci, and the plots of houses in ares. */
const lanci = layoutOf({
  name: 'sr-xml-lanci',
  group: 'local',
  tongue: serbianBare,
  only: ({ kind }) => kind === 'plot' || kind === 'house',
  undecidable: ['plot'],
  isUndecidable: ({ kind }) => kind === 'plot',
  feed: { jutro: 7193.3, lanac: 5754.64 },
  container: xml({ root: 'oglasi', record: 'oglas' }),
  columns: [
    ...[bare.code('sifra'), bare.offer('vrsta'), bare.kind('tip'), saying('naslov', 'title', lanciTitle)],
    ...[bare.text('opis'), bare.amount('cena'), bare.currency('valuta'), bare.area('kvadratura')],
    saying('zemljiste', 'plot', (ad) =>
      ad.kind === 'plot'
        ? `${written(oldUnits(ad), 'comma') ?? ''} lanca`
        : `${Math.round((ad.plot ?? 0) / 100)} ari`,
    ),
    ...[bare.perArea('cena_m2'), bare.rooms('sobe'), bare.town('mesto'), bare.street('ulica')],
    ...[bare.photos('slike/slika'), bare.advertiser('oglasivac'), bare.created('datum', 'iso-day')],
    ...[bare.deposit('depozit'), bare.note('napomena'), bare.views('pregleda')],
  ],
  truth: {
    title: lanciTitle,
    plot: (ad) =>
      ad.plot === null ? null : ad.kind === 'plot' ? oldUnits(ad) * 5754.64 : Math.round(ad.plot / 100) * 100,
  },
});

function lanciTitle({ kind }: Ad): string {
  return kind === 'plot' ? 'Oranica prve klase' : 'Kuca sa pomocnim objektima i bastom';
}

/** A column of whole ares. Only some titles show what its figures are: they name a hundred times as many. */
const titled = layoutOf({
  name: 'me-csv-plac-u-naslovu',
  group: 'local',
  tongue: montenegrin,
  only: ({ kind }) => kind === 'plot' || kind === 'house',
  undecidable: ['plot'],
  feed: { plotUnit: 'ar' },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[me.code('sifra'), me.offer('ponuda'), me.kind('tip'), saying('naziv', 'title', titledName)],
    ...[me.text('opis'), me.euros('cijena_eur'), me.perArea('cijena_po_m2', 'comma'), me.area('kvadratura')],
    saying('plac', 'plot', ({ plot }) => written(plot === null ? null : Math.round(plot / 100))),
    ...[me.rooms('sobe'), me.town('grad'), me.street('adresa'), me.photos('slike'), me.agent('agent')],
    ...[me.created('datum', 'local'), me.tax('porez'), me.note('napomena'), me.commission('provizija')],
  ],
  truth: { title: titledName, plot: ({ plot }) => (plot === null ? null : Math.round(plot / 100) * 100) },
});

function titledName({ kind, plot, house }: Ad): string {
  const figure = Math.round((plot ?? 0) / 100) * 100;
  if (house % 4 !== 0) return kind === 'plot' ? 'Plac sa pogledom na more' : 'Kuća sa baštom';
  return kind === 'plot' ? `Plac od ${figure} m2 sa pogledom` : `Kuća na placu od ${figure} m2`;
}

/** Homes by the day on the coast. Nothing says that the rents are those of a day. */
const daily = layoutOf({
  name: 'me-csv-dnevno',
  group: 'local',
  tongue: montenegrin,
  only: ({ offer, kind }) => offer === 'rent' && (kind === 'apartment' || kind === 'house'),
  undecidable: ['period'],
  feed: { period: 'day', lease: 'short_term' },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[me.code('sifra'), me.offer('ponuda'), me.kind('tip'), me.title('naslov'), me.text('opis')],
    saying('cijena_eur', ['amount', 'currency'], (ad) => dayRent(ad)),
    ...[me.area('kvadratura'), me.plotOfHouse('plac_m2'), me.bedrooms('spavace_sobe'), me.floor('sprat')],
    ...[me.town('grad'), me.street('adresa'), me.photos('slike'), me.agent('agent')],
    ...[me.created('objavljeno', 'local'), me.note('napomena'), me.photoCount('broj_slika')],
    ...[me.views('pregledi'), me.commission('provizija'), me.terraceArea('terasa_m2')],
  ],
  truth: { amount: (ad) => dayRent(ad) * 30 },
});

function dayRent({ euros }: Ad): number {
  return Math.max(20, Math.round(euros / 12));
}

const silentTitle = ({ index }: Ad): string => `Ponuda broj ${index + 1}, odmah dostupno`;
const silentText =
  'Nalazi se u mirnom delu naselja, na par minuta hoda od škole i prodavnice. Vlasništvo je uredno, a razgledanje je moguće svakog radnog dana.';
const silent = [saying('naslov', 'title', silentTitle), saying('opis', 'text', () => silentText)];
const silentTruth = { title: silentTitle, text: () => silentText };

/** Houses, and nothing says so. Most would take them for flats. */
const noKind = layoutOf({
  name: 'sr-csv-bez-tipa',
  group: 'local',
  tongue: serbian,
  only: ({ kind }) => kind === 'house',
  undecidable: ['kind'],
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      sr.code('sifra'),
      sr.offer('ponuda'),
      ...silent,
      sr.euros('cena_eur'),
      sr.perArea('cena_m2', 'comma'),
    ],
    ...[sr.area('kvadratura', 'comma'), sr.rooms('sobe', 'comma'), sr.town('grad'), sr.street('ulica')],
    ...[sr.photos('slike'), sr.created('datum', 'local'), sr.deposit('depozit'), sr.note('napomena')],
    ...[sr.advertiser('oglasivac'), sr.views('pregledi')],
  ],
  truth: silentTruth,
});

/** The kind of property stands beside flats alone. Of the others the agency does not know it either, and asks its partner. */
const partner = layoutOf({
  name: 'sr-csv-tip-zna-partner',
  group: 'local',
  tongue: serbian,
  only: ({ kind }) => kind !== 'plot',
  undecidable: ['kind'],
  isUndecidable: ({ kind }) => kind !== 'apartment',
  feed: { asksPartner: ['kind'] },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[sr.code('sifra'), sr.offer('ponuda')],
    saying('tip', 'kind', ({ kind }) => (kind === 'apartment' ? 'Stan' : null)),
    ...[...silent, sr.euros('cena_eur'), sr.perArea('cena_m2', 'comma'), sr.area('kvadratura', 'comma')],
    ...[sr.town('grad'), sr.street('ulica'), sr.photos('slike'), sr.created('datum', 'local')],
    ...[sr.deposit('depozit'), sr.note('napomena'), sr.advertiser('oglasivac'), sr.views('pregledi')],
  ],
  truth: silentTruth,
});

/** No row of headings: what a column holds must follow from its values. */
const noHeader = layoutOf({
  name: 'sr-csv-bez-zaglavlja',
  group: 'unheard',
  tongue: serbian,
  container: csv({ delimiter: ';', hasHeader: false }),
  columns: [
    ...[
      sr.code('1'),
      sr.offer('2'),
      sr.kind('3'),
      sr.title('4'),
      sr.text('5'),
      sr.amount('6'),
      sr.currency('7'),
    ],
    ...[
      sr.perArea('8', 'comma'),
      sr.area('9', 'comma'),
      sr.rooms('10', 'comma'),
      sr.town('11'),
      sr.street('12'),
    ],
    ...[sr.photos('13'), sr.created('14', 'local'), sr.agent('15'), sr.deposit('16'), sr.phone('17')],
    ...[sr.note('18'), sr.photoCount('19')],
  ],
});

const noHeaderPipes = layoutOf({
  name: 'hr-csv-bez-zaglavlja',
  group: 'unheard',
  tongue: croatian,
  container: csv({ delimiter: '|', hasHeader: false, encoding: 'win1250' }),
  columns: [
    ...[hr.own('1'), hr.code('2'), hr.kind('3'), hr.offer('4'), hr.title('5'), hr.text('6')],
    ...[hr.euros('7', 'grouped', ' €'), hr.perArea('8', 'grouped', ' €/m²'), hr.area('9', 'comma', ' m²')],
    ...[hr.floor('10'), hr.lift('11'), hr.heating('12'), hr.town('13'), hr.street('14'), hr.agent('15')],
    ...[
      hr.created('16', 'local'),
      hr.tax('17'),
      hr.views('18'),
      hr.advertiser('19'),
      ...photoColumns('s', 5),
    ],
  ],
});

/** Files that leave something open which must be asked, and files without headings. */
export const leftOpen: readonly Layout[] = [
  ...[jutra, lanci, titled, daily, noKind, partner, noHeader, noHeaderPipes],
];
