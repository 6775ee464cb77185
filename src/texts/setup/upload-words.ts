import type { ReadingProblem } from '../../core/setup/agency-reading.js';
import type { Sentence } from '../../model/sentence.js';

/** Sentences about a file that was uploaded to try it. */
export const uploadWords = {
  isOpen: {
    sr: 'Otpremanje jednog fajla za ovu agenciju još traje. Sačekajte da se završi.',
    en: 'Another file is being uploaded for this agency. Wait until it has arrived.',
  },
  isRead: {
    sr: 'Prethodni fajl se još čita. Sačekajte rezultat ili ga uklonite, pa otpremite sledeći.',
    en: 'The former file is still being read. Wait for its result or remove it, then upload the next one.',
  },
  tooMany: {
    sr: 'Upravo se otprema više fajlova. Pokušajte ponovo za minut.',
    en: 'Several files are being uploaded. Try again in a minute.',
  },
  tooLarge: (megabytes: number): Sentence => ({
    sr: `Fajl je veći od ${megabytes} MB. Otpremite manji: za probu je dovoljan deo oglasa.`,
    en: `The file is larger than ${megabytes} MB. Upload a smaller one: a part of the listings is enough for a trial.`,
  }),
  empty: {
    sr: 'Fajl je prazan. Izaberite fajl koji je napravio vaš program.',
    en: 'The file is empty. Choose the file that you exported from your software.',
  },
  cut: {
    sr: 'Fajl nije stigao ceo. Otpremite ga ponovo.',
    en: 'The file did not arrive whole. Upload it again.',
  },
  sentAlready: {
    sr: 'Oglasi ove agencije se već redovno čitaju sa njene adrese, pa proba više nije potrebna.',
    en: 'The listings of this agency are read from its address regularly, so a trial is no longer needed.',
  },
  preparing: {
    sr: 'Ovakav format čitamo prvi put. Javite operateru uvoza: on ovde vidi predlog i priprema ga za vašu adresu.',
    en: 'This is the first file of its format. Tell the operator of the import, who sees a proposal here and prepares it for your address.',
  },
  failed: {
    sr: 'Čitanje fajla je prekinuto zbog greške u programu za uvoz. Javite operateru uvoza.',
    en: 'Reading the file failed because of an error in the import. Contact the operator of the import.',
  },
} as const;

const texts: Readonly<Record<string, Sentence>> = {
  html: {
    sr: 'Ovo je veb-stranica, a ne fajl sa oglasima. Izaberite fajl koji je napravio vaš program.',
    en: 'This is a web page, not a file of listings. Choose the file that you exported from your software.',
  },
  empty: uploadWords.empty,
  too_large: {
    sr: 'Raspakovan, fajl je veći nego što je ovde dozvoljeno. Otpremite manji.',
    en: 'Unpacked, the file is larger than is allowed here. Upload a smaller one.',
  },
  part: {
    sr: 'Ovo je samo deo oglasa: fajl navodi da ih ima još. Napravite jedan fajl sa svim oglasima ili javite operateru uvoza.',
    en: 'This is only a part of the listings: the file announces more. Export all of them into one file, or contact the operator of the import.',
  },
  sheet: {
    sr: 'Ova tabela ne može da se pročita. Sačuvajte je kao .xlsx, bez lozinke, i otpremite ponovo.',
    en: 'This spreadsheet cannot be read. Save it as .xlsx, without a password, then upload it again.',
  },
};

const other: Sentence = {
  sr: 'Ovaj fajl ne može da se pročita. Proverite da li je to fajl sa oglasima iz vašeg programa.',
  en: 'This file cannot be read. Check that it is the export of listings from your software.',
};

/** Why an uploaded file could not be taken. @param code of the fetch failure @param detail technical detail for the operator */
export function uploadProblem(code: string, detail: string | null): ReadingProblem {
  const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return { ...(known ?? other), detail };
}
