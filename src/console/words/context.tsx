import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  agoIn,
  dayIn,
  localTime,
  momentIn,
  priceIn,
  secondIn,
  spanIn,
  wholeMomentIn,
  withTimesIn,
} from './forms.js';
import { withContact } from './contact.js';
import { languageFrom, type Language } from './language.js';
import { numberIn, say, sayOf, type Values } from './say.js';
import type { Key } from './all.js';
import { knownText } from './known.js';

/** A time in ISO 8601, as the API writes times. */
type Time = string;

/** Texts, numbers and times in the user's language. */
export interface Speech {
  language: Language;
  choose: (language: Language) => void;
  /** A text from the tables of words. */
  t: (key: Key, values?: Values) => string;
  /** The text of a key that is built from a value of the API, or `otherwise` if the tables have no such key. */
  named: <Otherwise>(key: string, otherwise: Otherwise) => string | Otherwise;
  /** A text that the API gives in both languages, with its times as the page writes them. */
  told: (text: { sr: string; en: string }) => string;
  /** A Serbian text in the chosen letters, Latin or Cyrillic. In English it is unchanged. */
  letters: (text: string) => string;
  number: (value: number) => string;
  price: (amount: number, currency: string) => string;
  /** Day and time; only the time if it is today. */
  moment: (at: Time) => string;
  /** As `moment`, with seconds. */
  second: (at: Time) => string;
  /** The last second of a day, `2026-12-31`, in ISO 8601. */
  endOf: (day: string) => Time;
  /** What a field for local times has as Unix milliseconds; null where it names no time. */
  atOf: (written: string) => number | null;
  /** The full date and time, with the weekday and seconds. */
  wholeMoment: (at: Time) => string;
  day: (at: Time) => string;
  /** For example “5 minutes ago”. */
  ago: (at: Time) => string;
  /** A duration in its largest unit, for example “13 minutes”. */
  span: (seconds: number) => string;
}

/**
 * The server’s time zone, which the server also uses in its sentences. In development the page still has the
 * placeholder `{timezone}`, which is no zone: then undefined, the browser’s zone.
 */
const timeZone = zoneOf(document.querySelector<HTMLMetaElement>('meta[name="timezone"]')?.content ?? '');
/** The key in the browser’s storage that keeps the chosen language. */
const remembered = 'feedsync.language';
const SpeechContext = createContext<Speech | null>(null);

/** Provides the chosen language to everything below it. */
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

/** @throws Error outside a `SpeechProvider` */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('no language is chosen');
  return speech;
}

/** The partner’s contact, which the server writes into the page: name, telephone number, mail address. Empty where none is configured. */
const contact = contactIn(document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? '');

/** In development the page still has the placeholder. */
function contactIn(content: string): string {
  return content === '{contact}' ? '' : content;
}

/** A text that says whom to ask. */
const asked = (text: string): string => withContact(text, contact);

function speechIn(language: Language, choose: Speech['choose']): Speech {
  const style = { language, timeZone };
  return {
    language,
    choose,
    t: (key, values) => asked(say(language, key, values)),
    named: (key, otherwise) => (isKey(key) ? asked(say(language, key)) : otherwise),
    told: (text) => asked(withTimesIn(style, sayOf(language, text), Date.now())),
    letters: (text) => (language === 'en' ? text : sayOf(language, { sr: text, en: text })),
    number: (value) => numberIn(language, value),
    price: (amount, currency) => priceIn(language, amount, currency),
    moment: (at) => momentIn(style, Date.parse(at), Date.now()),
    second: (at) => secondIn(style, Date.parse(at), Date.now()),
    endOf: (day) => new Date(localTime(`${day}T23:59:59`, timeZone) ?? Number.NaN).toISOString(),
    atOf: (written) => localTime(written, timeZone),
    wholeMoment: (at) => wholeMomentIn(style, Date.parse(at)),
    day: (at) => dayIn(style, Date.parse(at)),
    ago: (at) => agoIn(language, Date.parse(at), Date.now()),
    span: (seconds) => spanIn(language, seconds),
  };
}

function isKey(key: string): key is Key {
  return knownText(key) !== undefined;
}

/** The zone of this name; undefined if the browser has none. */
function zoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
