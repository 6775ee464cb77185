import { fold } from '../../model/fold.js';

/** The columns of a header, under the names by which a mapping reads them. */
export interface MatchedNames {
  /** By position. A column that matches no wanted name keeps its own name. */
  names: string[];
  /** For each wanted name that several columns match and none exactly: those columns, as written. No value is read under such a name. */
  unclear: readonly (readonly [wanted: string, columns: readonly string[]])[];
}

/**
 * Matches columns with wanted names without regard to case, script, diacritics, blanks, `_` and `-` (RULES R23). A column of exactly
 * a wanted name is never renamed, and no other column is taken for it.
 * @param written the header's names by position
 * @param wanted names, and forms such as `photo<n>` for a name with a number
 */
export function matchNames(written: readonly string[], wanted: readonly string[]): MatchedNames {
  const present = new Set(written);
  const missing = new Map<string, string>();
  const forms: NumberedForm[] = [];
  const exact = new Set(wanted.filter((name) => present.has(name)).map(foldName));
  for (const name of wanted) {
    const form = numberedForm(name);
    if (form !== null) forms.push(form);
    // Of several spellings of one name in a mapping, the first stands for all.
    else if (!exact.has(foldName(name)) && !missing.has(foldName(name))) missing.set(foldName(name), name);
  }
  if (missing.size === 0 && forms.length === 0) return { names: [...written], unclear: [] };
  const meanings = written.map((name) => meaningOf(name, present, missing, forms));
  const columnsOf = new Map<string, Set<string>>();
  for (const [index, meaning] of meanings.entries())
    if (meaning !== null)
      columnsOf.set(
        meaning,
        columnsOf.get(meaning)?.add(written[index] ?? '') ?? new Set([written[index] ?? '']),
      );
  const isClear = (meaning: string): boolean => columnsOf.get(meaning)?.size === 1;
  return {
    names: written.map((name, index) => {
      const meaning = meanings[index] ?? null;
      return meaning !== null && isClear(meaning) ? meaning : name;
    }),
    unclear: [...columnsOf].flatMap(([name, columns]) =>
      columns.size > 1 ? [[name, [...columns]] as const] : [],
    ),
  };
}

/** The wanted name that a column stands for; null if the column keeps its own name. */
function meaningOf(
  name: string,
  present: ReadonlySet<string>,
  missing: ReadonlyMap<string, string>,
  forms: readonly NumberedForm[],
): string | null {
  if (name === '') return null;
  const folded = foldName(name);
  const plain = missing.get(folded);
  if (plain !== undefined) return plain;
  for (const { before, after, foldedBefore, foldedAfter } of forms) {
    if (!folded.startsWith(foldedBefore) || !folded.endsWith(foldedAfter)) continue;
    const number = folded.slice(foldedBefore.length, folded.length - foldedAfter.length);
    const meant = `${before}${number}${after}`;
    if (/^\d{1,9}$/.test(number)) return present.has(meant) ? null : meant;
  }
  return null;
}

interface NumberedForm {
  before: string;
  after: string;
  foldedBefore: string;
  foldedAfter: string;
}

function numberedForm(name: string): NumberedForm | null {
  const [before = '', after, ...others] = name.split('<n>');
  if (after === undefined || others.length > 0) return null;
  return { before, after, foldedBefore: foldName(before), foldedAfter: foldName(after) };
}

function foldName(name: string): string {
  return fold(name).replace(/[\s_-]+/g, '');
}
