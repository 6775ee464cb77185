import type { Sentence } from '../model/sentence.js';

/** Problems of an agency that a partner registers, and how to correct them. */
export const agencyProblems = {
  gone: { sr: 'Ove agencije više nema ovde.', en: 'This agency no longer exists here.' },
  badName: (name: string): Sentence => ({
    sr: `Ime „${name}“ se ne može koristiti: napišite mala slova bez kvačica, cifre i crtice, kao agencija-a.`,
    en: `“${name}” is not a valid name: use lower-case letters without accents, digits and hyphens, such as agency-a.`,
  }),
  nameTaken: (name: string): Sentence => ({
    sr: `Agencija ${name} već postoji, sa drugim podacima. Izmenite nju, ili izaberite drugo ime.`,
    en: `The agency ${name} already exists, with other data. Change it, or choose another name.`,
  }),
  noTitle: { sr: 'Nedostaje naziv agencije.', en: 'The agency’s title is missing.' },
  noUrl: { sr: 'Nedostaje adresa fajla (url).', en: 'The address of the file (url) is missing.' },
  badEmail: (email: string): Sentence => ({
    sr: `„${email}“ nije e-adresa: napišite jednu, kao ana@agencija.rs.`,
    en: `“${email}” is not an e-mail address: use one such as ana@agency.example.`,
  }),
  badLanguage: (language: string): Sentence => ({
    sr: `Jezik „${language}“ nije poznat: napišite sr-Latn, sr-Cyrl ili en.`,
    en: `The language “${language}” is unknown: use sr-Latn, sr-Cyrl or en.`,
  }),
  twice: (name: string, line: number): Sentence => ({
    sr: `Ime „${name}“ je već u redu ${line}: svaka agencija ima svoje.`,
    en: `The name “${name}” is already used in line ${line}: names must be unique.`,
  }),
  badCsv: (problem: string): Sentence => ({
    sr: `Fajl nije ispravan CSV (${problem}). Sačuvajte ga ponovo iz programa za tabele.`,
    en: `The file is not valid CSV (${problem}). Save it again from the spreadsheet program.`,
  }),
  noColumns: (names: string): Sentence => ({
    sr: `U prvom redu nedostaju kolone: ${names}. Potrebne su name, title, email i url; mapping i language nisu obavezne.`,
    en: `The first line lacks the columns ${names}. Required: name, title, email and url; mapping and language are optional.`,
  }),
  unknownColumns: (names: string, known: string): Sentence => ({
    sr: `Kolone ${names} nisu poznate; poznate su ${known}.`,
    en: `Unknown columns: ${names}. Known columns: ${known}.`,
  }),
  tooManyLines: (most: number): Sentence => ({
    sr: `Fajl ima više od ${most} redova: podelite ga.`,
    en: `The file has more than ${most} lines: split it.`,
  }),
} as const;
