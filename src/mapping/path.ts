import type { ParsedRecord, RecordValue } from '../core/record.js';

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
 * element name), `'Cena (EUR)'` (a name with signs that would mean something else), `a/name(*)` (names of a's children), `../@x` and `../name()` (of the elements around), `/a/b` (the feed's header).
 */
export function compilePath(text: string): CompiledPath {
  const trimmed = text.trim();
  if (trimmed.startsWith('/')) {
    const read = compileSteps(splitSteps(trimmed.slice(1)), text);
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
  const read = compileSteps(steps, text);
  const firstStep = stepParts.exec(steps[0] ?? '')?.[1] ?? '.';
  return {
    text,
    origin: 'record',
    firstStep,
    select: ({ value }) => (value === undefined ? [] : read(value)),
  };
}

/** A path below one value of a record: `url`, `@id`, `.`. */
export function compileRelativePath(text: string): RelativePath {
  return compileSteps(splitSteps(text.trim()), text);
}

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

function compileSteps(parts: readonly string[], text: string): RelativePath {
  const steps = parts.map((part, index) => compileStep(part, text, index === parts.length - 1));
  const [first, ...others] = steps;
  return (value) => {
    let nodes: RecordValue[] = [];
    if (first) visit(value, first, nodes);
    for (const step of others) {
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

function compileStep(part: string, text: string, isLast: boolean): Step {
  const match = stepParts.exec(part);
  if (!match) throw new PathError(`"${text}": "${part}" is not a step of a path`);
  const [, name = '', predicates = ''] = match;
  const quoted = /^'(.+)'$/s.exec(name)?.[1];
  if (name === 'name(*)') {
    if (!isLast) throw new PathError(`"${text}": name(*) can only end a path`);
    return (node, found) => void found.push(...childNames(node));
  }
  if (quoted === undefined && /[()]/.test(name)) {
    throw new PathError(
      `"${text}": "${name}" is not known; name() stands alone, name(*) ends a path, a column's name with such signs stands in quotes`,
    );
  }
  const tests = splitPredicates(predicates, text);
  const accept: Step = (node, found) => {
    if (tests.every((test) => test(node))) found.push(node);
  };
  return quoted === undefined ? stepInto(name.trim(), accept) : stepToChild(quoted, accept);
}

function stepInto(name: string, accept: Step): Step {
  if (name === '.') return accept;
  if (name === '*') {
    return (node, found) => {
      for (const child of childNames(node)) visitChild(node, child, accept, found);
    };
  }
  return stepToChild(name, accept);
}

function stepToChild(name: string, accept: Step): Step {
  return (node, found) => {
    visitChild(node, name, accept, found);
  };
}

function visitChild(node: RecordValue, name: string, step: Step, found: RecordValue[]): void {
  if (typeof node === 'string' || Array.isArray(node) || !Object.hasOwn(node, name)) return;
  visit(node[name] ?? [], step, found);
}

function childNames(node: RecordValue): string[] {
  if (typeof node === 'string' || Array.isArray(node)) return [];
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

function splitPredicates(text: string, path: string): ((node: RecordValue) => boolean)[] {
  const parts = text.match(/\[(?:'[^']*'|[^\]])*\]/g) ?? [];
  return parts.map((part) => {
    const match = /^\[([^=]+)=(?:'([^']*)'|([^']*))\]$/s.exec(part);
    if (!match) throw new PathError(`"${path}": "${part}" must read [name=value]`);
    const read = compileRelativePath(match[1] ?? '');
    const wanted = (match[2] ?? match[3] ?? '').trim();
    return (node) => read(node).some((value) => textOf(value).trim() === wanted);
  });
}
