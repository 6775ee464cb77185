import type { ReadingProblem } from '../../core/setup/agency-reading.js';
import type { Sentence } from '../../model/sentence.js';

/** Why the setup of an agency cannot continue; shown to agencies and to the partner. */
export const sentences = {
  ownFiles: {
    sr: 'Adresa mora da počinje sa `http://` ili `https://`, a mapiranje se navodi imenom, ne putanjom.',
    en: 'The address must begin with http:// or https://, and a mapping is named, not given as a path.',
  },
  noWords: {
    sr: 'Rečnik i spisak mesta portala još nisu pročitani. Pokušajte ponovo za koji minut.',
    en: 'The portal’s vocabulary and places are not read yet. Try again in a few minutes.',
  },
  nameOfConfiguration: (name: string): Sentence => ({
    sr: `Ime ${name} već ima feed iz konfiguracije. Izaberite drugo ime.`,
    en: `The configuration already has a feed named ${name}. Choose another name.`,
  }),
  badFeed: (problem: string): Sentence => ({
    sr: `Podaci o fajlu agencije ne mogu da se koriste: ${problem}.`,
    en: `The settings of the agency’s file cannot be used: ${problem}.`,
  }),
  noAddress: {
    sr: 'Adresa fajla još nije upisana. Do tada možete da otpremite fajl i vidite kako ga čitamo; adresu upisuje operater uvoza.',
    en: 'The address of the file is not entered yet. Until then you can upload a file and see how it is read; the operator of the import enters the address.',
  },
  statedFact: (field: string): Sentence => ({
    sr: `Vrednost polja ${field} izjavljuje sama agencija, u svojim odgovorima: ne može da je da ni konstanta ni reč iz tabele.`,
    en: `The agency itself states ${field}, under its answers: neither a constant nor a word of a table can set it.`,
  }),
  badMapping: (name: string, problem: string): Sentence => ({
    sr: `Mapiranje ${name} ne može da se koristi: ${problem}.`,
    en: `The mapping ${name} cannot be used: ${problem}.`,
  }),
  notUnderstood: (detail: string | null): ReadingProblem => ({
    sr: 'Fajl ne može da se pročita do kraja. Javite operateru uvoza.',
    en: 'The file cannot be read to its end. Contact the operator of the import.',
    detail,
  }),
  readingFailed: {
    sr: 'Čitanje fajla je prekinuto zbog greške u programu za uvoz. Pokušava se ponovo; ako potraje, javite operateru uvoza.',
    en: 'Reading the file failed because of an error in the import. It is retried; if this lasts, contact the operator of the import.',
  },
  preparing: {
    sr: 'Pripremamo vaš fajl: ovakav format čitamo prvi put. Do tada ne morate ništa. Kada bude spreman, ova stranica nastavlja sa sledećim korakom.',
    en: 'We are preparing your file: it is the first one of its format. Until then there is nothing to do. When it is ready, this page goes on with the next step.',
  },
};

const fetchTexts: Readonly<Record<string, Sentence>> = {
  http_status: {
    sr: 'Server na ovoj adresi ne daje fajl. Proverite adresu i da li server traži ime i lozinku.',
    en: 'The server at this address does not return the file. Check the address, and whether it requires a name and password.',
  },
  html: {
    sr: 'Na ovoj adresi je veb-stranica, a ne fajl sa oglasima. Potražite u svom programu adresu fajla sa oglasima.',
    en: 'This address returns a web page, not a file of listings. Look for the export address in your software.',
  },
  empty: {
    sr: 'Fajl na ovoj adresi je prazan. Napravite fajl ponovo u svom programu, pa pokušajte još jednom.',
    en: 'The file at this address is empty. Run the export in your software, then try again.',
  },
  no_content: {
    sr: 'Fajl na ovoj adresi je prazan. Napravite fajl ponovo u svom programu, pa pokušajte još jednom.',
    en: 'The file at this address is empty. Run the export in your software, then try again.',
  },
  too_large: {
    sr: 'Fajl je veći nego što je ovde dozvoljeno. Javite operateru uvoza.',
    en: 'The file is larger than is allowed here. Contact the operator of the import.',
  },
  address_refused: {
    sr: 'Ova adresa nije na javnom internetu, pa odavde ne sme da se čita. Javite operateru uvoza.',
    en: 'This address is not on the public internet, so it may not be read from here. Contact the operator of the import.',
  },
  part: {
    sr: 'Na ovoj adresi je samo deo oglasa: fajl navodi da ih ima još. Potražite u svom programu adresu fajla sa svim oglasima ili javite operateru uvoza.',
    en: 'This address returns only a part of the listings: the file announces more. Look for the export of all listings in your software, or contact the operator of the import.',
  },
  password: {
    sr: 'Server na ovoj adresi traži ime i lozinku, ili ih ne prihvata. Proverite ih i upišite ponovo.',
    en: 'The server at this address requires a name and password, or does not accept them. Check them and enter them again.',
  },
  auth_scheme: {
    sr: 'Server na ovoj adresi traži prijavu koju uvoz ne podržava. Zatražite od održavaoca servera običnu prijavu (Basic) ili adresu sa tokenom.',
    en: 'The server at this address requires a kind of sign-in that the import does not support. Ask its maintainer for Basic authentication, or for an address with a token.',
  },
  blocked: {
    sr: 'Zaštita ispred ovog servera odbija programe. Lozinka ne pomaže: zamolite održavaoca servera da dozvoli zahteve programa feedsync. Operater uvoza zna sa koje adrese stižu.',
    en: 'A shield in front of this server refuses programs. A password does not help: ask its maintainer to allow requests of feedsync. The operator of the import knows the address that they come from.',
  },
  sheet: {
    sr: 'Ova tabela ne može da se pročita. Sačuvajte je kao .xlsx, bez lozinke, i pokušajte ponovo.',
    en: 'This spreadsheet cannot be read. Save it as .xlsx, without a password, then try again.',
  },
  cut: {
    sr: 'Fajl nije stigao ceo. Pokušajte ponovo za koji minut.',
    en: 'The file arrived incomplete. Try again in a few minutes.',
  },
};

const otherFetch: Sentence = {
  sr: 'Fajl sa ove adrese sada ne može da se preuzme. Proverite adresu i pokušajte ponovo.',
  en: 'The file cannot be fetched from this address now. Check the address and try again.',
};

/** The problem of a failed fetch. @param code of the fetch failure @param detail technical detail for the operator */
export function fetchProblem(code: string, detail: string | null): ReadingProblem {
  const known = Object.hasOwn(fetchTexts, code) ? fetchTexts[code] : undefined;
  return { ...(known ?? otherFetch), detail };
}
