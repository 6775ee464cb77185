import type { Ad } from '../../ads.js';
import { columnsIn, decoy, filler, photoColumns, saying, written } from '../../columns.js';
import { csv, json, xml } from '../../containers.js';
import { photosOf, pictureOf } from '../../fields.js';
import { layoutOf, type Cell, type Column, type Layout } from '../../layout.js';
import { portuguese } from '../../tongues/abroad.js';
import { french, italian, spanish } from '../../tongues/europe.js';

const pt = columnsIn(portuguese);
const es = columnsIn(spanish);
const fr = columnsIn(french);
const it = columnsIn(italian);
const group = 'abroad';

/** The price and the rent in fields of their own; 0: not offered. */
function twoAmounts(sale: string, rent: string): Column[] {
  const of = (offer: Ad['offer'], name: string): Column =>
    saying(name, ['amount', 'offer'], (ad) => (ad.offer === offer ? ad.euros : 0));
  return [of('sale', sale), of('rent', rent)];
}

const codes = { apartment: '1', house: '2', plot: '5', shop: '3', garage: '9' } as const;
const offerCodes = { sale: '1', rent: '2' } as const;

/** Photos in attributes, an area with and one without walls, taxes and a condominium's charge. */
const portugueseXml = layoutOf({
  ...{ name: 'pt-xml-dois-valores', group, tongue: portuguese },
  container: xml({ root: 'carga', record: 'imovel' }),
  columns: [
    ...[pt.code('referencia'), pt.kind('tipo'), pt.title('titulo'), pt.text('observacao')],
    ...twoAmounts('valores/venda', 'valores/arrendamento'),
    pt.currency('valores/moeda'),
    decoy('valores/condominio', 'tax', ({ euros }) => Math.max(15, Math.round(euros / 2000))),
    ...[pt.tax('valores/imi'), pt.grossArea('areas/bruta'), pt.area('areas/util')],
    ...[pt.plotOfHouse('areas/terreno'), pt.bedrooms('quartos'), pt.bathrooms('casas_banho')],
    ...[pt.floor('andar'), pt.lift('elevador'), pt.town('concelho'), pt.within('distrito')],
    ...[pt.quarter('freguesia'), pt.street('morada'), pt.plan('planta')],
    saying('fotos/foto', 'photos', (ad) =>
      photosOf(ad).map((url, index) => ({ '@url': url, '@ordem': index + 1 })),
    ),
    ...[pt.created('data_insercao', 'local'), pt.updated('data_alteracao', 'space'), pt.agent('angariador')],
    pt.note('notas_internas'),
  ],
});

/** Sales and rents are records of two names. */
const portugueseKinds = layoutOf({
  ...{ name: 'pt-xml-venda-e-aluguer', group, tongue: portuguese, says: ['offer'] },
  container: xml({ root: 'imoveis', record: ({ offer }) => (offer === 'sale' ? 'venda' : 'aluguer') }),
  columns: [
    ...[pt.code('@codigo'), pt.kind('categoria'), pt.title('designacao'), pt.text('descricao')],
    ...[pt.euros('preco', 'grouped', ' €'), pt.perArea('preco_m2', 'grouped', ' €')],
    ...[pt.area('area_util', 'comma', ' m2'), pt.grossArea('area_bruta', 'comma', ' m2')],
    ...[pt.plotOfHouse('area_lote', 'comma', ' m2'), pt.rooms('divisoes', 'comma')],
    ...[pt.town('cidade'), pt.quarter('zona'), pt.street('endereco')],
    saying('imagens', 'photos', (ad) => photosOf(ad).join(';')),
    ...[pt.qr('qrcode'), pt.created('criado', 'space'), pt.deposit('caucao'), pt.note('obs')],
  ],
});

/** Numbers stand for operation and type; a legend above the records says which. */
const spanishLegend = layoutOf({
  ...{ name: 'es-xml-leyenda', group, tongue: spanish },
  container: xml({ root: 'exportacion', record: 'inmueble', above: spanishCodes() }),
  columns: [
    ...[es.code('@ref'), es.offer('@operacion', offerCodes), es.kind('@tipo', codes), es.title('cabecera')],
    ...[es.text('descripcion_larga'), decoy('descripcion_corta', 'other language', () => 'Consultar.')],
    ...[es.amount('importe'), es.currency('importe/@divisa'), es.oldPrice('importe_anterior')],
    ...[es.grossArea('sup_construida'), es.area('sup_util'), es.plotOfHouse('sup_parcela')],
    ...[es.terraceArea('sup_terraza'), es.bedrooms('habitaciones'), es.bathrooms('banyos')],
    ...[es.town('localidad'), es.within('provincia'), es.street('via')],
    ...Array.from({ length: 5 }, (_, index) =>
      saying(`galeria/@foto${index + 1}`, 'photos', (ad) => photosOf(ad)[index] ?? null),
    ),
    decoy('galeria/@plano1', 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    ...[es.created('alta', 'iso-day'), es.updated('modificado', 'space'), es.tax('gastos_comunidad')],
    ...[es.advertiser('captador'), es.note('nota_privada')],
  ],
});

function spanishCodes(): string {
  const entry = (name: string, code: string, word: string): string =>
    `<${name} id="${code}">${word}</${name}>`;
  const types = Object.entries(codes).map(([kind, code]) =>
    entry('tipo', code, spanish.kinds[kind as Ad['kind']]),
  );
  const offers = Object.entries(offerCodes).map(([one, code]) =>
    entry('operacion', code, spanish.offers[one as Ad['offer']]),
  );
  return `<leyenda>${types.join('')}${offers.join('')}</leyenda>\n`;
}

/** Deeply nested, with codes of a legend beside the list, fees, and photos as objects. */
const frenchJson = layoutOf({
  ...{ name: 'fr-json-codes', group, tongue: french },
  container: json({
    under: ['annonces'],
    beside: {
      version: '2.4',
      typesBien: Object.fromEntries(
        Object.entries(codes).map(([kind, code]) => [code, french.kinds[kind as Ad['kind']]]),
      ),
    },
  }),
  columns: [
    ...[fr.code('reference'), fr.own('mandat/numero'), fr.offer('transaction/type')],
    ...[fr.kind('bien/type', codes), fr.title('textes/accroche'), fr.text('textes/descriptif')],
    ...[fr.amount('transaction/prix/montant'), fr.currency('transaction/prix/devise')],
    decoy('transaction/prix/honoraires', 'commission', ({ euros }) => Math.round(euros * 0.05)),
    ...[fr.deposit('transaction/depotGarantie'), fr.tax('transaction/taxeFonciere')],
    ...[fr.area('bien/surfaces/habitable'), fr.plotOfHouse('bien/surfaces/terrain')],
    ...[fr.terraceArea('bien/surfaces/terrasse'), fr.rooms('bien/nbPieces'), fr.bedrooms('bien/nbChambres')],
    decoy('bien/pieces', 'room area', roomsOf('nom', 'surface', ['Séjour', 'Cuisine', 'Chambre'])),
    ...[fr.floor('bien/etage'), fr.year('bien/anneeConstruction'), fr.town('adresse/ville')],
    ...[fr.street('adresse/voie'), fr.lat('adresse/coordonnees/lat'), fr.lng('adresse/coordonnees/lng')],
    saying('medias', 'photos', (ad) =>
      photosOf(ad).map((url, index) => ({ rang: index + 1, type: 'photo', url })),
    ),
    ...[
      fr.portrait('negociateur/photo'),
      fr.created('dates/creation'),
      fr.updated('dates/maj'),
      fr.note('memo'),
    ],
  ],
});

/** The areas of the rooms, as a list inside the record. */
export function roomsOf(name: string, area: string, rooms: readonly string[]): (ad: Ad) => Cell {
  return (ad) =>
    ad.area === null || ad.rooms === null
      ? null
      : rooms.map((room, index) => ({ [name]: room, [area]: Math.round((ad.area ?? 0) / (index + 3)) }));
}

/** A management program's flat file: `S` and `N` as flags, numbered photos and plans, the rent beside the price. */
const italianCsv = layoutOf({
  ...{ name: 'it-csv-gestionale', group, tongue: italian },
  container: csv({ delimiter: ';', quoted: true }),
  columns: [
    ...[it.own('progressivo'), it.code('rif'), it.kind('tipologia_immobile'), it.title('titolo_annuncio')],
    ...[it.text('testo_annuncio'), ...twoAmounts('prezzo_vendita_eur', 'canone_mensile_eur')],
    filler('cod_istat', ({ town }) => String(10_000 + (town % 900))),
    ...[it.grossArea('mq_commerciali'), it.area('mq_calpestabili'), it.plotOfHouse('mq_terreno')],
    ...[
      it.terraceArea('mq_terrazzo'),
      it.rooms('vani', 'comma'),
      it.bedrooms('camere'),
      it.bathrooms('bagni'),
    ],
    ...[it.floor('piano'), it.floors('piani_edificio'), it.lift('ascensore', ['S', 'N'])],
    it.state('flag_venduto', ['N', 'S']),
    ...[it.town('comune'), it.within('provincia'), it.quarter('zona'), it.street('indirizzo')],
    ...[...photoColumns('foto', 5), it.plan('planimetria1'), it.tax('spese_condominiali')],
    ...[it.created('data_inserimento', 'local'), it.updated('data_agg', 'local'), it.agent('acquisitore')],
    it.note('note_riservate'),
  ],
  truth: { currency: () => 'EUR' },
  says: ['currency'],
});

/** Prices in words: thousands, and the fee that is part of them. */
const frenchWords = layoutOf({
  ...{ name: 'fr-csv-prix-fai', group, tongue: french },
  container: csv({ delimiter: '\t', list: ';' }),
  columns: [
    ...[
      fr.code('NO_ASP'),
      fr.offer('CATEG'),
      fr.kind('TYPE_BIEN'),
      fr.title('TITRE_FR'),
      fr.text('TEXTE_FR'),
    ],
    saying(
      'PRIX_FAI',
      ['amount', 'currency'],
      ({ euros, offer }) => `${spaced(euros)} €${offer === 'rent' ? ' CC/mois' : ''}`,
    ),
    decoy(
      'PRIX_M2',
      'per area',
      ({ euros, area, plot }) => `${spaced(Math.round(euros / (area ?? plot ?? 1)))} €/m²`,
    ),
    decoy('TX_HONO', 'commission', () => '5 %'),
    ...[fr.area('SURF_HAB', 'comma', ' m²'), fr.terraceArea('SURF_TERRASSE', 'comma', ' m²')],
    saying('SURF_TERRAIN', 'plot', ({ plot }) => (plot === null ? null : `${spaced(plot)} m²`)),
    ...[
      fr.rooms('NB_PIECES', 'comma'),
      fr.bedrooms('NB_CHAMBRES'),
      fr.bathrooms('NB_SDB'),
      fr.year('ANNEE_CONS'),
    ],
    ...[fr.town('VILLE_PUBLIQUE'), fr.street('ADRESSE1'), fr.photos('PHOTOS'), fr.qr('QR')],
    ...[fr.created('DATE_CREA', 'local'), fr.updated('DATE_MAJ', 'local'), fr.advertiser('TYPE_MANDANT')],
    fr.note('COMMENTAIRES_PRIVES'),
  ],
});

function spaced(value: number): string {
  return (written(value, 'grouped') ?? '').replaceAll('.', '\u202F');
}

export const southernLayouts: readonly Layout[] = [
  ...[portugueseXml, portugueseKinds, spanishLegend, frenchJson, frenchWords, italianCsv],
];
