import { columnsIn, fewAds, decoy, saying, written } from '../../columns.js';
import { csv, json, xml } from '../../containers.js';
import { layoutOf, type Layout } from '../../layout.js';
import { croatian, slovene } from '../../tongues/neighbours.js';
import { quarterOf, townOf } from '../../tongues/tongue.js';

const hr = columnsIn(croatian);
const sl = columnsIn(slovene);

const nekretnine = layoutOf({
  name: 'hr-xml-nekretnine',
  group: 'local',
  tongue: croatian,
  container: xml({ root: 'nekretnine', record: 'nekretnina', cdata: true }),
  columns: [
    ...[
      hr.code('id_nekretnine'),
      hr.offer('vrsta_ponude'),
      hr.kind('vrsta_nekretnine'),
      hr.title('naslov'),
      hr.text('opis'),
    ],
    ...[
      hr.euros('cijena_eur'),
      hr.perArea('cijena_po_m2'),
      hr.area('stambena_povrsina'),
      hr.plotOfHouse('okucnica'),
    ],
    ...[
      hr.rooms('broj_soba'),
      hr.floor('kat'),
      hr.floors('broj_katova'),
      hr.year('godina_izgradnje'),
      hr.heating('grijanje'),
    ],
    ...[
      hr.within('opcina'),
      hr.town('grad'),
      hr.quarter('kvart'),
      hr.street('ulica'),
      hr.photos('slike/slika'),
    ],
    ...[
      hr.agent('agent'),
      hr.created('datum_unosa', 'iso-day'),
      hr.updated('datum_izmjene'),
      hr.note('napomena'),
    ],
    hr.commission('provizija'),
  ],
});

const table = layoutOf({
  name: 'hr-csv-tablica',
  group: 'local',
  tongue: croatian,
  container: csv({ delimiter: ';', encoding: 'utf8-bom', list: ', ' }),
  columns: [
    ...[
      hr.code('Šifra'),
      hr.offer('Vrsta oglasa'),
      hr.kind('Tip nekretnine'),
      hr.title('Naslov'),
      hr.text('Opis'),
    ],
    ...[
      hr.euros('Cijena (€)', 'grouped'),
      hr.perArea('Cijena/m2', 'comma'),
      hr.area('Površina', 'comma', ' m2'),
    ],
    ...[
      hr.plotOfHouse('Površina zemljišta'),
      hr.rooms('Broj soba', 'comma'),
      hr.floor('Kat'),
      hr.heating('Grijanje'),
    ],
    ...[
      hr.within('Općina'),
      hr.town('Grad'),
      hr.street('Adresa'),
      hr.photos('Slike'),
      hr.agent('Agent'),
      hr.created('Datum unosa', 'local-dot'),
    ],
    ...[hr.deposit('Polog'), hr.note('Interna bilješka')],
  ],
});

const portal = layoutOf({
  name: 'hr-json-oglasi',
  group: 'local',
  tongue: croatian,
  container: json({ under: ['oglasi'] }),
  columns: [
    hr.deposit('polog'),
    ...[
      hr.code('sifra'),
      hr.offer('tipPonude'),
      hr.kind('vrstaNekretnine'),
      hr.title('naslov'),
      hr.text('opis'),
    ],
    ...[
      hr.amount('cijena'),
      hr.currency('valuta'),
      hr.perArea('cijenaPoKvadratu'),
      hr.area('povrsina'),
      hr.rooms('brojSoba'),
    ],
    ...[hr.plotOfHouse('povrsinaOkucnice'), hr.bathrooms('brojKupaonica'), hr.floor('kat'), hr.lift('lift')],
    saying(
      'lokacija',
      ['city', 'quarter'],
      (ad) => `${townOf(ad, croatian).name}, ${quarterOf(ad, croatian)}`,
    ),
    ...[
      hr.street('adresa'),
      hr.lat('geo/lat'),
      hr.lng('geo/lng'),
      hr.photos('fotografije'),
      hr.agent('agent/ime'),
    ],
    ...[hr.created('objavljeno'), hr.updated('azurirano'), hr.note('napomena')],
  ],
});

const kuna = layoutOf({
  name: 'hr-csv-kune',
  group: 'local',
  only: fewAds,
  tongue: croatian,
  container: csv(),
  columns: [
    ...[hr.code('id'), hr.offer('ponuda'), hr.kind('vrsta'), hr.title('naslov'), hr.text('opis')],
    decoy('cijena_kn', 'second currency', ({ euros }) => written(Math.round(euros * 7.5345))),
    ...[
      hr.euros('cijena_eur'),
      hr.perArea('cijena_m2'),
      hr.area('kvadratura'),
      hr.plotOfHouse('zemljiste_m2'),
      hr.rooms('sobe'),
    ],
    ...[
      hr.floor('kat'),
      hr.town('mjesto'),
      hr.street('ulica'),
      hr.photos('slike'),
      hr.created('kreirano', 'iso-day'),
    ],
    ...[hr.agent('agent'), hr.note('napomena'), hr.views('pregleda')],
  ],
});

const capitals = layoutOf({
  name: 'hr-xml-velikim-slovima',
  group: 'local',
  tongue: croatian,
  container: xml({ root: 'EXPORT', record: 'OGLAS', encoding: 'win1250' }),
  columns: [
    ...[
      hr.code('SIFRA'),
      hr.offer('USLUGA'),
      hr.kind('VRSTA'),
      hr.title('NASLOV'),
      hr.text('OPIS'),
      hr.amount('CIJENA'),
    ],
    ...[
      hr.currency('VALUTA'),
      hr.perArea('CIJENA_M2'),
      hr.area('POVRSINA'),
      hr.plotOfHouse('PARCELA'),
      hr.rooms('SOBE'),
    ],
    ...[hr.floor('KAT'), hr.town('GRAD'), hr.within('OPCINA'), hr.street('ADRESA'), hr.photos('FOTO')],
    ...[
      hr.tax('POREZ'),
      hr.agent('AGENT'),
      hr.created('DATUM_UNOSA', 'local'),
      hr.note('BILJESKA'),
      hr.terraceArea('TERASA_M2'),
    ],
  ],
});

const slovenian = layoutOf({
  name: 'sl-xml-nepremicnine',
  group: 'local',
  tongue: slovene,
  container: xml({ root: 'nepremicnine', record: 'nepremicnina', cdata: true }),
  columns: [
    ...[sl.code('sifra'), sl.offer('posredovanje'), sl.kind('vrsta'), sl.title('naslov'), sl.text('opis')],
    ...[
      sl.amount('cena'),
      sl.currency('valuta'),
      sl.perArea('cena_m2'),
      sl.area('povrsina'),
      sl.plotOfHouse('zemljisce'),
    ],
    ...[
      sl.rooms('sobe'),
      sl.floor('nadstropje'),
      sl.year('leto_gradnje'),
      sl.town('mesto'),
      sl.within('obcina'),
    ],
    ...[sl.street('ulica'), sl.photos('slike/slika'), sl.agent('agent'), sl.created('datum_vnosa', 'local')],
    ...[sl.note('opomba'), sl.commission('provizija')],
  ],
});

const slovenianCsv = layoutOf({
  name: 'sl-csv-oglasi',
  group: 'local',
  tongue: slovene,
  container: csv({ delimiter: ';', encoding: 'win1250' }),
  columns: [
    sl.deposit('Varščina'),
    ...[
      sl.code('Šifra'),
      sl.offer('Ponudba'),
      sl.kind('Tip nepremičnine'),
      sl.title('Naslov'),
      sl.text('Opis'),
    ],
    ...[
      sl.euros('Cena EUR', 'grouped'),
      sl.perArea('Cena/m2', 'comma'),
      sl.area('Velikost', 'comma'),
      sl.plotOfHouse('Parcela'),
    ],
    ...[
      sl.rooms('Št. sob', 'comma'),
      sl.floor('Nadstropje'),
      sl.within('Občina'),
      sl.town('Kraj'),
      sl.street('Naslov objekta'),
      sl.photos('Slike'),
    ],
    ...[
      sl.advertiser('Oglaševalec'),
      sl.created('Datum', 'local-dot'),
      sl.note('Interno'),
      sl.phone('Telefon'),
    ],
  ],
});

/** Files of Croatian and Slovene agencies. */
export const croatianLayouts: readonly Layout[] = [
  ...[nekretnine, table, portal, kuna, capitals, slovenian, slovenianCsv],
];
