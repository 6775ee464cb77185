import { words } from './table.js';

/** Texts of the staff’s pages of questions that several feeds share. */
export const questionWords = words('operator', {
  'nav.questions': { sr: 'Zajednička pitanja', en: 'Shared questions' },
  'questions.lead': {
    sr: 'Pitanja koja tri ili više feedova sa istim mapiranjem ili sa istog servera postavljaju na isti način. Jedan odgovor važi za sve njih.',
    en: 'Questions that three or more feeds of one mapping or host ask alike. One answer counts for all of them.',
  },
  'questions.none': { sr: 'Nema zajedničkih pitanja', en: 'No shared questions' },
  'questions.none.more': {
    sr: 'Ono što pita samo jedan feed stoji među zadržavanjima i na stranici njegove agencije.',
    en: 'What one feed alone asks is among the holds and on the page of its agency.',
  },
  'questions.feeds': { sr: 'Feedovi koji pitaju', en: 'Feeds that ask' },
  'questions.listings': {
    sr: { one: '{n} oglas', few: '{n} oglasa', other: '{n} oglasa' },
    en: { one: '{n} listing', other: '{n} listings' },
  },
  'questions.samples': { sr: 'Primeri', en: 'Samples' },
  'questions.lines': { sr: 'Oglasi koje odgovor menja', en: 'Listings that the answer changes' },
  'questions.listing': { sr: 'Oglas', en: 'Listing' },
  'questions.change': { sr: 'Šta se menja', en: 'What changes' },
  'questions.open': {
    sr: {
      one: 'Pogledajte {n} oglas i odlučite',
      few: 'Pogledajte {n} oglasa i odlučite',
      other: 'Pogledajte {n} oglasa i odlučite',
    },
    en: { one: 'See {n} listing and decide', other: 'See {n} listings and decide' },
  },
  'questions.each': {
    sr: 'Svaka agencija može i sama da odluči o svom feedu. Ništa se ne odlučuje automatski.',
    en: 'Each agency can decide about its own feed as well. Nothing is decided automatically.',
  },
  'questions.give': {
    sr: {
      one: 'Daj reči ovo značenje u {n} oglasu',
      few: 'Daj reči ovo značenje u {n} oglasa',
      other: 'Daj reči ovo značenje u {n} oglasa',
    },
    en: {
      one: 'Give the word this meaning in {n} listing',
      other: 'Give the word this meaning in {n} listings',
    },
  },
  'questions.give.text': {
    sr: {
      one: '{n} oglas se ponovo mapira. Što time silazi sa portala, prolazi zaštitu od uklanjanja.',
      few: '{n} oglasa se ponovo mapiraju. Što time silazi sa portala, prolazi zaštitu od uklanjanja.',
      other: '{n} oglasa se ponovo mapira. Što time silazi sa portala, prolazi zaštitu od uklanjanja.',
    },
    en: {
      one: '{n} listing is mapped again. What leaves the portal by it passes the guard of removals.',
      other: '{n} listings are mapped again. What leaves the portal by it passes the guard of removals.',
    },
  },
  'questions.answered': { sr: 'Odgovor je sačuvan', en: 'The answer is stored' },
  'questions.answered.more': {
    sr: 'Važi za sve feedove koji su pitali. Njihovi zapisi se ponovo mapiraju.',
    en: 'It counts for all feeds that asked. Their records are mapped again.',
  },
});
