import { localeOf, type Language } from './language.js';

/** A price as the language writes it; whole where it is whole. */
export function priceIn(language: Language, amount: number, currency: string): string {
  const form = {
    style: 'currency',
    currency,
    maximumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  } as const;
  try {
    return new Intl.NumberFormat(localeOf[language], form).format(amount);
  } catch {
    // What a feed calls a currency may be none.
    return `${new Intl.NumberFormat(localeOf[language]).format(amount)} ${currency}`;
  }
}

/** How times are written: in which language, and in which zone; undefined for the browser’s own. */
export interface TimeStyle {
  language: Language;
  timeZone: string | undefined;
}

/** Day and time; the time alone on the day of `now`. */
export function momentIn(style: TimeStyle, at: number, now: number): string {
  const written = (options: Intl.DateTimeFormatOptions, when = at): string =>
    new Intl.DateTimeFormat(localeOf[style.language], { timeZone: style.timeZone, ...options }).format(when);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (written({ dateStyle: 'short' }) === written({ dateStyle: 'short' }, now)) return written(time);
  const isThisYear = written({ year: 'numeric' }) === written({ year: 'numeric' }, now);
  return written({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }), ...time });
}

/** With everything, for the pointer's tooltip. */
export function wholeMomentIn({ language, timeZone }: TimeStyle, at: number): string {
  const style = { timeZone, dateStyle: 'full', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat(localeOf[language], style).format(at);
}

export function dayIn({ language, timeZone }: TimeStyle, at: number): string {
  return new Intl.DateTimeFormat(localeOf[language], { timeZone, dateStyle: 'long' }).format(at);
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "5 minutes ago", "in 2 days". */
export function agoIn(language: Language, at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(localeOf[language], { numeric: 'auto' }).format(
    Math.trunc(seconds / size),
    unit,
  );
}

/** "13 minutes", in the largest unit that fits. */
export function spanIn(language: Language, seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return new Intl.NumberFormat(localeOf[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(Math.floor(seconds / size));
}
