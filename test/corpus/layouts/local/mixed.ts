import { columnsIn, decoy, filler, photoColumns, saying, written } from '../../columns.js';
import { csv, json, xml } from '../../containers.js';
import { photosOf } from '../../fields.js';
import { layoutOf, type Layout } from '../../layout.js';
import { english } from '../../tongues/europe.js';
import { bosnian, croatian } from '../../tongues/neighbours.js';
import { serbian, serbianBare } from '../../tongues/serbian.js';
import { proseOf, titleOf } from '../../tongues/tongue.js';
import { roomsOf } from '../abroad/southern.js';

const sr = columnsIn(serbian);
const bare = columnsIn(serbianBare);
const hr = columnsIn(croatian);
const bs = columnsIn(bosnian);

/** Net and gross area, the sale's price and the rent in columns of their own, an empty or zero one for what is not offered. */
const netAndGross = layoutOf({
  name: 'sr-csv-neto-bruto',
  group: 'local',
  tongue: serbian,
  says: ['currency'],
  container: csv({ delimiter: ';', list: ';', quoted: true }),
  columns: [
    ...[sr.own('ID'), sr.code('Šifra nekretnine'), sr.kind('Vrsta nekretnine'), sr.title('Naslov')],
    saying('Prodajna cena (EUR)', ['amount', 'offer'], ({ offer, euros }) =>
      offer === 'sale' ? written(euros, 'grouped') : '0',
    ),
    saying('Mesečna zakupnina (EUR)', ['amount', 'offer'], ({ offer, euros }) =>
      offer === 'rent' ? written(euros, 'grouped') : '0',
    ),
    ...[sr.grossArea('Bruto površina', 'comma'), sr.area('Neto površina', 'comma')],
    ...[sr.plotOfHouse('Površina parcele'), sr.terraceArea('Površina terase')],
    saying('Struktura', 'rooms', ({ rooms }) =>
      rooms === null ? null : `${written(rooms, 'comma') ?? ''} soba`,
    ),
    saying('Spratnost', ['floor', 'floors'], ({ floor, floors }) =>
      floor === null ? null : `${floor}/${floors ?? ''}`,
    ),
    ...[
      sr.text('Tekst oglasa'),
      sr.town('Grad'),
      sr.within('Opština'),
      sr.street('Adresa'),
      sr.photos('Fotografije'),
    ],
    ...[sr.created('Datum unosa', 'local-dot'), sr.updated('Datum poslednje izmene', 'local-dot')],
    ...[sr.commission('Provizija'), sr.agent('Zadužen agent'), sr.note('Interna napomena')],
  ],
});

/** Switches: sold, reserved, published. The rooms with their areas stand in the record. */
const switches = layoutOf({
  name: 'bs-json-prekidaci',
  group: 'local',
  tongue: bosnian,
  container: json({ under: ['rezultat'] }),
  columns: [
    ...[
      bs.code('oznaka'),
      bs.offer('tip_usluge'),
      bs.kind('tip_nekretnine'),
      bs.title('naziv'),
      bs.text('detaljan_opis'),
    ],
    saying('prodano', 'state', ({ isSold }) => (isSold ? 1 : 0)),
    filler('rezervisano', () => 0),
    filler('istaknuto', ({ index }) => (index % 4 === 0 ? 1 : 0)),
    ...[
      bs.amount('cijena_iznos'),
      bs.currency('cijena_valuta'),
      bs.oldPrice('cijena_prije'),
      bs.perArea('cijena_kvadrat'),
    ],
    ...[
      bs.area('kvadratura'),
      bs.plotOfHouse('povrsina_okucnice'),
      bs.bedrooms('broj_spavacih'),
      bs.floor('sprat'),
    ],
    decoy(
      'prostorije',
      'room area',
      roomsOf('naziv', 'kvadratura', ['Dnevni boravak', 'Kuhinja', 'Spavaća soba']),
    ),
    ...[
      bs.town('grad'),
      bs.street('ulica_i_broj'),
      bs.lat('geo/sirina'),
      bs.lng('geo/duzina'),
      bs.photos('galerija'),
    ],
    ...[
      bs.plan('tlocrt'),
      bs.created('uneseno'),
      bs.updated('izmijenjeno'),
      bs.agent('kontakt/ime'),
      bs.note('biljeska'),
    ],
  ],
});

/** The texts in three languages, photos in attributes. */
const translated = layoutOf({
  name: 'hr-xml-prijevodi',
  group: 'local',
  tongue: croatian,
  container: xml({ root: 'nekretnine', record: 'nekretnina' }),
  columns: [
    ...[hr.code('@sifra'), hr.kind('vrsta'), hr.offer('ponuda')],
    ...[hr.title('prijevodi/hr/naslov'), hr.text('prijevodi/hr/opis')],
    saying('prijevodi/en/naslov', [], (ad) => titleOf(ad, english)),
    saying('prijevodi/en/opis', [], (ad) => proseOf(ad, english)),
    ...[hr.amount('cijena'), hr.currency('cijena/@valuta'), hr.perArea('cijena_m2')],
    ...[hr.area('stambena_povrsina'), hr.grossArea('bruto_povrsina'), hr.plotOfHouse('okucnica')],
    ...[hr.rooms('sobe'), hr.bathrooms('kupaonice'), hr.floor('kat'), hr.heating('grijanje')],
    ...[hr.town('lokacija/grad'), hr.within('lokacija/zupanija'), hr.street('lokacija/ulica')],
    saying('slike/slika', 'photos', (ad) =>
      photosOf(ad).map((url, index) => ({ '@rb': index + 1, '@src': url })),
    ),
    ...[hr.plan('tlocrt/@src'), hr.created('upisano', 'space'), hr.updated('azurirano', 'space')],
    ...[hr.agent('posrednik'), hr.deposit('jamcevina'), hr.note('interno')],
  ],
});

/** Codes for kind and offer, with the legend above; numbered photos; ares with their unit. */
const coded = layoutOf({
  name: 'sr-xml-sifarnik',
  group: 'local',
  tongue: serbianBare,
  container: xml({
    root: 'izvoz',
    record: 'oglas',
    above:
      '<sifarnik><vrsta sifra="10">Stan</vrsta><vrsta sifra="20">Kuca</vrsta><vrsta sifra="30">Plac</vrsta><vrsta sifra="40">Lokal</vrsta><vrsta sifra="50">Garaza</vrsta><usluga sifra="1">Prodaja</usluga><usluga sifra="2">Izdavanje</usluga></sifarnik>\n',
  }),
  columns: [
    ...[bare.code('id_oglasa'), bare.offer('usluga', { sale: '1', rent: '2' })],
    bare.kind('vrsta', { apartment: '10', house: '20', plot: '30', shop: '40', garage: '50' }),
    ...[
      bare.title('naslov'),
      bare.text('opis'),
      bare.amount('cena'),
      bare.currency('cena/@valuta'),
      bare.dinars('cena_din'),
    ],
    ...[bare.area('kvadratura'), bare.plotOfHouse('okucnica'), bare.rooms('struktura'), bare.floor('sprat')],
    ...[bare.town('mesto'), bare.quarter('deo_grada'), bare.street('ulica'), ...photoColumns('foto_', 5)],
    ...[bare.plan('foto_tlocrt'), bare.created('unet', 'space'), bare.updated('menjan', 'space')],
    ...[bare.advertiser('izvor'), bare.note('napomena'), bare.deposit('depozit')],
  ],
});

/** Local exports that mix several traps each. */
export const mixedLayouts: readonly Layout[] = [netAndGross, switches, translated, coded];
