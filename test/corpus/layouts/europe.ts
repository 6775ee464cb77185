import type { Ad } from '../ads.js';
import { columnsIn, decoy, fewAds, filler, saying, written } from '../columns.js';
import { csv, json, xml } from '../containers.js';
import { photosOf, pictureOf } from '../fields.js';
import { layoutOf, type Layout } from '../layout.js';
import * as tongues from '../tongues/europe.js';
import { townOf } from '../tongues/tongue.js';

const de = columnsIn(tongues.german);
const en = columnsIn(tongues.english);
const es = columnsIn(tongues.spanish);
const it = columnsIn(tongues.italian);
const fr = columnsIn(tongues.french);
const ro = columnsIn(tongues.romanian);
const hu = columnsIn(tongues.hungarian);
const pl = columnsIn(tongues.polish);
const tr = columnsIn(tongues.turkish);
const bg = columnsIn(tongues.bulgarian);

const group = 'europe';

const germanXml = layoutOf({
  ...{ name: 'de-xml-angebote', group, tongue: tongues.german },
  container: xml({ root: 'angebote', record: 'angebot' }),
  columns: [
    ...[
      de.code('objektnummer'),
      de.offer('vermarktungsart'),
      de.kind('objektart'),
      de.title('titel'),
      de.text('beschreibung'),
    ],
    ...[
      de.euros('preis', 'grouped', ' €'),
      de.perArea('preis_pro_m2', 'comma'),
      de.area('wohnflaeche', 'comma'),
    ],
    ...[
      de.plotOfHouse('grundstuecksflaeche'),
      de.rooms('zimmer', 'comma'),
      de.floor('etage'),
      de.town('ort'),
      de.street('strasse'),
    ],
    ...[
      de.photos('bilder/bild'),
      de.advertiser('anbieter'),
      de.created('erstellt_am', 'local'),
      de.deposit('kaution'),
    ],
    ...[de.commission('provision'), de.note('interne_notiz')],
  ],
});

const germanCsv = layoutOf({
  ...{ name: 'de-csv-export', group, tongue: tongues.german },
  container: csv({ delimiter: ';', encoding: 'utf8-bom', quoted: true, list: ',' }),
  columns: [
    ...[
      de.code('Objekt-Nr'),
      de.offer('Art'),
      de.kind('Objekttyp'),
      de.title('Überschrift'),
      de.text('Objektbeschreibung'),
    ],
    ...[
      de.amount('Preis', 'grouped'),
      de.currency('Währung'),
      de.perArea('Quadratmeterpreis', 'comma'),
      de.area('Wohnfläche', 'comma'),
    ],
    ...[
      de.plotOfHouse('Grundstück'),
      de.rooms('Zimmer', 'comma'),
      de.bathrooms('Bäder'),
      de.year('Baujahr'),
      de.town('Stadt'),
    ],
    ...[
      de.street('Adresse'),
      de.photos('Fotos'),
      de.agent('Ansprechpartner'),
      de.created('Angelegt', 'local'),
    ],
    ...[
      de.updated('Geändert', 'space'),
      de.state('Status'),
      de.oldPrice('Preis alt', 'grouped'),
      de.note('Notiz'),
    ],
  ],
});

const englishXml = layoutOf({
  ...{ name: 'en-xml-properties', group, tongue: tongues.english },
  container: xml({ root: 'properties', record: 'property', cdata: true }),
  columns: [
    ...[
      en.code('reference'),
      en.offer('listing_type'),
      en.kind('property_type'),
      en.title('headline'),
      en.text('description'),
    ],
    ...[
      en.amount('price'),
      en.currency('currency'),
      en.perArea('price_per_sqm'),
      en.area('floor_area'),
      en.plotOfHouse('plot_size'),
    ],
    ...[
      en.bedrooms('bedrooms'),
      en.bathrooms('bathrooms'),
      en.floor('floor'),
      en.town('address/town'),
      en.street('address/street'),
    ],
    ...[
      en.photos('images/image'),
      en.plan('floorplan'),
      en.agent('agent/name'),
      en.created('date_added', 'space'),
    ],
    ...[en.updated('last_modified', 'iso'), en.tax('council_tax'), en.note('private_note')],
  ],
});

const englishGlued = layoutOf({
  ...{ name: 'en-csv-glued', group, tongue: tongues.english },
  container: csv({ list: '|' }),
  columns: [
    ...[
      en.code('listingid'),
      en.offer('listingtype'),
      en.kind('propertytype'),
      en.title('property_name'),
      en.text('propertydescription'),
    ],
    ...[
      en.amount('listingprice'),
      en.currency('pricecurrency'),
      en.perArea('price_by_surface'),
      en.area('sqr_m'),
      en.plotOfHouse('plot_sqm'),
    ],
    ...[
      en.rooms('numrooms'),
      en.bathrooms('numbaths'),
      en.town('cityname'),
      en.street('streetaddress'),
      en.photos('photourls'),
    ],
    ...[
      en.agent('agentname'),
      en.created('datecreated', 'space'),
      en.views('pageviews'),
      en.commission('commissionpct'),
      en.note('internalnote'),
    ],
  ],
});

const englishJson = layoutOf({
  ...{ name: 'en-json-keyed', group, tongue: tongues.english },
  container: json({ under: ['listings'], form: 'keyed' }),
  columns: [
    ...[
      en.code('ref'),
      en.offer('operation'),
      en.kind('category'),
      en.title('title'),
      en.text('body'),
      en.amount('price/value'),
    ],
    ...[
      en.currency('price/currency'),
      en.perArea('price/per_sqm'),
      en.area('size/living'),
      en.plotOfHouse('size/plot'),
    ],
    ...[
      en.rooms('rooms'),
      en.town('location/city'),
      en.street('location/address'),
      en.lat('location/lat'),
      en.lng('location/lng'),
    ],
    ...[
      en.photos('media/photos'),
      en.plan('media/floorplan'),
      en.qr('media/qr'),
      en.agent('contact/name'),
      en.created('created_at'),
    ],
    ...[en.updated('updated_at'), en.state('status'), en.note('remarks_internal')],
  ],
});

const englishLines = layoutOf({
  ...{ name: 'en-jsonl-export', group, tongue: tongues.english, only: fewAds },
  container: json({ form: 'lines' }),
  columns: [
    ...[
      en.code('id'),
      en.offer('transaction'),
      en.kind('type'),
      en.title('name'),
      en.text('description'),
      en.euros('price_eur'),
    ],
    ...[
      en.perArea('price_eur_m2'),
      en.area('area_m2'),
      en.plotOfHouse('land_m2'),
      en.rooms('rooms'),
      en.town('city'),
    ],
    ...[
      en.street('address'),
      en.photos('photos'),
      en.deposit('deposit'),
      en.created('inserted'),
      en.agent('agent'),
      en.views('views'),
    ],
  ],
});

const kyero = layoutOf({
  ...{ name: 'es-xml-kyero', group, tongue: tongues.spanish },
  container: xml({
    root: 'root',
    record: 'property',
    above: '<kyero><feed_version>3</feed_version></kyero>\n',
  }),
  columns: [
    es.code('id'),
    filler('date', ({ updated }) => updated.toISOString().slice(0, 19).replace('T', ' ')),
    es.own('ref'),
    es.amount('price'),
    es.currency('currency'),
    saying('price_freq', 'offer', ({ offer }) => (offer === 'sale' ? 'sale' : 'month')),
    saying(
      'type',
      'kind',
      ({ kind }) =>
        ({ apartment: 'Apartment', house: 'Villa', plot: 'Land', shop: 'Commercial', garage: 'Garage' })[
          kind
        ],
    ),
    ...[
      es.town('town'),
      es.within('province'),
      filler('country', () => 'Spain'),
      es.street('location_detail'),
    ],
    ...[
      es.bedrooms('beds'),
      es.bathrooms('baths'),
      es.area('surface_area/built'),
      es.plotOfHouse('surface_area/plot'),
    ],
    ...[es.text('desc/es'), es.title('title/es')],
    saying('images/image', 'photos', (ad) => photosOf(ad).map((url, index) => ({ '@id': index + 1, url }))),
    ...[
      es.perArea('price_m2'),
      es.created('created', 'space'),
      es.agent('agent/name'),
      es.oldPrice('price_old'),
      es.note('notes'),
    ],
  ],
});

const spanishCsv = layoutOf({
  ...{ name: 'es-csv-inmuebles', group, tongue: tongues.spanish },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[
      es.code('referencia'),
      es.offer('operacion'),
      es.kind('tipo_inmueble'),
      es.title('titulo'),
      es.text('descripcion'),
    ],
    ...[
      es.amount('precio', 'grouped'),
      es.currency('moneda'),
      es.perArea('precio_m2', 'comma'),
      es.area('superficie', 'comma'),
    ],
    ...[
      es.plotOfHouse('parcela'),
      es.bedrooms('dormitorios'),
      es.bathrooms('banos'),
      es.floor('planta'),
      es.town('poblacion'),
    ],
    ...[
      es.within('provincia'),
      es.street('direccion'),
      es.photos('fotos'),
      es.agent('comercial'),
      es.created('fecha_alta', 'local'),
    ],
    ...[es.tax('ibi'), es.deposit('fianza'), es.note('observaciones_internas')],
  ],
});

const italianXml = layoutOf({
  ...{ name: 'it-xml-immobili', group, tongue: tongues.italian },
  container: xml({ root: 'immobili', record: 'immobile', cdata: true }),
  columns: [
    ...[
      it.code('codice'),
      it.offer('contratto'),
      it.kind('tipologia'),
      it.title('titolo'),
      it.text('descrizione'),
    ],
    ...[
      it.amount('prezzo'),
      it.currency('valuta'),
      it.perArea('prezzo_mq'),
      it.area('superficie'),
      it.plotOfHouse('superficie_terreno'),
    ],
    ...[
      it.rooms('locali'),
      it.bathrooms('bagni'),
      it.floor('piano'),
      it.heating('riscaldamento'),
      it.town('comune'),
      it.within('regione'),
    ],
    ...[
      it.street('indirizzo'),
      it.photos('foto/url'),
      it.plan('planimetria'),
      it.agent('agente'),
      it.created('data_inserimento', 'iso-day'),
    ],
    ...[it.commission('provvigione'), it.note('nota_interna')],
  ],
});

const frenchCsv = layoutOf({
  ...{ name: 'fr-csv-logiciel', group, tongue: tongues.french },
  container: csv({ delimiter: ';', quoted: true, list: ' ' }),
  columns: [
    ...[
      fr.code('reference'),
      fr.offer('type_transaction'),
      fr.kind('type_bien'),
      fr.title('titre'),
      fr.text('descriptif'),
    ],
    ...[
      fr.amount('prix'),
      fr.currency('devise'),
      fr.perArea('prix_m2'),
      fr.area('surface_habitable', 'comma'),
      fr.plotOfHouse('surface_terrain'),
    ],
    ...[
      fr.rooms('nb_pieces', 'comma'),
      fr.bedrooms('nb_chambres'),
      fr.floor('etage'),
      fr.year('annee_construction'),
      fr.town('ville'),
    ],
    ...[
      fr.street('adresse'),
      fr.photos('photos'),
      fr.agent('negociateur'),
      fr.created('date_creation', 'local'),
    ],
    ...[
      fr.updated('date_modification', 'local'),
      fr.deposit('depot_garantie'),
      fr.tax('taxe_fonciere'),
      fr.note('note_interne'),
    ],
  ],
});

const frenchAmounts = layoutOf({
  ...{ name: 'fr-xml-deux-montants', group, tongue: tongues.french },
  container: xml({ root: 'BIENS', record: 'BIEN' }),
  columns: [
    ...[fr.code('REFERENCE'), fr.kind('TYPE_BIEN'), fr.title('INTITULE'), fr.text('TEXTE')],
    saying('VENTE_MONTANT', ['offer', 'amount', 'currency'], ({ offer, euros }) =>
      offer === 'sale' ? `${euros} €` : null,
    ),
    saying('LOCATION_MONTANT', ['offer', 'amount', 'currency'], ({ offer, euros }) =>
      offer === 'rent' ? `${euros} €` : null,
    ),
    ...[
      fr.perArea('PRIX_M2'),
      fr.area('SURFACE'),
      fr.plotOfHouse('SURFACE_TERRAIN'),
      fr.rooms('PIECES'),
      fr.town('VILLE'),
    ],
    ...[
      fr.street('ADRESSE'),
      fr.photos('IMAGES/IMG'),
      fr.agent('NEGOCIATEUR'),
      fr.created('DATE_CREATION', 'iso-day'),
    ],
    ...[fr.deposit('DEPOT_GARANTIE'), fr.commission('HONORAIRES'), fr.note('NOTE')],
  ],
});

const romanianCsv = layoutOf({
  ...{ name: 'ro-csv-oferte', group, tongue: tongues.romanian },
  container: csv({ delimiter: ',', quoted: true }),
  columns: [
    ...[
      ro.code('cod_oferta'),
      ro.offer('tip_tranzactie'),
      ro.kind('tip_imobil'),
      ro.title('titlu'),
      ro.text('descriere'),
    ],
    ...[
      ro.amount('pret'),
      ro.currency('moneda'),
      ro.perArea('pret_mp'),
      ro.area('suprafata_utila'),
      ro.plotOfHouse('suprafata_teren'),
    ],
    ...[
      ro.rooms('nr_camere'),
      ro.bathrooms('nr_bai'),
      ro.floor('etaj'),
      ro.year('an_constructie'),
      ro.town('oras'),
      ro.within('judet'),
    ],
    ...[
      ro.street('adresa'),
      ro.photos('poze'),
      ro.agent('agent'),
      ro.created('data_adaugare', 'local'),
      ro.updated('data_modificare', 'local'),
    ],
    ...[ro.commission('comision'), ro.note('note_interne')],
  ],
});

const lei = layoutOf({
  ...{
    name: 'ro-xml-lei',
    group,
    tongue: tongues.romanian,
    waits: /currency_not_taken/,
    feed: { currency: 'RON' },
  },
  container: xml({ root: 'oferte', record: 'oferta' }),
  columns: [
    ...[ro.code('id'), ro.offer('tranzactie'), ro.kind('tip'), ro.title('titlu'), ro.text('descriere')],
    saying('pret', 'amount', ({ euros }) => `${written(euros * 5, 'grouped') ?? ''} lei`),
    ...[
      ro.perArea('pret_mp', 'grouped', ' lei'),
      ro.area('suprafata'),
      ro.plotOfHouse('teren'),
      ro.rooms('camere'),
      ro.town('oras'),
    ],
    ...[
      ro.street('strada'),
      ro.photos('imagini/imagine'),
      ro.agent('agent'),
      ro.created('adaugat', 'local'),
      ro.tax('impozit'),
      ro.note('nota'),
    ],
  ],
});

const hungarianXml = layoutOf({
  ...{ name: 'hu-xml-ingatlanok', group, tongue: tongues.hungarian },
  container: xml({ root: 'ingatlanok', record: 'ingatlan' }),
  columns: [
    ...[hu.code('azonosito'), hu.offer('jelleg'), hu.kind('tipus'), hu.title('cim'), hu.text('leiras')],
    ...[
      hu.amount('ar'),
      hu.currency('penznem'),
      hu.perArea('negyzetmeterar'),
      hu.area('alapterulet'),
      hu.plotOfHouse('telekterulet'),
    ],
    ...[
      hu.rooms('szobaszam'),
      hu.floor('emelet'),
      hu.town('varos'),
      hu.within('megye'),
      hu.street('utca'),
      hu.photos('kepek/kep'),
    ],
    ...[
      hu.plan('alaprajz'),
      hu.agent('referens'),
      hu.created('letrehozva', 'space'),
      hu.deposit('kaucio'),
      hu.note('megjegyzes'),
    ],
  ],
});

const forints = layoutOf({
  ...{
    name: 'hu-csv-millio-ft',
    group,
    tongue: tongues.hungarian,
    waits: /currency_not_taken/,
    feed: { currency: 'HUF' },
  },
  container: csv({ delimiter: ';' }),
  columns: [
    ...[hu.code('kód'), hu.offer('ajánlat'), hu.kind('típus'), hu.title('megnevezés'), hu.text('leírás')],
    saying('ár', 'amount', ({ euros }) => `${written(Math.round(euros * 4) / 10_000, 'comma') ?? ''} M Ft`),
    ...[
      hu.perArea('m2 ár', 'comma'),
      hu.area('alapterület', 'comma'),
      hu.plotOfHouse('telek'),
      hu.rooms('szobák', 'comma'),
      hu.town('település'),
    ],
    ...[
      hu.street('cím'),
      hu.photos('képek'),
      hu.agent('ügyintéző'),
      hu.created('felvétel', 'local'),
      hu.views('megtekintés'),
      hu.note('belső'),
    ],
  ],
});

const polishXml = layoutOf({
  ...{ name: 'pl-xml-oferty', group, tongue: tongues.polish },
  container: xml({ root: 'oferty', record: 'oferta' }),
  columns: [
    ...[
      pl.code('numer'),
      pl.offer('transakcja'),
      pl.kind('przedmiot'),
      pl.title('tytul'),
      pl.text('opis'),
      pl.amount('cena'),
    ],
    ...[
      pl.currency('waluta'),
      pl.perArea('cena_m2'),
      pl.area('powierzchnia'),
      pl.plotOfHouse('powierzchnia_dzialki'),
      pl.rooms('liczba_pokoi'),
    ],
    ...[
      pl.floor('pietro'),
      pl.floors('liczba_pieter'),
      pl.town('miasto'),
      pl.within('wojewodztwo'),
      pl.street('ulica'),
      pl.photos('zdjecia/zdjecie'),
    ],
    ...[
      pl.agent('agent'),
      pl.created('data_dodania', 'space'),
      pl.updated('data_aktualizacji', 'space'),
      pl.tax('czynsz_administracyjny'),
      pl.note('notatka'),
    ],
  ],
});

const turkishCsv = layoutOf({
  ...{ name: 'tr-csv-ilanlar', group, tongue: tongues.turkish },
  container: csv({ delimiter: ';', encoding: 'utf8-bom' }),
  columns: [
    ...[
      tr.code('ilan_no'),
      tr.offer('islem'),
      tr.kind('emlak_tipi'),
      tr.title('baslik'),
      tr.text('aciklama'),
      tr.amount('fiyat', 'grouped'),
    ],
    ...[
      tr.currency('para_birimi'),
      tr.perArea('m2_fiyati', 'comma'),
      tr.area('metrekare', 'comma'),
      tr.plotOfHouse('arsa_m2'),
      tr.bathrooms('banyo_sayisi'),
    ],
    ...[
      tr.floor('bulundugu_kat'),
      tr.town('il'),
      tr.within('ilce'),
      tr.street('adres'),
      tr.photos('resimler'),
      tr.advertiser('kimden'),
    ],
    ...[tr.created('ilan_tarihi', 'local'), tr.deposit('depozito'), tr.tax('aidat'), tr.note('not')],
  ],
});

const bulgarianJson = layoutOf({
  ...{ name: 'bg-json-imoti', group, tongue: tongues.bulgarian },
  container: json({ under: ['imoti'] }),
  columns: [
    ...[
      bg.code('nomer'),
      bg.offer('sdelka'),
      bg.kind('vid_imot'),
      bg.title('zaglavie'),
      bg.text('opisanie'),
      bg.amount('cena'),
    ],
    ...[
      bg.currency('valuta'),
      bg.perArea('cena_kvm'),
      bg.area('kvadratura'),
      bg.plotOfHouse('dvor'),
      bg.rooms('stai'),
      bg.floor('etaj'),
    ],
    ...[
      bg.town('grad'),
      bg.quarter('kvartal'),
      bg.street('adres'),
      bg.photos('snimki'),
      bg.agent('broker'),
      bg.created('dobaven', 'iso-day'),
    ],
    ...[bg.commission('komisiona'), bg.note('belejka')],
  ],
});

/** Rents alone, and nothing in the file says so: sale or rent must be asked. */
const lettings = layoutOf({
  ...{ name: 'en-csv-lettings', group, tongue: tongues.english },
  only: ({ offer }) => offer === 'rent',
  undecidable: ['offer'],
  container: csv({}),
  columns: [
    ...[
      en.code('ref'),
      en.kind('type'),
      en.title('title'),
      en.text('description'),
      en.euros('price (EUR)'),
      en.area('sqm'),
    ],
    ...[
      en.rooms('rooms'),
      en.town('town'),
      en.street('street'),
      en.photos('photos'),
      en.created('added', 'iso-day'),
      en.agent('negotiator'),
    ],
    ...[en.views('views'), en.commission('fee %'), en.note('note')],
    decoy('floor plan', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('lift area', 'terrace area', (ad) => (townOf(ad, tongues.english).lat > 51.4 ? '3' : null)),
  ],
});

/** The same columns in square feet and in square metres: where no name and no text states the unit, the figures alone hint at it. */
function sized(name: string, unit: 'sqft' | 'm2'): Layout {
  return layoutOf({
    ...{ name, group, tongue: tongues.english },
    only: ({ kind }) => kind !== 'plot' && kind !== 'garage',
    undecidable: unit === 'sqft' ? ['area'] : [],
    feed: { areaUnit: unit },
    container: csv({}),
    columns: [
      ...[en.code('reference'), en.offer('sale_or_rent'), en.kind('property_type')],
      ...[saying('headline', 'title', sizedTitle), en.text('summary'), en.euros('price_eur', 'grouped')],
      saying('size', 'area', ({ area }) =>
        area === null ? null : unit === 'm2' ? written(area) : (area * feetOfMetre).toFixed(0),
      ),
      ...[en.bedrooms('beds'), en.bathrooms('baths'), en.town('town'), en.within('county')],
      ...[en.street('street'), en.photos('images'), en.agent('negotiator')],
      ...[en.created('date_added', 'iso-day'), en.updated('last_changed', 'iso-day')],
      ...[en.deposit('deposit'), en.tax('council_tax'), en.note('office_notes'), en.views('page_views')],
    ],
    truth: {
      title: sizedTitle,
      area: ({ area }) =>
        area === null || unit === 'm2' ? area : Math.round(area * feetOfMetre) * 0.092_903,
    },
  });
}

const feetOfMetre = 10.763_91;

function sizedTitle({ index, text }: Ad): string {
  return `Well presented ${['home', 'property', 'opportunity'][text % 3] ?? ''} in a quiet street, ref ${index}`;
}

const feet = sized('en-csv-size-feet', 'sqft');
const metres = sized('en-csv-size-metres', 'm2');

export const europeanLayouts: readonly Layout[] = [
  ...[
    germanXml,
    germanCsv,
    englishXml,
    englishGlued,
    englishJson,
    englishLines,
    kyero,
    spanishCsv,
    italianXml,
  ],
  ...[
    frenchCsv,
    frenchAmounts,
    romanianCsv,
    lei,
    hungarianXml,
    forints,
    polishXml,
    turkishCsv,
    bulgarianJson,
    lettings,
    feet,
    metres,
  ],
];
