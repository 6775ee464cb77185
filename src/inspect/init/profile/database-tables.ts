import { conceptsOf, strongName, wordsOf } from '../words/concepts.js';
import { stemOf } from '../words/name-lexicon.js';
import { readJsonHead } from './json-head.js';

/** A table of a database: its name and rows. */
interface Table {
  name: string;
  rows: readonly Record<string, unknown>[];
}

/** A column whose figures are the ids of another table. */
interface ReferenceTo {
  column: string;
  table: string;
}

/** The first of the marks that phpMyAdmin writes stands here, so that no other file is parsed twice. */
const beginning = 4_096;

/**
 * Why a copy of a database in JSON is no feed, where its listings refer to other tables of the file by their ids; null: it is none. A name
 * and a list of rows stand in each object of its top list, as phpMyAdmin writes them.
 */
export function databaseTables(text: string): string | null {
  if (!/"type"\s*:\s*"(?:header|database|table)"/.test(text.slice(0, beginning))) return null;
  const [document] = readJsonHead(text)?.values ?? [];
  const tables = Array.isArray(document) ? document.flatMap(tableIn) : [];
  if (tables.length < 2) return null;
  const [listings] = [...tables].sort((a, b) => known(b) - known(a));
  const references = listings === undefined ? [] : referencesOf(listings, tables);
  if (listings === undefined || references.length === 0) return null;
  const named = references.map(({ column, table }) => `${column} of "${table}"`).join(', ');
  return (
    `This is a copy of a database with ${tables.length} tables in one file. "${listings.name}" names what stands in others by their ids: ${named}. ` +
    'feedsync reads one record for each listing. Ask the maker of the software for an export with the words in place of the ids and with the ' +
    'photos in each listing. In Serbian: "Molimo vas za fajl u kome je svaki oglas jedan zapis, sa rečima umesto šifara iz drugih tabela i sa ' +
    'adresama fotografija u samom oglasu."'
  );
}

function tableIn(value: unknown): Table[] {
  if (!isObject(value)) return [];
  const lists = Object.values(value).filter(
    (member): member is Record<string, unknown>[] =>
      Array.isArray(member) && member.length > 0 && member.every(isObject),
  );
  const [rows, ...others] = lists;
  return typeof value.name === 'string' && rows !== undefined && others.length === 0
    ? [{ name: value.name, rows }]
    : [];
}

/** The number of columns whose names mean something of a listing. */
function known({ rows }: Table): number {
  return Object.keys(rows[0] ?? {}).filter((name) =>
    [...conceptsOf(name).values()].some((score) => score >= strongName),
  ).length;
}

/** The columns of a table with the name of another one and its ids. */
function referencesOf(listings: Table, tables: readonly Table[]): ReferenceTo[] {
  return Object.keys(listings.rows[0] ?? {}).flatMap((column) => {
    const words = wordsOf(column);
    const bare = words.filter((word) => word !== 'id');
    if (bare.length === words.length || bare.length === 0) return [];
    const table = tables.find(
      (other) => other !== listings && isOf(bare, other.name) && holds(other, listings, column),
    );
    return table === undefined ? [] : [{ column, table: table.name }];
  });
}

/** Whether the words of a column are those of a table's name in another number: `grad`, `gradovi`. */
function isOf(words: readonly string[], name: string): boolean {
  const stems = wordsOf(name).map(stemOf);
  return words
    .map(stemOf)
    .every((word) => stems.some((stem) => stem.startsWith(word) || word.startsWith(stem)));
}

/** Whether the figures in a column are all ids of a table. */
function holds({ rows }: Table, listings: Table, column: string): boolean {
  const ids = new Set(rows.map((row) => figureOf(row.id)));
  const used = listings.rows.map((row) => figureOf(row[column])).filter((figure) => figure !== '');
  return used.length > 0 && used.every((figure) => ids.has(figure));
}

function figureOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
