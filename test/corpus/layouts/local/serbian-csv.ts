import { columnsIn, decoy, fewAds, filler, photoColumns, saying, written } from '../../columns.js';
import { csv } from '../../containers.js';
import { layoutOf, type Layout } from '../../layout.js';
import { serbian, serbianBare, serbianCyrillic } from '../../tongues/serbian.js';
import { townOf } from '../../tongues/tongue.js';

const sr = columnsIn(serbian);
const bare = columnsIn(serbianBare);
const cyrillic = columnsIn(serbianCyrillic);

const headings = layoutOf({
  name: 'sr-csv-zaglavlja',
  group: 'local',
  tongue: serbian,
  container: csv({ delimiter: ';', encoding: 'utf8-bom' }),
  columns: [
    sr.views('Broj pregleda'),
    ...[
      sr.code('Šifra'),
      sr.offer('Vrsta ponude'),
      sr.kind('Tip nekretnine'),
      sr.title('Naslov'),
      sr.text('Opis'),
    ],
    ...[sr.euros('Cena (EUR)'), sr.perArea('Cena po m² (EUR)', 'comma'), sr.area('Površina (m²)', 'comma')],
    ...[
      sr.plotOfHouse('Površina placa (m²)'),
      sr.rooms('Broj soba', 'comma'),
      sr.floor('Sprat'),
      sr.floors('Ukupno spratova'),
    ],
    ...[
      sr.heating('Grejanje'),
      sr.lift('Lift'),
      sr.town('Grad'),
      sr.quarter('Naselje'),
      sr.street('Ulica i broj'),
    ],
    ...[
      sr.photos('Slike'),
      sr.advertiser('Oglašivač'),
      sr.created('Datum unosa', 'local'),
      sr.updated('Datum izmene', 'local'),
    ],
    sr.note('Interna napomena'),
  ],
});

const glued = layoutOf({
  name: 'sr-csv-skraceno',
  group: 'local',
  only: fewAds,
  tongue: serbianBare,
  container: csv(),
  columns: [
    ...[
      bare.code('id'),
      bare.offer('ponuda', { sale: 'P', rent: 'I' }),
      bare.kind('vrsta'),
      bare.title('naslov'),
    ],
    ...[bare.text('opis'), bare.euros('cena_eur'), bare.perArea('cena_m2'), bare.area('kvadratura_m2')],
    ...[bare.plotOfHouse('plac_m2'), bare.rooms('br_soba'), bare.floor('sprat'), bare.town('grad')],
    ...[bare.street('ulica'), bare.photos('slike'), bare.advertiser('oglasivac'), bare.deposit('depozit')],
    ...[bare.created('dat_unosa', 'iso-day'), bare.dinars('cena_rsd')],
  ],
});

const sheet = layoutOf({
  name: 'sr-csv-tabela',
  group: 'local',
  tongue: serbian,
  container: csv({
    ...{ delimiter: ';', encoding: 'win1250', list: ', ' },
    above: ['Agencija Primer nekretnine;;;', 'Ponuda na dan 01.11.2026.;;;', ''],
  }),
  columns: [
    ...[
      sr.code('R. br. ponude'),
      sr.offer('Ponuda'),
      sr.kind('Objekat'),
      sr.title('Naziv oglasa'),
      sr.text('Opis'),
    ],
    ...[
      sr.euros('Cena €', 'grouped'),
      sr.perArea('€/m2', 'comma'),
      sr.area('Kvadratura', 'comma'),
      sr.plotOfHouse('Plac (m2)'),
    ],
    ...[
      sr.rooms('Sobnost', 'comma'),
      sr.floor('Sprat'),
      sr.town('Grad'),
      sr.street('Adresa'),
      sr.photos('Fotografije'),
    ],
    ...[
      sr.agent('Agent'),
      sr.created('Uneto', 'local-dot'),
      sr.commission('Provizija %'),
      sr.note('Beleška'),
    ],
  ],
});

const rentals = layoutOf({
  name: 'sr-csv-samo-izdavanje',
  group: 'local',
  tongue: serbian,
  only: ({ offer, kind }) => offer === 'rent' && kind !== 'plot',
  undecidable: ['offer'],
  container: csv(),
  columns: [
    ...[sr.code('sifra'), sr.kind('tip'), sr.title('naslov'), sr.text('opis'), sr.euros('cena_eur')],
    ...[
      sr.perArea('cena_po_m2'),
      sr.deposit('depozit'),
      sr.area('kvadratura'),
      sr.rooms('broj_soba'),
      sr.floor('sprat'),
    ],
    ...[
      sr.heating('grejanje'),
      sr.town('grad'),
      sr.street('ulica'),
      sr.photos('slike'),
      sr.advertiser('oglasivac'),
    ],
    ...[sr.created('datum_unosa', 'iso-day'), sr.note('napomena'), sr.terraceArea('terasa_m2')],
    sr.state('status', ['slobodno', 'izdato']),
  ],
});

const titlesOnly = layoutOf({
  name: 'sr-csv-samo-naslovi',
  group: 'local',
  tongue: serbian,
  only: ({ kind }) => kind === 'apartment',
  // Each title names its flat.
  says: ['kind'],
  container: csv({ delimiter: ';' }),
  columns: [
    ...[sr.code('sifra'), sr.offer('ponuda'), sr.title('naslov'), sr.text('opis'), sr.euros('cena_eur')],
    ...[
      sr.perArea('cena_m2'),
      sr.area('kvadratura'),
      sr.rooms('broj_soba'),
      sr.floor('sprat'),
      sr.floors('spratova'),
    ],
    ...[
      sr.town('grad'),
      sr.street('ulica'),
      sr.photos('slike'),
      sr.advertiser('tip_oglasivaca', ['agencija', 'privatno']),
    ],
    ...[sr.created('kreirano', 'iso-day'), sr.deposit('depozit'), sr.note('napomena'), sr.views('pregledi')],
  ],
});

const noId = layoutOf({
  name: 'sr-csv-bez-sifre',
  group: 'local',
  tongue: serbian,
  container: csv({ delimiter: ';' }),
  columns: [
    sr.deposit('Depozit'),
    ...[
      sr.offer('Prodaja/izdavanje'),
      sr.kind('Vrsta'),
      sr.title('Naslov'),
      sr.text('Opis'),
      sr.euros('Cena EUR'),
    ],
    ...[sr.perArea('Cena m2'), sr.area('m2'), sr.plotOfHouse('Plac m2'), sr.rooms('Sobe'), sr.floor('Sprat')],
    ...[
      sr.town('Mesto'),
      sr.street('Ulica'),
      sr.photos('Slike'),
      sr.advertiser('Oglašava'),
      sr.created('Uneto', 'local'),
    ],
    ...[sr.phone('Telefon'), sr.note('Napomena')],
  ],
});

const twoCurrencies = layoutOf({
  name: 'sr-csv-evri-i-dinari',
  group: 'local',
  only: fewAds,
  tongue: serbian,
  container: csv({ delimiter: ';' }),
  columns: [
    ...[sr.code('sifra'), sr.offer('ponuda'), sr.kind('tip'), sr.title('naslov'), sr.text('opis')],
    saying(
      'cena',
      ['amount', 'currency'],
      ({ euros }) => `${written(euros, 'grouped') ?? ''} € (${written(euros * 117, 'grouped') ?? ''} RSD)`,
    ),
    ...[
      sr.perArea('cena_m2', 'grouped', ' €'),
      sr.area('povrsina', 'comma', ' m²'),
      sr.rooms('soba'),
      sr.floor('sprat'),
    ],
    ...[
      sr.town('grad'),
      sr.street('adresa'),
      sr.photos('slike'),
      sr.advertiser('oglasivac'),
      sr.deposit('depozit'),
    ],
    ...[sr.created('datum', 'local'), sr.note('interno'), decoy('kurs', 'second currency', () => '117,00')],
  ],
});

const perMonth = layoutOf({
  name: 'sr-csv-mesecno',
  group: 'local',
  tongue: serbian,
  container: csv({ delimiter: ';' }),
  columns: [
    sr.note('napomena'),
    ...[sr.code('sifra'), sr.offer('vrsta_oglasa'), sr.kind('tip'), sr.title('naslov'), sr.text('opis')],
    saying(
      'cena',
      ['amount', 'currency'],
      ({ euros, offer }) => `${written(euros, 'grouped') ?? ''} €${offer === 'rent' ? ' / mesec' : ''}`,
    ),
    ...[
      sr.perArea('cena_m2', 'comma'),
      sr.area('kvadratura', 'comma'),
      sr.plotOfHouse('okucnica'),
      sr.rooms('broj_soba', 'comma'),
    ],
    ...[sr.heating('grejanje'), sr.town('grad'), sr.street('ulica'), sr.photos('slike'), sr.agent('agent')],
    ...[sr.created('datum_kreiranja', 'local'), sr.updated('datum_izmene', 'local'), sr.tax('porez')],
  ],
});

const states = layoutOf({
  name: 'sr-csv-status',
  group: 'local',
  tongue: serbianBare,
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      bare.code('sifra'),
      bare.state('status'),
      bare.offer('ponuda'),
      bare.kind('tip nekretnine'),
      bare.title('naslov'),
    ],
    ...[
      bare.text('opis'),
      bare.amount('cena'),
      bare.currency('valuta'),
      bare.perArea('cena/m2'),
      bare.area('kvadratura'),
    ],
    ...[
      bare.plotOfHouse('plac'),
      bare.rooms('sobe'),
      bare.floor('sprat'),
      bare.parking('parking'),
      bare.town('grad'),
    ],
    ...[
      bare.street('ulica'),
      bare.photos('slike'),
      bare.advertiser('oglasivac'),
      bare.created('datum unosa', 'local'),
    ],
    ...[bare.oldPrice('stara cena'), bare.note('napomena')],
  ],
});

const numbered = layoutOf({
  name: 'sr-csv-slika1',
  group: 'local',
  only: fewAds,
  tongue: serbian,
  container: csv({ quoted: true }),
  columns: [
    ...[sr.code('kod'), sr.offer('tip_ponude'), sr.kind('kategorija'), sr.title('naslov'), sr.text('opis')],
    ...[
      sr.euros('cena_u_eurima'),
      sr.perArea('cena_po_kvadratu'),
      sr.area('kvadratura'),
      sr.plotOfHouse('povrsina_zemljista'),
    ],
    ...[
      sr.rooms('broj_soba'),
      sr.bathrooms('kupatila'),
      sr.terrace('terasa'),
      sr.town('grad'),
      sr.street('adresa'),
    ],
    ...photoColumns('slika', 5),
    ...[sr.qr('slika_qr'), sr.advertiser('oglasivac'), sr.created('datum', 'iso-day'), sr.note('napomena')],
  ],
});

const squareFeet = layoutOf({
  name: 'sr-csv-stope',
  group: 'local',
  tongue: serbianBare,
  only: ({ kind, index }) => kind !== 'plot' && kind !== 'house' && index % 3 === 0,
  undecidable: ['area'],
  feed: { areaUnit: 'sqft' },
  container: csv(),
  columns: [
    ...[
      bare.code('ref'),
      bare.offer('ponuda'),
      bare.kind('tip'),
      saying('naslov', 'title', ({ index }) => `Ponuda broj ${index + 1}, odmah dostupno`),
    ],
    ...[bare.text('opis'), bare.euros('cena_eur')],
    saying('povrsina', 'area', ({ area }) => (area === null ? null : (area * 10.763_91).toFixed(2))),
    ...[
      bare.rooms('sobe'),
      bare.floor('sprat'),
      bare.town('grad'),
      bare.street('ulica'),
      bare.photos('slike'),
    ],
    ...[
      bare.advertiser('oglasivac'),
      bare.deposit('depozit'),
      bare.created('datum', 'iso-day'),
      bare.note('napomena'),
    ],
    ...[bare.commission('provizija'), bare.photoCount('br_slika')],
  ],
  truth: { title: ({ index }) => `Ponuda broj ${index + 1}, odmah dostupno` },
});

const bareAres = layoutOf({
  name: 'sr-csv-plac-bez-jedinice',
  group: 'local',
  tongue: serbian,
  only: ({ kind }) => kind === 'plot',
  undecidable: ['plot'],
  feed: { plotUnit: 'ar' },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      sr.code('sifra'),
      sr.offer('ponuda'),
      sr.kind('tip'),
      saying('naslov', 'title', () => 'Građevinski plac na mirnom mestu'),
      sr.text('opis'),
    ],
    ...[
      sr.euros('cena_eur'),
      saying('plac', 'plot', ({ plot }) => written(plot === null ? null : plot / 100, 'comma')),
    ],
    ...[sr.town('grad'), sr.street('ulica'), sr.photos('slike'), sr.advertiser('oglasivac'), sr.tax('porez')],
    ...[
      sr.created('datum_unosa', 'local'),
      sr.note('napomena'),
      sr.photoCount('broj_slika'),
      sr.oldPrice('stara_cena_eur'),
    ],
    sr.commission('provizija'),
  ],
  truth: { title: () => 'Građevinski plac na mirnom mestu' },
});

const hectares = layoutOf({
  name: 'sr-csv-hektari',
  group: 'local',
  tongue: serbian,
  only: ({ kind }) => kind === 'plot',
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      sr.code('sifra'),
      sr.offer('ponuda'),
      sr.kind('tip'),
      saying('naslov', 'title', () => 'Zemljište uz asfaltni put'),
      sr.text('opis'),
    ],
    ...[
      sr.euros('cena_eur'),
      sr.oldPrice('stara_cena'),
      saying('površina zemljišta', 'plot', ({ plot }) => landOf(plot ?? 0)),
    ],
    ...[sr.town('grad'), sr.street('ulica'), sr.photos('slike'), sr.advertiser('oglasivac'), sr.tax('porez')],
    ...[sr.created('datum_unosa', 'local'), sr.note('napomena'), sr.photoCount('broj_slika')],
  ],
  truth: { plot: ({ plot }) => Math.round((plot ?? 0) / 5) * 100, title: () => 'Zemljište uz asfaltni put' },
});

function landOf(plot: number): string {
  const ares = Math.round(plot / 5);
  return ares < 100 ? `${ares} ari` : `${Math.floor(ares / 100)} ha ${ares % 100} ari`;
}

const script = layoutOf({
  name: 'sr-csv-cirilica',
  group: 'local',
  tongue: serbianCyrillic,
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      cyrillic.code('Шифра'),
      cyrillic.offer('Понуда'),
      cyrillic.kind('Врста'),
      cyrillic.title('Наслов'),
      cyrillic.text('Опис'),
    ],
    ...[
      cyrillic.amount('Цена'),
      cyrillic.currency('Валута'),
      cyrillic.perArea('Цена по м²', 'comma'),
      cyrillic.area('Површина', 'comma'),
    ],
    ...[
      cyrillic.rooms('Број соба', 'comma'),
      cyrillic.floor('Спрат'),
      cyrillic.heating('Грејање'),
      cyrillic.town('Град'),
    ],
    ...[
      cyrillic.street('Улица'),
      cyrillic.photos('Слике'),
      cyrillic.advertiser('Оглашивач'),
      cyrillic.deposit('Депозит'),
    ],
    ...[cyrillic.created('Датум уноса', 'local'), cyrillic.note('Напомена'), cyrillic.views('Прегледа')],
  ],
});

const kinds = layoutOf({
  name: 'sr-csv-oglasivac-tip',
  group: 'local',
  tongue: serbianBare,
  container: csv(),
  columns: [
    ...[
      bare.code('oglas_id'),
      decoy('tip_oglasivaca', 'advertiser', ({ index }) => (index % 4 === 1 ? 'Vlasnik' : 'Agencija')),
    ],
    ...[
      bare.offer('tip_oglasa'),
      bare.kind('tip_nekretnine'),
      bare.title('naslov_oglasa'),
      bare.text('tekst_oglasa'),
    ],
    ...[
      bare.dinars('cena_rsd'),
      bare.euros('cena_eur'),
      bare.perArea('cena_m2_eur'),
      bare.area('povrsina_m2'),
    ],
    ...[
      bare.terraceArea('povrsina_terase_m2'),
      bare.plotOfHouse('povrsina_placa_m2'),
      bare.rooms('broj_soba'),
    ],
    ...[
      bare.floor('sprat'),
      bare.floors('broj_spratova'),
      bare.year('god_izgradnje'),
      bare.lift('lift', ['1', '0']),
    ],
    ...[
      bare.town('grad', (town) => (town === 'Beograd' ? 'BGD' : town)),
      filler('opstina', (ad) => `opst. ${townOf(ad, serbianBare).within}`),
      bare.street('ulica'),
      bare.photos('slike'),
      bare.created('vreme_kreiranja', 'space'),
    ],
    bare.updated('vreme_izmene', 'space'),
  ],
});

/** CSV as Serbian agencies export it, or keep it by hand. */
export const serbianCsv: readonly Layout[] = [
  ...[headings, glued, sheet, rentals, titlesOnly, noId, twoCurrencies, perMonth, states, numbered],
  ...[squareFeet, bareAres, hectares, script, kinds],
];
