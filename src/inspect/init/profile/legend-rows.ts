import type { ParsedRecord } from '../../../model/record.js';

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
    const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const pairs = pairsIn(cells);
    if (pairs === null) {
      close();
      name = cells.length === 1 ? (cells[0] ?? '').replace(title, '').replace(/:$/, '') : '';
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

/** The codes and words of a row; null: it explains none. */
function pairsIn(cells: readonly string[]): (readonly [code: string, word: string])[] | null {
  const [first = '', second = ''] = cells;
  if (cells.length === 2 && isCode(first) && isWord(second) && !explained.test(second))
    return [[first, second]];
  const parts = cells.flatMap((cell) => cell.replace(title, '').split(/\s*[,;]\s*|\s{2,}/)).filter(Boolean);
  const pairs = parts.map((part) => explained.exec(part));
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

/** The codes that rows behind the records of a table explain, and the records without those rows. */
export function legendsBehind(records: readonly ParsedRecord[]): {
  lists: ListedCodes[];
  records: readonly ParsedRecord[];
} {
  const rows = records.map(({ value }) => cellsOf(value));
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const usual = [...filled].sort((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0;
  let from = records.length;
  while (
    from > 0 &&
    records.length - from < behindMax &&
    (filled[from - 1] ?? 0) <= Math.max(1, usual * filledShare)
  )
    from -= 1;
  if (from === 0 || from === records.length) return { lists: [], records };
  const { lists, rows: used } = listedCodes(rows.slice(from));
  return { lists, records: records.filter((_, index) => index < from || !used.has(index - from)) };
}

/** The cells of a row, which a table with names also holds by their numbers. */
function cellsOf(value: ParsedRecord['value']): string[] {
  const entries = Object.entries(value);
  const numbered = entries.filter(([key]) => /^#\d+$/.test(key));
  return (numbered.length > 0 ? numbered : entries).flatMap(([, cell]) =>
    typeof cell === 'string' ? cell : [],
  );
}
