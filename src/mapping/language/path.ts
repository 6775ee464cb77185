import { ownEntry } from '../../model/own-value.js';
import type { ParsedRecord, RecordObject, RecordValue } from '../../model/record.js';

/** A compiled path of a mapping file. */
export interface CompiledPath {
  /** The path as the mapping writes it. */
  readonly text: string;
  /** Where the path starts: in the record, in an element around the record (`../`), or in the feed's header (`/`). */
  readonly origin: 'record' | 'ancestor' | 'header';
  /** The first step without its brackets: in CSV, the column. */
  readonly firstStep: string;
  /** All values at the path, in document order; empty if there are none. */
  select(record: Pick<ParsedRecord, 'ancestors' | 'header'> & Partial<ParsedRecord>): RecordValue[];
}

/** Reads all values at a path below one value of a record, such as one image of a list. An object whose names are numbers is a list. */
export type RelativePath = (value: RecordValue) => RecordValue[];

/** A path that cannot be compiled. The message says why, for the author of the mapping. */
export class PathError extends Error {}

/**
 * Compiles a path:
 * - `a/b`, `@x`, `a/@x`, `*` (all children), `.` (the value itself)
 * - `a[name=Lift]/value`, `a[@kind='x y']`: only elements with that value
 * - `'Cena (EUR)'`: a name with signs that have a meaning in paths
 * - `name()`: the name of the record's element
 * - `a/name(*)`: the names of a's children
 * - `a/name(true)`, `a/@name(true)`: the names of a's children or attributes whose text means yes
 * - `photo<n>`: photo1, photo2, … in the order of their numbers
 * - `p[@name=photo<n>]`: elements whose value has such a form, in the order of the numbers
 * - `#85..#93`: columns of a CSV file
 * - `../@x`, `../name()`: attribute or name of an element around the record
 * - `/a/b`: in the feed's header
 *
 * @param isYes whether a text means yes
 * @throws PathError
 */
export function compilePath(text: string, isYes: IsYes = saysTrue): CompiledPath {
  const trimmed = text.trim();
  if (trimmed.startsWith('/')) {
    const read = compileSteps(splitSteps(trimmed.slice(1)), text, isYes);
    return { text, origin: 'header', firstStep: '.', select: ({ header }) => read(header) };
  }
  const levels = /^(?:\.\.\/)+/.exec(trimmed)?.[0].length ?? 0;
  if (levels > 0) return ancestorPath(text, levels / 3, trimmed.slice(levels));
  if (trimmed === 'name()') {
    return {
      text,
      origin: 'record',
      firstStep: '.',
      select: ({ name }) => (name === undefined ? [] : [name]),
    };
  }
  const steps = splitSteps(trimmed);
  const read = compileSteps(steps, text, isYes);
  const firstStep = stepParts.exec(steps[0] ?? '')?.[1] ?? '.';
  return {
    text,
    origin: 'record',
    firstStep,
    select: ({ value }) => (value === undefined ? [] : read(value)),
  };
}

/** Compiles a path below one value of a record: `url`, `@id`, `.`. @throws PathError */
export function compileRelativePath(text: string, isYes: IsYes = saysTrue): RelativePath {
  return compileSteps(splitSteps(text.trim()), text, isYes);
}

/** Whether the text of an element or attribute means yes. */
export type IsYes = (text: string) => boolean;

const saysTrue: IsYes = (text) => /^(?:true|1)$/i.test(text.trim());

/** The text of a value (`#text`), without the texts of fields in it. The texts of a list are joined by blanks. */
export function textOf(value: RecordValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  return Object.hasOwn(value, '#text') ? textOf(value['#text'] ?? '') : '';
}

/** Like `textOf`, without the texts of elements within an element of XML. */
export function ownTextOf(value: RecordValue): string {
  const isObject = typeof value === 'object' && !Array.isArray(value);
  return isObject && Object.hasOwn(value, '#own') ? textOf(value['#own'] ?? '') : textOf(value);
}

function ancestorPath(text: string, level: number, rest: string): CompiledPath {
  const attribute = /^@([^/[\]@]+)$/.exec(rest)?.[1];
  if (attribute === undefined && rest !== 'name()') {
    throw new PathError(
      `"${text}": of the elements around a record, only attributes (../@name) and ../name() can be read`,
    );
  }
  return {
    text,
    origin: 'ancestor',
    firstStep: '.',
    select: ({ ancestors }) => {
      const ancestor = ancestors.at(-level);
      if (!ancestor) return [];
      if (attribute === undefined) return [ancestor.name];
      const value = ownEntry(ancestor.attributes, attribute);
      return value === undefined ? [] : [value];
    },
  };
}

/** Matches a step: a name, plain or in quotes, and the brackets behind it. */
const stepParts = /^('[^']+'|[^[\]]+)((?:\[.*\])?)$/s;

/** Adds the values that it finds below a node to `found`. Is never called with a list. */
type Step = (node: RecordValue, found: RecordValue[]) => void;

interface CompiledStep {
  step: Step;
  /** The name of a step that is a plain name of children; null for any other step. */
  name: string | null;
}

function compileSteps(parts: readonly string[], text: string, isYes: IsYes): RelativePath {
  const steps = parts.map((part, index) => compileStep(part, text, index === parts.length - 1, isYes));
  const readAll = toAllValues(steps);
  const names = steps.map(({ name }) => name);
  return names.every((name) => name !== null) ? toOneValue(names, readAll) : readAll;
}

/** A fast path for plain names, each of which leads to one value. Where it meets a list, it uses `readAll`. */
function toOneValue(names: readonly string[], readAll: RelativePath): RelativePath {
  return (value) => {
    let node = value;
    for (const name of names) {
      if (Array.isArray(node)) return readAll(value);
      if (typeof node === 'string') return [];
      if (!Object.hasOwn(node, name)) return numberedMembers(node) === null ? [] : readAll(value);
      node = node[name] ?? [];
    }
    return Array.isArray(node) ? readAll(value) : [node];
  };
}

function toAllValues([first, ...others]: readonly CompiledStep[]): RelativePath {
  return (value) => {
    let nodes: RecordValue[] = [];
    if (first) visit(value, first.step, nodes);
    for (const { step } of others) {
      if (nodes.length === 0) break;
      const found: RecordValue[] = [];
      for (const node of nodes) step(node, found);
      nodes = found;
    }
    return nodes;
  };
}

/** Calls `step` for the value, or for each item of a list, at any depth of lists. */
function visit(value: RecordValue, step: Step, found: RecordValue[]): void {
  if (!Array.isArray(value)) step(value, found);
  else for (const item of value) visit(item, step, found);
}

function compileStep(part: string, text: string, isLast: boolean, isYes: IsYes): CompiledStep {
  const match = stepParts.exec(part);
  if (!match) throw new PathError(`"${text}": "${part}" is not a step of a path`);
  const [, name = '', predicates = ''] = match;
  const quoted = /^'(.+)'$/s.exec(name)?.[1];
  const namesOf = nameStep(name, isYes);
  if (namesOf) {
    if (!isLast) throw new PathError(`"${text}": ${name} can only end a path`);
    return { step: namesOf, name: null };
  }
  if (quoted === undefined && /[()]/.test(name)) {
    throw new PathError(
      `"${text}": "${name}" is not known; name() stands alone, name(*), name(true) and @name(true) end a path, a column's name with such signs stands in quotes`,
    );
  }
  const special = quoted === undefined ? stepInto(name.trim(), text) : null;
  const child = quoted ?? name.trim();
  const into = special ?? stepToChild(child);
  const tests = splitPredicates(predicates, text);
  const numbered = tests.find((test) => test.numberOf);
  const selected = (accept: Step): Step =>
    into((node, found) => {
      if (tests.every((test) => test.holds(node))) accept(node, found);
    });
  return {
    step: numbered?.numberOf ? inOrderOf(numbered.numberOf, selected) : selected(add),
    name: special === null && tests.length === 0 ? child : null,
  };
}

const add: Step = (node, found) => void found.push(node);

/** The step for `name(*)`, `name(true)` or `@name(true)`, which give names; null for any other step. */
function nameStep(name: string, isYes: IsYes): Step | null {
  switch (name) {
    case 'name(*)':
      return (node, found) => {
        for (const name of childNames(node)) found.push(name);
      };
    case 'name(true)':
      return (node, found) => {
        for (const name of childNames(node))
          if (isObject(node) && isYes(textOf(node[name] ?? ''))) found.push(name);
      };
    case '@name(true)':
      return (node, found) => {
        for (const [name, value] of Object.entries(isObject(node) ? node : {}))
          if (name.startsWith('@') && isYes(textOf(value))) found.push(name.slice(1));
      };
    default:
      return null;
  }
}

/** Makes a step from the nodes that a name leads to. The step calls `accept` for each of these nodes. */
type Into = (accept: Step) => Step;

/** The nodes of a special name: `.`, `*`, a range of columns, or a form with `<n>`; null for a plain name. */
function stepInto(name: string, text: string): Into | null {
  if (name === '.') return (accept) => accept;
  if (name === '*') return stepToNames(childNames);
  const columns = /^#(\d+)\.\.#(\d+)$/.exec(name);
  if (columns) return stepToColumns(Number(columns[1]), Number(columns[2]), text);
  const numberOf = numberReader(name, text);
  if (!numberOf) return null;
  return stepToNames((node) => {
    if (!isObject(node)) return [];
    const numbered = Object.keys(node).filter((key) => numberOf(key) !== null);
    return numbered.sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0));
  });
}

/**
 * A reader of the number in names of this form: with `photo<n>`, 12 for `photo12`, and null for names of another form. Null for a form
 * without `<n>`.
 * @throws PathError for a form with more than one `<n>`
 */
function numberReader(form: string, text: string): ((name: string) => number | null) | null {
  const [before = '', after, ...others] = form.split('<n>');
  if (after === undefined) return null;
  if (others.length > 0) throw new PathError(`"${text}": <n> can stand only once in "${form}"`);
  return (name) => {
    if (!name.startsWith(before) || !name.endsWith(after)) return null;
    const digits = name.slice(before.length, name.length - after.length);
    return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
  };
}

/** Finds the selected nodes of a parent and sorts them by number. */
function inOrderOf(numberOf: (node: RecordValue) => number, selected: Into): Step {
  const collect = selected(add);
  return (parent, found) => {
    const nodes: RecordValue[] = [];
    collect(parent, nodes);
    const numbered = nodes.map((node) => ({ node, number: numberOf(node) }));
    for (const { node } of numbered.sort((a, b) => a.number - b.number)) found.push(node);
  };
}

function stepToColumns(first: number, last: number, text: string): Into {
  if (first < 1 || last < first || last - first > 999)
    throw new PathError(
      `"${text}": columns are counted from 1, the lower number first, at most 1000 of them`,
    );
  const names = Array.from({ length: last - first + 1 }, (_, index) => `#${first + index}`);
  return stepToNames(() => names);
}

function stepToNames(namesIn: (node: RecordValue) => readonly string[]): Into {
  return (accept) => (node, found) => {
    for (const name of namesIn(node)) visitChild(node, name, accept, found);
  };
}

function stepToChild(name: string): Into {
  return (accept) => (node, found) => {
    visitChild(node, name, accept, found);
  };
}

function isObject(node: RecordValue): node is RecordObject {
  return typeof node === 'object' && !Array.isArray(node);
}

function visitChild(node: RecordValue, name: string, step: Step, found: RecordValue[]): void {
  if (!isObject(node)) return;
  if (Object.hasOwn(node, name)) {
    visit(node[name] ?? [], step, found);
    return;
  }
  const list: RecordValue = numberedMembers(node) ?? [];
  visit(
    list,
    (member) => {
      visitChild(member, name, step, found);
    },
    found,
  );
}

/** The members of a list that is written as an object, in the order of their numbers: `{"1": …, "2": …}`. Null for any other node. */
export function numberedMembers(node: RecordValue): RecordValue[] | null {
  if (!isObject(node)) return null;
  // Nearly all objects end here: their first name is no number.
  for (const name in node) {
    if (!numberedName.test(name)) return null;
    break;
  }
  const names = Object.keys(node);
  if (names.length === 0 || !names.every((name) => numberedName.test(name))) return null;
  return names.sort((a, b) => Number(a) - Number(b)).map((name) => node[name] ?? []);
}

const numberedName = /^\d{1,9}$/;

function childNames(node: RecordValue): string[] {
  if (!isObject(node)) return [];
  return Object.keys(node).filter((name) => !name.startsWith('@') && !name.startsWith('#'));
}

/** Splits a path at the slashes outside of brackets and quotes. @throws PathError for an empty step */
function splitSteps(text: string): string[] {
  const parts = text.match(/(?:'[^']*'|\[(?:'[^']*'|[^\]])*\]|[^/[])+/g) ?? [];
  if (parts.length === 0 || parts.join('/') !== text) {
    throw new PathError(
      `"${text}" is not a path: steps are joined by single slashes, as in images/image/url`,
    );
  }
  return parts;
}

/** A condition in brackets behind a name. */
interface Predicate {
  holds(node: RecordValue): boolean;
  /** For `[@name=photo<n>]`, the number by which the nodes are sorted; null for other conditions. */
  numberOf: ((node: RecordValue) => number) | null;
}

function splitPredicates(text: string, path: string): Predicate[] {
  const parts = text.match(/\[(?:'[^']*'|[^\]])*\]/g) ?? [];
  return parts.map((part) => {
    const match = /^\[([^=]+)=(?:'([^']*)'|([^']*))\]$/s.exec(part);
    if (!match) throw new PathError(`"${path}": "${part}" must read [name=value]`);
    const read = compileRelativePath(match[1] ?? '');
    const wanted = (match[2] ?? match[3] ?? '').trim();
    const numberOf = match[2] === undefined ? numberReader(wanted, path) : null;
    if (!numberOf)
      return { holds: (node) => read(node).some((value) => textOf(value).trim() === wanted), numberOf };
    const number = (node: RecordValue): number | null =>
      read(node)
        .map((value) => numberOf(textOf(value).trim()))
        .find((one) => one !== null) ?? null;
    return { holds: (node) => number(node) !== null, numberOf: (node) => number(node) ?? 0 };
  });
}
