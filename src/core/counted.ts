import type { Sentence } from './failure-causes.js';

const rules = { sr: new Intl.PluralRules('sr'), en: new Intl.PluralRules('en') };

/** A noun with its number, in both languages: `3 listings`, `3 oglasa`. @param forms one, few (Serbian: 2 to 4), many */
export function counted(
  count: number,
  forms: { sr: readonly [one: string, few: string, many: string]; en: readonly [one: string, many: string] },
): Sentence {
  const sr = rules.sr.select(count);
  const en = rules.en.select(count);
  return {
    sr: `${count} ${sr === 'one' ? forms.sr[0] : sr === 'few' ? forms.sr[1] : forms.sr[2]}`,
    en: `${count} ${en === 'one' ? forms.en[0] : forms.en[1]}`,
  };
}

/** Which form a Serbian sentence takes beside a number: 1, 21 …; 2 to 4, 22 …; all others. */
export function serbianForm<T>(count: number, one: T, few: T, many: T): T {
  const form = rules.sr.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}

export const listingForms = { sr: ['oglas', 'oglasa', 'oglasa'], en: ['listing', 'listings'] } as const;
export const agencyForms = { sr: ['agencija', 'agencije', 'agencija'], en: ['agency', 'agencies'] } as const;
export const feedForms = { sr: ['izvoz', 'izvoza', 'izvoza'], en: ['feed', 'feeds'] } as const;
export const wordForms = { sr: ['reč', 'reči', 'reči'], en: ['word', 'words'] } as const;
