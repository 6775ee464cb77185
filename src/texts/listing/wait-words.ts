import { quotedSr } from '../phrasing.js';
import type { Sentence } from '../../model/sentence.js';
import { fieldName } from '../field-names.js';
import { issueSentence } from '../issue-sentences.js';
import type { RefusalDetail } from '../../model/refusal-details.js';
import { notSendableCode, type WaitKind } from '../../model/wait-cause.js';

/** All reasons why a change is not sent: those stored with its outbox entry (`WaitKind`), and those of the connection or the key. */
export type OutboxWait =
  | WaitKind
  | 'key'
  | 'connection_paused'
  | 'connection_revoked'
  | 'connection_not_found'
  | 'adopting'
  | 'certifying'
  | 'batches_refused'
  | 'portal_trouble'
  | 'budget';

export interface WaitWords {
  /** Completes "it waits, because …". */
  why: Sentence;
  /** A full sentence: who must do what; null: it resumes automatically. */
  next: Sentence | null;
}

const addressMayBeRewritten: Sentence = {
  en: 'The operator checks the way to the portal: a proxy or filter may change or refuse the request. It is tried again by itself, ever more rarely; `feedsync sync` tries it at once.',
  sr: 'Operater uvoza proverava da li nešto na putu do portala menja ili odbija zahtev. Zahtev se automatski ponavlja, sve ređe.',
};

export const waitWords: Readonly<Record<OutboxWait, WaitWords>> = {
  plan_full: {
    why: {
      en: 'the agency’s plan at the portal has no room for another listing',
      sr: 'paket agencije na portalu nema mesta za još jedan oglas',
    },
    next: {
      en: 'The agency takes a larger plan, or removes listings; the others are then sent automatically, those that wait longest first.',
      sr: 'Uzmite veći paket ili skinite neki oglas; oglasi se potom šalju sami, prvo oni koji najduže čekaju.',
    },
  },
  item_refused: {
    why: {
      en: 'the portal refused the request because of this listing’s content',
      sr: 'portal je odbio zahtev zbog sadržaja ovog oglasa',
    },
    next: {
      en: 'Correct the field in the agency’s software or in the mapping: a changed listing is sent at once, an unchanged one once a day.',
      sr: 'Ispravite podatak u svom programu: izmenjen oglas se šalje odmah, a neizmenjen jednom dnevno.',
    },
  },
  too_large: {
    why: {
      en: 'it is larger than the portal accepts, even in a request of its own',
      sr: 'veći je nego što portal prima, čak i kada se šalje sam',
    },
    next: {
      en: 'Shorten its texts, or let the portal’s operator allow larger requests: a changed listing is sent at once, an unchanged one once a day.',
      sr: 'Skratite tekstove oglasa; izmenjen oglas se šalje odmah, a neizmenjen jednom dnevno.',
    },
  },
  request_refused: {
    why: {
      en: 'the portal refuses this one request although it accepts the key',
      sr: 'portal odbija samo ovaj zahtev, iako prihvata ključ',
    },
    next: addressMayBeRewritten,
  },
  not_sendable: {
    why: {
      en: 'its id is . or .., which cannot be part of a request path',
      sr: 'njegova šifra je . ili .., pa zahtev ne može da se pošalje',
    },
    next: {
      en: 'Ask the portal’s staff to remove it; feedsync cannot send requests for it.',
      sr: 'Zamolite osoblje portala da ga skine.',
    },
  },
  no_answer: {
    why: {
      en: 'the portal has not given a usable answer to its request',
      sr: 'portal nije ispravno odgovorio na zahtev',
    },
    next: null,
  },
  leaving: {
    why: {
      en: 'its feed no longer offers it, and the portal does not show it: it is not published while its removal is not decided',
      sr: 'fajl ga više ne nudi, a portal ga ne prikazuje: ne objavljuje se dok se ne odluči o skidanju',
    },
    next: null,
  },
  key: {
    why: { en: 'the portal refuses the key', sr: 'portal ne prihvata ključ' },
    next: {
      en: 'The operator checks key_id, the private key and the clock with `feedsync doctor`.',
      sr: 'Ključ proverava operater uvoza.',
    },
  },
  connection_paused: {
    why: { en: 'the connection is paused', sr: 'konekcija je pauzirana na portalu' },
    next: {
      en: 'The agency resumes it at the portal; everything is then sent automatically.',
      sr: 'Nastavite konekciju na portalu; sve se potom automatski šalje.',
    },
  },
  connection_revoked: {
    why: { en: 'the agency revoked the connection', sr: 'konekcija je opozvana na portalu' },
    next: {
      en: 'A new connection needs a connect code from the portal.',
      sr: 'Za novu konekciju zatražite novi kod na portalu.',
    },
  },
  connection_not_found: {
    why: { en: 'the portal does not know the connection', sr: 'portal ne poznaje konekciju' },
    next: {
      en: 'The operator checks the connection’s id in the configuration.',
      sr: 'Konekciju proverava operater uvoza.',
    },
  },
  adopting: {
    why: {
      en: 'another client wrote to the portal: nothing is removed until the next nightly comparison with the portal after a complete read of a feed',
      sr: 'na portal je slao još neki program: ništa se ne skida do sledećeg noćnog poređenja sa portalom posle potpunog čitanja fajla',
    },
    next: null,
  },
  certifying: {
    why: {
      en: 'the portal’s staff certify the agency’s first listings; the others follow after that',
      sr: 'osoblje portala pregleda prve oglase agencije, a ostali se šalju posle toga',
    },
    next: null,
  },
  batches_refused: {
    why: {
      en: 'the portal refuses the request that sends the connection’s listings although it accepts the key',
      sr: 'portal odbija zahtev kojim se šalju oglasi, iako prihvata ključ',
    },
    next: addressMayBeRewritten,
  },
  portal_trouble: {
    why: {
      en: 'the portal did not accept the connection’s last requests',
      sr: 'portal nije prihvatio poslednje zahteve',
    },
    next: null,
  },
  budget: {
    why: {
      en: 'the hourly budget is spent',
      sr: 'iskorišćen je satni limit za slanje',
    },
    next: null,
  },
};

/** For a listing to which the portal answers `unchanged` without showing it. */
export const notShownWords: WaitWords = {
  why: {
    en: 'the portal answers that the listing is unchanged, but does not show it: it still holds the content that was removed or refused there',
    sr: 'portal javlja da se oglas nije promenio, a ne prikazuje ga: još ima sadržaj koji je tamo skinut ili odbijen',
  },
  next: {
    en: 'Change something in the listing, which is then sent as new, or ask the portal’s staff to publish it again.',
    sr: 'Izmenite nešto u oglasu, pa se šalje kao novi, ili zamolite osoblje portala da ga ponovo objavi.',
  },
};

/** The subject of items about listings that are too large, whatever code the portal gives. */
export const tooLargeSubject = 'too_large';

const keptBack = {
  not_shown: () => notShownWords,
  plan_full: () => waitWords.plan_full,
  item_refused: (subject) => waitWords[subject === tooLargeSubject ? 'too_large' : 'item_refused'],
  request_refused: (subject) => waitWords[subject === notSendableCode ? 'not_sendable' : 'request_refused'],
} satisfies Readonly<Record<string, (subject: string | null) => WaitWords>>;
export type KeptBackKind = keyof typeof keptBack;

export function isKeptBackKind(kind: string): kind is KeptBackKind {
  return Object.hasOwn(keptBack, kind);
}

/** Why listings of an attention item wait. @param subject the item's subject */
export function keptBackWords(kind: KeptBackKind, subject: string | null): WaitWords {
  return keptBack[kind](subject);
}

/** The portal's code in brackets; empty where the reason is complete without it. */
export function keptBackCode(kind: KeptBackKind, subject: string | null): string {
  const isComplete = kind === 'not_shown' || kind === 'plan_full' || subject === tooLargeSubject;
  return isComplete || subject === null || subject === notSendableCode ? '' : ` (${subject})`;
}

/** A refusal detail as a sentence for the agency. */
export function detailSentence({ code, pointer }: RefusalDetail): Sentence {
  return issueSentence({ severity: 'error', code, pointer });
}

const detailsShown = 3;

/** The refusal details as a sentence to append, with a leading space: ` The portal names: price (“Too large”).`; empty without details. */
export function refusalDetailsText(details: readonly RefusalDetail[]): Sentence {
  if (details.length === 0) return { sr: '', en: '' };
  const list = (language: keyof Sentence): string =>
    details
      .slice(0, detailsShown)
      .map((detail) => detailIn(detail, language))
      .join('; ');
  const more = details.length - detailsShown;
  return {
    sr: ` Portal navodi: ${list('sr')}${more > 0 ? ` i još ${more}` : ''}.`,
    en: ` The portal names: ${list('en')}${more > 0 ? ` and ${more} more` : ''}.`,
  };
}

function detailIn({ pointer, code, message }: RefusalDetail, language: keyof Sentence): string {
  const field = pointer === '' ? '' : fieldName(pointer.slice(1).replaceAll('/', '.'))[language];
  const quoted = (text: string): string => (language === 'sr' ? quotedSr(text) : `“${text}”`);
  const fault = message === '' ? code : quoted(message);
  if (field === '') return fault;
  return fault === '' ? field : `${field} (${fault})`;
}
