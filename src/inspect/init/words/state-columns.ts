import type { OwnStates } from '../../../mapping/words/state-table.js';

/** What a column with such a name says by words, or by yes and no where `flags` says what they mean. */
export interface ColumnKind {
  name: RegExp;
  /** The table of states in the mapping. */
  table: string;
  flags: OwnStates['flags'];
}

/** Kinds of columns by their folded name, the first that fits. */
export const stateColumns: readonly ColumnKind[] = [
  {
    name: /(delet\w*|loeschen|losche?n|geloescht|geloscht|obrisan\w*|usun\w*|eliminad\w*|supprime\w*|archiv\w*|arhiv\w*|povucen\w*|withdrawn)$/,
    table: 'state_withdrawn',
    flags: { yes: 'withdrawn', no: 'nothing' },
  },
  {
    name: /(sold|prodat[aoi]?|prodan[aoi]?|verkauft|vend(u|ue|ido|ida|uto|uta)|sprzedan[aey]|vandut|verkocht|verhuurd)$/,
    table: 'state_sold',
    flags: { yes: 'sold', no: 'nothing' },
  },
  {
    name: /(reserved|reserviert|rezerv\w*|reservad[oa]|riservato|zarezerwowan\w*|gereserveerd|onder_?bod|under_?offer|kapar\w*|deposit_?taken|bron)$/,
    table: 'state_reserved',
    flags: { yes: 'inactive', no: 'nothing' },
  },
  {
    name: /(aktiv(an|na|no|en)?|active|attivo|ativo|activo|actif|aktywn[aey]|available|dostup(an|na|no)|raspoloziv[ao]?|verfugbar|verfuegbar|disponi(bile|ble|vel|bil)|dostepn[aey]|published|objavljen[ao]?|vidljiv[ao]?|visible|online|enabled)$/,
    table: 'state_shown',
    flags: { yes: 'active', no: 'inactive' },
  },
  {
    name: /(stat|status\w*|status[_ ](oglasa|ponude|nekretnine|oferty)|state|statut|operation|mode|modus|aktionart|availability|dostupn\w*|raspolozivost|verfu(e)?gbarkeit|disponib\w*|dostepnosc|stan[_ ]?oferty|stanje[_ ]?(oglasa|ponude)|nalicie|κατασταση([_ ]?(αγγελιας|καταχωρισης))?|διαθεσιμοτητα)$/,
    table: 'state',
    flags: null,
  },
];

/** Whether a folded name says that a column is the state of the offer, and can mean nothing else: `status oglasa`, `κατασταση αγγελιας`. */
export function namesState(name: string): boolean {
  return sureNames.test(name);
}

const sureNames =
  /((^|[^a-z])(status|statusz?a|statut)([_ ]?(oglasa|ponude|nekretnine|oferty|anunt|annonce|listing))?|(oglas|ponuda|offer|listing|ad|oferta)_?status|stanje[_ ]?(oglasa|ponude)|stan[_ ]?oferty|κατασταση[_ ]?(αγγελιας|καταχωρισης))$/;
