import type { ParsedRecord } from '../../../model/record.js';
import { isSum } from '../words/heading-words.js';

/** Words by the codes that a list explains, and what stands above it; empty: nothing does. */
export interface ListedCodes {
  name: string;
  words: ReadonlyMap<string, string>;
  /** The sheet that has it; left out: it is that of the records, or the file has none. */
  sheet?: string;
}

const codeMax = 8;
const wordMax = 40;
/** A list of fewer codes explains nothing. */
const codesMin = 2;

/** `S - stan`, `CG = centralno grejanje`, `1: Prodaja` */
const explained = /^([\p{L}\d./+]{1,8})\s*(?:=|→|:|-|–|—)\s*(\p{L}[\p{L}\d .()/-]{1,39})$/u;
/** `S stan`, `CG centralno`: a code in capitals or a figure, and a word in small letters behind a blank. */
const spoken = /^(\p{Lu}{1,3}|\d{1,2})\s+(\p{Ll}[\p{L} .()/-]{1,39})$/u;
const title =
  /^\s*(?:legenda|oznake|skra[cć]enice|šifarnik|sifarnik|legend|key|tuma[cč]|objašnjenje|napomena)\s*:?\s*/iu;

/**
 * The codes that rows explain, each in two cells or in one: `S` | `stan`; `S - stan, K - kuća`. Rows that explain the same codes in other words
 * divide the list, and so does any other row.
 * @returns the lists, and which rows they are
 */
export function listedCodes(rows: readonly (readonly string[])[]): {
  lists: ListedCodes[];
  rows: ReadonlySet<number>;
} {
  const lists: { name: string; words: Map<string, string> }[] = [];
  const used = new Set<number>();
  let open: { name: string; words: Map<string, string>; rows: number[] } | null = null;
  let name = '';
  const close = (): void => {
    if (open !== null && open.words.size >= codesMin) {
      lists.push({ name: open.name, words: open.words });
      for (const row of open.rows) used.add(row);
    }
    open = null;
  };
  rows.forEach((row, index) => {
    const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const named = namedPair(filled);
    if (named !== null) {
      close();
      name = named.name;
    }
    const cells = named?.cells ?? filled;
    const pairs = pairsIn(cells);
    if (pairs === null) {
      close();
      name = cells.length === 1 ? nameOf(cells[0] ?? '') : '';
      return;
    }
    // A row of several pairs is a list of its own.
    if (pairs.length >= codesMin || pairs.some(([code]) => open?.words.has(code))) close();
    open ??= { name, words: new Map(), rows: [] };
    for (const [code, word] of pairs) open.words.set(code, word);
    open.rows.push(index);
    if (pairs.length >= codesMin) close();
  });
  close();
  return { lists, rows: used };
}

/** A name before the first code and word of its list: `Vrsta` | `S` | `stan`; null: the row is none. */
function namedPair([first = '', ...cells]: readonly string[]): { name: string; cells: string[] } | null {
  const [code = '', word = ''] = cells;
  const isOne = cells.length === 2 && isWord(first) && !isExplained(first) && isCode(code) && isWord(word);
  return isOne ? { name: nameOf(first), cells } : null;
}

function nameOf(text: string): string {
  return text.replace(title, '').replace(/:$/, '');
}

function isExplained(text: string): boolean {
  return explained.test(text) || spoken.test(text);
}

/** The codes and words of a row; null: it explains none. */
function pairsIn(cells: readonly string[]): (readonly [code: string, word: string])[] | null {
  const [first = '', second = ''] = cells;
  if (cells.length === 2 && isCode(first) && isWord(second) && !isExplained(second)) return [[first, second]];
  const parts = cells.flatMap((cell) => cell.replace(title, '').split(/\s*[,;]\s*|\s{2,}/)).filter(Boolean);
  const pairs = parts.map((part) => explained.exec(part) ?? spoken.exec(part));
  if (pairs.length === 0) return null;
  return pairs.every((pair) => pair !== null)
    ? pairs.map(([, code = '', word = '']) => [code, word.trim()])
    : null;
}

function isCode(text: string): boolean {
  return text.length <= codeMax && /^[\p{L}\d./+]+$/u.test(text);
}

function isWord(text: string): boolean {
  return text.length <= wordMax && /^\p{L}{2}/u.test(text);
}

/** Rows behind the records are looked through as far as they reach, and no farther than this. */
const behindMax = 60;
/** A row with more filled cells than this share of the usual ones is a record. */
const filledShare = 0.35;
/** A usual record fills this share of what the fullest fills. */
const fullestShare = 0.6;

/** What rows behind the records of a table explain. */
export interface LegendsBehind {
  lists: ListedCodes[];
  /** Without the rows that explain codes, and others like them. */
  records: readonly ParsedRecord[];
  /** Columns of which every record fills one, and none of those rows. Empty: there are none. */
  keys: readonly string[];
}

/** The codes that rows behind the records of a table explain, and the records without those rows. */
export function legendsBehind(records: readonly ParsedRecord[]): LegendsBehind {
  const rows = records.map(({ value }) => cellsOf(value));
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  // There may be more rows of a legend than records.
  const usual = Math.max(
    [...filled].sort((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0,
    Math.max(0, ...filled) * fullestShare,
  );
  let from = records.length;
  while (
    from > 0 &&
    records.length - from < behindMax &&
    (filled[from - 1] ?? 0) <= Math.max(1, usual * filledShare)
  )
    from -= 1;
  if (from === 0 || from === records.length) return { lists: [], records, keys: [] };
  const { lists, rows: used } = listedCodes(rows.slice(from));
  const isUsed = (index: number): boolean =>
    index >= from && (used.has(index - from) || isSumRow(rows[index] ?? []));
  const keys = keysOf(
    records.slice(0, from),
    records.filter((_, index) => isUsed(index)),
  );
  const isEmpty = ({ value }: ParsedRecord): boolean =>
    keys.length > 0 && keys.every((key) => textIn(value, key) === '');
  return {
    ...{ lists, keys },
    records: records.filter((record, index) => index < from || !(isUsed(index) || isEmpty(record))),
  };
}

/** Whether a row says how many records stand above it, or what they come to: `Ukupno: | 38`. */
function isSumRow(cells: readonly string[]): boolean {
  const [first = ''] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return isSum(first);
}

const keysMax = 4;
/** A name that a condition can have as it is. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{N}_ -]*$/u;
/** A column that fewer records fill does not tell them from other rows. */
const keyShare = 0.95;

/** Columns that nearly all records fill and no other row does, as many as leave no record without one. */
function keysOf(records: readonly ParsedRecord[], others: readonly ParsedRecord[]): string[] {
  if (others.length === 0) return [];
  const names = Object.keys(records[0]?.value ?? {}).filter((name) => plainName.test(name));
  const able = names.filter(
    (name) =>
      others.every(({ value }) => textIn(value, name) === '') &&
      records.filter(({ value }) => textIn(value, name) !== '').length >= records.length * keyShare,
  );
  const keys = able.slice(0, keysMax);
  return records.every(({ value }) => keys.some((key) => textIn(value, key) !== '')) ? keys : [];
}

function textIn(value: ParsedRecord['value'], name: string): string {
  const cell = value[name];
  return typeof cell === 'string' ? cell.trim() : cell === undefined ? '' : 'a list';
}

/** The cells of a row, which a table with names also holds by their numbers. */
function cellsOf(value: ParsedRecord['value']): string[] {
  const entries = Object.entries(value);
  const numbered = entries.filter(([key]) => /^#\d+$/.test(key));
  return (numbered.length > 0 ? numbered : entries).flatMap(([, cell]) =>
    typeof cell === 'string' ? cell : [],
  );
}
