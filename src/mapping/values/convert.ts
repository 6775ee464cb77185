import { fold } from '../../model/fold.js';

/** The meaning of a word for yes or no; `nothing`: the word is known and leaves the field empty. */
export type FlagMeaning = boolean | 'nothing';

/** A feed's notation of numbers. It is declared, never guessed: `325.000` can be three hundred and twenty-five thousand or 325. */
export interface NumberLocale {
  decimal: '.' | ',' | 'none';
  thousands: '.' | ',' | "'" | 'space' | 'none';
  /** Words and signs that may precede or follow the figure: `m2`, `EUR`. */
  ignore?: readonly string[] | undefined;
  /** Signs behind the figure, each with the factor by which it multiplies the figure: `{ M: 1000000 }`. */
  suffixes?: Readonly<Record<string, number>> | undefined;
}

/** A longer text, ignored words included, is not read as a number. */
const figureTextMax = 1_000;
/** The maximal length of a figure with its separators, without ignored words. A longer one is not read as a number. */
const figureMax = 30;

/** A reader of numbers in this notation. It returns null unless the whole text is one number. */
export function numberReader(locale: NumberLocale): (text: string) => number | null {
  const read = figureReader(locale);
  if (locale.suffixes === undefined) return read;
  const ignored = locale.ignore ?? [];
  const suffixes = Object.entries(locale.suffixes);
  return (text) => {
    if (text.length > figureTextMax) return null;
    // First as a figure without a suffix. Otherwise an ignored word may follow the suffix, as in `1,5M EUR`.
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

/**
 * The text before the suffix; null if the text does not end in the suffix. If words to ignore are declared, one of them must follow the
 * suffix, with or without white space between.
 */
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

/** The text without one ignored word at its start and one at its end. @param words the longest first */
function withoutBesides(text: string, words: readonly string[]): string {
  const before = words.find((word) => startsWith(text, word));
  const rest = before === undefined ? text : text.slice(before.length);
  const behind = words.find((word) => endsWith(rest, word));
  return behind === undefined ? rest : rest.slice(0, rest.length - behind.length);
}

/** Whether the text is digits alone, or groups of three digits behind a first group of up to three. */
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

/** Compares without case, in both directions: some letters have two lower-case forms for one upper-case form, or the reverse. */
function isSame(text: string, word: string): boolean {
  return (
    text === word ||
    text.toLowerCase() === word.toLowerCase() ||
    (text.length === word.length && text.toUpperCase() === word.toUpperCase())
  );
}

/** Rounds to a number of decimals. Also removes the error of binary fractions. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round((value + Number.EPSILON) * scale) / scale;
}

/** Reads yes or no. `nothing`: the word is known and means neither. Null for any other text. */
export type FlagReader = (text: string) => FlagMeaning | null;

/**
 * @param words for yes and no; compared without case, script and diacritics. A word in both lists means yes
 * @param taught words of the feed, folded; they win
 * @param others words that count where neither has them, folded
 */
export function flagReader(
  words: { true: readonly string[]; false: readonly string[] },
  taught: ReadonlyMap<string, FlagMeaning> = new Map<string, FlagMeaning>(),
  others: ReadonlyMap<string, boolean> = new Map<string, boolean>(),
): FlagReader {
  const meanings = new Map<string, FlagMeaning>([
    ...others,
    ...words.false.map((word) => [fold(word), false] as const),
    ...words.true.map((word) => [fold(word), true] as const),
    ...taught,
  ]);
  return (text) => meanings.get(fold(text)) ?? null;
}
