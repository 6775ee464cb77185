/** A column with its value in each record; empty: it has none. */
export interface KeyColumn {
  path: string;
  keys: readonly string[];
}

/** More columns make no better id. */
const partsMax = 6;
const setsMax = 3;
const nearlyAll = 0.995;

/**
 * The sets of columns of which ids are combined: the first set for the records that have all of its values, the next for those that
 * lack one, such as land without a street.
 * @returns `doubled`: records whose id another record has as well
 */
export function combinedIds(
  columns: readonly KeyColumn[],
  title: string | null,
): { sets: (readonly KeyColumn[])[]; doubled: number } {
  const sets: (readonly KeyColumn[])[] = [];
  const ids = new Map<string, number>();
  let rows = columns[0]?.keys.map((_, row) => row) ?? [];
  while (rows.length > 0 && sets.length < setsMax) {
    const [first] = sets;
    const parts =
      first === undefined ? firstSet(columns, title, rows) : nextSet(columns, title, { rows, first });
    if (parts.length === 0) break;
    sets.push(parts);
    const having = rows.filter((row) => hasAll(parts, row));
    for (const id of having.map((row) => keyOf(parts, row))) ids.set(id, (ids.get(id) ?? 0) + 1);
    rows = rows.filter((row) => !hasAll(parts, row));
  }
  return { sets, doubled: [...ids.values()].reduce((sum, records) => sum + records - 1, 0) };
}

/** The title takes part only where the columns that last longer do not tell the records apart. */
function firstSet(
  columns: readonly KeyColumn[],
  title: string | null,
  rows: readonly number[],
): readonly KeyColumn[] {
  const lasting = fewest(
    columns.filter(({ path }) => path !== title),
    rows,
  );
  const having = rows.filter((row) => hasAll(lasting, row)).length;
  return lasting.length > 0 && apart(lasting, rows) >= having * nearlyAll ? lasting : fewest(columns, rows);
}

/**
 * Columns for the records that lack a value of the first set, at least two and as many as that set has: few records are told apart by a
 * town alone, and the next one in that town would not be.
 */
function nextSet(
  columns: readonly KeyColumn[],
  title: string | null,
  { rows, first }: { rows: readonly number[]; first: readonly KeyColumn[] },
): readonly KeyColumn[] {
  const needed = firstSet(columns, title, rows);
  const isFilled = ({ keys }: KeyColumn): boolean =>
    rows.every((row) => !hasAll(needed, row) || keys[row] !== '');
  const others = columns
    .filter((column) => !needed.includes(column) && column.path !== title && isFilled(column))
    .sort((a, b) => new Set(b.keys).size - new Set(a.keys).size);
  if (needed.length + others.length < 2) return [];
  const chosen = [...needed, ...others.slice(0, Math.max(0, Math.max(2, first.length) - needed.length))];
  return columns.filter((column) => chosen.includes(column));
}

/** A few columns, six at most, that tell most of these records apart. One that helps few records takes no part. */
function fewest(columns: readonly KeyColumn[], rows: readonly number[]): readonly KeyColumn[] {
  let chosen: readonly KeyColumn[] = [];
  while (chosen.length < partsMax && apart(chosen, rows) < rows.length * nearlyAll) {
    const [next] = columns
      .filter((column) => !chosen.includes(column))
      .map((column) => ({ column, told: apart([...chosen, column], rows) }))
      .sort((a, b) => b.told - a.told);
    if (next === undefined || next.told - apart(chosen, rows) <= rows.length * (1 - nearlyAll)) break;
    chosen = [...chosen, next.column];
  }
  for (const column of chosen) {
    const others = chosen.filter((one) => one !== column);
    if (others.length > 0 && apart(others, rows) >= apart(chosen, rows)) chosen = others;
  }
  return columns.filter((column) => chosen.includes(column));
}

/** How many of these records the columns tell apart. A record that lacks a value has no id. */
function apart(columns: readonly KeyColumn[], rows: readonly number[]): number {
  if (columns.length === 0) return 0;
  return new Set(rows.filter((row) => hasAll(columns, row)).map((row) => keyOf(columns, row))).size;
}

function hasAll(columns: readonly KeyColumn[], row: number): boolean {
  return columns.every(({ keys }) => keys[row] !== '');
}

function keyOf(columns: readonly KeyColumn[], row: number): string {
  return columns.map(({ keys }) => keys[row]).join('\n');
}
