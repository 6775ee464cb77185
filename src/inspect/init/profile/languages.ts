import { fold } from '../../../model/fold.js';

const languages: Readonly<Record<string, string>> = {
  sr: 'sr srp srpski serbian rs srb latinica cirilica',
  hr: 'hr bs cnr me mne cg cro hrv bos bih mon hrvatski bosanski crnogorski croatian bosnian montenegrin',
  mk: 'mk mkd makedonski macedonian',
  sl: 'sl slo slv slovene slovenski si',
  en: 'en eng english engleski englesk ingles anglais englisch gb uk',
  de: 'de ger deu german deutsch nemacki njemacki aleman',
  ru: 'ru rus russian ruski',
  tr: 'tr tur turkish turski turkce',
  es: 'es spa spanish espanol spanski',
  it: 'it ita italian italiano italijanski talijanski',
  fr: 'fr fra fre french francais francuski',
  pt: 'pt por portuguese',
  pl: 'pl pol polish polski poljski',
  nl: 'nl dut dutch nederlands',
  bg: 'bg bul bulgarian bugarski',
  el: 'el ell gr greek grcki',
  ro: 'ro ron rum romanian rumunski',
  hu: 'hu hun hungarian madarski magyar',
  cs: 'cs cz cze czech ceski',
  sk: 'sk slk slovak slovacki',
  sq: 'sq alb albanian albanski',
  ca: 'ca cat catalan',
  zh: 'zh chi cn chinese',
  uk: 'uk_ua ukr ukrainian',
  ar: 'ara arabic arapski',
};
/** The code of a language by each of its names and codes, folded. */
const languageNames = new Map(
  Object.entries(languages).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

/** The last word of a name, behind a separator or where small letters end: `_en`, `En`, ` (EN)`, `-engleski`. */
const lastWord = /(?:[\s_.(-]+(?=\p{L})|(?<=\p{Ll})(?=\p{Lu}))(\p{Lu}?\p{Ll}+|\p{Lu}+)\)?$/u;

/** The language that a name or its last part denotes: `de`, `sr-Latn`, `title_en`, `opisEn`, `spanish`, `na srpskom`; null: none. */
export function languageOf(name: string): string | null {
  const whole = named(name);
  if (whole !== undefined) return whole;
  const locale = /^([a-z]{2})[-_](?:latn|cyrl|[a-z]{2})(?:[-_][a-z]{2})?$/i.exec(name)?.[1];
  const spoken = locale === undefined ? undefined : languageNames.get(locale.toLowerCase());
  if (spoken !== undefined) return spoken;
  const last = lastWord.exec(name)?.[1];
  return last === undefined ? null : (named(last) ?? null);
}

/** The language of a word, also in the case in which a text is written in it: `srpskom`, `njemačkom`. */
function named(word: string): string | undefined {
  const folded = fold(word);
  return languageNames.get(folded) ?? languageNames.get(folded.replace(/(?<=[sc]k)om$/, 'i'));
}

/** Behind the name of a text and before that of its language: `opis na srpskom`, `text in English`, `Text auf Deutsch`. */
const inLanguage = /[\s_.-]+(?:na|in|auf|en)[\s_.-]*$/i;

/** A name or a path without the language that its last part denotes: `opis` of `opisEn`, `desc` of `desc/en`. */
export function withoutLanguage(path: string): string {
  const bare = path.replace(/\[[^\]]*\]/g, '').replaceAll("'", '');
  const [last = ''] = bare.split('/').slice(-1);
  if (named(last) !== undefined) return bare.slice(0, -last.length - 1);
  return languageOf(last) === null ? bare : bare.replace(lastWord, '').replace(inLanguage, '');
}

/** Whether a text is nothing but the name or the code of a language. */
export function isLanguage(text: string): boolean {
  return languageNames.has(text.trim().toLowerCase());
}
