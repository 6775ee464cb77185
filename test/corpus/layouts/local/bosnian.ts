import { columnsIn, fewAds, decoy, saying, written } from '../../columns.js';
import { csv, json, xml } from '../../containers.js';
import { layoutOf, type Layout } from '../../layout.js';
import { macedonian } from '../../tongues/macedonian.js';
import { bosnian, montenegrin } from '../../tongues/neighbours.js';
import { quarterOf, townOf } from '../../tongues/tongue.js';

const bs = columnsIn(bosnian);
const me = columnsIn(montenegrin);
const mk = columnsIn(macedonian);
/** Of convertible marks to the euro. */
const marks = (euros: number): number => Math.round(euros * 1.955_83);

const onlyMarks = layoutOf({
  name: 'bs-xml-km',
  group: 'local',
  tongue: bosnian,
  waits: /currency_not_taken/,
  feed: { currency: 'BAM' },
  container: xml({ root: 'oglasi', record: 'oglas', cdata: true }),
  columns: [
    ...[
      bs.code('sifra'),
      bs.offer('vrsta_oglasa'),
      bs.kind('kategorija'),
      bs.title('naslov'),
      bs.text('opis'),
    ],
    saying('cijena', 'amount', ({ euros }) => `${written(marks(euros), 'grouped') ?? ''} KM`),
    ...[
      bs.perArea('cijena_m2', 'grouped', ' KM'),
      bs.area('kvadratura'),
      bs.plotOfHouse('okucnica'),
      bs.rooms('broj_soba'),
    ],
    ...[
      bs.floor('sprat'),
      bs.town('grad'),
      bs.street('adresa'),
      bs.photos('slike/slika'),
      bs.advertiser('oglasivac'),
    ],
    ...[bs.created('datum', 'local'), bs.deposit('depozit'), bs.note('napomena')],
  ],
});

const stated = layoutOf({
  name: 'bs-csv-bam',
  group: 'local',
  tongue: bosnian,
  only: ({ index }) => index % 2 === 0,
  waits: /currency_not_taken/,
  feed: { currency: 'BAM' },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[bs.code('sifra'), bs.offer('ponuda'), bs.kind('tip'), bs.title('naslov'), bs.text('opis')],
    saying('cijena', 'amount', ({ euros }) => marks(euros)),
    saying('valuta', [], () => 'BAM'),
    ...[
      bs.perArea('cijena_m2'),
      bs.area('povrsina'),
      bs.plotOfHouse('zemljiste'),
      bs.rooms('sobe'),
      bs.town('grad'),
    ],
    ...[
      bs.street('ulica'),
      bs.photos('slike'),
      bs.agent('agent'),
      bs.created('datum_unosa', 'local'),
      bs.note('napomena'),
    ],
    bs.tax('porez'),
  ],
});

const both = layoutOf({
  name: 'bs-csv-km-i-eur',
  group: 'local',
  only: fewAds,
  tongue: bosnian,
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      bs.code('Šifra'),
      bs.offer('Vrsta ponude'),
      bs.kind('Vrsta nekretnine'),
      bs.title('Naslov'),
      bs.text('Opis'),
    ],
    decoy('Cijena (KM)', 'second currency', ({ euros }) => written(marks(euros), 'grouped')),
    ...[
      bs.euros('Cijena (EUR)', 'grouped'),
      bs.perArea('Cijena m2', 'comma'),
      bs.area('Kvadratura', 'comma'),
    ],
    ...[
      bs.plotOfHouse('Okućnica m2'),
      bs.rooms('Broj soba', 'comma'),
      bs.floor('Sprat'),
      bs.heating('Grijanje'),
    ],
    ...[bs.within('Općina'), bs.town('Grad'), bs.street('Adresa'), bs.photos('Slike'), bs.agent('Agent')],
    ...[bs.created('Datum unosa', 'local'), bs.note('Napomena')],
  ],
});

const bosnianJson = layoutOf({
  name: 'bs-json-nekretnine',
  group: 'local',
  tongue: bosnian,
  container: json({ under: ['nekretnine'] }),
  columns: [
    bs.deposit('depozit'),
    ...[
      bs.code('id'),
      bs.offer('namjena'),
      bs.kind('vrsta'),
      bs.title('naslov'),
      bs.text('opis'),
      bs.amount('cijena'),
    ],
    ...[
      bs.currency('valuta'),
      bs.perArea('cijena_m2'),
      bs.area('kvadrata'),
      bs.plotOfHouse('kvadrata_okucnice'),
    ],
    ...[bs.rooms('broj_soba'), bs.floor('sprat'), bs.town('lokacija/grad'), bs.within('lokacija/opcina')],
    ...[
      bs.street('lokacija/adresa'),
      bs.photos('slike'),
      bs.advertiser('prodavac'),
      bs.created('objavljeno'),
    ],
    ...[bs.updated('azurirano'), bs.note('napomena')],
  ],
});

const coast = layoutOf({
  name: 'me-csv-primorje',
  group: 'local',
  tongue: montenegrin,
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      me.code('sifra'),
      me.offer('ponuda'),
      me.kind('tip'),
      me.title('naziv'),
      me.text('opis'),
      me.euros('cijena €', 'grouped'),
    ],
    ...[
      me.perArea('cijena po m2', 'comma'),
      me.area('kvadratura', 'comma'),
      me.plotOfHouse('plac m2'),
      me.rooms('sobe', 'comma'),
    ],
    ...[
      me.floor('sprat'),
      me.parking('parking'),
      me.town('grad'),
      me.street('adresa'),
      me.photos('fotografije'),
    ],
    ...[
      me.agent('agent'),
      me.created('datum objave', 'local'),
      me.commission('provizija %'),
      me.note('interno'),
    ],
  ],
});

const coastXml = layoutOf({
  name: 'me-xml-zemljiste',
  group: 'local',
  tongue: montenegrin,
  only: ({ kind, index }) => (kind === 'plot' || kind === 'house') && index % 3 !== 0,
  container: xml({ root: 'ponuda', record: 'nekretnina' }),
  columns: [
    ...[me.code('sifra'), me.offer('vrsta_ponude'), me.kind('tip'), me.title('naslov'), me.text('opis')],
    ...[me.amount('cijena'), me.currency('valuta'), me.perArea('cijena_m2'), me.area('kvadratura')],
    saying(
      'povrsina_zemljista',
      'plot',
      ({ plot }) => `${written(plot === null ? null : plot / 100, 'comma') ?? ''} ari`,
    ),
    ...[me.rooms('broj_soba'), me.town('opstina'), me.street('adresa'), me.photos('slike/slika')],
    ...[
      me.agent('agent'),
      me.created('datum_unosa', 'local'),
      me.tax('porez_na_nepokretnost'),
      me.note('napomena'),
    ],
    me.photoCount('broj_slika'),
  ],
});

const coastJson = layoutOf({
  name: 'me-json-mjesto',
  group: 'local',
  tongue: montenegrin,
  container: json({ under: ['items'] }),
  columns: [
    ...[
      me.code('ref'),
      me.offer('transakcija'),
      me.kind('vrsta_nekretnine'),
      me.title('naslov'),
      me.text('opis'),
    ],
    ...[
      me.amount('cijena/vrijednost'),
      me.currency('cijena/valuta'),
      me.perArea('cijena/po_m2'),
      me.area('povrsina_m2'),
    ],
    ...[me.plotOfHouse('povrsina_placa_m2'), me.terraceArea('povrsina_terase_m2'), me.rooms('broj_soba')],
    saying(
      'mjesto',
      ['city', 'quarter'],
      (ad) => `Crna Gora, ${townOf(ad, montenegrin).name}, ${quarterOf(ad, montenegrin)}`,
    ),
    ...[
      me.street('adresa'),
      me.photos('slike'),
      me.agent('agent/ime'),
      me.created('kreirano'),
      me.note('napomena'),
    ],
    me.deposit('depozit'),
  ],
});

const skopje = layoutOf({
  name: 'mk-csv-oglasi',
  group: 'local',
  tongue: macedonian,
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      mk.code('Шифра'),
      mk.offer('Вид на оглас'),
      mk.kind('Тип на имот'),
      mk.title('Наслов'),
      mk.text('Опис'),
    ],
    ...[
      mk.euros('Цена (EUR)', 'grouped'),
      mk.perArea('Цена по м2', 'comma'),
      mk.area('Површина', 'comma'),
      mk.plotOfHouse('Плац м2'),
    ],
    ...[
      mk.rooms('Број на соби', 'comma'),
      mk.floor('Кат'),
      mk.town('Град'),
      mk.within('Општина'),
      mk.street('Адреса'),
      mk.photos('Слики'),
    ],
    ...[
      mk.advertiser('Огласувач'),
      mk.created('Датум', 'local'),
      mk.deposit('Депозит'),
      mk.note('Забелешка'),
    ],
  ],
});

const skopjeXml = layoutOf({
  name: 'mk-xml-nedviznosti',
  group: 'local',
  only: fewAds,
  tongue: macedonian,
  container: xml({ root: 'nedviznosti', record: 'oglas', cdata: true }),
  columns: [
    ...[mk.code('id'), mk.offer('vid_na_oglas'), mk.kind('tip_na_imot'), mk.title('naslov'), mk.text('opis')],
    ...[
      mk.amount('cena'),
      mk.currency('valuta'),
      mk.perArea('cena_po_m2'),
      mk.area('povrsina'),
      mk.rooms('sobi'),
    ],
    ...[
      mk.floor('kat'),
      mk.town('grad'),
      mk.within('opstina'),
      mk.street('adresa'),
      mk.photos('sliki/slika'),
    ],
    ...[
      mk.advertiser('oglasuvac'),
      mk.created('datum', 'iso-day'),
      mk.deposit('depozit'),
      mk.note('zabeleska'),
    ],
    mk.plotOfHouse('plac_m2'),
  ],
});

/** Files of Bosnian, Montenegrin and Macedonian agencies. */
export const bosnianLayouts: readonly Layout[] = [
  ...[onlyMarks, stated, both, bosnianJson, coast, coastXml, coastJson, skopje, skopjeXml],
];
