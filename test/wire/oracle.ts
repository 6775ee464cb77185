import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { changed } from './listings.js';

/** One listing, and what the spec says of it. */
export interface OracleRow {
  name: string;
  /** Part of the spec. */
  spec: string;
  payload: Record<string, unknown>;
  /** `pointer code`, sorted; empty for a valid payload. */
  details: string[];
  /** Why the portal does not publish a valid payload. */
  publishesNot: string | null;
  /** Codes of what the portal says of a payload that it accepts, sorted. */
  warnings: string[];
  /** What this row's agency is, beyond the ordinary one. */
  agency: Record<string, unknown>;
}

/** What a portal calls things: the spec shows no keys. */
export interface OracleWords {
  /** The key under this Serbian label. */
  key(list: 'category' | 'heating' | 'amenity' | 'attribute', label: string): string;
  amenities: readonly string[];
  /** A city. */
  place: string;
}

interface OracleFile {
  bases: Record<string, Record<string, unknown>>;
  blocks: { spec: string; rows: Block[] }[];
  several: { of: string; changes: Record<string, unknown>; details: Record<string, string> }[];
}

type Block = { field: string; of?: string[]; with?: Record<string, unknown>; at?: string } & {
  choice?: string;
  publishes_not?: string;
  warns?: string[];
  agency?: Record<string, unknown>;
} & Record<string, unknown>;

const about = ['field', 'of', 'with', 'at', 'choice', 'publishes_not', 'warns', 'agency'];

/** Every row of oracle.yaml, in a portal's own words. */
export function oracleRows(words: OracleWords): OracleRow[] {
  const file = parse(readFileSync(new URL('oracle.yaml', import.meta.url), 'utf8')) as OracleFile;
  const bases = Object.fromEntries(
    Object.entries(file.bases).map(([name, base]) => [name, spelled(base, words) as Record<string, unknown>]),
  );
  const base = (name: string): Record<string, unknown> => {
    const found = bases[name];
    if (found === undefined) throw new Error(`oracle.yaml has no base "${name}"`);
    return found;
  };
  return [
    ...Object.keys(bases).map((name) => row(`a ${name}`, 'Listing', base(name), {})),
    ...file.blocks.flatMap(({ spec, rows }) =>
      rows.flatMap((block) =>
        (block.of ?? ['sale', 'rent']).flatMap((of) => rowsOf(block, spec, of, base(of), words)),
      ),
    ),
    ...file.several.map(({ of, changes, details }) => {
      const name = `${of} ${Object.keys(changes).join(' ')}`;
      return row(name, 'several rules broken at once', changedAll(base(of), changes, words), details);
    }),
  ];
}

/** Pointers of all fields that oracle.yaml changes. */
export function oracleFields(): string[] {
  const { blocks } = parse(readFileSync(new URL('oracle.yaml', import.meta.url), 'utf8')) as OracleFile;
  return [...new Set(blocks.flatMap(({ rows }) => rows.map(({ field }) => field)))];
}

function rowsOf(
  block: Block,
  spec: string,
  of: string,
  base: Record<string, unknown>,
  words: OracleWords,
): OracleRow[] {
  const prepared = changedAll(base, block.with ?? {}, words);
  const given = [block.with, block.agency].map((part) =>
    part === undefined ? '' : ` ${JSON.stringify(part)}`,
  );
  const verdicts = Object.entries(block).filter(([name]) => !about.includes(name));
  return verdicts.flatMap(([verdict, values]) =>
    (values as unknown[]).map((value) => {
      const payload = changed(prepared, block.field, spelled(value, words));
      const details = verdict === 'accepts' ? {} : { [block.at ?? block.field]: verdict };
      const name = `${of} ${block.field} ${JSON.stringify(value)}${given.join('')}`;
      return {
        ...row(name, spec, payload, details),
        publishesNot: block.publishes_not ?? null,
        warnings: [...(block.warns ?? [])].sort(),
        agency: block.agency ?? {},
      };
    }),
  );
}

function row(
  name: string,
  spec: string,
  payload: Record<string, unknown>,
  details: Record<string, string>,
): OracleRow {
  const listed = Object.entries(details).map(([pointer, code]) => `${pointer} ${code}`);
  return { name, spec, payload, details: listed.sort(), publishesNot: null, warnings: [], agency: {} };
}

function changedAll(
  payload: Record<string, unknown>,
  changes: Record<string, unknown>,
  words: OracleWords,
): Record<string, unknown> {
  return Object.entries(changes).reduce(
    (so, [pointer, value]) => changed(so, pointer, spelled(value, words)),
    payload,
  );
}

/** The file's shorthand, written out. */
function spelled(value: unknown, words: OracleWords): unknown {
  if (typeof value === 'string') return spelledText(value, words);
  if (Array.isArray(value)) return value.map((entry) => spelled(entry, words));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [
    String(spelled(key, words)),
    spelled(child, words),
  ]);
  return Object.fromEntries(entries) as unknown;
}

function spelledText(text: string, words: OracleWords): unknown {
  if (text === '<absent>') return undefined;
  const count = /^<(\d+) (amenities|photos)>$/.exec(text);
  if (count?.[2] === 'amenities') return words.amenities.slice(0, Number(count[1]));
  if (count) {
    return Array.from({ length: Number(count[1]) }, (_, index) => ({
      url: `https://photos.agency.example/${index}.jpg`,
    }));
  }
  return text
    .replaceAll('<place>', words.place)
    .replaceAll(/<(category|heating|amenity|attribute):([^>]+)>/g, (_, list: string, label: string) =>
      words.key(list as Parameters<OracleWords['key']>[0], label),
    )
    .replaceAll(/<([^<>*]+)\*(\d+)>/g, (_, part: string, times: string) => part.repeat(Number(times)));
}
