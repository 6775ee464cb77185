import type { Sentence } from '../model/sentence.js';

/** Results of the setup steps; shown to agencies and to the partner. */
export const setupRefusals = {
  gone: { sr: 'Ove agencije više nema ovde.', en: 'This agency no longer exists here.' },
  connectedAlready: {
    sr: 'Agencija je već povezana. Potvrdite da je to vaša agencija, ili recite da nije.',
    en: 'The agency is already connected. Confirm that it is yours, or that it is not.',
  },
  codeLength: {
    sr: 'Kod ima od 12 do 32 znaka. Prepišite ga sa portala ponovo, ceo.',
    en: 'A code has 12 to 32 characters. Copy it from the portal again, all of it.',
  },
  connectionOfAnother: (other: string): Sentence => ({
    sr: `Ovaj kod pripada vezi koju ovde već ima ${other}. Zatražite na portalu kod za svoju agenciju.`,
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
  portalSilent: {
    sr: 'Portal sada ne odgovara, pa veza nije prekinuta. Pokušajte ponovo za nekoliko minuta.',
    en: 'The portal is not responding, so the connection was not ended. Try again in a few minutes.',
  },
  disconnected: {
    sr: 'Veza je prekinuta. Zatražite na portalu kod za svoju agenciju i unesite ga.',
    en: 'The connection was ended. Request a code for your own agency at the portal and enter it.',
  },
  ended: {
    sr: 'Veza je na portalu u međuvremenu opozvana. Zatražite na portalu novi kod i unesite ga.',
    en: 'The connection has been revoked at the portal. Request a new code there and enter it.',
  },
  confirmed: { sr: 'Potvrđeno.', en: 'Confirmed.' },
  otherText: {
    sr: 'Tekst izjave je u međuvremenu promenjen. Pročitajte novi i odgovorite ponovo.',
    en: 'The text of the statement has changed. Read the new text and answer again.',
  },
  noSuchChoice: (path: string): Sentence => ({
    sr: `Podatak ${path} se ovde ne bira.`,
    en: `There is nothing to choose for ${path}.`,
  }),
  badChoice: (path: string, value: string): Sentence => ({
    sr: `Za ${path} se ne može izabrati „${value}“.`,
    en: `“${value}” cannot be chosen for ${path}.`,
  }),
  noSuchWord: (word: string): Sentence => ({
    sr: `Reč „${word}“ ne čeka na značenje. Osvežite stranicu.`,
    en: `The word “${word}” no longer needs a meaning. Reload the page.`,
  }),
  badMeaning: (word: string, key: string): Sentence => ({
    sr: `Reči „${word}“ ne može se dati značenje „${key}“: portal ga nema.`,
    en: `The word “${word}” cannot mean “${key}”: the portal has no such value.`,
  }),
  noSuchChange: {
    sr: 'Ovo je već vraćeno. Osvežite stranicu.',
    en: 'This change was already undone. Reload the page.',
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
      ? `Agencija ${agency} više nije ovde. Njeni oglasi ostaju na portalu dok neko ne odluči šta sa njima.`
      : `Agencija ${agency} više nije ovde. Portalu ništa nije poslato.`,
    en: hadFeed
      ? `The agency ${agency} was deleted here. Its listings stay on the portal until a decision is made about them.`
      : `The agency ${agency} was deleted here. Nothing was sent to the portal.`,
  }),
} as const;
