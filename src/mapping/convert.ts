import { DateTime } from 'luxon';
import { fold } from '../core/fold.js';

/** How a feed writes its numbers. Declared, never guessed: `325.000` is three hundred thousand or three hundred. */
export interface NumberLocale {
  decimal: '.' | ',' | 'none';
  thousands: '.' | ',' | "'" | 'space' | 'none';
  /** Words and signs that may stand beside the figure: `m2`, `EUR`. */
  ignore?: readonly string[] | undefined;
  /** What a sign behind the figure multiplies it by. */
  suffixes?: Readonly<Record<string, number>> | undefined;
}

/** A reader of numbers in one locale; null for anything else than one whole number of that form. */
export function numberReader(locale: NumberLocale): (text: string) => number | null {
  const read = figureReader(locale);
  if (locale.suffixes === undefined) return read;
  const besides = (locale.ignore ?? []).map(escape).join('|');
  const suffixes = Object.entries(locale.suffixes).map(
    ([name, factor]) => [new RegExp(`\\s?${escape(name)}\\s?(?:${besides})$`, 'iu'), factor] as const,
  );
  return (text) => {
    // What stands beside a figure may stand behind its suffix.
    const plain = read(text);
    if (plain !== null) return plain;
    for (const [ending, factor] of suffixes) {
      const at = text.search(ending);
      const figure = at < 0 ? null : read(text.slice(0, at));
      if (figure !== null) return roundTo(figure * factor, 2);
    }
    return null;
  };
}

function figureReader(locale: NumberLocale): (text: string) => number | null {
  const spaced = locale.thousands === 'space';
  const separator = spaced ? ' ' : locale.thousands === 'none' ? null : locale.thousands;
  const integer = separator === null ? '\\d+' : `(?:\\d{1,3}(?:${escape(separator)}\\d{3})+|\\d+)`;
  const fraction = locale.decimal === 'none' ? '' : `(?:${escape(locale.decimal)}\\d+)?`;
  const form = new RegExp(`^[+-]?${integer}${fraction}$`);
  const ignored = (locale.ignore ?? []).map(escape).sort((a, b) => b.length - a.length);
  const besides =
    ignored.length > 0 ? new RegExp(`^(?:${ignored.join('|')})|(?:${ignored.join('|')})$`, 'giu') : null;
  return (text) => {
    const bare = (besides ? text.trim().replace(besides, '') : text).replace(/[\s\u202f]+/gu, ' ').trim();
    if (!form.test(bare) || bare.length > 30) return null;
    const plain = separator === null ? bare : bare.replaceAll(separator, '');
    return Number(locale.decimal === ',' ? plain.replace(',', '.') : plain);
  };
}

/** Two decimals are what a price or an area holds; this also drops what binary fractions add. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round((value + Number.EPSILON) * scale) / scale;
}

export type FlagReader = (text: string) => boolean | null;

export function flagReader(words: { true: readonly string[]; false: readonly string[] }): FlagReader {
  const meanings = new Map<string, boolean>([
    ...words.false.map((word) => [fold(word), false] as const),
    ...words.true.map((word) => [fold(word), true] as const),
  ]);
  return (text) => meanings.get(fold(text)) ?? null;
}

/**
 * A reader of dates: `iso`, `sql` (`2024-08-06 00:41:51`) or a luxon format such as `dd.MM.yyyy`; the first that fits.
 * @param zone of dates that name none
 */
export function dateReader(formats: readonly string[], zone: string): (text: string) => DateTime | null {
  const read = (text: string): DateTime | null => {
    for (const format of formats) {
      const date = readDate(text, format, zone);
      if (date.isValid) return date;
    }
    return null;
  };
  // Many records of an export carry the same date.
  const known = new Map<string, DateTime | null>();
  return (text) => {
    let date = known.get(text);
    if (date === undefined) {
      date = read(text);
      if (known.size === datesKept) known.clear();
      known.set(text, date);
    }
    return date;
  };
}

const datesKept = 256;

function readDate(text: string, format: string, zone: string): DateTime {
  if (format === 'iso') return DateTime.fromISO(text, { zone });
  if (format === 'sql') return DateTime.fromSQL(text, { zone });
  return DateTime.fromFormat(text, format, { zone, locale: 'en' });
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
