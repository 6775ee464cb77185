import type { ContentCause, ContentField, ContentRule, Doubt, OpenDoubt } from '../model/content.js';
import type { HoldCause } from '../model/hold.js';
import { doubtCode, type Issue } from '../model/outcome.js';
import { groupBy } from '../model/group-by.js';
import type { Sentence } from '../model/sentence.js';
import { capitalized, quotedSr } from './phrasing.js';
import { counted, listingForms, serbianForm, written } from './counted.js';

type Language = keyof Sentence;

/** Why a value is in doubt, by rule. Completes "TITLE: price 1 EUR: …". */
const whyByRule: Readonly<Record<ContentRule, Sentence>> = {
  unknown_state: {
    sr: 'nije poznato da li ova reč znači da je oglas u ponudi, rezervisan ili prodat',
    en: 'it is not known whether this word means on offer, reserved or sold',
  },
  band: {
    sr: 'nijedna nekretnina ove vrste ne košta toliko',
    en: 'no property of this kind costs that',
  },
  placeholder: {
    sr: 'ovakva cifra obično stoji umesto cene koja se ne objavljuje',
    en: 'such a figure usually stands in for a price that is not published',
  },
  jump: {
    sr: 'cena se odjednom promenila najmanje pet puta',
    en: 'the price changed at once by a factor of five or more',
  },
  currency_only: {
    sr: 'ista cifra je sada u drugoj valuti',
    en: 'the same figure is now in another currency',
  },
  offer_mismatch: {
    sr: 'cifra odgovara izdavanju, a oglas je za prodaju, ili obrnuto',
    en: 'the figure fits a rental and the listing is for sale, or the other way round',
  },
  daily_rent: {
    sr: 'cena je izgleda za dan ili nedelju, a portal prima mesečnu kiriju',
    en: 'the price seems to be for a day or a week, and the portal takes the rent of a month',
  },
  from_price: {
    sr: 'u fajlu je to najniža od više cena („od“), a portal je prikazuje kao tačnu',
    en: 'the feed names it as the lowest of several (“from”), and the portal shows it as the exact price',
  },
  lost_price: {
    sr: 'većina oglasa je odjednom ostala bez cene',
    en: 'most listings lost their price at once',
  },
  area: {
    sr: 'nijedna nekretnina ove vrste nije te veličine',
    en: 'no property of this kind has this size',
  },
  unlikely: {
    sr: 'slični oglasi u ovom mestu izgledaju drugačije, a greška u kucanju bi to objasnila',
    en: 'similar listings in this place look different, and a slip would explain it',
  },
};

/** What the value probably is instead. */
const likelyByCause: Readonly<Record<ContentCause, Sentence>> = {
  reads_like_rsd: { sr: 'verovatno su dinari', en: 'it looks like dinars' },
  reads_like_eur: { sr: 'verovatno su evri', en: 'it looks like euros' },
  thousands_lost: {
    sr: 'tačka za hiljade je verovatno pročitana kao decimalna',
    en: 'a thousands separator was probably read as a decimal point',
  },
  thousands_added: { sr: 'verovatno su tri nule viška', en: 'it probably has three zeros too many' },
  digit_lost: { sr: 'verovatno nedostaje jedna cifra', en: 'a digit is probably missing' },
  digit_added: { sr: 'verovatno je jedna cifra viška', en: 'it probably has a digit too many' },
  area_comma_lost: {
    sr: 'u površini je verovatno izostavljen decimalni zarez',
    en: 'the area probably lost its decimal comma',
  },
  area_in_ares: { sr: 'površina je verovatno u arima', en: 'the area is probably in ares' },
  per_sqm: { sr: 'verovatno je cena kvadrata', en: 'it looks like the price of one m²' },
  per_are: { sr: 'verovatno je cena jednog ara', en: 'it looks like the price of one are' },
  per_hectare: { sr: 'verovatno je cena hektara', en: 'it looks like the price of one hectare' },
  per_day: { sr: 'verovatno je cena za jedan dan', en: 'it looks like the price of one day' },
  reads_like_rent: { sr: 'verovatno je kirija', en: 'it looks like a rent' },
  reads_like_sale: { sr: 'verovatno je prodajna cena', en: 'it looks like a sale price' },
  other_property: {
    sr: 'pod istom šifrom je izgleda druga nekretnina',
    en: 'the same id seems to name another property now',
  },
  most_prices: {
    sr: 'većina cena u fajlu se promenila isto toliko puta',
    en: 'most prices of the file changed by the same factor',
  },
};

const fieldNames: Readonly<Record<ContentField, Sentence>> = {
  state: { sr: 'status', en: 'state' },
  price: { sr: 'cena', en: 'price' },
  area: { sr: 'površina', en: 'area' },
};

const questionNames: Readonly<Record<ContentRule, Sentence>> = {
  unknown_state: { sr: 'nepoznat status', en: 'unknown state' },
  band: { sr: 'neuobičajena cena', en: 'unusual price' },
  placeholder: { sr: 'cifra umesto cene', en: 'figure in place of a price' },
  jump: { sr: 'skok cene', en: 'price jump' },
  currency_only: { sr: 'promena valute', en: 'changed currency' },
  offer_mismatch: { sr: 'prodaja ili izdavanje', en: 'sale or rental' },
  daily_rent: { sr: 'cena po danu', en: 'price per day' },
  from_price: { sr: 'najniža od više cena', en: 'lowest of several prices' },
  lost_price: { sr: 'izgubljena cena', en: 'lost price' },
  area: { sr: 'neuobičajena površina', en: 'unusual area' },
  unlikely: { sr: 'verovatna greška u cifri', en: 'probable slip' },
};

/** The name of a rule, for headings. */
export function ruleName(rule: ContentRule): Sentence {
  return questionNames[rule];
}

/** What a value probably is instead, as a clause. */
export function causeSentence(cause: ContentCause): Sentence {
  return likelyByCause[cause];
}

export function contentFieldName(field: ContentField): Sentence {
  return fieldNames[field];
}

/** A value as people read it. @param language writes its figure in the format of this language; left out, as the guard keeps it */
export function shownValue(
  { field, value }: Pick<Doubt, 'field' | 'value'>,
  language: Language | null = null,
): string {
  if (field === 'state') return language === 'sr' ? quotedSr(value) : `“${value}”`;
  if (value === '') return language === 'sr' ? 'izostavljena' : 'left out';
  const [figure = '', unit = 'm²'] = value.split(' ');
  const number = Number(figure);
  return `${language === null || !Number.isFinite(number) ? figure : written(language, number)} ${unit}`;
}

/** What stays live instead of a doubtful value; null: the listing is new and waits. */
export function liveText(
  { field, live }: Pick<OpenDoubt, 'field' | 'live'>,
  language: Language,
): string | null {
  if (live === null) return null;
  return field === 'state'
    ? (stateNames[live]?.[language] ?? live)
    : shownValue({ field, value: live }, language);
}

/** Why a value is in doubt, and what it probably is: `price 1 EUR: such a figure …`. */
export function whyDoubtful({
  rule,
  causes,
  ...of
}: Pick<OpenDoubt, 'rule' | 'field' | 'value' | 'causes'>): Sentence {
  const sentence = (language: Language): string => {
    const likely = causes.slice(0, 2).map((cause) => likelyByCause[cause][language]);
    const why = [whyByRule[rule][language], ...likely].join('; ');
    return `${fieldNames[of.field][language]} ${shownValue(of, language)}: ${why}.`;
  };
  return { sr: sentence('sr'), en: sentence('en') };
}

/** One doubt in one sentence: the value, why it is in doubt, what it probably is, and what is live instead. */
export function doubtSentence(
  doubt: Pick<OpenDoubt, 'rule' | 'field' | 'value' | 'causes' | 'live'>,
): Sentence {
  const why = whyDoubtful(doubt);
  const [sr, en] = [liveText(doubt, 'sr'), liveText(doubt, 'en')];
  if (sr === null || en === null)
    // A new listing goes out without a doubtful area, and waits for any other value.
    return doubt.field === 'area'
      ? { sr: `${why.sr} Do potvrde se ne šalje.`, en: `${why.en} It is left out until it is confirmed.` }
      : { sr: `${why.sr} Oglas čeka potvrdu.`, en: `${why.en} The listing waits until it is confirmed.` };
  return {
    sr: `${why.sr} Na portalu do potvrde ostaje ${sr}.`,
    en: `${why.en} The portal keeps ${en} until it is confirmed.`,
  };
}

/** Why a new listing waits: one sentence for each of its values in doubt. */
export function waitingListingSentence(
  doubts: readonly Pick<OpenDoubt, 'rule' | 'field' | 'value' | 'causes' | 'live'>[],
): Sentence {
  const sentences = doubts.map(doubtSentence);
  const told = (language: Language): string => sentences.map((one) => capitalized(one[language])).join(' ');
  return { sr: `Još nije na portalu. ${told('sr')}`, en: `It is not on the portal yet. ${told('en')}` };
}

const stateNames: Readonly<Record<string, Sentence | undefined>> = {
  active: { sr: 'oglas u ponudi', en: 'the listing on offer' },
  inactive: { sr: 'oglas neaktivan', en: 'the listing inactive' },
};

export const valueForms = { sr: ['vrednost', 'vrednosti', 'vrednosti'], en: ['value', 'values'] } as const;

/** What the agency is asked about values of its listings that are in doubt. @param cause of the hold */
export function valuesSentence(count: number, cause: HoldCause | null = null): Sentence {
  const { sr, en } = counted(count, valueForms);
  if (cause === 'first_file')
    return {
      sr: `Vaš prvi fajl deluje pogrešno: dok ne proverite ${sr}, ništa se ne šalje na portal.`,
      en: `Your first file looks wrong: nothing is sent to the portal before you check ${en}.`,
    };
  return {
    sr: `Proverite ${sr} u svojim oglasima: potvrdite ${serbianForm(count, 'je', 'ih', 'ih')} ili ispravite u svom programu.`,
    en: `${en} of your listings ${count === 1 ? 'is' : 'are'} in doubt: confirm or correct ${count === 1 ? 'it' : 'them'}.`,
  };
}

/** Why values of this rule wait, for a page that shows no single value. */
export function ruleSentence(rule: ContentRule): Sentence {
  const { sr, en } = whyByRule[rule];
  return { sr: `Čeka potvrdu: ${sr}.`, en: `Waits to be confirmed: ${en}.` };
}

const pointers: Readonly<Record<ContentField, (doubt: Pick<OpenDoubt, 'offer'>) => string>> = {
  state: () => '/state',
  price: ({ offer }) => (offer === 'rent' ? '/rent/amount' : '/price/amount'),
  area: () => '/structure/area_sqm',
};

/** A doubt about a value that is not live yet, as a warning of its record. */
export function valueIssue(doubt: Doubt & Pick<OpenDoubt, 'offer'>): Issue {
  const { rule, field, value } = doubt;
  const { en } = whyDoubtful(doubt);
  const message = capitalized(en);
  return { severity: 'warning', code: doubtCode(rule), pointer: pointers[field](doubt), message, value };
}

/** A doubt as a warning of its record. */
export function doubtIssue(doubt: OpenDoubt): Issue {
  const { rule, field, value } = doubt;
  const message = doubtSentence(doubt).en;
  return { severity: 'warning', code: doubtCode(rule), pointer: pointers[field](doubt), message, value };
}

/** The reason of a feed's content hold, in English: how many values of which rules wait. */
export function contentReason(feed: string, doubts: readonly OpenDoubt[], isFirstFile: boolean): string {
  const parts = [...groupBy(doubts, ({ rule }) => rule)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([rule, ofRule]) => `${ruleName(rule).en} ${ofRule.length}`);
  const { en } = counted(doubts.length, valueForms);
  const listings = counted(new Set(doubts.map(({ externalId }) => externalId)).size, listingForms).en;
  const what = `${en} of ${listings} of feed ${feed} ${doubts.length === 1 ? 'is' : 'are'} in doubt (${parts.join(', ')}).`;
  return isFirstFile
    ? `${what} Most of its first file looks wrong: nothing of it is published before someone looks at it.`
    : `${what} What is live stays, new listings wait, everything else goes out.`;
}
