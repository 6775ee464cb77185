/**
 * Converts the sandbox's state to rows of text, by path, and back. The conversion is generic: a new field of the state is kept
 * without a change here, if its value consists of plain objects, lists, maps with text keys, sets, dates, bytes and simple values.
 *
 * Every entry of a map is a row of its own, so that a small change writes few rows. An object that is an entry of a map at the
 * root is an entity: anywhere else in the state a reference to it is written, and reading restores one shared object. Every other
 * object is a value, written in full wherever it occurs.
 */
export type Rows = Map<string, string>;

/** Fields that come from the configuration at each start, and are not kept. Functions and instances of classes are not kept either. */
const notKept = new Set(['protocol', 'settings', 'savedReference', 'vocabularyKeys']);

/** Entries in one row of a list. A longer list is written in several rows, so that an append rewrites the last row only. */
const partLength = 256;

/** The text of each frozen object that was written before: it cannot have changed since. */
const frozenTexts = new WeakMap<object, string>();

/** @throws Error for a value that cannot be kept: a mistake in the sandbox */
export function rowsOf(state: object): Rows {
  const rows: Rows = new Map();
  const kept = keptEntries(state);
  const homes = new Map<object, string>();
  for (const [name, value] of kept) {
    if (!(value instanceof Map)) continue;
    for (const [key, entity] of value as Map<unknown, unknown>) {
      if (isObject(entity)) homes.set(entity, childPath(name, key));
    }
  }
  const writer = new Writer(rows, homes);
  for (const [name, value] of kept) rows.set(name, writer.text(value, name));
  return rows;
}

/** Replaces the fields of a fresh state by the kept ones. A field without a row stays as it is. */
export function restoreRows(state: object, rows: Rows): void {
  const reader = new Reader(rows);
  for (const [name, present] of keptEntries(state)) {
    const text = rows.get(name);
    if (text === undefined) continue;
    const value = reader.value(JSON.parse(text), name);
    if (present instanceof Map && value instanceof Map) {
      present.clear();
      for (const [key, entry] of value) present.set(key, entry);
    } else if (present instanceof Set && value instanceof Set) {
      present.clear();
      for (const entry of value) present.add(entry);
    } else Reflect.set(state, name, value);
  }
}

function keptEntries(state: object): [string, unknown][] {
  return Object.entries(state).filter(
    ([name, value]) => !notKept.has(name) && value !== undefined && !isMachinery(value),
  );
}

function isMachinery(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (!isObject(value)) return false;
  const kinds = [Map, Set, Date, Uint8Array, Array];
  if (kinds.some((kind) => value instanceof kind)) return false;
  return !isPlain(value) || Object.values(value).some((member) => typeof member === 'function');
}

class Writer {
  constructor(
    private readonly rows: Rows,
    private readonly homes: ReadonlyMap<object, string>,
  ) {}

  text(value: unknown, path: string): string {
    if (typeof value === 'number' && !Number.isFinite(value)) return tagged('number', String(value));
    // -0 is tagged, because JSON would write it as 0.
    if (Object.is(value, -0)) return tagged('number', '-0');
    if (value === undefined) return tagged('undefined', null);
    if (!isObject(value)) return simple(value, path);
    const home = this.homes.get(value);
    if (home !== undefined && home !== path) return tagged('entity', home);
    return Object.isFrozen(value) ? this.frozen(value, path) : this.structure(value, path);
  }

  /** The text of a frozen object is remembered, unless writing the object adds rows: those rows must be written each time. */
  private frozen(value: object, path: string): string {
    const known = frozenTexts.get(value);
    if (known !== undefined) return known;
    const before = this.rows.size;
    const text = `{"$":"frozen","of":${this.structure(value, path)}}`;
    if (this.rows.size === before) frozenTexts.set(value, text);
    return text;
  }

  private structure(value: object, path: string): string {
    if (value instanceof Date) return tagged('date', value.toISOString());
    if (value instanceof Uint8Array) return tagged('bytes', Buffer.from(value).toString('base64'));
    if (value instanceof Set) return `{"$":"set","of":${this.list([...(value as Set<unknown>)], path)}}`;
    if (value instanceof Map) return this.map(value, path);
    if (Array.isArray(value)) return this.array(value, path);
    if (!isPlain(value)) throw new Error(`${path} is of a class of its own, which cannot be kept.`);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const pairs = members.map(
      ([key, member]) => [key, this.text(member, `${path}.${escaped(key)}`)] as const,
    );
    if (!Object.hasOwn(value, '$'))
      return `{${pairs.map(([k, text]) => `${JSON.stringify(k)}:${text}`).join(',')}}`;
    return `{"$":"object","of":[${pairs.map(([k, text]) => `[${JSON.stringify(k)},${text}]`).join(',')}]}`;
  }

  private map(map: Map<unknown, unknown>, path: string): string {
    for (const [key, entry] of map) {
      const at = childPath(path, key);
      this.rows.set(at, this.text(entry, at));
    }
    return tagged('map', null);
  }

  private array(values: readonly unknown[], path: string): string {
    if (values.length <= partLength) return this.list(values, path);
    for (let from = 0; from < values.length; from += partLength) {
      const at = childPath(path, String(from));
      this.rows.set(at, this.list(values.slice(from, from + partLength), at));
    }
    return tagged('list', null);
  }

  private list(values: readonly unknown[], path: string): string {
    return `[${values.map((value, index) => this.text(value, `${path}.${index}`)).join(',')}]`;
  }
}

class Reader {
  private readonly children = new Map<string, [key: string, path: string][]>();
  private readonly entities = new Map<string, object>();

  constructor(private readonly rows: Rows) {
    for (const path of rows.keys()) {
      const cut = path.lastIndexOf('/');
      if (cut < 0) continue;
      const siblings = this.children.get(path.slice(0, cut)) ?? [];
      siblings.push([decodeURIComponent(path.slice(cut + 1)), path]);
      this.children.set(path.slice(0, cut), siblings);
    }
  }

  value(written: unknown, path: string): unknown {
    if (Array.isArray(written)) return written.map((each, index) => this.value(each, `${path}.${index}`));
    if (!isObject(written)) return written;
    if (Object.hasOwn(written, '$')) return this.special(written as Tagged, path);
    return this.object({}, Object.entries(written), path);
  }

  private special({ $, of }: Tagged, path: string): unknown {
    const text = String(of);
    switch ($) {
      case 'map':
        return new Map(this.childrenOf(path).map(([key, at]) => [key, this.entry(at)]));
      case 'list':
        return this.childrenOf(path).flatMap(([, at]) => this.row(at) as unknown[]);
      case 'set':
        return new Set(this.value(of, path) as unknown[]);
      case 'entity':
        return this.entity(text);
      case 'frozen':
        return Object.freeze(this.value(of, path));
      case 'date':
        return new Date(text);
      case 'bytes':
        return new Uint8Array(Buffer.from(text, 'base64'));
      case 'number':
        return Number(text);
      case 'object':
        return this.object({}, of as [string, unknown][], path);
      default:
        return undefined;
    }
  }

  /** The value of a map's entry. An entry of a map at the root is an entity: every reference gets the same object. */
  private entry(path: string): unknown {
    const isEntity = !path.slice(0, path.indexOf('/')).includes('.') && path.split('/').length === 2;
    return isEntity ? this.entity(path) : this.row(path);
  }

  private entity(path: string): unknown {
    const known = this.entities.get(path);
    if (known !== undefined) return known;
    const written: unknown = JSON.parse(this.rows.get(path) ?? 'null');
    if (!isPlain(written) || Object.hasOwn(written, '$')) return this.row(path);
    const entity = {};
    this.entities.set(path, entity);
    return this.object(entity, Object.entries(written), path);
  }

  private object(target: object, members: [string, unknown][], path: string): object {
    for (const [key, member] of members) {
      const value = this.value(member, `${path}.${escaped(key)}`);
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
    }
    return target;
  }

  private row(path: string): unknown {
    return this.value(JSON.parse(this.rows.get(path) ?? 'null'), path);
  }

  private childrenOf(path: string): [key: string, path: string][] {
    return this.children.get(path) ?? [];
  }
}

interface Tagged {
  $: string;
  of: unknown;
}

function tagged(kind: string, of: string | null): string {
  return of === null ? `{"$":"${kind}"}` : `{"$":"${kind}","of":${JSON.stringify(of)}}`;
}

function simple(value: unknown, path: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return JSON.stringify(value);
  throw new Error(`${path} is a ${typeof value}, which cannot be kept.`);
}

function childPath(path: string, key: unknown): string {
  if (typeof key !== 'string') throw new Error(`${path} has a key that is no text.`);
  return `${path}/${escaped(key)}`;
}

/** Escapes the slashes and dots of a key: they separate the steps of a path. */
function escaped(key: string): string {
  return encodeURIComponent(key).replaceAll('.', '%2E');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isPlain(value: unknown): value is object {
  return isObject(value) && !Array.isArray(value) && Object.getPrototypeOf(value) === Object.prototype;
}
