import type { Sentence } from '../model/sentence.js';

const rules: Partial<Record<'sr' | 'en', Intl.PluralRules>> = {};

/** The plural category of a number. Rules are created on first use, because Node.js loads megabytes of language data for them. */
export function pluralOf(language: 'sr' | 'en', count: number): Intl.LDMLPluralRule {
  return (rules[language] ??= new Intl.PluralRules(language)).select(count);
}

const locales = { sr: 'sr-Latn-RS', en: 'en-GB' } as const;
const numbers: Partial<Record<'sr' | 'en', Intl.NumberFormat>> = {};

/** The number in the language's format: `95.000`, `95,000`. Formats are created on first use, as in `pluralOf`. */
export function written(language: 'sr' | 'en', count: number): string {
  return (numbers[language] ??= new Intl.NumberFormat(locales[language])).format(count);
}

/** A number with its noun, in both languages: `3 listings`, `3 oglasa`. @param forms one, few (Serbian: 2 to 4), many */
export function counted(
  count: number,
  forms: { sr: readonly [one: string, few: string, many: string]; en: readonly [one: string, many: string] },
): Sentence {
  const sr = pluralOf('sr', count);
  const en = pluralOf('en', count);
  return {
    sr: `${count} ${sr === 'one' ? forms.sr[0] : sr === 'few' ? forms.sr[1] : forms.sr[2]}`,
    en: `${count} ${en === 'one' ? forms.en[0] : forms.en[1]}`,
  };
}

/** The form for a number in Serbian: `one` for 1, 21 …; `few` for 2 to 4, 22 …; `many` for all others. */
export function serbianForm<T>(count: number, one: T, few: T, many: T): T {
  const form = pluralOf('sr', count);
  return form === 'one' ? one : form === 'few' ? few : many;
}

export const listingForms = { sr: ['oglas', 'oglasa', 'oglasa'], en: ['listing', 'listings'] } as const;
export const agencyForms = { sr: ['agencija', 'agencije', 'agencija'], en: ['agency', 'agencies'] } as const;
export const feedForms = { sr: ['feed', 'feeda', 'feedova'], en: ['feed', 'feeds'] } as const;
export const wordForms = { sr: ['reč', 'reči', 'reči'], en: ['word', 'words'] } as const;
