import type { HoldKind } from '../../model/listing-states.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { Sentence } from '../../model/sentence.js';
import { pluralOf } from '../counted.js';
import { quotedSr } from '../phrasing.js';

/** Sentences about one listing for staff: whether it is on the portal, and why. Each begins with where the listing is. */

export const notYet: Sentence = { sr: 'Još nije na portalu.', en: 'It is not on the portal yet.' };

const here: Sentence = { sr: 'Na portalu je', en: 'It is on the portal' };
const notHere: Sentence = { sr: 'Nije na portalu', en: 'It is not on the portal' };

/** Where the listing is, as the beginning of a sentence. */
export function whereabouts(isOnPortal: boolean): Sentence {
  return isOnPortal ? here : notHere;
}

/** Joins parts of one sentence, language by language. */
export function joined(...parts: readonly Sentence[]): Sentence {
  return { sr: parts.map(({ sr }) => sr).join(''), en: parts.map(({ en }) => en).join('') };
}

/** The text, which no language changes. */
export function verbatim(text: string): Sentence {
  return { sr: text, en: text };
}

export const unlistedWords = {
  firstFile: (hold: number): Sentence => ({
    sr: `Još nije na portalu: većina prvog fajla deluje pogrešno, pa se do odluke ništa iz njega ne objavljuje: zadržavanje ${hold}.`,
    en: `It is not on the portal yet: most of its feed’s first file looks wrong, and nothing of it is published before a decision: hold ${hold}.`,
  }),
  invalid: {
    sr: 'Nije na portalu: zapis ne može da se objavi.',
    en: 'It is not on the portal: its record cannot be published.',
  },
  ignored: {
    sr: 'Nije na portalu: mapiranje ga izostavlja',
    en: 'It is not on the portal: the mapping leaves it out',
  },
  removed: {
    sr: 'Nije na portalu: u zapisu piše da više nije u ponudi.',
    en: 'It is not on the portal: its record is marked as no longer offered.',
  },
  kept: {
    sr: 'Nije na portalu: zapis se za sada ne objavljuje',
    en: 'It is not on the portal: its record is not published for now',
  },
  unread: {
    sr: 'Nije na portalu: fajl ga ima, ali od zapisa još nije nastao oglas. Sledeće čitanje ga čita ponovo.',
    en: 'It is not on the portal: the feed has it, but its record yields no listing yet. The next poll reads it again.',
  },
} as const;

export const foreignWords: Sentence = {
  sr: 'Na portalu je, ali ga nijedan feed nema: uneo ga je drugi program ili korisnik.',
  en: 'It is on the portal, but no feed here has it: another client or user entered it.',
};

/** @param by who keeps the listing off the portal, why, since and until when; null where that is not known */
export function suppressedWords(
  by: { author: string; reason: string; at: string; until: string | null } | null,
): Sentence {
  const head = {
    sr: 'Sklonjen je sa portala: ne objavljuje se iako ga feed ima.',
    en: 'It is suppressed: it is not published although its feed has it.',
  };
  if (by === null) return head;
  const { author, reason, at, until } = by;
  return {
    sr: `${head.sr} Odluka: \`${author}\`, ${at}${until === null ? '' : `, važi do ${until}`}. Razlog: ${quotedSr(reason)}.`,
    en: `${head.en} By ${author} on ${at}${until === null ? '' : `, until ${until}`}. Reason: “${reason}”.`,
  };
}

/** What follows where the listing is, for a hold that names it. @param hold null: it was decided meanwhile */
export function heldWords(
  hold: { id: number; kind: HoldKind } | null,
  { isDeactivation, isThere }: { isDeactivation: boolean; isThere: boolean },
): Sentence {
  const number = hold === null ? '' : `: zadržavanje ${hold.id}`;
  const commands = (approve: string, reject: string): string =>
    hold === null
      ? ''
      : `: hold ${hold.id} (\`feedsync approve ${hold.id}\` ${approve}, \`feedsync reject ${hold.id}\` ${reject})`;
  if (isDeactivation && !isThere)
    return {
      sr: `, a u zapisu piše da je rezervisan ili isključen: previše oglasa bi postalo neaktivno ili bilo skinuto, pa je potrebna odluka${number}. Dok se ne odluči, ne šalje se.`,
      en: `, and its record calls it reserved or switched off: too many listings would become inactive or be removed, and a decision is needed${commands('publishes it as inactive', 'leaves it unpublished')}.`,
    };
  if (isDeactivation)
    return {
      sr: ` i aktivan je, iako u zapisu piše da je rezervisan ili isključen: previše oglasa bi postalo neaktivno ili bilo skinuto, pa je potrebna odluka${number}. Dok se ne odluči, ostaje aktivan.`,
      en: ` and active, although its record calls it reserved or switched off: too many listings would become inactive or be removed, and a decision is needed${commands('makes it inactive', 'keeps it active')}.`,
    };
  const what =
    hold?.kind === 'plan'
      ? { sr: 'njegov fajl liči na tuđi', en: 'its feed looks like another one' }
      : { sr: 'skidanje ne deluje uverljivo', en: 'its removal looks implausible' };
  return {
    sr: `${isThere ? ' i ostaje dok se ne odluči' : ''}: ${what.sr}, pa je potrebna odluka${number}.`,
    en: `, ${isThere ? 'because' : 'and'} ${what.en} and needs a decision${commands('removes it', 'keeps it')}.`,
  };
}

const removalReasons: Readonly<Record<RemoveReason, Sentence>> = {
  sold: { sr: 'prodat je', en: 'it was sold' },
  rented: { sr: 'izdat je', en: 'it was rented out' },
  expired: { sr: 'ponuda je istekla', en: 'its offer expired' },
  withdrawn: { sr: 'nema ga više u fajlu', en: 'it left its feed' },
};

export function removalReason(reason: RemoveReason | null): Sentence {
  return removalReasons[reason ?? 'withdrawn'];
}

export const removalWords = {
  /** @param still why it is still there, as a full sentence */
  underWay: (why: Sentence, still: Sentence): Sentence => ({
    sr: `Skida se sa portala: ${why.sr}. ${still.sr}`,
    en: `It is being removed from the portal, because ${why.en}; ${still.en}`,
  }),
  unconfirmed: {
    sr: 'Portal to još nije potvrdio.',
    en: 'the portal has not confirmed it yet.',
  },
  waits: (why: Sentence, next: Sentence | null): Sentence => ({
    sr: `Skidanje čeka: ${why.sr}.${next === null ? '' : ` ${next.sr}`}`,
    en: `its removal waits, because ${why.en}.${next === null ? '' : ` ${next.en}`}`,
  }),
  beforeSent: (why: Sentence): Sentence => ({
    sr: `Nije na portalu: ${why.sr}, a nije ni bio poslat.`,
    en: `It is not on the portal: ${why.en} before it was sent.`,
  }),
  lifted: {
    sr: 'Nije na portalu: više nije sklonjen, a sledeće čitanje fajla odlučuje da li se objavljuje.',
    en: 'It is not on the portal: it is suppressed no longer, and the next poll of its feed decides whether it is published.',
  },
  done: (at: string, why: Sentence): Sentence => ({
    sr: `Nije na portalu: skinut je ${at}, jer ${why.sr}.`,
    en: `It is not on the portal: it was removed on ${at}, because ${why.en}.`,
  }),
};

/** A number of complete polls. */
export function pollsText(count: number): Sentence {
  const sr = pluralOf('sr', count);
  return {
    sr: `${count} ${sr === 'one' ? 'potpuno čitanje' : sr === 'few' ? 'potpuna čitanja' : 'potpunih čitanja'}`,
    en: count === 1 ? '1 complete poll' : `${count} complete polls`,
  };
}

export function missingWords(since: string, polls: number): Sentence {
  const { sr, en } = pollsText(polls);
  return {
    sr: `, ali ga nema u fajlu od ${since} (${sr}): ako se ne vrati, skida se.`,
    en: `, but its feed has not had it since ${since} (${en}): it is in grace, and is removed if it does not return.`,
  };
}

export function pinnedWords(until: string | null): Sentence {
  return {
    sr: ` iako ga nema u fajlu: odlučeno je da ostane${until === null ? '' : `, a ponovo se pita posle ${until}`}.`,
    en: ` although its feed no longer has it: its removal was rejected${until === null ? '' : `, and is decided again after ${until}`}.`,
  };
}

/** Of a listing that a person had hidden. */
export function hiddenWords(until: string | null): Sentence {
  return {
    sr: `, ali je sakriven od posetilaca dok ga fajl nema${until === null ? '' : `; ponovo pitamo ${until}`}.`,
    en: `, but hidden from visitors while its feed does not have it${until === null ? '' : `; it is asked about again on ${until}`}.`,
  };
}

/** @param until when a rejected deactivation is decided again; null: it was not judged yet */
export function keptActiveWords(until: string | null): Sentence {
  const head = {
    sr: ' i aktivan je, iako u zapisu piše da je rezervisan ili isključen',
    en: ' and active, although its record calls it reserved or switched off',
  };
  return until === null
    ? {
        sr: `${head.sr}: sledeće čitanje odlučuje da li postaje neaktivan.`,
        en: `${head.en}: the next poll of its feed judges whether it becomes inactive.`,
      }
    : {
        sr: `${head.sr}: odlučeno je da ostane aktivan, a ponovo se pita posle ${until}.`,
        en: `${head.en}: it was rejected to make it inactive, which is decided again after ${until}.`,
      };
}

export const refusedWords = {
  /** A version of it waits to be sent. */
  waiting: (why: Sentence, isAgain: boolean, wait: Sentence | null): Sentence => ({
    sr: `Nije na portalu kakav je sada: portal ga je odbio: ${why.sr}; ${isAgain ? 'čeka da se ponovo pošalje' : 'izmenjena verzija čeka slanje'}${wait === null ? '' : `: ${wait.sr}`}.`,
    en: `It is not on the portal as it is now: the portal refused it, because ${why.en}; ${isAgain ? 'it waits to be sent again' : 'a changed version waits to be sent'}${wait === null ? '' : `, because ${wait.en}`}.`,
  }),
  first: (why: Sentence): Sentence => ({
    sr: `Nije na portalu: portal ga je odbio: ${why.sr}.`,
    en: `It is not on the portal: the portal refused it, because ${why.en}.`,
  }),
  latest: (why: Sentence): Sentence => ({
    sr: `Portal je odbio poslednju verziju, a možda još prikazuje prethodnu: ${why.sr}.`,
    en: `The portal refused its latest version and may still show the one before, because ${why.en}.`,
  }),
  note: (note: string): Sentence => ({
    sr: ` Napomena osoblja portala: ${quotedSr(note)}`,
    en: ` The staff’s note: “${note}”`,
  }),
  again: (at: string): Sentence => ({
    sr: ` Automatski se ponovo šalje ${at}.`,
    en: ` It is sent again automatically on ${at}.`,
  }),
};

/** @param isLive the portal has an earlier version */
export function unpublishableWords(isLive: boolean): Sentence {
  return isLive
    ? {
        sr: 'Na portalu je kakav je bio: sadašnji zapis ne može da se objavi.',
        en: 'It is on the portal as it was before: its present record cannot be published.',
      }
    : unlistedWords.invalid;
}

export const changeWords = {
  inBatch: (isLive: boolean, batch: number): Sentence =>
    isLive
      ? {
          sr: `Na portalu je kakav je bio; izmena je na putu u paketu ${batch}, čeka se odgovor portala.`,
          en: `It is on the portal as it was before, and its change is on its way in batch ${batch}; the portal’s answer is awaited.`,
        }
      : {
          sr: `Još nije na portalu: na putu je u paketu ${batch}, čeka se odgovor portala.`,
          en: `It is not on the portal yet: it is on its way in batch ${batch}; the portal’s answer is awaited.`,
        },
  turn: (isLive: boolean): Sentence =>
    isLive
      ? {
          sr: 'Na portalu je kakav je bio; izmena čeka red i šalje se čim u limitu ima mesta.',
          en: 'It is on the portal as it was before, and its change waits in the outbox and is sent with the next push that has room for it.',
        }
      : {
          sr: 'Još nije na portalu: čeka red i šalje se čim u limitu ima mesta.',
          en: 'It is not on the portal yet: it waits in the outbox and is sent with the next push that has room for it.',
        },
  waits: (isLive: boolean, why: Sentence, next: Sentence | null): Sentence => {
    const [sr, en] = isLive
      ? ['Na portalu je kakav je bio; izmena čeka', 'It is on the portal as it was before, and its change']
      : ['Još nije na portalu: čeka', 'It is not on the portal yet: it'];
    return {
      sr: `${sr}: ${why.sr}.${next === null ? '' : ` ${next.sr}`}`,
      en: `${en} waits in the outbox, because ${why.en}.${next === null ? '' : ` ${next.en}`}`,
    };
  },
};

/** @param at when its stalled feed was last complete */
export function stalledWords(at: string): Sentence {
  return {
    sr: ` (njegov feed je u zastoju: ovako je bilo ${at})`,
    en: ` (its feed is stalled: this was its state on ${at})`,
  };
}

export const settledWords = {
  notShown: (why: Sentence, next: Sentence | null): Sentence => ({
    sr: `Nije na portalu: ${why.sr}. ${next?.sr ?? ''}`.trimEnd(),
    en: `It is not on the portal: ${why.en}. ${next?.en ?? ''}`.trimEnd(),
  }),
  live: (isWhole: boolean, stalled: Sentence): Sentence => ({
    sr: `Na portalu je, ${isWhole ? 'onakav kakav je u feedu' : 'ali ne sve kako je u feedu'}${stalled.sr}.`,
    en: `It is on the portal, ${isWhole ? 'as its feed has it' : 'but not all as its feed has it'}${stalled.en}.`,
  }),
  inactive: (isUnpriced: boolean, stalled: Sentence): Sentence => ({
    sr: `Na portalu je, ali se ne prikazuje posetiocima, jer ${isUnpriced ? 'više nema cenu' : 'je neaktivan (rezervisan ili isključen)'}${stalled.sr}.`,
    en: `It is on the portal and not shown to visitors, because ${isUnpriced ? 'it has no price any more' : 'it is marked inactive (reserved, or under option)'}${stalled.en}.`,
  }),
  accepted: {
    sr: 'Portal ga je primio, a još ga ne prikazuje; spisak portala se uskoro ponovo čita.',
    en: 'The portal accepted it and has not shown it yet; its list is read again soon.',
  },
  review: {
    sr: 'Još nije na portalu: osoblje portala ga prvo pregleda.',
    en: 'It is not on the portal yet: the portal’s staff review it first.',
  },
  unknown: {
    sr: 'Ne zna se da li je na portalu: odgovor je izgubljen. Spisak portala će pokazati ishod.',
    en: 'Whether it is on the portal is unknown: an answer was lost. The portal’s list will show the outcome.',
  },
  takenDown: {
    sr: 'Nije na portalu: tamo je skinut i ne šalje se automatski ponovo.',
    en: 'It is not on the portal: it was taken down there, and is not sent again automatically.',
  },
  removed: {
    sr: 'Nije na portalu: tamo je uklonjen, iako ga feed ima.',
    en: 'It is not on the portal: it was removed there, although its feed has it.',
  },
  released: {
    sr: 'Odavde se više ne vodi: agencija je opozvala konekciju.',
    en: 'It is no longer managed from here: the agency revoked the connection.',
  },
  unsent: {
    sr: 'Nije na portalu: još nije poslat.',
    en: 'It is not on the portal: it has not been sent yet.',
  },
} as const;
