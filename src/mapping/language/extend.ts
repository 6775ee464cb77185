import { isObject, ownEntry, ownValue } from '../../model/own-value.js';
import { parseYaml, type MappingError, type PositionedYaml, type YamlPath } from './mapping-errors.js';
import { isWithinLimits } from './mapping-limits.js';
import { rememberedFiles } from './remembered.js';

/** The text of a mapping, and the name of its file for messages. */
export interface MappingText {
  text: string;
  file: string;
}

/** A mapping merged with the mappings that it extends. */
export interface MergedYaml {
  value: unknown;
  /**
   * An error in the file that has most steps of the path. Of several such files, the one nearest to the extending mapping; for a key that
   * is not inherited, always the extending mapping.
   */
  errorAt(path: YamlPath, message: string): MappingError;
  schemaErrors: PositionedYaml['schemaErrors'];
}

/** The number of mappings that one mapping may extend, directly and through others. */
const chainMax = 5;

/**
 * Reads a mapping and merges it over the mappings that it extends.
 * @param bases the extended mappings, by their names in `extends:`
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
    const base: MappingText | null = name === null ? null : (ownEntry(bases, name) ?? null);
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
 * Collects the mappings that one extends, directly and through others, for `readMerged`, which reports mistakes in them. Ends at a name
 * that `read` does not know or that comes again, and one mapping after the allowed `chainMax`.
 * @param read returns the mapping of a name in `extends:`; null if there is none
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

/**
 * The name of the first mapping in the chain of `extends:` that `bases` lacks; null if the chain is complete, or longer than `chainMax`, as
 * a circular one is.
 */
export function missingBase(own: MappingText, bases: Readonly<Record<string, MappingText>>): string | null {
  let current = own;
  for (let depth = 0; depth <= chainMax; depth++) {
    const name = extendedByText(current.text);
    if (name === null) return null;
    const base = ownEntry(bases, name);
    if (base === undefined) return name;
    current = base;
  }
  return null;
}

/** The name in the text's `extends:`; null if there is none, or if the text cannot be parsed, which `readMerged` reports. */
const extendedByText = rememberedFiles((text: string): string | null => {
  // Most mappings extend none, and parsing one takes longer than searching it. Escapes may spell the key as well.
  if (!/extends|\\[xuU]/.test(text)) return null;
  const parsed = parseYaml(text, '');
  return parsed.ok ? extendedBy(parsed.yaml.value) : null;
});

function extendedBy(value: unknown): string | null {
  const name = ownValue(value, 'extends');
  return typeof name === 'string' ? name : null;
}

/** Why a mapping cannot extend the base, a sentence; null if it can. @param files those of the chain; the last extends the base */
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

/** Keys that a mapping does not inherit. */
const ownKeys = ['name', 'version', 'extends', 'shared'];

/** The sources of a rule's value. A rule has one of them: a new source removes the inherited one. */
const sources = ['from', 'keys', 'const', 'template'];

/** The values of `above` win. A null removes the key; among the words of a table, it stays and means that the word has no meaning. */
function merge(base: unknown, above: unknown, path: readonly string[]): unknown {
  if (!isObject(base) || !isObject(above)) return withoutNulls(above, path);
  // A map, because an assignment of the key __proto__ to an object would set its prototype.
  const merged = new Map<string, unknown>();
  const isNewSource = sources.some((name) => Object.hasOwn(above, name) && above[name] !== null);
  for (const [key, value] of Object.entries(base)) {
    if (path.length === 0 && ownKeys.includes(key)) continue;
    if (isNewSource && sources.includes(key) && path.length > 0) continue;
    merged.set(key, value);
  }
  for (const [key, value] of Object.entries(above)) {
    if (value === null && !isTableOfWords(path)) merged.delete(key);
    else merged.set(key, merge(merged.get(key), value, [...path, key]));
  }
  return Object.fromEntries(merged);
}

function withoutNulls(value: unknown, path: readonly string[]): unknown {
  return isObject(value) ? merge({}, value, path) : value;
}

function isTableOfWords([first, , part]: readonly string[]): boolean {
  return first === 'tables' && part !== undefined;
}
