import { counted, listingForms } from './counted.js';
import { quotedSr } from './phrasing.js';
import { fieldName } from './field-names.js';
import type { Sentence } from '../model/sentence.js';

/** Most listings that a sentence names. */
const namedMax = 10;

/** Results of the setup steps; shown to agencies and to the partner. */
export const setupRefusals = {
  gone: { sr: 'Ova agencija više ne postoji.', en: 'This agency no longer exists.' },
  connectedAlready: {
    sr: 'Agencija je već povezana. Potvrdite da je to vaša agencija ili odgovorite da nije.',
    en: 'The agency is already connected. Confirm that it is yours, or that it is not.',
  },
  codeLength: {
    sr: 'Kod ima od 12 do 32 znaka. Ponovo ga kopirajte sa portala, ceo.',
    en: 'A code has 12 to 32 characters. Copy it from the portal again, all of it.',
  },
  connectionOfAnother: (other: string): Sentence => ({
    sr: `Ovaj kod pripada konekciji koju ovde već ima ${other}. Zatražite na portalu kod za svoju agenciju.`,
    en: `This code belongs to a connection that ${other} already has here. Request a code for your own agency at the portal.`,
  }),
  connected: (agency: string): Sentence => ({
    sr: `Portal je prihvatio kod: agencija ${agency}.`,
    en: `The portal took the code: the agency ${agency}.`,
  }),
  notConnected: {
    sr: 'Agencija još nije povezana: prvo unesite kod sa portala.',
    en: 'The agency is not connected yet: first enter the code from the portal.',
  },
  connectedAnew: {
    sr: 'U međuvremenu je unet drugi kod. Osvežite stranicu i proverite čiji je.',
    en: 'Another code has been entered meanwhile. Reload the page and check whose it is.',
  },
  portalSilent: {
    sr: 'Portal sada ne odgovara, pa konekcija nije prekinuta. Pokušajte ponovo za nekoliko minuta.',
    en: 'The portal is not responding, so the connection was not ended. Try again in a few minutes.',
  },
  disconnected: {
    sr: 'Konekcija je prekinuta. Zatražite na portalu kod za svoju agenciju i unesite ga.',
    en: 'The connection was ended. Request a code for your own agency at the portal and enter it.',
  },
  ended: {
    sr: 'Konekcija je u međuvremenu opozvana na portalu. Zatražite na portalu novi kod i unesite ga.',
    en: 'The connection has been revoked at the portal. Request a new code there and enter it.',
  },
  confirmed: { sr: 'Potvrđeno.', en: 'Confirmed.' },
  otherText: {
    sr: 'Tekst izjave je u međuvremenu promenjen. Pročitajte novi i odgovorite ponovo.',
    en: 'The text of the statement has changed. Read the new text and answer again.',
  },
  noSuchListing: (id: string, { path }: { path: string }): Sentence => {
    const { sr, en } = fieldName(path);
    return {
      sr: `Za oglas ${quotedSr(id)} se ne pita: ${sr}. Osvežite stranicu.`,
      en: `The listing “${id}” is not asked about: ${en}. Reload the page.`,
    };
  },
  listingTwice: (id: string): Sentence => ({
    sr: `Za oglas ${quotedSr(id)} su data dva odgovora.`,
    en: `The listing “${id}” has two answers.`,
  }),
  noSuchRule: {
    sr: 'U pravilu je mesto ili vrsta nekretnine koje portal nema, ili reč sa navodnicima, ili nema nijednog uslova. Sastavite ga ponovo.',
    en: 'The rule has no condition, or a word with quotation marks, or names a place or a kind of property that the portal does not have. Write it again.',
  },
  rulesDisagree: (ids: readonly string[]): Sentence => {
    const named = ids.slice(0, namedMax).join(', ').replaceAll('`', '’');
    const more = ids.length > namedMax ? ', …' : '';
    const listings = counted(ids.length, listingForms);
    return {
      sr: `Ništa nije sačuvano: pravila daju različite odgovore za ${listings.sr} (\`${named}\`${more}). Bez pojedinačnog odgovora to ostaje na čekanju. Ako to hoćete, pošaljite i broj tih oglasa (${ids.length}).`,
      en: `Nothing was saved: the rules give different answers for ${listings.en} (${named}${more}), which would wait for an answer by name. If that is what you want, give their number too: --expect ${ids.length}.`,
    };
  },
  tooManyNamed: (max: number): Sentence => ({
    sr: `Pojedinačno može da se odgovori za najviše ${max} oglasa. Za ostale sastavite pravilo.`,
    en: `At most ${max} listings can be answered one by one. Write a rule for the others.`,
  }),
  noSuchChoice: (path: string): Sentence => ({
    sr: `Podatak ${path} se ovde ne bira.`,
    en: `There is nothing to choose for ${path}.`,
  }),
  badChoice: (path: string, value: string): Sentence => ({
    sr: `Za ${path} ne može da se izabere ${quotedSr(value)}.`,
    en: `“${value}” cannot be chosen for ${path}.`,
  }),
  noSuchWord: (word: string): Sentence => ({
    sr: `Reč ${quotedSr(word)} ne čeka značenje. Osvežite stranicu.`,
    en: `The word “${word}” does not wait for a meaning. Reload the page.`,
  }),
  badMeaning: (word: string, key: string): Sentence => ({
    sr: `Reč ${quotedSr(word)} ne može da znači ${quotedSr(key)}: portal to značenje nema.`,
    en: `The word “${word}” cannot mean “${key}”: the portal has no such meaning.`,
  }),
  mappingTaken: {
    sr: 'Mapiranje je preuzeto, i fajl se čita po njemu.',
    en: 'The mapping is taken over, and the file is read with it.',
  },
  mappingForgotten: {
    sr: 'Ovo mapiranje se više ne koristi. Fajl se čita ponovo.',
    en: 'This mapping is no longer in use. The file is read again.',
  },
  noSuchChange: {
    sr: 'Ovo je već vraćeno. Osvežite stranicu.',
    en: 'This was undone already. Reload the page.',
  },
  answered: { sr: 'Sačuvano.', en: 'Saved.' },
  sentAlready: {
    sr: 'Oglasi su već poslati portalu.',
    en: 'The listings have already been sent to the portal.',
  },
  sent: {
    sr: 'Poslato: portal prvo pregleda nekoliko oglasa, a zatim objavljuje i ostale.',
    en: 'Sent: the portal reviews a few listings first, then publishes the others.',
  },
  removed: (agency: string, hadFeed: boolean): Sentence => ({
    sr: hadFeed
      ? `Agencija ${agency} je uklonjena. Njeni oglasi ostaju na portalu dok se o njima ne odluči.`
      : `Agencija ${agency} je uklonjena. Portalu ništa nije poslato.`,
    en: hadFeed
      ? `The agency ${agency} is removed. Its listings stay on the portal until a decision about them.`
      : `The agency ${agency} is removed. Nothing was sent to the portal.`,
  }),
} as const;
