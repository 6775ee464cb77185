import type { NumberLocale } from '../convert.js';

/** The signs of a feed's notation of numbers. */
export type Notation = Pick<NumberLocale, 'decimal' | 'thousands'>;

/** The maximal length of a figure with its separators. */
const figureMax = 30;

/**
 * Forms that alone tell what each sign means: two or more groups of three digits, one group and cents behind another sign, or groups behind
 * blanks or apostrophes.
 */
const proven = [
  /^\d{1,3}(?:\.\d{3}){2,}(?:,\d{1,2})?$/,
  /^\d{1,3}(?:,\d{3}){2,}(?:\.\d{1,2})?$/,
  /^\d{1,3}\.\d{3},\d{1,2}$/,
  /^\d{1,3},\d{3}\.\d{1,2}$/,
  /^\d{1,3}(?:[ ']\d{3})+(?:[.,]\d{1,2})?$/,
];

/**
 * The number that the digits of an amount mean; null if they may mean two. A form with one meaning is read in any notation: `1.250.000`,
 * `95.000,50`, `82 900`. A single group of three digits (`95.000`) is read with thousands only where the notation says so.
 * @param hasMagnitude whether a word such as `mil.` follows: `1.2` is a fraction then, and `1.200` may be both
 */
export function readFigure(text: string, notation: Notation, hasMagnitude: boolean): number | null {
  const digits = text.replace(/[\s\u00a0\u202f]/gu, ' ').replaceAll('’', "'");
  if (digits.length > figureMax) return null;
  if (/^\d+$/.test(digits)) return Number(digits);
  if (proven.some((form) => form.test(digits))) return Number(withPoint(digits.replace(/[ ']/g, '')));
  const [, whole = '', sign = '', rest = ''] = /^(\d+)([.,])(\d{1,3})$/.exec(digits) ?? [];
  if (rest === '') return null;
  if (rest.length === 3) {
    const isGroup = sign === notation.thousands && sign !== notation.decimal && !hasMagnitude;
    return isGroup && whole.length <= 3 && !whole.startsWith('0') ? Number(whole + rest) : null;
  }
  const isFraction = hasMagnitude || sign !== notation.thousands;
  return isFraction ? Number(`${whole}.${rest}`) : null;
}

/** Grouped digits with a point before the cents, if there are any. */
function withPoint(digits: string): string {
  const [, whole = digits, cents = ''] = /^(.*\d)[.,](\d{1,2})$/.exec(digits) ?? [];
  return `${whole.replace(/[.,]/g, '')}.${cents === '' ? '0' : cents}`;
}
