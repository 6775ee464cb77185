import type { ParsedRecord, RecordObject, RecordValue } from '../../model/record.js';

/** A path of a mapping file, ready to be read from any record. */
export interface CompiledPath {
  /** As the mapping writes it. */
  readonly text: string;
  /** Where it starts: in the record, in an element around it (`../`), or in the feed's header (`/`). */
  readonly origin: 'record' | 'ancestor' | 'header';
  /** Its first step without what stands in brackets: in CSV, the column. */
  readonly firstStep: string;
  /** Every value it meets, in document order; none where the record lacks it. */
  select(record: Pick<ParsedRecord, 'ancestors' | 'header'> & Partial<ParsedRecord>): RecordValue[];
}

/** Reads from one value of a record, such as one image of a list. */
export type RelativePath = (value: RecordValue) => RecordValue[];

/** A path that cannot be understood; the message says why, for the author of the mapping. */
export class PathError extends Error {}

/**
 * Understands `a/b`, `@x`, `a/@x`, `*`, `.` (the value itself), `a[name=Lift]/value`, `a[@kind='x y']`, `name()` (the record's own
 * element name), `'Cena (EUR)'` (a name with signs that would mean something else), `a/name(*)` (names of a's children),
 * `a/name(true)` and `a/@name(true)` (names of those of its children or attributes that say yes), `photo<n>` (photo1, photo2, … in the order of their numbers),
 * `p[@name=photo<n>]` (the same by what a value says), `#85..#93` (columns of a CSV), `../@x` and `../name()` (of the elements
 * around), `/a/b` (the feed's header).
 * @param isYes what makes an attribute one that says yes
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

/** A path below one value of a record: `url`, `@id`, `.`. */
export function compileRelativePath(text: string, isYes: IsYes = saysTrue): RelativePath {
  return compileSteps(splitSteps(text.trim()), text, isYes);
}

/** Whether the text of an attribute says yes. */
export type IsYes = (text: string) => boolean;

const saysTrue: IsYes = (text) => /^(?:true|1)$/i.test(text.trim());

/** The text of a value: its own characters, not those of its children. */
export function textOf(value: RecordValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  return Object.hasOwn(value, '#text') ? textOf(value['#text'] ?? '') : '';
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
      const value = Object.hasOwn(ancestor.attributes, attribute)
        ? ancestor.attributes[attribute]
        : undefined;
      return value === undefined ? [] : [value];
    },
  };
}

/** Name, or name in quotes, and what stands in brackets behind it. */
const stepParts = /^('[^']+'|[^[\]]+)((?:\[.*\])?)$/s;

/** Adds what it finds below a node, never a list, to the others found. */
type Step = (node: RecordValue, found: RecordValue[]) => void;

interface CompiledStep {
  step: Step;
  /** Of the children that are all it leads to; null where it asks for more than a name. */
  name: string | null;
}

function compileSteps(parts: readonly string[], text: string, isYes: IsYes): RelativePath {
  const steps = parts.map((part, index) => compileStep(part, text, index === parts.length - 1, isYes));
  const readAll = toAllValues(steps);
  const names = steps.map(({ name }) => name);
  return names.every((name) => name !== null) ? toOneValue(names, readAll) : readAll;
}

/** Most paths are names that lead to one value: for those nothing is collected. */
function toOneValue(names: readonly string[], readAll: RelativePath): RelativePath {
  return (value) => {
    let node = value;
    for (const name of names) {
      if (Array.isArray(node)) return readAll(value);
      if (typeof node === 'string' || !Object.hasOwn(node, name)) return [];
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

/** Null for a step that leads to values. */
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

/** What one node of a path leads to, given what is done with it. */
type Into = (accept: Step) => Step;

/** Null for a name that means itself. */
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

/** The number that stands for `<n>` in a name, or null where another name is meant; null for a form without `<n>`. */
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

/** Those nodes of one parent in the order of their numbers. */
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
  if (!isObject(node) || !Object.hasOwn(node, name)) return;
  visit(node[name] ?? [], step, found);
}

function childNames(node: RecordValue): string[] {
  if (!isObject(node)) return [];
  return Object.keys(node).filter((name) => !name.startsWith('@') && !name.startsWith('#'));
}

/** Splits at the slashes outside of brackets and quotes. */
function splitSteps(text: string): string[] {
  const parts = text.match(/(?:'[^']*'|\[(?:'[^']*'|[^\]])*\]|[^/[])+/g) ?? [];
  if (parts.length === 0 || parts.join('/') !== text) {
    throw new PathError(
      `"${text}" is not a path: steps are joined by single slashes, as in images/image/url`,
    );
  }
  return parts;
}

/** What stands in brackets behind a name. */
interface Predicate {
  holds(node: RecordValue): boolean;
  /** Of `[@name=photo<n>]`: the number by which the nodes are put in order. */
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
