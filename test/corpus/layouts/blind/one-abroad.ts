import type { Ad, Kind } from '../../ads.js';
import { columnsIn, dated, decoy, filler, saying, written } from '../../columns.js';
import { csv } from '../../containers.js';
import { codeOf, photosOf, pictureOf, trueValue } from '../../fields.js';
import { layoutOf, type Column, type Layout } from '../../layout.js';
import { english, french, german, hungarian, italian, polish, spanish } from '../../tongues/europe.js';
import { proseOf, quarterOf, streetOf, titleOf, townOf } from '../../tongues/tongue.js';
import { element, groundFloor, hidden, made, numbered, shown, size, slashed, turned } from './kit.js';

const it = columnsIn(italian);
const es = columnsIn(spanish);
const de = columnsIn(german);
const pl = columnsIn(polish);
const hu = columnsIn(hungarian);
const fr = columnsIn(french);

/** An Italian agency program: codes with their labels as text, floors in words, the English text first. */
const gestionale = layoutOf({
  name: 'b1-it-xml-gestionale',
  group: 'blind',
  tongue: italian,
  truth: {
    floor: groundFloor,
    // Nothing in the file says which of the two stands in for a Serbian text.
    title: (ad) => [titleOf(ad, english), titleOf(ad, italian)],
    text: (ad) => [proseOf(ad, english), proseOf(ad, italian)],
  },
  container: made(
    'export_annunci.xml',
    (records) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<Export Versione="3.2" Software="ImmoGest">\n<Agenzia><Codice>00731</Codice><RagioneSociale>Immobiliare Esempio S.r.l.</RagioneSociale><Comune>Gorizia</Comune><Logo>https://slike.agencija-primer.rs/logo/agenzia.png</Logo></Agenzia>\n<Immobili Totale="${records.length}">\n${records.map((one) => element('Immobile', one, true)).join('\n')}\n</Immobili>\n</Export>\n`,
  ),
  columns: [
    filler('IdImmobile', ({ index }) => 550_100 + index),
    it.code('Riferimento'),
    saying('Contratto/@Codice', [], ({ offer }) => (offer === 'sale' ? 'V' : 'A')),
    it.offer('Contratto'),
    filler('Categoria/@Codice', ({ kind }) => (kind === 'shop' ? 2 : 1)),
    filler('Categoria', ({ kind }) => (kind === 'shop' ? 'Commerciale' : 'Residenziale')),
    decoy(
      'Tipologia/@Codice',
      'bare code',
      ({ kind }) => ({ apartment: 12, house: 18, plot: 40, shop: 51, garage: 33 })[kind],
    ),
    it.kind('Tipologia'),
    it.amount('Prezzo/Importo', 'grouped'),
    it.currency('Prezzo/Valuta', '€'),
    filler('Prezzo/Riservato', () => 'N'),
    saying('Prezzo/Periodicita', 'period', ({ offer }) => (offer === 'rent' ? 'mensile' : null)),
    it.oldPrice('Prezzo/Precedente', 'grouped'),
    decoy('Spese/Condominiali', 'tax', ({ kind, area }) =>
      kind === 'apartment' ? String(Math.round((area ?? 0) * 1.3)) : null,
    ),
    it.perArea('Prezzo/AlMq', 'grouped'),
    saying('Superfici/Commerciale', 'area', ({ area }) => written(area, 'comma', ' mq')),
    it.terraceArea('Superfici/Balconi', 'comma', ' mq'),
    it.plotOfHouse('Superfici/Terreno', 'comma', ' mq'),
    saying('Locali', [], () => null),
    it.bedrooms('Camere'),
    it.bathrooms('Bagni'),
    saying('Piano', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'Piano terra' : `${floor}° piano`,
    ),
    it.floors('PianiTotali'),
    saying('AnnoCostruzione', 'year', ({ year }) => written(year)),
    it.heating('Riscaldamento'),
    filler('ClasseEnergetica', ({ index, kind }) =>
      kind === 'plot' ? null : (['A4', 'B', 'D', 'G'][index % 4] ?? ''),
    ),
    filler('IPE', ({ index, kind }) => (kind === 'plot' ? null : `${80 + index},4 kWh/mq anno`)),
    it.lift('Ascensore', ['S', 'N']),
    it.terrace('Terrazzo', ['S', 'N']),
    filler('Ubicazione/Nazione', () => 'Italia'),
    filler('Ubicazione/Regione', (ad) => townOf(ad, italian).within),
    it.town('Ubicazione/Comune'),
    filler('Ubicazione/CodiceIstat', (ad) => 30_000 + (ad.town % 3) * 17),
    it.quarter('Ubicazione/Zona'),
    saying('Ubicazione/Indirizzo', 'street', (ad) => streetOf(ad, italian)),
    filler('Ubicazione/Civico', ({ house }) => house),
    hidden('street', (ad) => `${streetOf(ad, italian)} ${ad.house}`),
    it.lat('Ubicazione/Coordinate/@lat'),
    it.lng('Ubicazione/Coordinate/@lng'),
    filler('Testi/Testo', (ad) => [
      { '@Lingua': 'EN', Titolo: titleOf(ad, english), Descrizione: proseOf(ad, english) },
      { '@Lingua': 'IT', Titolo: titleOf(ad, italian), Descrizione: proseOf(ad, italian) },
    ]),
    hidden('title', (ad) => titleOf(ad, italian)),
    hidden('text', (ad) => proseOf(ad, italian)),
    decoy('Testi/x', 'other language', () => null),
    filler('Media/Immagini/Immagine', (ad) => [
      { '@Tipo': 'planimetria', '@Ordine': 0, Url: pictureOf(ad, 'tlocrt') },
      ...turned(numbered(ad)).map(({ url, rank }) => ({ '@Tipo': 'foto', '@Ordine': rank, Url: url })),
    ]),
    hidden('photos', (ad) => photosOf(ad)),
    decoy('Media/p', 'plan', () => null),
    decoy('Agente/Nome', 'agent', ({ index }) => ['Giulia Bianchi', 'Marco Rossi'][index % 2] ?? ''),
    decoy('Agente/Foto', 'agent', (ad) => pictureOf(ad, 'agent')),
    decoy('NoteInterne', 'note', ({ index }) => (index % 3 === 0 ? italian.note : null)),
    it.state('Stato'),
    decoy('DataInserimento', 'created', ({ created }) => slashed(created)),
    saying('UltimaModifica', 'updated', ({ updated }) => slashed(updated)),
  ],
});

/** A Spanish CRM's answer: the first element of the list tells the paging; sale and rent in fields of their own; x is the longitude. */
const crm = layoutOf({
  name: 'b1-es-json-paginacion',
  group: 'blind',
  tongue: spanish,
  undecidable: ['currency'],
  container: made('api.json', (records) =>
    JSON.stringify({
      paginacion: [{ posicion: 1, elementos: records.length, total: records.length }, ...records],
    }),
  ),
  columns: [
    filler('cod_ofer', ({ index }) => 7_401_100 + index * 3),
    es.code('ref'),
    decoy('keyacci', 'bare code', ({ offer }) => (offer === 'sale' ? 1 : 2)),
    es.offer('acciones', { sale: 'Vender', rent: 'Alquilar' }),
    filler(
      'key_tipo',
      ({ kind }) => ({ apartment: 2799, house: 399, plot: 3099, shop: 1299, garage: 2599 })[kind],
    ),
    es.kind('nbtipo'),
    saying('precioinmo', ['amount', 'offer'], ({ offer, euros }) => (offer === 'sale' ? euros : 0)),
    saying('precioalq', ['amount', 'offer'], ({ offer, euros }) => (offer === 'rent' ? euros : 0)),
    filler('tipomensual', ({ offer }) => (offer === 'rent' ? 'MES' : null)),
    hidden('period', ({ offer }) => (offer === 'rent' ? 'MES' : null)),
    es.oldPrice('outlet'),
    decoy('gastos_com', 'tax', ({ kind, area }) =>
      kind === 'apartment' ? Math.round((area ?? 0) * 0.9) : 0,
    ),
    saying('m_cons', 'area', ({ area }) => area ?? 0),
    { ...saying('m_parcela', 'plot', ({ plot }) => plot ?? 0), decoy: 'plot' },
    decoy('m_terraza', 'terrace area', ({ terrace, index }) => (terrace === true ? 4 + (index % 9) : 0)),
    decoy('distmar', 'count', ({ index }) => 200 + index * 50),
    saying('total_hab', 'bedrooms', ({ bedrooms }) => bedrooms ?? 0),
    filler('habdobles', ({ bedrooms }) => (bedrooms === null ? 0 : 1)),
    saying('banyos', 'bathrooms', ({ bathrooms }) => bathrooms ?? 0),
    filler('aseos', () => 0),
    saying('planta', 'floor', ({ floor }) => floor),
    saying('antiguedad', 'year', ({ year }) => year ?? 0),
    saying('ascensor', 'lift', ({ lift }) => (lift === null ? null : Number(lift))),
    saying('terraza', 'terrace', ({ terrace }) => (terrace === null ? null : Number(terrace))),
    es.heating('nbcalefaccion'),
    es.town('ciudad'),
    es.quarter('zona'),
    filler('provincia', (ad) => townOf(ad, spanish).within),
    saying('calle', 'street', (ad) => streetOf(ad, spanish)),
    filler('numero', ({ house }) => String(house)),
    hidden('street', (ad) => `${streetOf(ad, spanish)} ${ad.house}`),
    filler('cp', () => '03590'),
    saying('x', 'lng', (ad) => trueValue('lng', ad, spanish) as number),
    saying('y', 'lat', (ad) => trueValue('lat', ad, spanish) as number),
    es.title('tituloes'),
    saying('descripes', 'text', (ad) => proseOf(ad, spanish)),
    decoy('tituloen', 'other language', (ad) => titleOf(ad, english)),
    decoy('descripen', 'other language', (ad) => proseOf(ad, english)),
    saying('foto1', 'photos', (ad) => photosOf(ad)[0] ?? null),
    saying('fotos', 'photos', (ad) =>
      Object.fromEntries(photosOf(ad).map((url, index) => [String(index + 1), url])),
    ),
    es.photoCount('numfotos'),
    decoy('fotoagente', 'agent', (ad) => pictureOf(ad, 'agent')),
    decoy('agente', 'agent', ({ index }) => ['Lucía Pérez', 'Javier Ruiz'][index % 2] ?? ''),
    es.created('fechaalta', 'space'),
    es.updated('fechaact', 'space'),
    filler('destacado', ({ index }) => index % 2),
    saying('estadoficha', 'state', ({ isSold }) => (isSold ? 'Vendida' : 'Libre')),
    es.note('observaciones_int'),
  ],
});

const german2 = (value: number | null): string | null =>
  value === null
    ? null
    : `${String(Math.floor(value)).replaceAll(/\B(?=(\d{3})+$)/g, '.')},${String(Math.round((value % 1) * 100)).padStart(2, '0')}`;

const pictures = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) =>
    saying(`Bild ${index + 1}`, 'photos', (ad: Ad) => photosOf(ad)[index] ?? null),
  );

/** The CSV of a German agency program: a price for each kind of contract, an area for each use. */
const onoffice = layoutOf({
  name: 'b1-de-csv-makler',
  group: 'blind',
  tongue: german,
  container: (columns, ads) =>
    csv({ delimiter: ';', quoted: true, encoding: 'utf8-bom' })(shown(columns), ads),
  columns: [
    filler('Datensatz-Nr.', ({ index }) => String(2201 + index * 2)),
    de.code('Objektnr. (extern)'),
    de.offer('Vermarktungsart'),
    filler('Nutzungsart', ({ kind }) => (kind === 'shop' ? 'Gewerbe' : 'Wohnen')),
    saying(
      'Objektart',
      'kind',
      ({ kind }) =>
        ({
          apartment: 'Wohnung',
          house: 'Haus',
          plot: 'Grundstück',
          shop: 'Einzelhandel',
          garage: 'Garage/Stellplatz',
        })[kind],
    ),
    filler(
      'Objekttyp',
      ({ kind }) =>
        ({
          apartment: 'Etagenwohnung',
          house: 'Einfamilienhaus',
          plot: 'Wohnen',
          shop: 'Ladenlokal',
          garage: 'Garage',
        })[kind],
    ),
    saying('Kaufpreis', ['amount', 'offer'], ({ offer, euros }) =>
      offer === 'sale' ? german2(euros) : null,
    ),
    saying('Kaltmiete', ['amount', 'offer'], ({ offer, euros }) =>
      offer === 'rent' ? german2(euros) : null,
    ),
    decoy('Warmmiete', 'old price', ({ offer, euros }) =>
      offer === 'rent' ? german2(Math.round(euros * 1.24)) : null,
    ),
    decoy('Nebenkosten', 'tax', ({ offer, euros }) =>
      offer === 'rent' ? german2(Math.round(euros * 1.24) - euros) : null,
    ),
    decoy('Kaution', 'deposit', ({ offer, euros }) => (offer === 'rent' ? german2(euros * 3) : null)),
    decoy('Kaufpreis pro m²', 'per area', ({ offer, euros, area, plot }) =>
      offer === 'sale' ? german2(Math.round(euros / (area ?? plot ?? 1))) : null,
    ),
    de.currency('Währung'),
    decoy('Außen-Provision', 'commission', () => '3,57 % inkl. MwSt.'),
    saying('Wohnfläche', 'area', ({ area, rooms }) => (rooms === null ? null : german2(area))),
    saying('Nutzfläche', [], ({ kind, index }) => (kind === 'house' ? german2(20 + (index % 30)) : null)),
    saying('Verkaufsfläche', 'area', ({ kind, area }) => (kind === 'shop' ? german2(area) : null)),
    saying('Gesamtfläche', 'area', ({ kind, area }) => (kind === 'garage' ? german2(area) : null)),
    { ...saying('Grundstücksgröße', 'plot', ({ plot }) => german2(plot)), decoy: 'plot' },
    decoy('Balkon-/Terrassenfläche', 'terrace area', ({ terrace, index }) =>
      terrace === true ? german2(4 + (index % 9)) : null,
    ),
    saying('Anzahl Zimmer', 'rooms', ({ rooms }) => german2(rooms)),
    saying('Anzahl Schlafzimmer', 'bedrooms', ({ bedrooms }) => german2(bedrooms)),
    saying('Anzahl Badezimmer', 'bathrooms', ({ bathrooms }) => german2(bathrooms)),
    de.floor('Etage'),
    de.floors('Anzahl Etagen'),
    de.year('Baujahr'),
    saying('Heizungsart', 'heating', ({ heating }) => (heating === null ? null : german.heatings[heating])),
    saying('Fahrstuhl', 'lift', ({ lift }) => (lift === null ? null : lift ? 'Personen' : 'kein Fahrstuhl')),
    filler('PLZ', (ad) => String(8010 + (ad.town % 4))),
    de.town('Ort'),
    filler('Bundesland', (ad) => townOf(ad, german).within),
    saying('Regionaler Zusatz', 'quarter', (ad) => quarterOf(ad, german)),
    saying('Straße', 'street', (ad) => streetOf(ad, german)),
    filler('Hausnummer', ({ house }) => String(house)),
    hidden('street', (ad) => `${streetOf(ad, german)} ${ad.house}`),
    saying('Breitengrad', 'lat', (ad) => String(trueValue('lat', ad, german)).replace('.', ',')),
    saying('Längengrad', 'lng', (ad) => String(trueValue('lng', ad, german)).replace('.', ',')),
    de.title('Objekttitel'),
    de.text('Objektbeschreibung'),
    filler('Lage', () => 'Die Anbindung an Bus und Bahn ist gut.'),
    filler('Sonstige Angaben', () => 'Alle Angaben ohne Gewähr.'),
    saying('Status', 'state', ({ isSold }) => (isSold ? 'Verkauft' : 'Aktiv')),
    decoy('Betreuer', 'agent', ({ index }) => ['Anna Huber', 'Max Gruber'][index % 2] ?? ''),
    de.note('Interne Bemerkung'),
    decoy('angelegt am', 'created', ({ created }) => dated(created, 'local')),
    saying(
      'geändert am',
      'updated',
      ({ updated }) => `${dated(updated, 'local')} ${updated.toISOString().slice(11, 16)}`,
    ),
    ...pictures(5),
    decoy('Grundriss 1', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
  ],
});

const wholeRooms = ({ rooms }: Ad): number | null => (rooms === null ? null : Math.round(rooms));

const sections: Readonly<Record<Kind, string>> = {
  apartment: 'Apartment',
  house: 'House',
  plot: 'Lot',
  shop: 'CommercialSpace',
  garage: 'Garage',
};

/** A Polish CRM's API: kind and offer in one word, a floor plan among the pictures. */
const asari = layoutOf({
  name: 'b1-pl-json-sekcje',
  group: 'blind',
  tongue: polish,
  truth: { rooms: wholeRooms, text: (ad) => [proseOf(ad, english), proseOf(ad, polish)] },
  container: made('listings.json', (records) =>
    JSON.stringify(
      { success: true, totalCount: records.length, page: 1, data: records, errors: [] },
      null,
      2,
    ),
  ),
  columns: [
    filler('id', ({ index }) => 8_812_340 + index * 5),
    pl.code('listingId'),
    saying(
      'section',
      ['kind', 'offer'],
      ({ kind, offer }) => `${sections[kind]}${offer === 'sale' ? 'Sale' : 'Rental'}`,
    ),
    saying('status', 'state', ({ isSold }) => (isSold ? 'Closed' : 'Active')),
    saying('price/amount', 'amount', ({ euros }) => euros),
    pl.currency('price/currency'),
    decoy(
      'priceM2/amount',
      'per area',
      ({ euros, area, plot }) => Math.round((euros / (area ?? plot ?? 1)) * 100) / 100,
    ),
    filler('priceM2/currency', () => 'EUR'),
    decoy('administrativeRent/amount', 'tax', ({ kind, area }) =>
      kind === 'apartment' ? Math.round((area ?? 0) * 2) : null,
    ),
    filler('administrativeRent/currency', ({ kind }) => (kind === 'apartment' ? 'EUR' : null)),
    decoy('deposit/amount', 'deposit', ({ offer, euros }) => (offer === 'rent' ? euros * 2 : null)),
    saying('totalArea', 'area', ({ area }) => area),
    { ...saying('lotArea', 'plot', ({ plot }) => plot), decoy: 'plot' },
    saying('noOfRooms', 'rooms', ({ rooms }) => (rooms === null ? null : Math.round(rooms))),
    saying('noOfBathrooms', 'bathrooms', ({ bathrooms }) => bathrooms),
    saying('floorNo', 'floor', ({ floor }) => floor),
    saying('noOfFloors', 'floors', ({ floors }) => floors),
    saying('yearBuilt', 'year', ({ year }) => year),
    saying('heatingTypeList', 'heating', ({ heating }) =>
      heating === null ? null : [polish.heatings[heating]],
    ),
    saying('elevator', 'lift', ({ lift }) => lift),
    saying('parking', 'parking', ({ parking }) => parking),
    saying('headerAdvertisement', 'title', (ad) => titleOf(ad, polish)),
    saying('description', 'text', (ad) => `<p>${proseOf(ad, polish)}</p>`),
    decoy('descriptionEn', 'other language', (ad) => `<p>${proseOf(ad, english)}</p>`),
    decoy('internalComment', 'note', ({ index }) => (index % 3 === 0 ? polish.note : null)),
    filler('country/name', () => 'Polska'),
    filler('location/province', (ad) => townOf(ad, polish).within),
    pl.town('location/locality'),
    pl.quarter('location/quarter'),
    saying('street/fullName', 'street', (ad) => `${streetOf(ad, polish)} ${ad.house}`),
    saying('geoLat', 'lat', (ad) => trueValue('lat', ad, polish) as number),
    saying('geoLng', 'lng', (ad) => trueValue('lng', ad, polish) as number),
    filler('images', (ad) => [
      ...numbered(ad).map(({ url, rank }) => ({
        id: 71_000 + ad.index * 10 + rank,
        description: null,
        isScheme: false,
        url,
      })),
      { id: 71_009 + ad.index * 10, description: 'Rzut', isScheme: true, url: pictureOf(ad, 'tlocrt') },
    ]),
    hidden('photos', (ad) => photosOf(ad)),
    decoy('plan', 'plan', () => null),
    decoy('agent/firstName', 'agent', ({ index }) => ['Anna', 'Piotr'][index % 2] ?? ''),
    decoy('agent/imageUrl', 'agent', (ad) => pictureOf(ad, 'agent')),
    pl.created('dateCreated', 'space'),
    pl.updated('lastUpdated', 'space'),
  ],
});

const half = (rooms: number): string => (rooms % 1 === 0 ? `${rooms}` : `${Math.floor(rooms)} + 1 fél`);

/** A Hungarian office's shared sheet as CSV: units in the cells, floors as words, half rooms. */
const office = layoutOf({
  name: 'b1-hu-csv-iroda',
  group: 'blind',
  tongue: hungarian,
  truth: { floor: groundFloor },
  container: csv({ delimiter: ',', above: ['Kínálat – belső lista,,,,,', ''], list: '\n' }),
  columns: [
    filler('Ssz.', ({ index }) => `${index + 1}.`),
    hu.code('Azonosító'),
    hu.offer('Eladó/Kiadó'),
    hu.kind('Jelleg'),
    hu.title('Hirdetés címe'),
    saying(
      'Ár',
      ['amount', 'currency', 'period'],
      ({ offer, euros }) =>
        `${String(euros).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} €${offer === 'rent' ? '/hó' : ''}`,
    ),
    decoy('Irányár Ft', 'second currency', ({ euros, offer }) =>
      offer === 'sale' ? `${written(Math.round(euros * 0.00395) / 10, 'comma') ?? ''} M Ft` : null,
    ),
    saying('Alapterület', 'area', ({ area }) => written(area, 'comma', ' m²')),
    { ...saying('Telek', 'plot', ({ plot }) => written(plot, 'comma', ' m²')), decoy: 'plot' },
    decoy('Erkély', 'terrace area', ({ terrace, index }) =>
      terrace === true ? `${4 + (index % 9)} m²` : null,
    ),
    saying('Szobák', 'rooms', ({ rooms }) => (rooms === null ? null : half(rooms))),
    saying('Emelet', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'földszint' : `${floor}. emelet`,
    ),
    hu.floors('Szintek száma'),
    hu.year('Építés éve'),
    hu.heating('Fűtés'),
    saying('Lift', 'lift', ({ lift }) => (lift === null ? null : lift ? 'van' : 'nincs')),
    hu.town('Város'),
    hu.quarter('Városrész'),
    hu.street('Cím'),
    saying(
      'GPS',
      ['lat', 'lng'],
      (ad) => `${String(trueValue('lat', ad, hungarian))}, ${String(trueValue('lng', ad, hungarian))}`,
    ),
    hu.text('Leírás'),
    hu.photos('Képek'),
    hu.plan('Alaprajz'),
    saying('Tulajdonos', [], ({ index }) => `Kovács ${index}, +36 30 555 ${1000 + index}`),
    decoy('Referens', 'agent', ({ index }) => ['Nagy Éva', 'Tóth Béla'][index % 2] ?? ''),
    decoy('Jutalék', 'commission', () => '3%+ÁFA'),
    hu.note('Megjegyzés'),
    decoy('Felvétel', 'created', ({ created }) => `${dated(created, 'iso-day').replaceAll('-', '.')}.`),
    saying('Módosítva', 'updated', ({ updated }) => `${dated(updated, 'iso-day').replaceAll('-', '.')}.`),
    saying('Státusz', 'state', ({ isSold }) => (isSold ? 'eladva' : 'él')),
  ],
});

const rfc = (date: Date): string => date.toUTCString().replace('GMT', '+0000');

/** RSS 2.0 with names of its own: the item's date is the day it was entered. */
const rss = layoutOf({
  name: 'b1-fr-rss-immo',
  group: 'blind',
  tongue: french,
  container: made(
    'annonces.rss',
    (records) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:immo="https://www.exemple-immo.fr/ns/immo/1.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:georss="http://www.georss.org/georss" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">\n<channel>\n<title>Agence Exemple – toutes nos annonces</title>\n<link>https://www.exemple-immo.fr/</link>\n<atom:link href="https://www.exemple-immo.fr/annonces.rss" rel="self" type="application/rss+xml"/>\n<description>Ventes et locations</description>\n<language>fr-FR</language>\n<image><url>https://slike.agencija-primer.rs/logo/agence.png</url><title>Agence Exemple</title><link>https://www.exemple-immo.fr/</link></image>\n${records.map((one) => element('item', one, true)).join('\n')}\n</channel>\n</rss>\n`,
  ),
  columns: [
    fr.title('title'),
    filler('link', ({ token }) => `https://www.exemple-immo.fr/annonce/${token}.html`),
    filler('guid/@isPermaLink', () => 'false'),
    filler('guid', (ad) => `exemple-immo:${codeOf(ad)}`),
    decoy('pubDate', 'created', ({ created }) => rfc(created)),
    decoy('dc:creator', 'agent', ({ index }) => ['Sophie Martin', 'Luc Bernard'][index % 2] ?? ''),
    saying('category', 'kind', ({ kind }) => french.kinds[kind]),
    saying('description', 'text', (ad) => `<p>${proseOf(ad, french)}</p>`),
    fr.code('immo:reference'),
    fr.offer('immo:transaction'),
    saying('immo:prix/@devise', 'currency', () => 'EUR'),
    fr.amount('immo:prix'),
    saying('immo:loyerPeriode', 'period', ({ offer }) => (offer === 'rent' ? 'mois' : null)),
    decoy('immo:depotGarantie', 'deposit', ({ offer, euros }) => (offer === 'rent' ? String(euros) : null)),
    decoy('immo:charges', 'tax', ({ offer, euros }) =>
      offer === 'rent' ? String(Math.round(euros / 10)) : null,
    ),
    decoy('immo:honoraires', 'commission', ({ offer, euros }) =>
      offer === 'sale' ? String(Math.round(euros * 0.05)) : null,
    ),
    ...size('immo:surface', 'comma', ' m²'),
    decoy('immo:surfaceTerrain', 'plot', ({ kind, plot }) =>
      kind === 'house' ? written(plot, 'comma', ' m²') : null,
    ),
    hidden('plot', ({ kind, plot }) => (kind === 'house' ? written(plot, 'comma', ' m²') : null)),
    saying('immo:nbPieces', 'rooms', ({ rooms }) => (rooms === null ? null : Math.round(rooms))),
    fr.bedrooms('immo:nbChambres'),
    fr.bathrooms('immo:nbSallesDeBain'),
    saying('immo:etage', 'floor', ({ floor }) =>
      floor === null ? null : floor === 1 ? 'RDC' : `${floor}e étage`,
    ),
    fr.floors('immo:nbEtages'),
    fr.year('immo:anneeConstruction'),
    fr.heating('immo:chauffage'),
    fr.lift('immo:ascenseur', ['1', '0']),
    filler('immo:dpe/@lettre', ({ index }) => ['A', 'C', 'E'][index % 3] ?? ''),
    filler('immo:dpe', ({ index }) => 90 + index * 3),
    filler('immo:codePostal', () => '74000'),
    fr.town('immo:ville'),
    fr.quarter('immo:quartier'),
    fr.street('immo:adresse'),
    saying(
      'georss:point',
      ['lat', 'lng'],
      (ad) => `${String(trueValue('lat', ad, french))} ${String(trueValue('lng', ad, french))}`,
    ),
    saying('media:content', 'photos', (ad) =>
      photosOf(ad).map((url) => ({ '@url': url, '@medium': 'image', '@type': 'image/jpeg' })),
    ),
    decoy('media:thumbnail/@url', 'logo', (ad) => (photosOf(ad)[0] ?? '').replace('.jpg', '-120x90.jpg')),
    decoy('immo:plan', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    decoy('immo:agentPhoto', 'agent', (ad) => pictureOf(ad, 'agent')),
    saying('atom:updated', 'updated', ({ updated }) => dated(updated, 'iso')),
    saying('immo:statut', 'state', ({ isSold }) => (isSold ? 'vendu' : 'disponible')),
  ],
  truth: { floor: groundFloor, rooms: wholeRooms },
});

export const blindOneAbroad: readonly Layout[] = [gestionale, crm, onoffice, asari, office, rss];
