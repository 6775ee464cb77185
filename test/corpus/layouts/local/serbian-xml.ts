import { columnsIn, fewAds, filler, saying, written } from '../../columns.js';
import { xml } from '../../containers.js';
import { photosOf, pictureOf } from '../../fields.js';
import { layoutOf, type Column, type Layout } from '../../layout.js';
import { serbian, serbianBare, serbianCyrillic } from '../../tongues/serbian.js';
import { quarterOf, townOf } from '../../tongues/tongue.js';

const sr = columnsIn(serbian);
const cyrillic = columnsIn(serbianCyrillic);
const bare = columnsIn(serbianBare);

/** As the agency's own software abbreviates towns. */
function agencyCode(town: string): string {
  return ({ Beograd: 'BGD grad', 'Novi Sad': 'NS grad' } as Readonly<Record<string, string>>)[town] ?? town;
}

function agencyPart(name: string): Column {
  return filler(name, (ad) => `${townOf(ad, serbian).within} - centar`);
}

const ordinary = layoutOf({
  name: 'sr-xml-oglasi',
  group: 'local',
  tongue: serbian,
  container: xml({ root: 'oglasi', record: 'oglas', cdata: true }),
  columns: [
    ...[sr.code('sifra'), sr.own('interni_broj'), sr.offer('vrstaponude'), sr.kind('vrstanekretnine')],
    ...[sr.title('naslov'), sr.text('opis'), sr.euros('cena_eur'), sr.perArea('cena_po_m2')],
    ...[sr.area('kvadratura'), sr.plotOfHouse('povrsina_placa'), sr.rooms('broj_soba'), sr.floor('sprat')],
    ...[sr.floors('spratova'), sr.heating('grejanje'), sr.town('grad'), sr.quarter('naselje')],
    ...[sr.street('ulica'), sr.photos('slike/slika'), sr.advertiser('oglasivac'), sr.deposit('depozit')],
    ...[sr.created('datum_unosa'), sr.updated('izmenjeno'), sr.note('napomena'), sr.phone('telefon')],
  ],
});

const attributes = layoutOf({
  name: 'sr-xml-atributi',
  group: 'local',
  tongue: serbian,
  container: xml({ root: 'nekretnine', record: 'nekretnina' }),
  columns: [
    ...[sr.code('@id'), sr.kind('@tip'), sr.offer('@ponuda', { sale: 'prodaja', rent: 'izdavanje' })],
    ...[
      sr.amount('cena'),
      sr.currency('cena/@valuta'),
      sr.perArea('cena_kvadrata'),
      sr.oldPrice('stara_cena'),
    ],
    ...[
      sr.title('naziv'),
      sr.text('opis'),
      sr.area('povrsina'),
      sr.plotOfHouse('plac'),
      sr.rooms('struktura'),
    ],
    ...[
      sr.floor('sprat'),
      sr.year('godina_izgradnje'),
      sr.town('lokacija/grad'),
      sr.street('lokacija/adresa'),
    ],
    ...[sr.lat('lokacija/lat'), sr.lng('lokacija/lng')],
    saying('fotografije/foto', 'photos', (ad) =>
      photosOf(ad).map((url, index) => ({ '@rb': index + 1, '@url': url })),
    ),
    ...[
      sr.agent('agent/ime'),
      sr.portrait('agent/slika'),
      sr.created('kreiran', 'space'),
      sr.views('pregleda'),
    ],
    sr.updated('azuriran', 'space'),
  ],
});

const inCyrillic = layoutOf({
  name: 'sr-xml-cirilica',
  group: 'local',
  tongue: serbianCyrillic,
  container: xml({ root: 'понуда', record: 'оглас' }),
  columns: [
    ...[cyrillic.code('шифра'), cyrillic.offer('врста_понуде'), cyrillic.kind('тип_некретнине')],
    ...[
      cyrillic.title('наслов'),
      cyrillic.text('опис'),
      cyrillic.euros('цена_еур'),
      cyrillic.perArea('цена_по_м2'),
    ],
    ...[cyrillic.area('квадратура'), cyrillic.plotOfHouse('плац_м2'), cyrillic.rooms('број_соба')],
    ...[
      cyrillic.floor('спрат'),
      cyrillic.town('град'),
      cyrillic.street('улица'),
      cyrillic.photos('слике/слика'),
    ],
    ...[
      cyrillic.advertiser('оглашивач'),
      cyrillic.deposit('депозит'),
      cyrillic.created('датум_уноса', 'local'),
    ],
    cyrillic.note('напомена'),
  ],
});

const oneLocation = layoutOf({
  name: 'sr-xml-lokacija',
  group: 'local',
  tongue: serbian,
  container: xml({ root: 'ads', record: 'ad', cdata: true }),
  columns: [
    ...[sr.code('id'), sr.offer('transakcija'), sr.kind('kategorija'), sr.title('naslov'), sr.text('opis')],
    ...[
      sr.euros('cena', 'grouped', ' €'),
      sr.perArea('cena_m2', 'grouped', ' €/m²'),
      sr.area('kvadratura', 'comma', ' m2'),
    ],
    ...[sr.plotOfHouse('placevi_m2'), sr.rooms('soba'), sr.heating('grejanje'), sr.lift('lift')],
    saying('lokacija', ['city', 'quarter'], (ad) => {
      const town = townOf(ad, serbian);
      return `Srbija, ${town.name}, ${town.within}, ${quarterOf(ad, serbian)}`;
    }),
    ...[
      sr.street('adresa'),
      sr.photos('galerija/slika'),
      sr.advertiser('tip_oglasivaca'),
      sr.photoCount('broj_slika'),
    ],
    ...[sr.created('objavljeno', 'local-dot'), sr.commission('provizija'), sr.note('interna_beleska')],
  ],
});

const ares = layoutOf({
  name: 'sr-xml-ari',
  group: 'local',
  tongue: serbian,
  container: xml({ root: 'OGLASI', record: 'oglas', cdata: true }),
  columns: [
    ...[
      sr.code('sifra'),
      sr.offer('vrstaponude'),
      sr.kind('vrstanekretnine'),
      sr.title('naslov'),
      sr.text('opis'),
    ],
    ...[sr.amount('cena'), sr.currency('valuta'), sr.perArea('cenam2'), sr.area('kvadratura')],
    saying('plac_ari', 'plot', ({ plot }) => written(plot === null ? null : plot / 100, 'plain')),
    ...[
      sr.rooms('brojsoba'),
      sr.floor('sprat'),
      sr.floors('spratova'),
      sr.town('mesto', agencyCode),
      agencyPart('opstina'),
      sr.quarter('naselje'),
    ],
    ...[sr.street('ulica'), sr.photos('slike/slika/url'), sr.tax('porez'), sr.advertiser('vlasnik_agencija')],
    ...[
      sr.created('daystart', 'iso-day'),
      sr.updated('lastupdate'),
      sr.note('napomena'),
      sr.terraceArea('terasa_m2'),
    ],
  ],
});

const twoPrices = layoutOf({
  name: 'sr-xml-dve-cene',
  group: 'local',
  only: fewAds,
  tongue: serbian,
  container: xml({ root: 'feed', record: 'nekretnina' }),
  columns: [
    ...[sr.code('broj'), sr.kind('vrsta'), sr.title('naslov'), sr.text('tekst')],
    saying('prodajna_cena_eur', ['offer', 'amount', 'currency'], ({ offer, euros }) =>
      offer === 'sale' ? euros : null,
    ),
    saying('mesecni_zakup_eur', ['offer', 'amount', 'currency'], ({ offer, euros }) =>
      offer === 'rent' ? euros : null,
    ),
    ...[sr.deposit('depozit_eur'), sr.tax('porez_na_imovinu'), sr.perArea('cena_po_kvadratu')],
    ...[
      sr.area('korisna_povrsina'),
      sr.plotOfHouse('povrsina_parcele'),
      sr.rooms('sobnost'),
      sr.floor('etaza'),
    ],
    ...[
      sr.town('opstina'),
      sr.street('ulica_i_broj'),
      sr.photos('slike/url'),
      sr.created('uneto'),
      sr.note('napomena'),
    ],
  ],
});

const noCurrency = layoutOf({
  name: 'sr-xml-bez-valute',
  group: 'local',
  tongue: serbianBare,
  undecidable: ['currency'],
  container: xml({ root: 'nekretnine', record: 'stavka', encoding: 'win1250' }),
  columns: [
    ...[bare.code('sifra'), bare.offer('akcija'), bare.kind('tip'), bare.title('naslov'), bare.text('opis')],
    ...[
      bare.amount('cena'),
      bare.perArea('cena_m2'),
      bare.area('m2'),
      bare.plotOfHouse('plac_m2'),
      bare.rooms('brsoba'),
    ],
    ...[bare.floor('sprat'), bare.floors('ukupno_spratova'), bare.heating('grejanje'), bare.town('grad')],
    ...[
      bare.street('ulica'),
      bare.photos('foto'),
      bare.created('datum', 'local'),
      bare.advertiser('oglasava'),
    ],
    ...[bare.deposit('kaucija'), bare.note('komentar')],
  ],
});

const pictures = layoutOf({
  name: 'sr-xml-slike-i-tlocrt',
  group: 'local',
  only: fewAds,
  tongue: serbian,
  container: xml({ root: 'izvoz', record: 'oglas', cdata: true }),
  columns: [
    ...[
      sr.code('oglas_id'),
      sr.offer('tip_oglasa'),
      sr.kind('tip_objekta'),
      sr.title('naslov'),
      sr.text('opis_srpski'),
    ],
    ...[sr.euros('cena_evra'), sr.perArea('cena_po_m2_evra'), sr.area('povrsina_m2'), sr.rooms('broj_soba')],
    ...[sr.bathrooms('broj_kupatila'), sr.parking('parking'), sr.town('grad'), sr.street('adresa')],
    { ...saying('qr_kod', [], (ad) => pictureOf(ad, 'qr')), decoy: 'qr' as const },
    ...[
      sr.logo('agencija/logo'),
      sr.photos('slike/slika'),
      sr.plan('tlocrt'),
      sr.portrait('agent/fotografija'),
    ],
    ...[sr.created('postavljeno', 'iso-day'), sr.updated('poslednja_izmena'), sr.note('interno')],
  ],
});

/** XML as Serbian agency software writes it. */
export const serbianXml: readonly Layout[] = [
  ...[ordinary, attributes, inCyrillic, oneLocation, ares, twoPrices, noCurrency, pictures],
];
