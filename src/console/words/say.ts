import type { Key } from './all.js';
import { inCyrillic, inLatin } from './cyrillic.js';
import { knownText } from './known.js';
import { localeOf, type Language } from './language.js';
import type { Text } from './table.js';

/** Values of a text’s placeholders by name. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * A text of the tables. `values.n` selects its plural form; numbers are formatted for the language.
 * @throws RangeError if the text is for staff and their texts are not loaded
 */
export function say(language: Language, key: Key, values: Values = {}): string {
  const entry = knownText(key);
  if (entry === undefined) throw new RangeError(`no text is loaded for ${key}`);
  const { sr, en } = entry;
  const template = formOf(language === 'en' ? en : sr, language, values.n);
  const written = language === 'sr-Cyrl' ? inCyrillic(template) : inLatin(template);
  return written.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? numberIn(language, value) : (value ?? whole);
  });
}

/** A text that the API gives in both languages, in the chosen one. */
export function sayOf(language: Language, told: { sr: string; en: string }): string {
  if (language === 'en') return inLatin(told.en);
  return language === 'sr-Cyrl' ? inCyrillic(told.sr) : inLatin(told.sr);
}

/** A number formatted for the language. */
export function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(localeOf[language]).format(value);
}

function formOf(text: Text, language: Language, n: string | number | undefined): string {
  if (typeof text === 'string') return text;
  const rule = new Intl.PluralRules(localeOf[language]).select(Number(n ?? 0));
  return rule === 'one' || rule === 'few' ? (text[rule] ?? text.other) : text.other;
}
