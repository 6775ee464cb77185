import { all, type Key } from './all.js';
import { inCyrillic, inLatin } from './cyrillic.js';
import { localeOf, type Language } from './language.js';
import type { Text } from './table.js';

export type Values = Readonly<Record<string, string | number>>;

/** A text of the table. `n` chooses the form; numbers are written as the language writes them. */
export function say(language: Language, key: Key, values: Values = {}): string {
  const { sr, en } = all[key];
  const template = formOf(language === 'en' ? en : sr, language, values.n);
  const written = language === 'sr-Cyrl' ? inCyrillic(protect(template)) : inLatin(template);
  return written.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? numberIn(language, value) : (value ?? whole);
  });
}

/** What the API says in both languages. */
export function sayOf(language: Language, told: { sr: string; en: string }): string {
  if (language === 'en') return inLatin(told.en);
  return language === 'sr-Cyrl' ? inCyrillic(told.sr) : inLatin(told.sr);
}

export function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(localeOf[language]).format(value);
}

function formOf(text: Text, language: Language, n: string | number | undefined): string {
  if (typeof text === 'string') return text;
  const rule = new Intl.PluralRules(localeOf[language]).select(Number(n ?? 0));
  return rule === 'one' || rule === 'few' ? (text[rule] ?? text.other) : text.other;
}

/** Names of what is put in are no words. */
function protect(template: string): string {
  return template.replace(/\{\w+\}/g, (name) => `\`${name}\``);
}
