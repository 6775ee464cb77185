import { quotedSr } from './phrasing.js';
import type { Sentence } from '../model/sentence.js';

/** Problems of an agency that a partner registers, and how to correct them. */
export const agencyProblems = {
  gone: { sr: 'Ova agencija više ne postoji.', en: 'This agency no longer exists.' },
  badName: (name: string): Sentence => ({
    sr: `Ime ${quotedSr(name)} ne može da se koristi: upišite mala slova bez kvačica, cifre i crtice, na primer \`agencija-a\`.`,
    en: `“${name}” cannot be a name: write lower-case letters without accents, digits and hyphens, such as agency-a.`,
  }),
  nameTaken: (name: string): Sentence => ({
    sr: `Agencija ${name} već postoji, ali sa drugim podacima. Izmenite nju ili izaberite drugo ime.`,
    en: `The agency ${name} already exists, with other data. Change it, or choose another name.`,
  }),
  noTitle: { sr: 'Nedostaje naziv agencije.', en: 'The agency’s title is missing.' },
  noUrl: { sr: 'Nedostaje adresa fajla (`url`).', en: 'The address of the file (url) is missing.' },
  badEmail: (email: string): Sentence => ({
    sr: `${quotedSr(email)} nije ispravna e-adresa. Primer: ana@agencija.rs.`,
    en: `“${email}” is not an e-mail address. Example: ana@agency.example.`,
  }),
  badLanguage: (language: string): Sentence => ({
    sr: `Jezik ${quotedSr(language)} nije poznat: upišite \`sr-Latn\`, \`sr-Cyrl\` ili \`en\`.`,
    en: `The language “${language}” is unknown: use sr-Latn, sr-Cyrl or en.`,
  }),
  twice: (name: string, line: number): Sentence => ({
    sr: `Ime ${quotedSr(name)} već stoji u redu ${line}: svaka agencija ima svoje ime.`,
    en: `Line ${line} has the name “${name}” already: each agency needs a name of its own.`,
  }),
  badCsv: (problem: string): Sentence => ({
    sr: `Fajl nije ispravan CSV (${problem}). Sačuvajte ga ponovo u programu za tabele.`,
    en: `The file is not valid CSV (${problem}). Save it again from the spreadsheet.`,
  }),
  noColumns: (names: string): Sentence => ({
    sr: `U prvom redu nedostaju kolone: ${names}. Obavezne su \`name\`, \`title\`, \`email\` i \`url\`; \`mapping\` i \`language\` nisu.`,
    en: `The first line lacks the columns ${names}. Required are name, title, email and url; mapping and language are optional.`,
  }),
  unknownColumns: (names: string, known: string): Sentence => ({
    sr: `Nepoznate kolone: ${names}. Poznate su: ${known}.`,
    en: `Unknown columns: ${names}. Known are: ${known}.`,
  }),
  tooManyLines: (most: number): Sentence => ({
    sr: `Fajl ima više od ${most} redova: podelite ga na više fajlova.`,
    en: `The file has more than ${most} lines: split it.`,
  }),
} as const;
