import type { ReadingProblem } from '../core/setup/agency-reading.js';
import type { Sentence } from '../model/sentence.js';

/** Why an agency cannot be set up as it stands, in front of agencies and of the partner. */
export const sentences = {
  ownFiles: {
    sr: 'Adresa mora počinjati sa http:// ili https://, a mapiranje se navodi imenom, ne putanjom.',
    en: 'The address must begin with http:// or https://, and a mapping goes by its name, not by a path.',
  },
  noWords: {
    sr: 'Reči i mesta portala još nisu pročitani. Pokušajte ponovo za koji minut.',
    en: 'The portal’s words and places are not read yet. Try again in a few minutes.',
  },
  nameOfConfiguration: (name: string): Sentence => ({
    sr: `Ime ${name} već nosi feed iz konfiguracije. Izaberite drugo ime.`,
    en: `A feed of the configuration is called ${name} already. Take another name.`,
  }),
  badFeed: (problem: string): Sentence => ({
    sr: `Podaci o fajlu agencije ne mogu se koristiti: ${problem}.`,
    en: `What is written of the agency’s file cannot be used: ${problem}.`,
  }),
  statedFact: (field: string): Sentence => ({
    sr: `Vrednost polja ${field} izjavljuje sama agencija, u svojim odgovorima: ne mogu je dati ni konstanta ni reč iz tabele.`,
    en: `${field} is stated by the agency itself, under its answers: neither a constant nor a word of a table gives it a value.`,
  }),
  badMapping: (name: string, problem: string): Sentence => ({
    sr: `Mapiranje ${name} ne može se koristiti: ${problem}.`,
    en: `The mapping ${name} cannot be used: ${problem}.`,
  }),
  notUnderstood: (detail: string | null): ReadingProblem => ({
    sr: 'Fajl se ne može pročitati do kraja. Javite onome ko vodi uvoz.',
    en: 'The file cannot be read to its end. Tell whoever runs the import.',
    detail,
  }),
  readingFailed: {
    sr: 'Čitanje fajla je prekinuto zbog greške u programu za uvoz. Pokušava se ponovo; ako potraje, javite onome ko vodi uvoz.',
    en: 'Reading the file failed because of an error in the import. It is tried again; if this lasts, contact the operator of the import.',
  },
  unknownFormat: (about: string): Sentence => ({
    sr: `Ovaj format još niko ovde ne zna (${about}). Onaj ko vodi uvoz treba da napravi mapiranje (feedsync init) i upiše ga kod agencije.`,
    en: `Nobody here knows this format yet (${about}). Whoever runs the import makes a mapping for it (feedsync init) and names it for the agency.`,
  }),
};

const fetchTexts: Readonly<Record<string, Sentence>> = {
  http_status: {
    sr: 'Server na ovoj adresi ne daje fajl. Proverite adresu, i da li traži ime i lozinku.',
    en: 'The server at this address does not give the file. Check the address, and whether it wants a name and password.',
  },
  html: {
    sr: 'Na ovoj adresi je internet stranica, a ne fajl sa oglasima. Potražite u svom programu adresu za izvoz.',
    en: 'There is a web page at this address, not a file of listings. Look for the export’s address in your software.',
  },
  empty: {
    sr: 'Fajl na ovoj adresi je prazan. Pokrenite izvoz u svom programu, pa pokušajte ponovo.',
    en: 'The file at this address is empty. Run the export in your software, then try again.',
  },
  no_content: {
    sr: 'Fajl na ovoj adresi je prazan. Pokrenite izvoz u svom programu, pa pokušajte ponovo.',
    en: 'The file at this address is empty. Run the export in your software, then try again.',
  },
  too_large: {
    sr: 'Fajl je veći nego što se ovde prima. Javite onome ko vodi uvoz.',
    en: 'The file is larger than is taken here. Tell whoever runs the import.',
  },
  address_refused: {
    sr: 'Ova adresa nije na javnom internetu, pa se odavde ne sme čitati. Javite onome ko vodi uvoz.',
    en: 'This address is not on the public internet, so it may not be read from here. Tell whoever runs the import.',
  },
  cut: {
    sr: 'Fajl nije stigao do kraja. Pokušajte ponovo za koji minut.',
    en: 'The file did not come to its end. Try again in a few minutes.',
  },
};

const otherFetch: Sentence = {
  sr: 'Fajl se sa ove adrese sada ne može preuzeti. Proverite adresu i pokušajte ponovo.',
  en: 'The file cannot be had from this address now. Check the address and try again.',
};

/** @param code of the failed fetch @param detail for whoever runs the import */
export function fetchProblem(code: string, detail: string | null): ReadingProblem {
  const known = Object.hasOwn(fetchTexts, code) ? fetchTexts[code] : undefined;
  return { ...(known ?? otherFetch), detail };
}
