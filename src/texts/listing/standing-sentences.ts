import { issueSentence } from '../issue-sentences.js';
import { failureCause, warningCause } from '../failure-causes.js';
import { type Sentence } from '../../model/sentence.js';
import type { ListingCondition } from '../../model/standing.js';
import { ownEntry } from '../../model/own-value.js';
import { readRefusalDetails } from '../../model/refusal-details.js';
import { refusalDetailsText, type WaitWords } from './wait-words.js';

/** What a listing's sentence names beside its condition. */
export interface ListingReasons {
  failureCode: string | null;
  removeReason: string | null;
  /** Details of the portal's refusal, as stored. */
  details: unknown;
  /** Why a change, a removal or the listing waits; null if it waits only for its turn. */
  waits: WaitWords | null;
}

/** The condition of a listing as one short sentence for its agency. */
export function agencySentence(condition: ListingCondition, reasons: ListingReasons): Sentence {
  const { waits } = reasons;
  switch (condition.kind) {
    case 'foreign':
      return words.foreign;
    case 'suppressed':
      return condition.isThere ? removalUnderWay(waits, words.suppressedThere) : words.suppressed;
    case 'held':
      return held(condition);
    case 'leaving':
      return removalUnderWay(waits, beingRemoved(reasons));
    case 'left':
      return condition.wasSent ? removed(reasons) : neverSent(reasons);
    case 'lifted':
      return words.lifted;
    case 'missing':
      return words.missing[where(condition)];
    case 'pinned':
      return condition.isHidden ? words.hidden : words.pinned[where(condition)];
    case 'kept_active':
      return condition.isRejected ? words.keptActive : words.keptActiveForNow;
    case 'waits_for_value':
      return waitingSentence;
    case 'unpublishable':
      return words.unpublishable[where(condition)];
    case 'refused':
      return refused(condition.isQueued, reasons);
    case 'change':
      return changed(condition.isThere, waits);
    case 'not_shown':
      return waits === null ? words.goneThere : notThereBecause(waits);
    default:
      return settled(condition);
  }
}

function settled(condition: ListingCondition): Sentence {
  switch (condition.kind) {
    case 'live':
      return condition.isInDoubt ? words.liveInDoubt : words.live;
    case 'inactive':
      return condition.isUnpriced ? words.unpriced : words.inactive;
    case 'in_review':
      return words.inReview;
    case 'unknown':
      return words.unknown;
    case 'taken_down':
      return words.takenDown;
    case 'gone_there':
      return words.goneThere;
    case 'released':
      return words.released;
    default:
      return words.onTheWay;
  }
}

function where({ isThere }: { isThere: boolean }): 'there' | 'away' {
  return isThere ? 'there' : 'away';
}

const words = {
  foreign: {
    sr: 'Na portalu je, ali ga nema u vašem fajlu: neko drugi ga je tamo postavio.',
    en: 'It is on the portal, but your file does not have it: another source put it there.',
  },
  suppressed: { sr: 'Sklonjen je sa portala.', en: 'It is suppressed.' },
  suppressedThere: {
    sr: 'Skida se sa portala: odlučeno je da se ne prikazuje.',
    en: 'It is being removed from the portal: it was decided not to show it.',
  },
  lifted: {
    sr: 'Nije na portalu: više nije sklonjen, pa se objavljuje čim se fajl ponovo pročita, ako je u njemu.',
    en: 'It is not on the portal: it is suppressed no longer, and is published with the next reading of your file, if that has it.',
  },
  missing: {
    there: {
      sr: 'Na portalu je, ali ga u poslednjem fajlu nije bilo; ako se ne vrati, skinuće se.',
      en: 'It is on the portal, but the last file did not have it; it is removed if it stays away.',
    },
    away: {
      sr: 'Nije na portalu, a u poslednjem fajlu ga nije bilo.',
      en: 'It is not on the portal, and the last file did not have it.',
    },
  },
  pinned: {
    there: {
      sr: 'Na portalu je iako ga nema u fajlu: odlučeno je da ostane.',
      en: 'It is on the portal although your file no longer has it: it was decided to keep it.',
    },
    away: {
      sr: 'Nije na portalu, a nema ga ni u fajlu, iako je odlučeno da ostane.',
      en: 'It is not on the portal, and your file no longer has it, although it was decided to keep it.',
    },
  },
  hidden: {
    sr: 'Sakriven je po odluci: portal ga čuva pod istom šifrom, a posetioci ga ne vide. Vraća se čim ga fajl ponovo ima.',
    en: 'It is hidden by a decision: the portal keeps it under its id, and visitors do not see it. It comes back as soon as your file has it again.',
  },
  keptActive: {
    sr: 'Na portalu je i prikazuje se, iako je u fajlu rezervisan ili isključen: odlučeno je da ostane aktivan.',
    en: 'It is on the portal and shown, although your file calls it reserved or switched off: it was decided to keep it active.',
  },
  keptActiveForNow: {
    sr: 'Na portalu je i prikazuje se, iako je u fajlu rezervisan ili isključen; ostaje tako dok se ne odluči.',
    en: 'It is on the portal and shown, although your file calls it reserved or switched off; it stays so until there is a decision.',
  },
  heldUnpublished: {
    sr: 'Nije na portalu, a u fajlu je rezervisan ili isključen; čeka odluku.',
    en: 'It is not on the portal, and your file calls it reserved or switched off; it waits for a decision.',
  },
  unpublishable: {
    there: {
      sr: 'Na portalu je kakav je bio; nova verzija ne može da se objavi: otvorite ga da vidite zašto.',
      en: 'It is on the portal as it was; the new version cannot be published: open it to see why.',
    },
    away: {
      sr: 'Ne može da se objavi ovakav kakav je: otvorite ga da vidite šta nedostaje.',
      en: 'It cannot be published as it is: open it to see what is missing.',
    },
  },
  live: { sr: 'Na portalu je.', en: 'It is on the portal.' },
  liveInDoubt: {
    sr: 'Na portalu je kakav je bio; nova vrednost čeka da je potvrdite ili ispravite.',
    en: 'It is on the portal as it was; a new value waits until you confirm or correct it.',
  },
  inactive: {
    sr: 'Na portalu je, ali se ne prikazuje posetiocima (rezervisan ili isključen).',
    en: 'It is on the portal and not shown to visitors (reserved or switched off).',
  },
  unpriced: {
    sr: 'Na portalu je, ali se ne prikazuje posetiocima, jer u fajlu više nema cenu.',
    en: 'It is on the portal and not shown to visitors, because your file no longer has its price.',
  },
  inReview: { sr: 'Osoblje portala ga prvo pregleda.', en: 'The portal’s staff review it first.' },
  onTheWay: { sr: 'Na putu je ka portalu.', en: 'It is on its way to the portal.' },
  unknown: {
    sr: 'Poslat je; portal još nije potvrdio da ga je primio.',
    en: 'It was sent; the portal has not confirmed yet that it has it.',
  },
  takenDown: {
    sr: 'Portal ga je skinuo; ne šalje se automatski ponovo.',
    en: 'The portal removed it; it is not sent again by itself.',
  },
  goneThere: {
    sr: 'Nije na portalu, iako je u vašem fajlu: pri sledećem poređenju se ponovo šalje.',
    en: 'It is not on the portal, although your file has it: the next comparison sends it again.',
  },
  released: {
    sr: 'Konekcija sa portalom je prekinuta.',
    en: 'The connection with the portal was ended.',
  },
} as const satisfies Readonly<Record<string, Sentence | { there: Sentence; away: Sentence }>>;

/** For a new listing that waits because a value of it is in doubt. */
export const waitingSentence: Sentence = {
  sr: 'Nije na portalu: čeka da potvrdite ili ispravite vrednost u koju program sumnja.',
  en: 'It is not on the portal: it waits until you confirm or correct a value that is in doubt.',
};

/** For a record that yields no listing. */
export const unlistedSentence: Sentence = {
  sr: 'Nije na portalu: od ovog zapisa nije nastao oglas. Dole piše zašto.',
  en: 'It is not on the portal: its record yields no listing. The reason is below.',
};

/** For a record that cannot be published: its problems, the first three in words. */
export function unpublishableSentence(
  issues: readonly { severity: string; code: string; pointer: string }[],
): Sentence {
  const told = [
    ...new Map(
      issues
        .filter(({ severity }) => severity === 'error')
        .map((issue) => {
          const sentence = issueSentence(issue);
          return [sentence.en, sentence];
        }),
    ).values(),
  ];
  if (told.length === 0) return unlistedSentence;
  const others = told.length - toldMax;
  return {
    sr: `Ne može da se objavi. ${joinedSentences(told.map(({ sr }) => sr))}${others > 0 ? ` I još ${others}.` : ''}`,
    en: `It cannot be published. ${joinedSentences(told.map(({ en }) => en))}${others > 0 ? ` And ${others} more.` : ''}`,
  };
}

/** Problems that a sentence names; the page of the listing names all. */
const toldMax = 3;

function joinedSentences(sentences: readonly string[]): string {
  return sentences.slice(0, toldMax).join(' ');
}

function waitingText({ why, next }: WaitWords): Sentence {
  return {
    sr: `${why.sr}.${next === null ? '' : ` ${next.sr}`}`,
    en: `${why.en}.${next === null ? '' : ` ${forAgencies(next.en)}`}`,
  };
}

function held({ isThere, isDeactivation }: { isThere: boolean; isDeactivation: boolean }): Sentence {
  if (isDeactivation) return isThere ? words.keptActiveForNow : words.heldUnpublished;
  return isThere
    ? {
        sr: 'Nema ga više u fajlu; ostaje na portalu dok ne odlučite.',
        en: 'Your file no longer has it; it stays on the portal until you decide.',
      }
    : {
        sr: 'Nije na portalu, a nema ga više ni u fajlu; čeka vašu odluku.',
        en: 'It is not on the portal, and your file no longer has it; it waits for your decision.',
      };
}

function changed(isThere: boolean, waits: WaitWords | null): Sentence {
  if (isThere)
    return waits === null
      ? {
          sr: 'Na portalu je; izmena je na putu.',
          en: 'It is on the portal; a change of it is on its way.',
        }
      : {
          sr: `Na portalu je kakav je bio; izmena čeka: ${waitingText(waits).sr}`,
          en: `It is on the portal as it was; a change of it waits, because ${waitingText(waits).en}`,
        };
  if (waits === null) return words.onTheWay;
  return {
    sr: `Čeka: ${waitingText(waits).sr}`,
    en: `It is waiting, because ${waitingText(waits).en}`,
  };
}

function notThereBecause(waits: WaitWords): Sentence {
  return {
    sr: `Nije na portalu: ${waitingText(waits).sr}`,
    en: `It is not on the portal, because ${waitingText(waits).en}`,
  };
}

function removalUnderWay(waits: WaitWords | null, underWay: Sentence): Sentence {
  if (waits === null) return underWay;
  return {
    sr: `Skidanje sa portala čeka: ${waitingText(waits).sr}`,
    en: `Its removal waits, because ${waitingText(waits).en}`,
  };
}

function refused(isQueued: boolean, { failureCode, waits, details }: ListingReasons): Sentence {
  const { why, next } = failureCause(failureCode);
  const refusal = refusalDetailsText(readRefusalDetails(details));
  if (isQueued && waits !== null)
    return {
      sr: `Portal ga je odbio: ${why.sr}.${refusal.sr} Izmena čeka: ${waitingText(waits).sr}`,
      en: `The portal refused it, because ${why.en}.${refusal.en} A change of it waits, because ${waitingText(waits).en}`,
    };
  if (isQueued)
    return {
      sr: `Portal ga je odbio: ${why.sr}. Ponovo je na putu.`,
      en: `The portal refused it, because ${why.en}. It is on its way again.`,
    };
  return {
    sr: `Portal ga je odbio: ${why.sr}.${refusal.sr} ${next.sr}`,
    en: `The portal refused it, because ${why.en}.${refusal.en} ${forAgencies(next.en)}`,
  };
}

/** A portal warning as a sentence for the agency. @param code the warning's code */
export function warningSentence(code: string): Sentence {
  const { why, next } = warningCause(code);
  return {
    sr: `Portal navodi: ${why.sr}. ${next.sr}`,
    en: `The portal reports that ${why.en}. ${forAgencies(next.en)}`,
  };
}

/** The text with commands replaced by the console's buttons, or dropped where the console has none. */
export function forAgencies(text: string): string {
  return text
    .replace(/`feedsync resend[^`]*`/g, '“Send again”')
    .replace(/; `feedsync sync` retries it at once(?=\.)/g, '');
}

const whyGone: Readonly<Record<string, Sentence>> = {
  sold: { sr: 'prodat je', en: 'it was sold' },
  rented: { sr: 'izdat je', en: 'it was rented out' },
  expired: { sr: 'ponuda je istekla', en: 'its offer ran out' },
};
const whyMissing: Sentence = { sr: 'nema ga više u fajlu', en: 'your file no longer has it' };

function reasonOf({ removeReason }: ListingReasons): Sentence {
  return (removeReason === null ? undefined : ownEntry(whyGone, removeReason)) ?? whyMissing;
}

function beingRemoved(reasons: ListingReasons): Sentence {
  const { sr, en } = reasonOf(reasons);
  return { sr: `Skida se sa portala: ${sr}.`, en: `It is being removed from the portal, because ${en}.` };
}

function removed(reasons: ListingReasons): Sentence {
  const { sr, en } = reasonOf(reasons);
  return { sr: `Skinut je sa portala: ${sr}.`, en: `It was removed, because ${en}.` };
}

function neverSent(reasons: ListingReasons): Sentence {
  const { sr, en } = reasonOf(reasons);
  return {
    sr: `Nije na portalu: ${sr}, a nije ni bio poslat.`,
    en: `It is not on the portal: ${en} before it was sent.`,
  };
}
