import type { Compiler } from './compiler.js';
import { repairDoubleUtf8 } from '../values/double-utf8.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { RuleInput } from '../language/mapping-schema.js';
import { ownTextOf, textOf } from '../language/path.js';
import type { Report, Scope } from '../language/scope.js';
import { compileTemplate } from '../language/template.js';
import type { Repairs } from '../../model/outcome.js';
import { cleanMarkup, type CleanUp } from '../values/html.js';
import { readable } from '../values/readable.js';
import { badCharacter, tidyLine, tidyLines, unwrapCell, withoutUnseen } from '../values/text.js';

/** The origin of a rule's texts: paths, keys or a template. */
export interface Source {
  /** A description for `explain`. */
  readonly text: string;
  /** The texts of a record, cleaned, without texts that mean "no value". */
  read(scope: Scope, report: Report): string[];
  /** The first text as the feed writes it; null if there is none. For `explain`. */
  raw(scope: Scope): string | null;
}

export interface SourceOptions {
  /** Whether line breaks are kept. */
  lines: boolean;
  /** Reads all values of all paths. False: only the values of the first path that has any. */
  all: boolean;
  /** Keeps empty texts too, for rules that only test whether a value is present. */
  keepEmpty: boolean;
  /**
   * For the id of a record: `as_ever` is the cleaning of release 0.1.0, so that no id of a feed from then changes (RULES R52). Only an
   * id that would be empty or damaged is read like other texts.
   */
  id?: 'as_ever' | 'cleaned';
}

/** Reads the texts of a path or of a named value (`$name`). */
type Reader = (scope: Scope) => string[];

export function compileSource(
  rule: RuleInput,
  options: SourceOptions,
  compiler: Compiler,
  at: YamlPath,
): Source {
  const clean = cleaner(rule, options, compiler);
  if (rule.template !== undefined) return templateSource(rule.template, clean, compiler, [...at, 'template']);
  if (rule.keys !== undefined) return keysSource(rule.keys, clean, compiler, [...at, 'keys']);
  const from = Array.isArray(rule.from) ? rule.from : [rule.from ?? '.'];
  const text = options.id === undefined ? textOf : ownTextOf;
  const readers = from.map((path) => pathReader(path, text, compiler, [...at, 'from']));
  const read = (scope: Scope): string[] => {
    const found: string[] = [];
    for (const read of readers) {
      for (const raw of read(scope)) {
        const text = clean(raw, scope.repairs);
        if (text !== null) found.push(text);
      }
      if (found.length > 0 && !options.all) break;
    }
    return found;
  };
  const cleaning = [rule.nulls, rule.entities, rule.html, rule.repair, options];
  const number = compiler.numberOf(JSON.stringify([from, cleaning]));
  return {
    text: from.join(', '),
    raw: (scope) => readers.map((read) => read(scope)[0]).find((text) => text?.trim()) ?? null,
    // Rules with an equal source share the source's texts, because a dozen fields may read a feed's list of features. A named value is not
    // shared.
    read: from.some((path) => path.startsWith('$')) ? read : (scope) => scope.texts(number, read),
  };
}

function templateSource(text: string, clean: Cleaner, compiler: Compiler, at: YamlPath): Source {
  try {
    const template = compileTemplate(text);
    const readers = new Map(template.paths.map((path) => [path, pathReader(path, textOf, compiler, at)]));
    const first = (scope: Scope) => (path: string) => firstOf(readers.get(path)?.(scope) ?? [], clean, scope);
    const fill = (scope: Scope): string | null => template.fill(first(scope));
    return {
      text: `template "${text}"`,
      raw: fill,
      read: (scope) => [fill(scope) ?? ''].filter((one) => one !== ''),
    };
  } catch (error) {
    compiler.fail(
      at,
      `The template "${text}" cannot be understood: ${error instanceof Error ? error.message : ''}.`,
    );
    return { text, raw: () => null, read: () => [] };
  }
}

/**
 * Reads all keys in order. An absent key becomes an empty text, and absent keys at the end are left out. Without the first key the result
 * is empty, because there is nothing to look up.
 */
function keysSource(keys: readonly string[], clean: Cleaner, compiler: Compiler, at: YamlPath): Source {
  const readers = keys.map((path) => pathReader(path, textOf, compiler, at));
  const read = (scope: Scope): string[] => {
    const texts = readers.map((one) => firstOf(one(scope), clean, scope) ?? '');
    const known = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
    return known[0] ? known : [];
  };
  return { text: keys.join(' + '), read, raw: (scope) => read(scope).join(' + ') || null };
}

function pathReader(path: string, text: typeof textOf, compiler: Compiler, at: YamlPath): Reader {
  if (!path.startsWith('$')) {
    const compiled = compiler.path(path, at);
    return (scope) => compiled.select(scope.record).map(text);
  }
  const name = path.slice(1);
  if (!compiler.names.has(name))
    compiler.fail(at, `There is no value "${name}" under values: above this place.`);
  return (scope) => {
    const value = scope.named(name);
    if (value === null) return [];
    return typeof value === 'object' ? [...value] : [String(value)];
  };
}

function firstOf(texts: readonly string[], clean: Cleaner, { repairs }: Scope): string | null {
  for (const text of texts) {
    const cleaned = clean(text, repairs);
    if (cleaned !== null) return cleaned;
  }
  return null;
}

/** Cleans a text of the feed and notes what it repairs; null for a text that means "no value". */
type Cleaner = (raw: string, repairs: Repairs) => string | null;

function cleaner(rule: RuleInput, options: SourceOptions, { mapping }: Compiler): Cleaner {
  const markup: CleanUp = { entities: rule.entities ?? mapping.entities, html: rule.html ?? mapping.html };
  const tidy = options.lines ? tidyLines : tidyLine;
  const before = cellCleaner(options, mapping.format.container === 'csv');
  const repair = (rule.repair ?? mapping.repair) === undefined ? null : repairDoubleUtf8;
  if (options.keepEmpty) return (raw) => tidy(before(raw));
  const isNull = sentinelTest([...mapping.nulls, ...(rule.nulls ?? [])]);
  const clean: Cleaner = (raw, repairs) => {
    const cell = before(raw);
    const text = tidy(readable(repair ? repair(cell) : cell, markup, repairs));
    return isNull(text) ? null : text;
  };
  if (options.id === undefined) return clean;
  return (raw, repairs) => {
    const cell = before(raw);
    const id = tidy(cleanMarkup(repair ? repair(cell) : cell, markup));
    if (id === '' || badCharacter(id) !== null) return clean(raw, repairs);
    return isNull(id) ? null : id;
  };
}

/** Removes what spreadsheets put around a text, and invisible characters. An id that is read `as_ever` stays whole. */
function cellCleaner({ id }: SourceOptions, isCell: boolean): (raw: string) => string {
  if (id === 'as_ever') return (raw) => raw;
  const where = id === 'cleaned' ? 'everywhere' : 'ends';
  return isCell ? (raw) => unwrapCell(withoutUnseen(raw, where)) : (raw) => withoutUnseen(raw, where);
}

/**
 * A test for texts that mean "no value": the empty text and the sentinels. Texts are compared without case. Numbers are compared as numbers:
 * the sentinel 0 also matches `0.00`.
 */
export function sentinelTest(sentinels: readonly (string | number)[]): (text: string) => boolean {
  const texts = new Set(['', ...sentinels.map((one) => String(one).toLowerCase())]);
  const numbers = new Set(sentinels.filter((one) => typeof one === 'number'));
  const longest = Math.max(...[...texts].map((text) => text.length));
  const isNumber = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?$/.test(text);
  return (text) =>
    (text.length <= longest && texts.has(text.toLowerCase())) ||
    (numbers.size > 0 && isNumber(text) && numbers.has(Number(text.replace(',', '.'))));
}
