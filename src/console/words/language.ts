/** The console’s languages: Serbian in Latin letters, Serbian in Cyrillic letters, English. */
export const languages = ['sr-Latn', 'sr-Cyrl', 'en'] as const;
export type Language = (typeof languages)[number];

/** The locale that formats dates, numbers and prices in a language. */
export const localeOf: Readonly<Record<Language, string>> = {
  'sr-Latn': 'sr-Latn-RS',
  'sr-Cyrl': 'sr-Cyrl-RS',
  en: 'en-GB',
};

/**
 * The language to begin with: the chosen one, else the first preferred one that is Serbian, a language close to it,
 * or English; else Serbian in Latin letters.
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
