import { words } from './table.js';

/** Texts about values in doubt, for agencies and staff alike. */
export const doubtWords = words('both', {
  'doubt.field.price': { sr: 'cena', en: 'price' },
  'doubt.field.area': { sr: 'površina', en: 'area' },
  'doubt.field.state': { sr: 'status', en: 'state' },
  'doubt.state.active': { sr: 'u ponudi', en: 'on offer' },
  'doubt.state.inactive': { sr: 'neaktivan', en: 'inactive' },
  'doubt.none': { sr: 'bez cene', en: 'no price' },
  'doubt.waits': {
    sr: '{field} {value} čeka potvrdu; na portalu je {live}',
    en: '{field} {value} waits for a confirmation; the portal has {live}',
  },
  'doubt.waits.new': {
    sr: '{field} {value} čeka potvrdu; do tada oglas nije na portalu',
    en: '{field} {value} waits for a confirmation; until then the listing is not on the portal',
  },
  'doubt.waits.area': {
    sr: '{field} {value} čeka potvrdu; do tada se ne šalje',
    en: '{field} {value} waits for a confirmation; until then it is left out',
  },
  'doubt.answer': { sr: 'Potvrdite vrednost', en: 'Confirm the value' },
  'doubt.rejected': {
    sr: 'Odbijeno: na portalu ostaje kako jeste. Ponovo ćemo pitati {at}.',
    en: 'Rejected: the portal stays as it is. We ask again on {at}.',
  },
  'doubt.past': { sr: 'Ranije na portalu', en: 'Before, on the portal' },
  'doubt.past.until': { sr: '{value} do {at}', en: '{value} until {at}' },
  'doubt.confirm': { sr: 'Potvrdi {value}', en: 'Confirm {value}' },
  'doubt.confirmed': { sr: 'Vrednost je potvrđena i šalje se.', en: 'The value is confirmed and goes out.' },
  'doubt.correct': {
    sr: 'Ako vrednost nije tačna, ispravite je u svom programu: ispravljena prolazi sama.',
    en: 'If a value is wrong, correct it in your software: the corrected one goes out automatically.',
  },
  'doubt.section': { sr: 'Čeka potvrdu', en: 'Waits for a confirmation' },
  'doubt.confirmations': { sr: 'Potvrđene vrednosti', en: 'Confirmed values' },
  'doubt.confirmation': {
    sr: '{field} {value} · potvrđuje {who}, {at}',
    en: '{field} {value} · confirmed by {who}, {at}',
  },
  'doubt.undo': { sr: 'Vrati na {value}', en: 'Back to {value}' },
  'doubt.undone': {
    sr: 'Potvrda je povučena: ponovo se šalje prethodna vrednost.',
    en: 'The confirmation is taken back: the value before it is sent again.',
  },
  'doubts.values': {
    sr: { one: '{n} vrednost', few: '{n} vrednosti', other: '{n} vrednosti' },
    en: { one: '{n} value', other: '{n} values' },
  },
  'doubts.confirm_all': {
    sr: { one: 'Potvrdi {n} vrednost', few: 'Potvrdi {n} vrednosti', other: 'Potvrdi {n} vrednosti' },
    en: { one: 'Confirm {n} value', other: 'Confirm {n} values' },
  },
  'doubts.confirm_all.text': {
    sr: {
      one: '{n} vrednost odlazi na portal onakva kakva je u fajlu.',
      few: '{n} vrednosti odlaze na portal onakve kakve su u fajlu.',
      other: '{n} vrednosti odlazi na portal onakvih kakve su u fajlu.',
    },
    en: {
      one: '{n} value goes to the portal as the file has it.',
      other: '{n} values go to the portal as the file has them.',
    },
  },
  'doubts.type_number': { sr: 'Upišite {n} da potvrdite', en: 'Type {n} to confirm' },
  'doubts.confirmed': {
    sr: 'Vrednosti su potvrđene i šalju se.',
    en: 'The values are confirmed and go out.',
  },
  'doubts.keep': { sr: 'Ostavi kako je na portalu', en: 'Keep what is on the portal' },
  'doubts.kept': {
    sr: 'Na portalu ostaje kako jeste. Ako se vrednosti ne isprave, kasnije ćemo ponovo pitati.',
    en: 'The portal stays as it is. If the values are not corrected, we ask again later.',
  },
});
