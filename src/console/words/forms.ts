import { localeOf, type Language } from './language.js';

/** A price formatted for the language; without decimals if the amount is whole. */
export function priceIn(language: Language, amount: number, currency: string): string {
  const form = {
    style: 'currency',
    currency,
    maximumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  } as const;
  try {
    return new Intl.NumberFormat(localeOf[language], form).format(amount);
  } catch {
    // The currency is text from a feed. Intl throws if it is not a currency code.
    return `${new Intl.NumberFormat(localeOf[language]).format(amount)} ${currency}`;
  }
}

/** The language and the time zone in which times are written. An undefined zone is the browser’s own. */
export interface TimeStyle {
  language: Language;
  timeZone: string | undefined;
}

/**
 * Day and time; only the time if `at` is on the day of `now`, and with the year only if it is another year. Times are
 * in Unix milliseconds.
 */
export function momentIn(style: TimeStyle, at: number, now: number): string {
  const written = (options: Intl.DateTimeFormatOptions, when = at): string =>
    new Intl.DateTimeFormat(localeOf[style.language], { timeZone: style.timeZone, ...options }).format(when);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (written({ dateStyle: 'short' }) === written({ dateStyle: 'short' }, now)) return written(time);
  const isThisYear = written({ year: 'numeric' }) === written({ year: 'numeric' }, now);
  return written({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }), ...time });
}

/** Times as the daemon writes them into its sentences, and what they quote, in which nothing is replaced. */
const writtenTimes = /[„“][^”]*”|(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z?)/gu;

/** A sentence of the daemon with its times as the page writes times: always with the day, since they stand alone in the sentence. */
export function withTimesIn(style: TimeStyle, sentence: string, now: number): string {
  const { language, timeZone } = style;
  const written = (at: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(localeOf[language], { timeZone, ...options }).format(at);
  return sentence.replace(writtenTimes, (whole, day?: string, time?: string, utc?: string) => {
    if (day === undefined || time === undefined) return whole;
    const at = utc === 'Z' ? Date.parse(`${day}T${time}Z`) : localTime(`${day}T${time}`, timeZone);
    if (at === null || Number.isNaN(at)) return whole;
    const isThisYear = written(at, { year: 'numeric' }) === written(now, { year: 'numeric' });
    const year = isThisYear ? {} : ({ year: 'numeric' } as const);
    return written(at, { day: 'numeric', month: 'short', ...year, hour: '2-digit', minute: '2-digit' });
  });
}

/** The full date with the weekday, and the time with seconds: for tooltips. */
export function wholeMomentIn({ language, timeZone }: TimeStyle, at: number): string {
  const style = { timeZone, dateStyle: 'full', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat(localeOf[language], style).format(at);
}

/** As `momentIn`, with seconds. */
export function secondIn(style: TimeStyle, at: number, now: number): string {
  const seconds = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const written = (options: Intl.DateTimeFormatOptions, when = at): string =>
    new Intl.DateTimeFormat(localeOf[style.language], { timeZone: style.timeZone, ...options }).format(when);
  const isToday = written({ dateStyle: 'short' }) === written({ dateStyle: 'short' }, now);
  return written(isToday ? seconds : { day: 'numeric', month: 'short', ...seconds });
}

/** The time that a field for local times has, `2026-01-31T15:12:04`, in this zone; null where it names none. */
export function localTime(written: string, timeZone: string | undefined): number | null {
  const asUtc = Date.parse(`${written}Z`);
  if (written === '' || Number.isNaN(asUtc)) return null;
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const offsetAt = (at: number): number => Date.parse(`${parts.format(at).replace(' ', 'T')}Z`) - at;
  // The zone's offset at the time itself, which the first guess may miss by an hour.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** The date without the time. */
export function dayIn({ language, timeZone }: TimeStyle, at: number): string {
  return new Intl.DateTimeFormat(localeOf[language], { timeZone, dateStyle: 'long' }).format(at);
}

/** Units with their seconds, largest first. */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `at` relative to `now`, for example "5 minutes ago" or "in 2 days". Times are in Unix milliseconds. */
export function agoIn(language: Language, at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(localeOf[language], { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  );
}

/** A duration in the largest unit that fits, rounded down: "13 minutes". */
export function spanIn(language: Language, seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return new Intl.NumberFormat(localeOf[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(Math.floor(seconds / size));
}
