import { localeOf, type Language } from './language.js';

/** A day as people write it, with its parts parted by points, slashes or hyphens; or as ISO 8601 has it. The day comes before the month. */
const days = /^(?:(\d{1,2}) ?[./-] ?(\d{1,2}) ?[./-] ?(\d{4})\.?|(\d{4})-(\d{1,2})-(\d{1,2}))$/;
const times = /^(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?$/;

const two = (part: number): string => String(part).padStart(2, '0');

/** The day that a text names, `2026-12-31`; null: it names none, or one that no calendar has. */
export function readDay(text: string): string | null {
  const [, day, month, year, isoYear, isoMonth, isoDay] = days.exec(text.trim()) ?? [];
  const [y, m, d] = [year ?? isoYear, month ?? isoMonth, day ?? isoDay].map(Number) as [
    number,
    number,
    number,
  ];
  const at = new Date(Date.UTC(y, m - 1, d));
  const isThere = at.getUTCFullYear() === y && at.getUTCMonth() === m - 1 && at.getUTCDate() === d;
  if (!isThere) return null;
  return `${y}-${two(m)}-${two(d)}`;
}

/** The day and time that a text names, `2026-12-31T15:12:04`. @param otherwise the time of a text without one */
export function readMoment(text: string, otherwise: string): string | null {
  const [, first = '', second] = /^(.*?)(?:[ ,T]+(\d{1,2}[:.]\d\d(?:[:.]\d\d)?))?$/.exec(text.trim()) ?? [];
  const day = readDay(first);
  if (day === null) return null;
  if (second === undefined) return `${day}T${otherwise}`;
  const [, ...parts] = times.exec(second) ?? [];
  const [hour = 0, minute = 0, seconds = 0] = parts.map((part: string | undefined) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || seconds > 59) return null;
  return `${day}T${two(hour)}:${two(minute)}:${two(seconds)}`;
}

/** A day, or a day with its time, in the form of the page's language, as `readDay` and `readMoment` take it; empty for what is none. */
export function writtenDay(language: Language, iso: string): string {
  const [date = '', time] = iso.split('T');
  if (readDay(date) === null) return '';
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const shown = language === 'en' ? `${two(day)}/${two(month)}/${year}` : `${day}.${month}.${year}.`;
  return time === undefined ? shown : `${shown} ${time}`;
}

/** A day in words, with its weekday. */
export function dayInWords(language: Language, iso: string): string {
  const [date = ''] = iso.split('T');
  const style = { dateStyle: 'full', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(localeOf[language], style).format(Date.parse(`${date}T00:00:00Z`));
}
