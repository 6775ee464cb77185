export const languages = ['sr-Latn', 'sr-Cyrl', 'en'] as const;
export type Language = (typeof languages)[number];

/** For dates, numbers and prices. */
export const localeOf: Readonly<Record<Language, string>> = {
  'sr-Latn': 'sr-Latn-RS',
  'sr-Cyrl': 'sr-Cyrl-RS',
  en: 'en-GB',
};

/** @param chosen what this browser remembers @param preferred the browser’s own, best first */
export function languageFrom(chosen: string | null, preferred: readonly string[]): Language {
  const known = languages.find((language) => language === chosen);
  if (known !== undefined) return known;
  const first = preferred.find((tag) => /^(sr|hr|bs|sh|cnr|en)\b/i.test(tag)) ?? 'sr';
  if (/^en\b/i.test(first)) return 'en';
  return /^sr-cyrl\b/i.test(first) ? 'sr-Cyrl' : 'sr-Latn';
}
