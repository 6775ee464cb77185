/** The console’s languages: Serbian in Latin letters, Serbian in Cyrillic letters, English. */
export const languages = ['sr-Latn', 'sr-Cyrl', 'en'] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  'sr-Latn': 'Srpski',
  'sr-Cyrl': 'Српски',
  en: 'English',
};

/** The locale that formats dates, numbers and prices in a language. */
export const localeOf: Readonly<Record<Language, string>> = {
  'sr-Latn': 'sr-Latn-RS',
  'sr-Cyrl': 'sr-Cyrl-RS',
  en: 'en-GB',
};

/**
 * The language to begin with: the chosen one; without a choice, the first preferred language that is Serbian, close to Serbian, or English;
 * if there is none, Serbian in Latin letters.
 * @param chosen the language stored in this browser; null: none
 * @param preferred the browser’s languages, best first
 */
export function languageFrom(chosen: string | null, preferred: readonly string[]): Language {
  const known = languages.find((language) => language === chosen);
  if (known !== undefined) return known;
  const first = preferred.find((tag) => /^(sr|hr|bs|sh|cnr|en)\b/i.test(tag)) ?? 'sr';
  if (/^en\b/i.test(first)) return 'en';
  return /^sr-cyrl\b/i.test(first) ? 'sr-Cyrl' : 'sr-Latn';
}
