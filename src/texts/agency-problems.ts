import type { Sentence } from '../model/sentence.js';

/** What is wrong with an agency that a partner brings, and what to write instead. */
export const agencyProblems = {
  gone: { sr: 'Ove agencije više nema ovde.', en: 'This agency is not here any more.' },
  badName: (name: string): Sentence => ({
    sr: `Ime „${name}“ se ne može koristiti: napišite mala slova bez kvačica, cifre i crtice, kao agencija-a.`,
    en: `“${name}” cannot be a name: write small letters without accents, digits and hyphens, such as agency-a.`,
  }),
  nameTaken: (name: string): Sentence => ({
    sr: `Agencija ${name} već postoji, sa drugim podacima. Izmenite nju, ili izaberite drugo ime.`,
    en: `There is an agency ${name} already, with other data. Change that one, or take another name.`,
  }),
  noTitle: { sr: 'Nedostaje naziv agencije.', en: 'The agency’s title is missing.' },
  noUrl: { sr: 'Nedostaje adresa fajla (url).', en: 'The address of the file (url) is missing.' },
  badEmail: (email: string): Sentence => ({
    sr: `„${email}“ nije e-adresa: napišite jednu, kao ana@agencija.rs.`,
    en: `“${email}” is no e-mail address: write one, such as ana@agency.example.`,
  }),
  badLanguage: (language: string): Sentence => ({
    sr: `Jezik „${language}“ nije poznat: napišite sr-Latn, sr-Cyrl ili en.`,
    en: `The language “${language}” is not known: write sr-Latn, sr-Cyrl or en.`,
  }),
  twice: (name: string, line: number): Sentence => ({
    sr: `Ime „${name}“ je već u redu ${line}: svaka agencija ima svoje.`,
    en: `The name “${name}” stands in line ${line} already: each agency has its own.`,
  }),
  badCsv: (problem: string): Sentence => ({
    sr: `Fajl nije ispravan CSV (${problem}). Sačuvajte ga ponovo iz programa za tabele.`,
    en: `The file is no proper CSV (${problem}). Save it again from the spreadsheet.`,
  }),
  noColumns: (names: string): Sentence => ({
    sr: `U prvom redu nedostaju kolone: ${names}. Potrebne su name, title, email i url; mapping i language nisu obavezne.`,
    en: `The first line lacks the columns ${names}. Needed are name, title, email and url; mapping and language may be left out.`,
  }),
  unknownColumns: (names: string, known: string): Sentence => ({
    sr: `Kolone ${names} nisu poznate; poznate su ${known}.`,
    en: `The columns ${names} are not known; known are ${known}.`,
  }),
  tooManyLines: (most: number): Sentence => ({
    sr: `Fajl ima više od ${most} redova: podelite ga.`,
    en: `The file has more than ${most} lines: split it.`,
  }),
} as const;
