import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { agoIn, dayIn, momentIn, priceIn, spanIn, wholeMomentIn } from './forms.js';
import { languageFrom, type Language } from './language.js';
import { inCyrillic } from './cyrillic.js';
import { numberIn, say, sayOf, type Values } from './say.js';
import type { Key } from './all.js';

/** A time as the API writes it. */
type Time = string;

export interface Speech {
  language: Language;
  choose: (language: Language) => void;
  /** A text of the table of words. */
  t: (key: Key, values?: Values) => string;
  /** What the API says in both languages. */
  told: (text: { sr: string; en: string }) => string;
  /** Serbian in the letters that are chosen; anything in English as it is. */
  letters: (text: string) => string;
  number: (value: number) => string;
  price: (amount: number, currency: string) => string;
  /** Day and time, or the time alone where it was today. */
  moment: (at: Time) => string;
  wholeMoment: (at: Time) => string;
  day: (at: Time) => string;
  ago: (at: Time) => string;
  span: (seconds: number) => string;
}

/** Of the server, which writes its sentences in it; as it is written in development, the browser’s own. */
const timeZone = zoneOf(document.querySelector<HTMLMetaElement>('meta[name="timezone"]')?.content ?? '');
const remembered = 'feedsync.language';
const SpeechContext = createContext<Speech | null>(null);

export function SpeechProvider({ children }: { children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(() =>
    languageFrom(localStorage.getItem(remembered), navigator.languages),
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo(
    () =>
      speechIn(language, (chosen) => {
        localStorage.setItem(remembered, chosen);
        setLanguage(chosen);
      }),
    [language],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('no language is chosen');
  return speech;
}

function speechIn(language: Language, choose: Speech['choose']): Speech {
  const style = { language, timeZone };
  return {
    language,
    choose,
    t: (key, values) => say(language, key, values),
    told: (text) => sayOf(language, text),
    letters: (text) => (language === 'sr-Cyrl' ? inCyrillic(text) : text),
    number: (value) => numberIn(language, value),
    price: (amount, currency) => priceIn(language, amount, currency),
    moment: (at) => momentIn(style, Date.parse(at), Date.now()),
    wholeMoment: (at) => wholeMomentIn(style, Date.parse(at)),
    day: (at) => dayIn(style, Date.parse(at)),
    ago: (at) => agoIn(language, Date.parse(at), Date.now()),
    span: (seconds) => spanIn(language, seconds),
  };
}

function zoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
