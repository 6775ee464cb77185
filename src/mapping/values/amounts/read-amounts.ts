import { fold } from '../../../model/fold.js';
import { roundTo } from '../convert.js';
import * as words from './amount-words.js';
import type { Period } from './amount-words.js';
import { currencyNamed, looksLikeCode } from './currencies.js';
import { readFigure, type Notation } from './read-figure.js';
import { tokensOf, type Token } from './tokens.js';

/** One amount of a cell. */
export interface Amount {
  figure: number;
  /** The currency that stands beside it, as its ISO code or the feed's own three capitals; null: none. */
  currency: string | null;
  /** The time for which it is paid; null: none is stated. */
  period: Period | null;
  /** Whether it is the lowest of several: `od 95.000 €`. */
  isFrom: boolean;
}

/** Why a cell gives no amount that can be relied on. */
export type AmountFault =
  /** A word that may change what the figure means. */
  | 'word'
  /** A figure of two possible readings, or one that is no amount. */
  | 'figure'
  /** Two figures side by side, or two currencies or periods beside one. */
  | 'several'
  /** From and to. */
  | 'range'
  /** An amount for one square metre, are or hectare. */
  | 'per_area';

/** What a cell says. `words`: it has no figure, as `po dogovoru`. */
export type AmountCell =
  | { kind: 'words' }
  | { kind: 'amounts'; amounts: readonly Amount[] }
  | { kind: 'unclear'; fault: AmountFault };

/** A longer text is a description, not an amount. */
const textMax = 120;

/**
 * Reads the amounts of a cell with their currencies and periods: `118.000 € (13.806.000 RSD)`, `300 € / mesec`, `36.5 M Ft`. Every word
 * must be known, otherwise the cell is unclear. Amounts of a deposit, a tax or a fee, and prices of one unit of area beside another price,
 * are left out.
 */
export function readAmounts(text: string, notation: Notation): AmountCell {
  if (!/\d/.test(text)) return { kind: 'words' };
  const tokens = text.length > textMax ? null : tokensOf(text);
  if (tokens === null) return unclear('word');
  const parts = partsOf(tokens);
  if (typeof parts === 'string') return unclear(parts);
  const read: (Amount & { isOwned: boolean; isPerArea: boolean })[] = [];
  for (const part of joined(parts)) {
    const amount = amountOf(part, notation);
    if (typeof amount === 'string') return unclear(amount);
    if (amount !== null) read.push(amount);
  }
  const own = read.filter(({ isOwned }) => !isOwned);
  const whole = own.filter(({ isPerArea }) => !isPerArea);
  if (whole.length === 0) return unclear(own.length > 0 ? 'per_area' : 'word');
  return {
    kind: 'amounts',
    amounts: whole.map(({ figure, currency, period, isFrom }) => ({ figure, currency, period, isFrom })),
  };
}

/** The currency that a text without any figure names, as a cell of a currency column does; null: none, or several. */
export function currencyOfText(text: string): string | null {
  const tokens = text.length > textMax || /\d/.test(text) ? null : tokensOf(text);
  if (tokens === null) return null;
  const found = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'word') continue;
    const named = currencyNamed(token.text) ?? currencyNamed(token.text.toUpperCase());
    if (named === null) return null;
    found.add(named);
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

function unclear(fault: AmountFault): AmountCell {
  return { kind: 'unclear', fault };
}

/** A part of a cell: at most one figure, and the words beside it. */
interface Part {
  digits: string | null;
  magnitude: number;
  /** The magnitude word may also mean a thousand, as `mil` does in Spanish. */
  isVagueMagnitude: boolean;
  currencies: Set<string>;
  periods: Set<Period>;
  isOwned: boolean;
  isPerArea: boolean;
  isFrom: boolean;
  isTo: boolean;
}

function emptyPart(): Part {
  return {
    ...{ digits: null, magnitude: 1, isVagueMagnitude: false, currencies: new Set(), periods: new Set() },
    ...{ isOwned: false, isPerArea: false, isFrom: false, isTo: false },
  };
}

/** Splits a cell into its parts, or says why it cannot be. */
function partsOf(tokens: readonly Token[]): Part[] | AmountFault {
  const parts: Part[] = [];
  let part = emptyPart();
  const close = (): void => {
    parts.push(part);
    part = emptyPart();
  };
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.kind === 'break') close();
    else if (token.kind === 'slash' && !isUnit(next) && !isUnit(tokens[index + 2], next)) close();
    else if (token.kind === 'slash') continue;
    else if (token.kind === 'dash') {
      if (part.digits !== null && next?.kind === 'figure') return 'range';
    } else if (token.kind === 'figure') {
      if (part.digits !== null) return 'several';
      part.digits = token.text;
    } else if (words.otherwise.has(fold(token.text))) close();
    else {
      const fault = addWord(part, token, tokens[index - 1], next);
      if (fault !== null) return fault;
    }
  }
  close();
  return parts;
}

/** Whether a token names a period or a unit of area. @param before the token before it, which must be a connector then */
function isUnit(token: Token | undefined, before?: Token): boolean {
  if (token?.kind !== 'word' || (before !== undefined && !isConnector(before))) return false;
  const word = fold(token.text);
  return words.periodWords.has(word) || words.areaWords.has(word);
}

function isConnector(token: Token): boolean {
  return token.kind === 'word' && words.connectors.has(fold(token.text));
}

/** Adds what a word says to the part; a fault if it is not known. */
function addWord(
  part: Part,
  token: Token,
  before: Token | undefined,
  next: Token | undefined,
): AmountFault | null {
  const word = fold(token.text);
  const isBehindFigure = before?.kind === 'figure';
  if (isBehindFigure) {
    const magnitude = token.text === 'M' ? 1e6 : /^k$/i.test(token.text) ? 1e3 : words.magnitudes.get(word);
    if (magnitude !== undefined) {
      part.magnitude = magnitude;
      part.isVagueMagnitude = word === 'mil' || token.text === 'M';
      return null;
    }
  }
  const isAsUnit = before?.kind === 'slash' || (before !== undefined && isConnector(before));
  const currency = isAsUnit && words.periodWords.has(word) ? null : currencyNamed(token.text);
  if (currency !== null) {
    part.currencies.add(currency);
    return null;
  }
  const period = words.periodWords.get(word);
  if (period !== undefined) {
    part.periods.add(period);
    return null;
  }
  if (words.areaWords.has(word)) {
    if (!isAsUnit) return 'word';
    part.isPerArea = true;
    return null;
  }
  if (words.owners.has(word)) part.isOwned = part.digits === null || !isIncluded(word, [before, next]);
  else if (words.fromWords.has(word)) part.isFrom = true;
  else if (words.toWords.has(word)) part.isTo = true;
  else if (words.connectors.has(word)) return isUnit(next) || isNote(next) ? null : 'word';
  else if (words.notes.has(word) || words.included.has(word)) return null;
  else if (looksLikeCode(token.text)) part.currencies.add(token.text);
  else return 'word';
  return null;
}

/** Whether the words beside that of a running cost say that the amount before it includes it. */
function isIncluded(word: string, beside: readonly (Token | undefined)[]): boolean {
  return (
    words.running.has(word) &&
    beside.some((token) => token?.kind === 'word' && words.included.has(fold(token.text)))
  );
}

function isNote(token: Token | undefined): boolean {
  return token?.kind === 'word' && words.notes.has(fold(token.text));
}

/** Adds parts without a figure to the amount before them, or to the next one where none stands before. */
function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  let ahead: Part | null = null;
  for (const part of parts) {
    if (part.digits !== null) {
      whole.push(ahead === null ? part : merged(part, ahead));
      ahead = null;
      continue;
    }
    // `+ depozit`, `(režije)`: said of an amount that is not given.
    if (part.isOwned || (part.currencies.size === 0 && part.periods.size === 0 && !part.isFrom && !part.isTo))
      continue;
    const last = whole.pop();
    if (last === undefined) ahead = ahead === null ? part : merged(ahead, part);
    else whole.push(merged(last, part));
  }
  return whole;
}

function merged(part: Part, other: Part): Part {
  return {
    ...part,
    currencies: new Set([...part.currencies, ...other.currencies]),
    periods: new Set([...part.periods, ...other.periods]),
    isFrom: part.isFrom || other.isFrom,
    isTo: part.isTo || other.isTo,
  };
}

function amountOf(
  part: Part,
  notation: Notation,
): (Amount & { isOwned: boolean; isPerArea: boolean }) | AmountFault | null {
  if (part.digits === null) return null;
  if (part.isTo) return 'range';
  if (part.currencies.size > 1 || part.periods.size > 1) return 'several';
  const figure = readFigure(part.digits, notation, part.magnitude !== 1);
  if (figure === null) return 'figure';
  const [currency = null] = part.currencies;
  const [period = null] = part.periods;
  // `118 mil` is a thousand in some languages, and so may `M` be.
  if (part.isVagueMagnitude && figure >= 20 && (currency === null || currency === 'EUR')) return 'figure';
  const { isOwned, isPerArea, isFrom } = part;
  return { figure: roundTo(figure * part.magnitude, 2), currency, period, isFrom, isOwned, isPerArea };
}
