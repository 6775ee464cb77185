import { counted, feedForms, listingForms, serbianForm } from './counted.js';
import { inBrackets } from './reasons/told-reason.js';
import type { Actor, Sentence } from '../model/sentence.js';

/** Why a feed had no complete read for too long. */
export type FeedBehindCause =
  'cannot_run' | 'under_way' | 'unreadable' | 'incomplete' | 'older' | 'rejected' | 'no_words' | 'not_read';

/** Why listings wait for too long to be sent. */
export type ListingsBehindCause =
  'no_answer' | 'push_failed' | 'push_stopped' | 'certifying' | 'budget' | 'deferred' | 'not_sent';

export type BehindCause = FeedBehindCause | ListingsBehindCause;

/** Feeds or listings that are behind, and why. */
export interface Behind {
  kind: 'feed_behind' | 'listings_behind';
  cause: BehindCause;
  /** The reason that a host, the portal or feedsync gave, verbatim; null where the cause is complete. */
  detail: string | null;
  /** Their owner: an agency with its feed, or a number of agencies. */
  of: Sentence;
  count: number;
}

export interface BehindWords {
  sentence: Sentence;
  next: Sentence;
  actor: Actor;
}

/** Full sentences about what is behind, and who must act. */
export function behindWords({ kind, cause, detail, of, count }: Behind): BehindWords {
  const { why, next, actor } = causes[cause];
  const reason = inBrackets(detail);
  const what =
    kind === 'feed_behind'
      ? {
          sr: `${counted(count, feedForms).sr} ${serbianForm(count, 'kasni', 'kasne', 'kasni')}`,
          en: `${counted(count, feedForms).en} ${count === 1 ? 'is' : 'are'} behind`,
        }
      : {
          sr: `${counted(count, listingForms).sr} predugo ${serbianForm(count, 'čeka', 'čekaju', 'čeka')} na slanje`,
          en: `${counted(count, listingForms).en} ${count === 1 ? 'waits' : 'wait'} too long to be sent`,
        };
  return {
    sentence: {
      sr: `${of.sr}: ${what.sr}, jer ${why.sr}${reason.sr}.`,
      en: `${of.en}: ${what.en}, because ${why.en}${reason.en}.`,
    },
    next,
    actor,
  };
}

/** The agency's next step where the operator or the portal must act. */
export const nothingToDo: Sentence = {
  sr: 'Ne morate ništa da uradite: o tome brine operater uvoza.',
  en: 'You do not need to do anything: the operator of the import takes care of it.',
};

function actorOfCause(cause: BehindCause): Actor {
  return causes[cause].actor;
}

/** Whether only the operator can remove the cause. */
export function isOperatorsCause(cause: BehindCause): boolean {
  return actorOfCause(cause) === 'partner';
}

const retried: Sentence = {
  sr: 'Pokušaji se automatski nastavljaju; do tada na portalu ostaje sve kako jeste.',
  en: 'It is retried automatically; until then the portal stays as it is.',
};
const callOperator: Sentence = {
  sr: 'Pogledajte `feedsync doctor` i `feedsync logs --level warn`; zatim ponovo pokrenite feedsync.',
  en: 'Look at `feedsync doctor` and `feedsync logs --level warn`, then restart feedsync.',
};

const startDaemon: Sentence = {
  sr: 'Proverite da li `feedsync run` radi; ako radi, pogledajte `feedsync doctor`.',
  en: 'Check that `feedsync run` is running; if it is, look at `feedsync doctor`.',
};

const causes: Readonly<Record<BehindCause, { why: Sentence; next: Sentence; actor: Actor }>> = {
  cannot_run: {
    why: { sr: 'konfiguracija feeda ne može da se koristi', en: 'its configuration cannot be used' },
    next: {
      sr: 'Ispravite konfiguraciju; `feedsync config check` pokazuje gde je greška.',
      en: 'Correct the configuration; `feedsync config check` shows where.',
    },
    actor: 'partner',
  },
  under_way: {
    why: { sr: 'čitanje je počelo, a nije se završilo', en: 'a reading began and has not ended' },
    next: callOperator,
    actor: 'partner',
  },
  unreadable: {
    why: { sr: 'fajl ne može da se pročita', en: 'its file cannot be read' },
    next: {
      sr: 'Javite agenciji ili vlasniku servera. Pokušaji se automatski nastavljaju.',
      en: 'Contact the agency, or the owner of that server. It is tried again by itself.',
    },
    actor: 'agency',
  },
  incomplete: {
    why: { sr: 'izvor ne daje ceo fajl', en: 'its source delivers no complete file' },
    next: {
      sr: 'Pitajte agenciju zašto je fajl prazan ili nepotpun.',
      en: 'Ask the agency why its export is empty or incomplete.',
    },
    actor: 'agency',
  },
  older: {
    why: {
      sr: 'izvor daje stariji fajl od poslednje preuzetog',
      en: 'its source serves an older file than the last one',
    },
    next: {
      sr: 'Tražite od agencije nov fajl; ako ga je već napravila, keš na njenom serveru ili ispred njega čuva stari.',
      en: 'Ask the agency to export again. If it has done so, a cache on its server or in front of it keeps the old file.',
    },
    actor: 'agency',
  },
  rejected: {
    why: {
      sr: 'fajl ne liči na prethodne i odlučeno je da se ne preuzme',
      en: 'its file is unlike the former ones, and it was decided not to apply it',
    },
    next: {
      sr: 'Tražite od agencije ispravan fajl; fajl koji ponovo liči na prethodne preuzima se automatski.',
      en: 'Ask the agency for the right export; a file like the former ones is applied automatically.',
    },
    actor: 'agency',
  },
  no_words: {
    why: {
      sr: 'rečnik i spisak mesta portala još nisu mogli da se pročitaju',
      en: 'the portal’s vocabulary and places could not be read yet',
    },
    next: {
      sr: 'Pokušaji se automatski nastavljaju; `feedsync doctor` pokazuje kako portal odgovara. Fajl je sačuvan.',
      en: 'It is retried automatically; `feedsync doctor` shows how the portal answers. The file is kept.',
    },
    actor: 'portal_staff',
  },
  not_read: {
    why: {
      sr: 'vreme čitanja je prošlo, a nijedan proces ga ne čita',
      en: 'it is due and no process reads it',
    },
    next: startDaemon,
    actor: 'partner',
  },
  no_answer: {
    why: { sr: 'portal ne odgovara kako treba', en: 'the portal gives no usable answer' },
    next: retried,
    actor: 'portal_staff',
  },
  push_failed: {
    why: { sr: 'feedsync ne uspeva da ih pošalje', en: 'feedsync fails to send them' },
    next: {
      sr: 'Razlog je u `feedsync logs --level error`; uz prijavu priložite paket koji pravi `feedsync doctor --bundle FAJL`.',
      en: 'The reason is in `feedsync logs --level error`; report it with a bundle from `feedsync doctor --bundle FILE`.',
    },
    actor: 'partner',
  },
  push_stopped: {
    why: { sr: 'portal ih sada ne prima', en: 'the portal does not accept them now' },
    next: retried,
    actor: 'portal_staff',
  },
  certifying: {
    why: {
      sr: 'osoblje portala još pregleda prve oglase agencije',
      en: 'the portal’s staff are still certifying the agency’s first listings',
    },
    next: {
      sr: 'Pitajte portal dokle je stigla prva provera.',
      en: 'Ask the portal how far the certification is.',
    },
    actor: 'portal_staff',
  },
  budget: {
    why: {
      sr: 'ima više promena nego što dozvoljava satni limit',
      en: 'there are more changes than the hourly budget allows',
    },
    next: {
      sr: 'Šalju se redom; `feedsync status` pokazuje do kada.',
      en: 'They are sent in turn; `feedsync status` shows until when.',
    },
    actor: 'nobody',
  },
  deferred: {
    why: { sr: 'slanje je odloženo', en: 'sending them was deferred' },
    next: {
      sr: 'Razlog za svaki oglas pokazuje `feedsync explain`.',
      en: '`feedsync explain` shows the reason for each listing.',
    },
    actor: 'nobody',
  },
  not_sent: {
    why: {
      sr: 'u satnom limitu ima mesta, a nijedan proces ih ne šalje',
      en: 'the budget has room and no process sends them',
    },
    next: startDaemon,
    actor: 'partner',
  },
};
