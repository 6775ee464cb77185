import type { JsonFormat, RecordSurroundings } from '../../model/feed-format.js';
import { valueNamesKey, type RecordObject, type RecordValue } from '../../model/record.js';
import * as json from './json-tokens.js';
import { namesAt, namesIn } from './json-table.js';
import { parseJson, parseJsonValues } from './json-value.js';
import { addRecord, recordPaths } from '../splitter.js';
import type { EnterSurroundings, FoundRecords, RecordPath, Splitter } from '../splitter.js';

/** An open object or list on a path to the records. */
interface Frame {
  isList: boolean;
  path: RecordPath;
  /** The members of an object that were read so far, without those that lead to records. Empty for a list. */
  members: Map<string, RecordValue>;
  /** The last key that was read in an object. Empty for a list. */
  key: string;
}

/**
 * What the next sign may be. `first`: the first member or the closing bracket; `key`: a member; `colon`: the colon behind a key;
 * `value`: a value; `comma`: a comma or the closing bracket.
 */
type Expected = 'first' | 'key' | 'colon' | 'value' | 'comma';

/** A value whose end is being searched: a record, or a member that does not lead to records. */
interface OpenValue {
  /** Offset of its first byte in the view. */
  start: number;
  /** Number of its open brackets. */
  depth: number;
  isRecord: boolean;
}

const depthMax = 64;
/** A longer member is left out of the header. */
const memberBytesMax = 64 * 1024;

/**
 * Finds the records of a JSON file by the paths of their lists, without parsing them. Outside of records the whole syntax is checked, so
 * the end of the top value proves that the file is whole. Inside a record only strings and brackets are followed: a record with
 * other faults remains one record as long as its brackets pair.
 */
export class JsonSplitter implements Splitter {
  readonly #paths: RecordPath;
  readonly #frames: Frame[] = [];
  #expected: Expected = 'value';
  #position = 0;
  #value: OpenValue | null = null;
  #failure: string | null = null;
  #isEnded = false;
  #count = 0;
  /** Whether the file has a list or a record at a path of `format.records`. */
  #listSeen = false;
  /** The keys of `format.root` that the top object has. */
  readonly #keysSeen = new Set<string>();
  /** The values before the first record; null until that record. */
  #header: RecordObject | null = null;
  /** The first record of the open list, where it names the values of the others; null until it is read. */
  #firstNames: readonly (RecordValue | null)[] | null = null;
  /** The number of the current surroundings; null if they changed since the last record. */
  #surroundings: number | null = null;
  #trailing: RecordObject = {};

  constructor(
    private readonly format: JsonFormat,
    private readonly enter: EnterSurroundings,
  ) {
    const { records, lines } = format;
    this.#paths = recordPaths(records.filter((path) => path !== '.'));
    this.#paths.isRecord = lines || records.includes('.');
  }

  scan(view: Buffer, final: boolean, found: FoundRecords): 'more' | 'full' | 'done' {
    while (found.count < found.starts.length) {
      const goesOn = this.#value === null ? this.#step(view) : this.#readValue(view, final, found);
      if (!goesOn) return this.#failure === null ? 'more' : 'done';
    }
    return 'full';
  }

  neededFrom(): number {
    return this.#value === null ? this.#position : this.#value.start;
  }

  shifted(by: number): void {
    this.#position -= by;
    if (this.#value !== null) this.#value.start -= by;
  }

  fail(reason: string): void {
    this.#failure ??= reason;
  }

  problem(): string | null {
    if (this.#failure !== null) return this.#failure;
    if (this.format.lines) return this.#value === null ? null : this.#cut();
    if (!this.#isEnded)
      return this.#position === 0 && this.#frames.length === 0 ? 'the file is empty' : this.#cut();
    const missing = this.format.root.find((key) => !this.#keysSeen.has(key));
    if (missing !== undefined)
      return `it has no "${missing}" at its top. Is it the right file? The mapping says which keys it must have`;
    if (this.#listSeen) return null;
    return `it has no list "${this.format.records.join('" or "')}". Is it the right file? The mapping says where its records are`;
  }

  trailing(): RecordObject {
    return this.#trailing;
  }

  /** Reads a key, a sign between values, or the first byte of a value. Returns false if bytes are missing or the splitter has failed. */
  #step(view: Buffer): boolean {
    const at = json.skipBlank(view, this.#position);
    this.#position = at;
    if (at === view.length) return false;
    const frame = this.#frames.at(-1);
    const byte = view[at];
    if (frame === undefined) return this.#stepOutside(view, at);
    if (byte === (frame.isList ? json.closeBracket : json.closeBrace) && this.#expected !== 'value') {
      if (this.#expected === 'first' || this.#expected === 'comma') return this.#close(frame);
    }
    switch (this.#expected) {
      case 'comma':
        if (byte !== json.comma) return this.#refuse(view, at, 'a comma or the end');
        this.#expected = frame.isList ? 'value' : 'key';
        this.#position = at + 1;
        return true;
      case 'colon':
        if (byte !== json.colon) return this.#refuse(view, at, 'a colon');
        this.#expected = 'value';
        this.#position = at + 1;
        return true;
      case 'first':
      case 'key':
        if (!frame.isList) return this.#readKey(view, at, frame);
        return this.#begin(view, at, memberPath(frame), frame);
      case 'value':
        return this.#begin(view, at, frame.isList ? memberPath(frame) : childPath(frame), frame);
    }
  }

  /** Whether the lists of the innermost open object are those of `format.table`: its `name` says so, which stands before them. */
  #isOfTable(): boolean {
    const { table } = this.format;
    if (table === undefined) return true;
    return this.#frames.findLast(({ isList }) => !isList)?.members.get('name') === table;
  }

  #stepOutside(view: Buffer, at: number): boolean {
    if (this.#isEnded) return this.#refuse(view, at, 'nothing');
    if (this.format.lines) return this.#openValue(at, true);
    const byte = view[at];
    if (
      this.#paths.isRecord ? byte !== json.openBracket : byte !== json.openBrace && byte !== json.openBracket
    ) {
      const wanted = this.#paths.isRecord ? 'a list ([ … ])' : 'an object ({ … })';
      this.fail(`it does not begin as JSON with ${wanted} does. Is it the right file?`);
      return false;
    }
    return this.#push(at, byte === json.openBracket, this.#paths);
  }

  #readKey(view: Buffer, at: number, frame: Frame): boolean {
    if (view[at] !== json.quote) return this.#refuse(view, at, 'a key in quotes');
    const end = json.stringEnd(view, at);
    if (end === -1) return false;
    const key = parsed(view.subarray(at, end));
    if (typeof key !== 'string') return this.#refuse(view, at, 'a key');
    frame.key = key;
    this.#surroundings = null;
    if (this.#frames.length === 1 && this.format.root.includes(key)) this.#keysSeen.add(key);
    this.#expected = 'colon';
    this.#position = end;
    return true;
  }

  /** Begins the value at `at`. @param path the value's node in the tree of record paths; null if no records can be below the value */
  #begin(view: Buffer, at: number, path: RecordPath | null, frame: Frame): boolean {
    if (path === null) return this.#openValue(at, false);
    const byte = view[at];
    if (frame.isList && path.isRecord) return this.#openValue(at, this.#isOfTable());
    if (path.isRecord) {
      // Converters from XML write a list with one member as that member, without the list.
      if (byte === json.openBrace) return this.#openValue(at, true);
      if (byte !== json.openBracket && byte !== json.letterN)
        return this.#refuse(view, at, `the list "${frame.key}"`);
    }
    if (byte === json.openBracket || byte === json.openBrace)
      return this.#push(at, byte === json.openBracket, path);
    return this.#openValue(at, false);
  }

  #push(at: number, isList: boolean, path: RecordPath): boolean {
    if (this.#frames.length === depthMax) {
      this.fail(`lists and objects are nested more than ${depthMax} deep around the records`);
      return false;
    }
    const isOfRecords = (path.children.get('*') ?? (isList ? path : null))?.isRecord === true;
    if (isOfRecords && this.#isOfTable()) this.#listSeen = true;
    this.#frames.push({ isList, path, members: new Map(), key: '' });
    this.#surroundings = null;
    this.#firstNames = null;
    this.#expected = 'first';
    this.#position = at + 1;
    return true;
  }

  #close(frame: Frame): boolean {
    this.#frames.pop();
    this.#position += 1;
    this.#expected = 'comma';
    const parent = this.#frames.at(-1);
    if (parent === undefined) {
      this.#isEnded = true;
      this.#trailing = Object.fromEntries(frame.members);
    } else if (!frame.isList && !parent.isList) {
      parent.members.set(parent.key, Object.fromEntries(frame.members));
    }
    return true;
  }

  #openValue(at: number, isRecord: boolean): boolean {
    if (isRecord) {
      this.#listSeen = true;
      if (!this.#isNamesNext()) this.#surroundings ??= this.enter(this.#around());
      if (this.#failure !== null) return false;
    }
    this.#value = { start: at, depth: 0, isRecord };
    this.#position = at;
    return true;
  }

  /** Searches the end of the open value. Hot: called for every record, loops over its bytes. */
  #readValue(view: Buffer, final: boolean, found: FoundRecords): boolean {
    const value = this.#value;
    if (value === null) return true;
    let at = this.#position;
    let { depth } = value;
    while (at < view.length) {
      const byte = view[at];
      if (byte === json.quote) {
        const end = json.stringEnd(view, at);
        if (end === -1) break;
        at = end;
      } else if (byte === json.openBrace || byte === json.openBracket) {
        depth += 1;
        at += 1;
      } else if (byte === json.closeBrace || byte === json.closeBracket) {
        depth -= 1;
        at += 1;
      } else if (depth > 0) {
        at += 1;
        continue;
      } else {
        const end = json.scalarEnd(view, at);
        if (end === view.length && !final) break;
        if (end === at) return this.#refuse(view, at, 'a value');
        at = end;
      }
      if (depth < 0) return this.#refuse(view, at - 1, 'a value');
      if (depth === 0) return this.#endValue(view, value, at, found);
    }
    this.#position = at;
    value.depth = depth;
    return false;
  }

  #endValue(view: Buffer, value: OpenValue, end: number, found: FoundRecords): boolean {
    if (!json.pairs(view[value.start], view[end - 1])) {
      const where = value.isRecord ? `record ${this.#count + 1}` : 'what stands beside its records';
      this.fail(`the brackets of ${where} do not pair`);
      return false;
    }
    this.#value = null;
    this.#position = end;
    this.#expected = 'comma';
    if (!value.isRecord) return this.#keep(view.subarray(value.start, end));
    if (this.#isNamesNext()) {
      this.#firstNames = listOf(view.subarray(value.start, end));
      return true;
    }
    addRecord(found, value.start, end, this.#surroundings ?? 0);
    this.#count += 1;
    return true;
  }

  /** Whether the next record is the one that names the values of the others. */
  #isNamesNext(): boolean {
    return this.format.columns?.path === null && this.#firstNames === null;
  }

  /** The values before the first record, with the names of the values of the list that is open: another list may have them in another order. */
  #headerWithNames(header: RecordObject): RecordObject {
    const { columns } = this.format;
    if (columns === undefined) return header;
    const names =
      columns.path === null ? namesIn(this.#firstNames ?? []) : namesAt(headerOf(this.#frames), columns.path);
    if (names === null)
      this.fail(
        columns.path === null
          ? 'its first record is no list of names'
          : `it has no list of names "${columns.path}" before its records`,
      );
    return { ...header, [valueNamesKey]: names ?? [] };
  }

  /** Adds a member that does not lead to records to its object: it becomes part of the header. */
  #keep(raw: Buffer): boolean {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.isList || raw.length > memberBytesMax) return true;
    const value = parsed(raw);
    if (value === undefined) {
      this.fail(`"${frame.key.slice(0, 60)}" is not well-formed JSON`);
      return false;
    }
    if (value !== null && frame.key !== valueNamesKey) frame.members.set(frame.key, value);
    return true;
  }

  #around(): RecordSurroundings {
    if (this.format.columns === undefined) this.#header ??= headerOf(this.#frames);
    else this.#header = this.#headerWithNames(this.#header ?? headerOf(this.#frames));
    const around: { name: string; attributes: Record<string, string> }[] = [];
    for (const { isList, key, members } of this.#frames) {
      if (isList) continue;
      const plain = [...members].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      around.push({ name: key, attributes: Object.fromEntries(plain) });
    }
    return { ancestors: around, header: this.#header };
  }

  #cut(): string {
    const where =
      this.#value?.isRecord === true ? ` inside record ${this.#count + 1}` : ' before its last bracket';
    return `the file ends${where}: it was cut off, or a quote is lost`;
  }

  #refuse(view: Buffer, at: number, wanted: string): false {
    const shown = view.toString('utf8', at, Math.min(view.length, at + 20)).replace(/\s+/g, ' ');
    this.fail(
      `it is no JSON: behind record ${this.#count} stands ${JSON.stringify(shown)} where ${wanted} must stand`,
    );
    return false;
  }
}

function memberPath({ path }: Frame): RecordPath {
  return path.children.get('*') ?? path;
}

function childPath({ path, key }: Frame): RecordPath | null {
  return path.children.get(key) ?? path.children.get('*') ?? null;
}

/** The members that precede the first record, nested as the open objects are. */
function headerOf(frames: readonly Frame[]): RecordObject {
  const objects = frames.filter(({ isList }) => !isList);
  return objects.reduceRight<RecordObject>(
    (inner, { members, key }, index) => ({
      ...Object.fromEntries(members),
      ...(index < objects.length - 1 && { [key]: inner }),
    }),
    {},
  );
}

/** Null for JSON's `null`; undefined for bytes that are not well-formed JSON. */
function parsed(raw: Buffer): RecordValue | null | undefined {
  try {
    return parseJson(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The values of a list; none of bytes that are not one. */
function listOf(raw: Buffer): readonly (RecordValue | null)[] {
  try {
    return parseJsonValues(raw.toString('utf8')) ?? [];
  } catch {
    return [];
  }
}
