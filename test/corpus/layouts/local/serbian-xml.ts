import { columnsIn } from '../../columns.js';
import { xml } from '../../containers.js';
import { layoutOf, type Layout } from '../../layout.js';
import { serbian } from '../../tongues/serbian.js';

const sr = columnsIn(serbian);

/** XML as Serbian agency software writes it. */
export const serbianXml: readonly Layout[] = [
  layoutOf({
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
  }),
];
