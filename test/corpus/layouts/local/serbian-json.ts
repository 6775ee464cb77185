import { columnsIn, fewAds, saying } from '../../columns.js';
import { json } from '../../containers.js';
import { photosOf } from '../../fields.js';
import { layoutOf, type Layout } from '../../layout.js';
import { serbian, serbianBare } from '../../tongues/serbian.js';

const sr = columnsIn(serbian);
const bare = columnsIn(serbianBare);

const nested = layoutOf({
  name: 'sr-json-ugnezdeno',
  group: 'local',
  tongue: serbian,
  container: json({ under: ['nekretnine'] }),
  columns: [
    ...[sr.code('sifra'), sr.offer('ponuda'), sr.kind('tip'), sr.title('naslov'), sr.text('opis')],
    ...[
      sr.amount('cena/iznos'),
      sr.currency('cena/valuta'),
      sr.perArea('cena/po_m2'),
      sr.area('povrsina/stambena'),
    ],
    ...[
      sr.plotOfHouse('povrsina/placa'),
      sr.terraceArea('povrsina/terase'),
      sr.rooms('soba'),
      sr.floor('sprat'),
    ],
    ...[
      sr.town('lokacija/grad'),
      sr.street('lokacija/ulica'),
      sr.lat('lokacija/lat'),
      sr.lng('lokacija/lng'),
    ],
    ...[sr.photos('slike'), sr.agent('agent/ime'), sr.phone('agent/telefon'), sr.created('kreirano')],
    ...[sr.updated('izmenjeno'), sr.note('interna_napomena')],
  ],
});

const keyed = layoutOf({
  name: 'sr-json-po-kljucu',
  group: 'local',
  tongue: serbian,
  container: json({ form: 'keyed' }),
  columns: [
    ...[sr.code('sifra'), sr.offer('vrsta'), sr.kind('tip_nekretnine'), sr.title('naslov'), sr.text('opis')],
    ...[
      sr.euros('cena_eur'),
      sr.perArea('cena_m2'),
      sr.area('kvadratura'),
      sr.rooms('broj_soba'),
      sr.floor('sprat'),
    ],
    ...[
      sr.town('grad'),
      sr.street('adresa'),
      sr.photos('slike'),
      sr.advertiser('oglasivac'),
      sr.deposit('depozit'),
    ],
    ...[sr.created('datum_unosa'), sr.note('napomena'), sr.terraceArea('terasa_m2')],
  ],
});

const lines = layoutOf({
  name: 'sr-json-redovi',
  group: 'local',
  tongue: serbianBare,
  container: json({ form: 'lines' }),
  columns: [
    ...[
      bare.code('id'),
      bare.offer('ponuda'),
      bare.kind('kategorija'),
      bare.title('naslov'),
      bare.text('opis'),
    ],
    ...[
      bare.euros('cenaEur'),
      bare.perArea('cenaPoM2'),
      bare.area('kvadratura'),
      bare.plotOfHouse('povrsinaPlaca'),
    ],
    ...[
      bare.rooms('brojSoba'),
      bare.floor('sprat'),
      bare.town('grad'),
      bare.street('adresa'),
      bare.photos('fotografije'),
    ],
    ...[
      bare.advertiser('tipOglasivaca'),
      bare.created('datumKreiranja'),
      bare.dinars('cenaRsd'),
      bare.note('beleska'),
    ],
  ],
});

const english = layoutOf({
  name: 'sr-json-engleski',
  group: 'local',
  only: fewAds,
  tongue: serbian,
  container: json({ under: ['data', 'properties'] }),
  columns: [
    ...[sr.code('listingId'), sr.offer('transactionType', { sale: 'sale', rent: 'rent' })],
    sr.kind('propertyType', {
      apartment: 'apartment',
      house: 'house',
      plot: 'land',
      shop: 'shop',
      garage: 'garage',
    }),
    ...[
      sr.title('title'),
      sr.text('description'),
      sr.amount('price'),
      sr.currency('currency'),
      sr.perArea('pricePerSqm'),
    ],
    ...[
      sr.area('sizeM2'),
      sr.plotOfHouse('landSizeM2'),
      sr.rooms('rooms'),
      sr.bathrooms('bathrooms'),
      sr.floor('floor'),
    ],
    ...[
      sr.floors('totalFloors'),
      sr.town('city'),
      sr.street('address'),
      sr.deposit('depositAmount'),
      sr.views('viewCount'),
    ],
    saying('images', 'photos', (ad) => photosOf(ad).map((url, index) => ({ url, order: index + 1 }))),
    ...[sr.agent('agentName'), sr.created('createdAt'), sr.updated('updatedAt'), sr.note('internalNote')],
  ],
});

const short = layoutOf({
  name: 'sr-json-skracenice',
  group: 'local',
  tongue: serbianBare,
  container: json(),
  columns: [
    ...[
      bare.code('sif'),
      bare.offer('vrstapon'),
      bare.kind('tipnekr'),
      bare.title('nasl'),
      bare.text('opis'),
    ],
    ...[
      bare.euros('cenaeur'),
      bare.perArea('cenam2'),
      bare.area('kvadr'),
      bare.plotOfHouse('povplac'),
      bare.rooms('brsoba'),
    ],
    ...[
      bare.floor('spr'),
      bare.town('grad'),
      bare.street('ulica'),
      bare.photos('slike'),
      bare.advertiser('oglas_daje'),
    ],
    ...[bare.created('datunosa', 'iso-day'), bare.deposit('dep'), bare.note('nap'), bare.views('pregl')],
  ],
});

/** JSON of Serbian agency software. */
export const serbianJson: readonly Layout[] = [nested, keyed, lines, english, short];
