import { fold } from '../../model/fold.js';

/** How a feed writes its numbers. Declared, never guessed: `325.000` is three hundred thousand or three hundred. */
export interface NumberLocale {
  decimal: '.' | ',' | 'none';
  thousands: '.' | ',' | "'" | 'space' | 'none';
  /** Words and signs that may stand beside the figure: `m2`, `EUR`. */
  ignore?: readonly string[] | undefined;
  /** What a sign behind the figure multiplies it by. */
  suffixes?: Readonly<Record<string, number>> | undefined;
}

/** A longer text holds more than a figure and what may stand beside it. */
const figureTextMax = 1_000;
/** Of a figure with its separators. */
const figureMax = 30;

/** A reader of numbers in one locale; null for anything else than one whole number of that form. */
export function numberReader(locale: NumberLocale): (text: string) => number | null {
  const read = figureReader(locale);
  if (locale.suffixes === undefined) return read;
  const ignored = locale.ignore ?? [];
  const suffixes = Object.entries(locale.suffixes);
  return (text) => {
    if (text.length > figureTextMax) return null;
    // What stands beside a figure may stand behind its suffix.
    const plain = read(text);
    if (plain !== null) return plain;
    for (const [name, factor] of suffixes) {
      const rest = withoutSuffix(text, name, ignored);
      const figure = rest === null ? null : read(rest);
      if (figure !== null) return roundTo(figure * factor, 2);
    }
    return null;
  };
}

/** What stands before the suffix; null where the text does not end in it. Where words to ignore are declared, one stands behind it. */
function withoutSuffix(text: string, name: string, ignored: readonly string[]): string | null {
  const rests = (ignored.length === 0 ? [''] : ignored)
    .filter((word) => endsWith(text, word))
    .flatMap((word) => {
      const rest = text.slice(0, text.length - word.length);
      return /\s$/u.test(rest.slice(-1)) ? [rest, rest.slice(0, -1)] : [rest];
    })
    .filter((rest) => endsWith(rest, name))
    .map((rest) => rest.slice(0, rest.length - name.length));
  const [shortest] = rests.sort((a, b) => a.length - b.length);
  return shortest ?? null;
}

function figureReader(locale: NumberLocale): (text: string) => number | null {
  const separator =
    locale.thousands === 'space' ? ' ' : locale.thousands === 'none' ? null : locale.thousands;
  const ignored = (locale.ignore ?? []).toSorted((a, b) => b.length - a.length);
  return (text) => {
    if (text.length > figureTextMax) return null;
    const alone = ignored.length > 0 ? withoutBesides(text.trim(), ignored) : text;
    const bare = alone.replace(/[\s\u202f]+/gu, ' ').trim();
    if (bare.length > figureMax) return null;
    const unsigned = /^[+-]/.test(bare) ? bare.slice(1) : bare;
    const point = locale.decimal === 'none' ? -1 : unsigned.lastIndexOf(locale.decimal);
    const hasFraction = point >= 0 && isDigits(unsigned.slice(point + 1));
    const whole = hasFraction ? unsigned.slice(0, point) : unsigned;
    if (!isWhole(whole, separator)) return null;
    const plain = separator === null ? bare : bare.replaceAll(separator, '');
    return Number(locale.decimal === ',' ? plain.replace(',', '.') : plain);
  };
}

/** One word is taken away before the figure and one behind it. @param words the longest first */
function withoutBesides(text: string, words: readonly string[]): string {
  const before = words.find((word) => startsWith(text, word));
  const rest = before === undefined ? text : text.slice(before.length);
  const behind = words.find((word) => endsWith(rest, word));
  return behind === undefined ? rest : rest.slice(0, rest.length - behind.length);
}

/** Digits, or groups of three of them after a first of up to three. */
function isWhole(text: string, separator: string | null): boolean {
  if (isDigits(text)) return true;
  if (separator === null) return false;
  const [first = '', ...groups] = text.split(separator);
  const isGrouped = groups.length > 0 && groups.every((group) => group.length === 3 && isDigits(group));
  return isGrouped && first.length <= 3 && isDigits(first);
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function startsWith(text: string, word: string): boolean {
  return isSame(text.slice(0, word.length), word);
}

function endsWith(text: string, word: string): boolean {
  return text.length >= word.length && isSame(text.slice(text.length - word.length), word);
}

/** Without case: some letters have one form more on one side than on the other. */
function isSame(text: string, word: string): boolean {
  return (
    text === word ||
    text.toLowerCase() === word.toLowerCase() ||
    (text.length === word.length && text.toUpperCase() === word.toUpperCase())
  );
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
