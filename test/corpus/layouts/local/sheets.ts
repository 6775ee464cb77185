import { columnsIn, decoy, written } from '../../columns.js';
import { layoutOf, type Layout } from '../../layout.js';
import { ods, xlsx, xlsxWithSheets, type SheetCell, type TypedCell } from '../../sheets.js';
import { bosnian, croatian } from '../../tongues/neighbours.js';
import { serbian } from '../../tongues/serbian.js';
import type { Ad } from '../../ads.js';
import { dinarsPerEuro } from '../../fields.js';

const sr = columnsIn(serbian);
const hr = columnsIn(croatian);
const bs = columnsIn(bosnian);

type Typed = (ad: Ad) => SheetCell;

/** A number as the sheet stores it; null: the cell is empty. */
const figure =
  (of: (ad: Ad) => number | null, format?: string): Typed =>
  (ad) => {
    const value = of(ad);
    return value === null ? null : { value, ...(format !== undefined && { format }) };
  };
const date =
  (of: (ad: Ad) => Date, format = 'dd.mm.yyyy.'): Typed =>
  (ad) => ({ value: of(ad), format });
const euros = figure((ad) => ad.euros, '#,##0 "€"');
const area = figure((ad) => ad.area, '0.00');
const percent: Typed = () => ({ value: 0.02, format: '0%' });
/** The price for a square metre, in tenths, as a formula over two columns of the same row. */
const perArea =
  (formula: string): Typed =>
  (ad): TypedCell => ({
    value: Math.round((ad.euros / (ad.area ?? ad.plot ?? 1)) * 10) / 10,
    formula,
    format: '#,##0.0',
  });
const isFiltered = ({ index }: Ad): boolean => index % 5 === 2;

/** A price list that is kept by hand: a merged title, a row of groups above the header, a sum below. */
const priceList = layoutOf({
  name: 'sr-xlsx-ponuda',
  group: 'local',
  tongue: serbian,
  container: xlsx({
    name: 'Ponuda 2026',
    above: [
      ['AGENCIJA PRIMER NEKRETNINE'],
      ['Aktuelna ponuda na dan 01.11.2026.'],
      [],
      ['', '', '', '', '', 'Finansije', '', '', 'Nekretnina', '', '', '', '', 'Lokacija'],
    ],
    below: [[], ['', 'UKUPNO', 'Za sve informacije pozovite 011/123-456']],
    typed: {
      'Cena (€)': euros,
      '€/m²': perArea('ROUND(FROW/IROW,1)'),
      Provizija: percent,
      Kvadratura: area,
      'Plac (m²)': figure(({ plot }) => plot, '#,##0'),
      'Broj soba': figure(({ rooms }) => rooms, '0.0'),
      Sprat: figure(({ floor }) => floor),
      Uneto: date(({ created }) => created),
      Izmenjeno: date(({ updated }) => updated),
    },
  }),
  columns: [
    ...[sr.code('Šifra'), sr.offer('Ponuda'), sr.kind('Vrsta'), sr.title('Naziv'), sr.text('Opis')],
    ...[sr.euros('Cena (€)'), sr.perArea('€/m²'), sr.commission('Provizija'), sr.area('Kvadratura')],
    ...[sr.plotOfHouse('Plac (m²)'), sr.rooms('Broj soba'), sr.floor('Sprat'), sr.heating('Grejanje')],
    ...[sr.town('Grad'), sr.quarter('Naselje'), sr.street('Adresa'), sr.photos('Fotografije')],
    ...[sr.created('Uneto', 'local-dot'), sr.updated('Izmenjeno', 'local-dot'), sr.agent('Agent')],
    sr.note('Napomena'),
  ],
});

/** Behind a sheet of instructions and a hidden one of former prices, with a filter left on. */
const filtered = layoutOf({
  name: 'hr-xlsx-popis',
  group: 'local',
  tongue: croatian,
  container: xlsxWithSheets(
    {
      name: 'Nekretnine',
      above: [['Popis nekretnina']],
      isHidden: isFiltered,
      typed: {
        Cijena: figure((ad) => ad.euros, '#,##0.00 [$€-1]'),
        'Cijena/m2': perArea('CROW/DROW'),
        Površina: figure((ad) => ad.area, '0.00 "m2"'),
        'Okućnica m2': figure(({ plot }) => plot),
        Lift: ({ lift }) => (lift === null ? null : { value: lift }),
        'Datum unosa': date(({ created }) => created, 'd.m.yyyy'),
        'Zadnja izmjena': date(({ updated }) => updated, 'd.m.yyyy h:mm'),
        Provizija: percent,
      },
    },
    [
      {
        name: 'Upute',
        isHidden: false,
        rows: [['Popunite popis do petka i pošaljite ga na ured.'], ['Slike odvojite novim retkom.']],
      },
      {
        name: 'Stare cijene',
        isHidden: true,
        rows: [
          ['Oznaka', 'Stara cijena'],
          ...[...Array(9).keys()].map((one) => [`N${10_000 + one * 37}`, 1000 + one]),
        ],
      },
    ],
  ),
  columns: [
    ...[hr.code('Oznaka'), hr.offer('Vrsta usluge'), hr.euros('Cijena'), hr.area('Površina')],
    ...[
      hr.perArea('Cijena/m2'),
      hr.kind('Tip nekretnine'),
      hr.title('Naslov oglasa'),
      hr.text('Opis nekretnine'),
    ],
    ...[hr.plotOfHouse('Okućnica m2'), hr.bedrooms('Spavaće sobe'), hr.floor('Kat'), hr.lift('Lift')],
    ...[hr.town('Mjesto'), hr.within('Županija'), hr.street('Ulica i kućni broj'), hr.photos('Slike')],
    ...[hr.created('Datum unosa', 'local'), hr.updated('Zadnja izmjena', 'local')],
    ...[hr.commission('Provizija'), hr.agent('Agent'), hr.note('Interna bilješka')],
  ],
});

/** The prices in euros are formulas over those in marks; some rows were pasted, so that their figures are texts. */
const pasted = layoutOf({
  name: 'bs-xlsx-tabela',
  group: 'local',
  tongue: bosnian,
  container: xlsx({
    name: 'List1',
    list: '; ',
    typed: {
      'Cijena KM': figure((ad) => marks(ad.euros), '#,##0'),
      'Cijena EUR': (ad) =>
        ad.index % 6 === 4
          ? written(ad.euros, 'grouped')
          : { value: ad.euros, formula: 'ROUND(FROW/1.95583,0)', format: '#,##0' },
      'Površina m2': (ad) => (ad.index % 6 === 4 ? written(ad.area, 'comma') : area(ad)),
      'Zemljište m2': figure(({ plot }) => plot),
      Datum: (ad) => (ad.index % 6 === 4 ? dateText(ad.created) : date(() => ad.created)(ad)),
      Sprat: figure(({ floor }) => floor),
      'Br. slika': figure(({ photos }) => photos),
    },
  }),
  columns: [
    ...[
      bs.own('R.br.'),
      bs.code('Šifra'),
      bs.offer('Usluga'),
      bs.kind('Vrsta nekretnine'),
      bs.title('Naslov'),
    ],
    decoy('Cijena KM', 'second currency', (ad) => written(marks(ad.euros))),
    ...[bs.euros('Cijena EUR'), bs.area('Površina m2'), bs.plotOfHouse('Zemljište m2'), bs.floor('Sprat')],
    ...[bs.heating('Grijanje'), bs.text('Opis'), bs.town('Grad'), bs.street('Adresa'), bs.photos('Slike')],
    ...[bs.photoCount('Br. slika'), bs.created('Datum', 'local'), bs.advertiser('Oglašivač')],
    bs.note('Napomena'),
  ],
});

function marks(euro: number): number {
  return Math.round(euro * 1.955_83);
}

function dateText(when: Date): string {
  const [year, month, day] = when.toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
}

/** Of LibreOffice: equal neighbours are repeated, and so are all empty columns and rows to the end of the sheet. */
const repeated = layoutOf({
  name: 'sr-ods-oglasi',
  group: 'local',
  tongue: serbian,
  container: ods({
    name: 'Oglasi',
    above: [['Spisak nekretnina'], []],
    isHidden: isFiltered,
    list: ', ',
    typed: {
      Cena: euros,
      'Cena u dinarima': figure((ad) => ad.euros * dinarsPerEuro),
      'Cena po m2': perArea('FROW/HROW'),
      Kvadratura: area,
      'Površina placa m2': figure(({ plot }) => plot),
      Sobe: figure(({ rooms }) => rooms),
      'Datum unosa': date(({ created }) => created),
      Provizija: percent,
    },
  }),
  columns: [
    ...[
      sr.code('Šifra oglasa'),
      sr.offer('Vrsta oglasa'),
      sr.kind('Tip objekta'),
      sr.title('Naslov'),
      sr.text('Opis'),
    ],
    ...[sr.euros('Cena'), sr.dinars('Cena u dinarima'), sr.area('Kvadratura'), sr.perArea('Cena po m2')],
    ...[sr.plotOfHouse('Površina placa m2'), sr.rooms('Sobe'), sr.lift('Lift'), sr.terrace('Terasa')],
    ...[
      sr.parking('Parking'),
      sr.within('Opština'),
      sr.town('Mesto'),
      sr.street('Ulica'),
      sr.photos('Slike'),
    ],
    ...[sr.created('Datum unosa', 'local-dot'), sr.commission('Provizija'), sr.advertiser('Oglašava')],
  ],
});

/** Spreadsheets that agencies keep by hand. */
export const localSheets: readonly Layout[] = [priceList, filtered, pasted, repeated];
