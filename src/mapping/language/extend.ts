import { parseYaml, type MappingError, type PositionedYaml, type YamlPath } from './mapping-errors.js';
import { isWithinLimits } from './mapping-limits.js';
import { rememberedFiles } from './remembered.js';

/** The text of a mapping that another one extends. */
export interface MappingText {
  text: string;
  file: string;
}

/** A mapping over those that it extends, read as one file. */
export interface MergedYaml {
  value: unknown;
  /** Names the file that says it: of several, the one that says most of it, else the nearest. */
  errorAt(path: YamlPath, message: string): MappingError;
  schemaErrors: PositionedYaml['schemaErrors'];
}

/** How many mappings one may stand upon. */
const chainMax = 5;

/**
 * Reads a mapping and lays it over those that it extends.
 * @param bases texts of extended mappings by the name under which they are extended
 */
export function readMerged(
  own: MappingText,
  bases: Readonly<Record<string, MappingText>>,
): { ok: true; yaml: MergedYaml } | { ok: false; errors: MappingError[] } {
  const chain: PositionedYaml[] = [];
  const files: string[] = [];
  let next: MappingText | null = own;
  while (next !== null) {
    const parsed = parseYaml(next.text, next.file, { keepOrder: true });
    if (!parsed.ok) return parsed;
    const { yaml } = parsed;
    chain.push(yaml);
    files.push(next.file);
    const name = extendedBy(yaml.value);
    const base: MappingText | null =
      name === null || !Object.hasOwn(bases, name) ? null : (bases[name] ?? null);
    const problem = name === null ? null : problemOf(name, base, files);
    if (problem !== null) return { ok: false, errors: [yaml.errorAt(['extends'], problem)] };
    next = base;
  }
  const yaml = mergedYaml(chain);
  if (isWithinLimits(yaml.value)) return { ok: true, yaml };
  const message = `The mapping costs too much with those that it extends: ${files.join(', ')}.`;
  return { ok: false, errors: [yaml.errorAt([], message)] };
}

/**
 * The texts of all mappings that one extends, for `readMerged`, which tells what is wrong with them.
 * @param read null where there is no such mapping
 */
export async function gatherBases(
  own: MappingText,
  read: (name: string, from: string) => Promise<MappingText | null>,
): Promise<Record<string, MappingText>> {
  const bases: Record<string, MappingText> = {};
  let current = own;
  for (let depth = 0; depth <= chainMax; depth++) {
    const name = extendedByText(current.text);
    if (name === null || Object.hasOwn(bases, name)) break;
    const base = await read(name, current.file);
    if (base === null) break;
    bases[name] = base;
    current = base;
  }
  return bases;
}

/** The first mapping that one of these extends and that is not among them; null where there is none. */
export function missingBase(own: MappingText, bases: Readonly<Record<string, MappingText>>): string | null {
  let current = own;
  for (let depth = 0; depth <= chainMax; depth++) {
    const name = extendedByText(current.text);
    if (name === null) return null;
    const base = Object.hasOwn(bases, name) ? bases[name] : undefined;
    if (base === undefined) return name;
    current = base;
  }
  return null;
}

/** Null also where the text cannot be read: the code that reads it whole reports what is wrong. */
const extendedByText = rememberedFiles((text: string): string | null => {
  const parsed = parseYaml(text, '');
  return parsed.ok ? extendedBy(parsed.yaml.value) : null;
});

function extendedBy(value: unknown): string | null {
  const name = isObject(value) && Object.hasOwn(value, 'extends') ? value.extends : null;
  return typeof name === 'string' ? name : null;
}

/** @param files of the mappings so far, the last of which extends the base */
function problemOf(name: string, base: MappingText | null, files: readonly string[]): string | null {
  if (base === null)
    return `extends: there is no mapping "${name}" that this one may extend. Write the name of one that feedsync ships or that its operator shares (shared: true); a file of the operator may also name a path.`;
  if (files.includes(base.file))
    return `extends: ${[...files, base.file].join(' extends ')}: that goes round in a circle. One of them must stand alone.`;
  if (files.length > chainMax)
    return `extends: a mapping may stand upon ${chainMax} others at most; this is one more (${files.join(' extends ')}).`;
  return null;
}

function mergedYaml(chain: readonly PositionedYaml[]): MergedYaml {
  const [own = chain[0], ...bases] = chain;
  if (own === undefined) throw new Error('a chain of mappings is never empty');
  if (bases.length === 0) return own;
  const value = bases.reduce((above, base) => merge(base.value, above, []), own.value);
  const errorAt: PositionedYaml['errorAt'] = (path, message) => {
    if (ownKeys.includes(String(path[0]))) return own.errorAt(path, message);
    const known = chain.map((yaml) => yaml.depthOf(path));
    const deepest = chain[known.indexOf(Math.max(...known))] ?? own;
    return deepest.errorAt(path, message);
  };
  return {
    value,
    errorAt,
    schemaErrors: (error, options) => own.schemaErrors(error, { ...options, errorAt }),
  };
}

/** What a mapping says of itself alone. */
const ownKeys = ['name', 'version', 'extends', 'shared'];

/** A rule reads from one of these; a rule that is written again replaces the former. */
const sources = ['from', 'keys', 'const', 'template'];

/** What is written above wins; null takes a key away, but in the words of a table it means: known, means nothing. */
function merge(base: unknown, above: unknown, path: readonly string[]): unknown {
  if (!isObject(base) || !isObject(above)) return withoutNulls(above, path);
  // A key such as __proto__ is a key like any other.
  const merged = new Map<string, unknown>();
  const isNewSource = sources.some((name) => Object.hasOwn(above, name) && above[name] !== null);
  for (const [key, value] of Object.entries(base)) {
    if (path.length === 0 && ownKeys.includes(key)) continue;
    if (isNewSource && sources.includes(key) && path.length > 0) continue;
    merged.set(key, value);
  }
  for (const [key, value] of Object.entries(above)) {
    if (value === null && !isTableOfWords(path)) merged.delete(key);
    else
      merged.set(
        key,
        merged.has(key) ? merge(merged.get(key), value, [...path, key]) : withoutNulls(value, [...path, key]),
      );
  }
  return Object.fromEntries(merged);
}

function withoutNulls(value: unknown, path: readonly string[]): unknown {
  return isObject(value) ? merge({}, value, path) : value;
}

function isTableOfWords([first, , part]: readonly string[]): boolean {
  return first === 'tables' && part !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
