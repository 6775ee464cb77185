import { words } from './table.js';

/** Texts of the page that shows what the console is made of. */
export const designWords = words('operator', {
  'design.title': { sr: 'Izgled konzole', en: 'Look of the console' },
  'design.lead': {
    sr: 'Veličine, razmaci, boje i zajednički delovi, za one koji konzolu menjaju.',
    en: 'Sizes, spacing, colours and shared components, for those who change the console.',
  },
  'design.see': { sr: 'Izgled konzole i njeni delovi', en: 'Look of the console and its components' },
  'design.type': { sr: 'Veličine slova', en: 'Type scale' },
  'design.type.more': {
    sr: 'Naslov strane je najveći, delovi strane imaju h4, tekst je md, napomene su sm i xs.',
    en: 'The page’s title is the largest, parts of a page have h4, text is md, notes are sm and xs.',
  },
  'design.sample': { sr: 'Dvosoban stan u mirnoj ulici', en: 'Two-room apartment in a quiet street' },
  'design.muted': { sr: 'Sporedni tekst', en: 'Secondary text' },
  'design.spacing': { sr: 'Razmaci', en: 'Spacing' },
  'design.spacing.more': {
    sr: 'U delu strane sm, između delova md, oko praznog dela xl.',
    en: 'Within a part of a page sm, between parts md, around an empty part xl.',
  },
  'design.colours': { sr: 'Značenja boja', en: 'Colour roles' },
  'design.colours.more': {
    sr: 'Boja nikad ne nosi značenje sama: uz nju uvek stoji tekst.',
    en: 'A colour never carries the meaning alone: a text always stands beside it.',
  },
  'design.mood.good': { sr: 'U redu', en: 'Fine' },
  'design.mood.busy': { sr: 'U toku', en: 'Under way' },
  'design.mood.doubt': { sr: 'Potrebna je odluka', en: 'A decision is needed' },
  'design.mood.bad': { sr: 'Ne radi', en: 'Does not work' },
  'design.mood.quiet': { sr: 'Miruje', en: 'At rest' },
  'design.numbers': { sr: 'Brojevi', en: 'Numbers' },
  'design.numbers.more': {
    sr: 'Broj vodi na listu koju broji. Podaci su parovi naziva i vrednosti.',
    en: 'A number links to the list that it counts. Facts are pairs of a label and a value.',
  },
  'design.hint': { sr: 'Kratko objašnjenje', en: 'A short explanation' },
  'design.lists': { sr: 'Liste', en: 'Lists' },
  'design.lists.more': {
    sr: 'Tabela na telefonu postaje niz kartica. Prazna lista kaže šta dalje.',
    en: 'On a phone a table becomes cards. An empty list says what to do next.',
  },
  'design.column': { sr: 'Stanje', en: 'State' },
  'design.count': { sr: 'Broj', en: 'Number' },
  'design.empty': { sr: 'Nema ničega na listi', en: 'The list is empty' },
  'design.empty.more': { sr: 'Kaže zašto, i šta dalje.', en: 'Says why, and what to do next.' },
  'design.acting': { sr: 'Dugmad, polja i poruke', en: 'Buttons, fields and messages' },
  'design.acting.more': {
    sr: 'Jedno dugme u boji po delu strane. Crveno je samo ono što se ne može vratiti.',
    en: 'One coloured button for each part of a page. Red is only what cannot be undone.',
  },
  'design.danger': { sr: 'Skini oglase', en: 'Remove listings' },
  'design.field': { sr: 'Polje', en: 'Field' },
  'design.copy': { sr: 'Link za kopiranje', en: 'A link to copy' },
  'design.alert': { sr: 'Napomena', en: 'Note' },
  'design.alert.more': {
    sr: 'Nešto što treba znati pre odluke.',
    en: 'Something to know before a decision.',
  },
  'design.busy': { sr: 'Čeka se odgovor', en: 'Waiting for an answer' },
  'design.fold': { sr: 'Više', en: 'More' },
});
