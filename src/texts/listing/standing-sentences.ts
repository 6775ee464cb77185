import { issueSentence } from '../issue-sentences.js';
import { failureCause, warningCause } from '../failure-causes.js';
import { type Sentence } from '../../model/sentence.js';
import { isOnPortal } from '../../model/listing-states.js';
import { readRefusalDetails } from '../../model/refusal-details.js';
import { refusalDetailsText, type WaitWords } from './wait-words.js';
import { type StandingFacts, standingOf } from '../../model/standing.js';

export interface DescribedListing extends StandingFacts {
  owner: 'feed' | 'manual' | 'foreign';
  failureCode: string | null;
  removeReason: string | null;
  /** Its record calls it inactive, and it stays active for now; null or absent: not so. */
  deactivation?: 'due' | 'held' | 'pinned' | null;
  /** A change of the listing waits to be sent. */
  queued: boolean;
  /** Why the change or the listing waits; null or absent if it waits only for its turn. */
  waits?: WaitWords | null;
  /** Details of the portal's refusal, as stored. */
  details?: unknown;
}

/** The listing's standing as one short sentence for its agency. */
export function standingSentence(listing: DescribedListing): Sentence {
  if (listing.owner === 'foreign')
    return {
      sr: 'Na portalu je, ali ga nema u vašem fajlu: neko drugi ga je tamo postavio.',
      en: 'It is on the portal, but your file does not have it: another source put it there.',
    };
  switch (standingOf(listing)) {
    case 'on_portal':
      return onPortal(listing);
    case 'in_review':
      return { sr: 'Osoblje portala ga prvo pregleda.', en: 'The portal’s staff review it first.' };
    case 'on_the_way':
      return listing.waits == null
        ? { sr: 'Na putu je ka portalu.', en: 'It is on its way to the portal.' }
        : {
            sr: `Čeka: ${waitingText(listing.waits).sr}`,
            en: `It is waiting, because ${waitingText(listing.waits).en}`,
          };
    case 'refused':
      return refused(listing);
    case 'invalid':
      return {
        sr: 'Ne može da se objavi ovakav kakav je: otvorite ga da vidite šta nedostaje.',
        en: 'It cannot be published as it is: open it to see what is missing.',
      };
    case 'waiting':
      return held(listing);
    case 'off':
      return off(listing);
  }
}

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

/** The portal may have refused or removed it before its feed lost it: then only its absence waits. */
function held({ portal }: DescribedListing): Sentence {
  return isOnPortal(portal)
    ? {
        sr: 'Nema ga više u fajlu; ostaje na portalu dok ne odlučite.',
        en: 'Your file no longer has it; it stays on the portal until you decide.',
      }
    : {
        sr: 'Nije na portalu, a nema ga više ni u fajlu; čeka vašu odluku.',
        en: 'It is not on the portal, and your file no longer has it; it waits for your decision.',
      };
}

function onPortal({ presence, portal, queued, waits, deactivation = null }: DescribedListing): Sentence {
  if (presence === 'grace')
    return {
      sr: 'Na portalu je, ali ga u poslednjem fajlu nije bilo; ako se ne vrati, skinuće se.',
      en: 'It is on the portal, but the last file did not have it; it is removed if it stays away.',
    };
  if (presence === 'pinned')
    return {
      sr: 'Na portalu je iako ga nema u fajlu: odlučeno je da ostane.',
      en: 'It is on the portal although your file no longer has it: it was decided to keep it.',
    };
  if (presence === 'invalid')
    return {
      sr: 'Na portalu je kakav je bio; nova verzija ne može da se objavi: otvorite ga da vidite zašto.',
      en: 'It is on the portal as it was; the new version cannot be published: open it to see why.',
    };
  if (deactivation === 'pinned')
    return {
      sr: 'Na portalu je i prikazuje se, iako je u fajlu rezervisan ili isključen: odlučeno je da ostane aktivan.',
      en: 'It is on the portal and shown, although your file calls it reserved or switched off: it was decided to keep it active.',
    };
  if (deactivation !== null)
    return {
      sr: 'Na portalu je i prikazuje se, iako je u fajlu rezervisan ili isključen; ostaje tako dok se ne odluči.',
      en: 'It is on the portal and shown, although your file calls it reserved or switched off; it stays so until there is a decision.',
    };
  if (queued && waits != null)
    return {
      sr: `Na portalu je kakav je bio; izmena čeka: ${waitingText(waits).sr}`,
      en: `It is on the portal as it was; a change of it waits, because ${waitingText(waits).en}`,
    };
  if (queued)
    return {
      sr: 'Na portalu je; izmena je na putu.',
      en: 'It is on the portal; a change of it is on its way.',
    };
  if (portal === 'inactive')
    return {
      sr: 'Na portalu je, ali se ne prikazuje posetiocima (rezervisan je).',
      en: 'It is on the portal and not shown to visitors (it is reserved).',
    };
  return { sr: 'Na portalu je.', en: 'It is on the portal.' };
}

function refused({ failureCode, queued, waits, details }: DescribedListing): Sentence {
  const { why, next } = failureCause(failureCode);
  const refusal = refusalDetailsText(readRefusalDetails(details));
  if (queued && waits != null)
    return {
      sr: `Portal ga je odbio: ${why.sr}.${refusal.sr} Izmena čeka: ${waitingText(waits).sr}`,
      en: `The portal refused it, because ${why.en}.${refusal.en} A change of it waits, because ${waitingText(waits).en}`,
    };
  if (queued)
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

function off({ intent, portal, presence, removeReason, waits }: DescribedListing): Sentence {
  const isLeaving = intent === 'suppressed' || intent === 'remove' || presence === 'gone';
  if (waits != null && isLeaving)
    return {
      sr: `Skidanje sa portala čeka: ${waitingText(waits).sr}`,
      en: `Its removal waits, because ${waitingText(waits).en}`,
    };
  if (intent === 'suppressed') return { sr: 'Sklonjen je sa portala.', en: 'It is suppressed.' };
  if (waits != null)
    return {
      sr: `Nije na portalu: ${waitingText(waits).sr}`,
      en: `It is not on the portal, because ${waitingText(waits).en}`,
    };
  if (presence !== 'gone' && intent !== 'remove')
    return portal === 'released'
      ? { sr: 'Konekcija sa portalom je prekinuta.', en: 'The connection with the portal was ended.' }
      : {
          sr: 'Portal ga je skinuo; ne šalje se automatski ponovo.',
          en: 'The portal removed it; it is not sent again by itself.',
        };
  switch (removeReason) {
    case 'sold':
      return { sr: 'Skinut je jer je prodat.', en: 'It was removed, because it was sold.' };
    case 'rented':
      return { sr: 'Skinut je jer je izdat.', en: 'It was removed, because it was rented out.' };
    case 'expired':
      return { sr: 'Skinut je jer je ponuda istekla.', en: 'It was removed, because its offer ran out.' };
    default:
      return {
        sr: 'Skinut je jer ga nema više u fajlu.',
        en: 'It was removed, because your file no longer has it.',
      };
  }
}
