const languages: Readonly<Record<string, string>> = {
  sr: 'sr srp srpski serbian rs',
  hr: 'hr bs cnr me mne cg hrv bos hrvatski bosanski crnogorski croatian bosnian montenegrin',
  en: 'en eng english engleski englisch ingles gb uk',
  de: 'de ger deu german deutsch nemacki aleman',
  ru: 'ru rus russian ruski',
  tr: 'tr tur turkish turski',
  es: 'es spa spanish espanol',
  it: 'it ita italian italiano',
  fr: 'fr fra fre french francais',
  pt: 'pt por portuguese',
  pl: 'pl pol polish polski',
  sl: 'sl slo slv slovene slovenski si',
  nl: 'nl dut dutch',
  ca: 'ca cat catalan',
  zh: 'zh chi cn chinese',
  uk: 'uk_ua ukr ukrainian',
};
/** The code of a language by each of its names and codes, in lower case. */
const languageNames = new Map(
  Object.entries(languages).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

/** The language that a name or its last part denotes: `de`, `title_en`, `spanish`; null: none. */
export function languageOf(name: string): string | null {
  const folded = name.toLowerCase();
  const whole = languageNames.get(folded);
  if (whole !== undefined) return whole;
  const suffix = /[_\-.]([a-z]{2})$/.exec(folded)?.[1];
  return suffix === undefined ? null : (languageNames.get(suffix) ?? null);
}

/** Whether a text is nothing but the name or the code of a language. */
export function isLanguage(text: string): boolean {
  return languageNames.has(text.trim().toLowerCase());
}
