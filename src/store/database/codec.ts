import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A row as stored in its table: objects as JSON text, booleans as 0 or 1, lists of text as lines, other values unchanged. */
export type Stored<
  Row,
  Json extends keyof Row = never,
  Flag extends keyof Row = never,
  Lines extends keyof Row = never,
> = {
  [K in keyof Row]: K extends Json
    ? null extends Row[K]
      ? string | null
      : string
    : K extends Flag
      ? number
      : K extends Lines
        ? string
        : Row[K];
};

/** Converts rows between code and table. */
export interface Codec<Row, StoredRow> {
  readonly encode: (row: Row) => StoredRow;
  /** Encodes a change of a row. Fields that are missing or undefined are left out. */
  readonly encodePart: (part: Partial<Row>) => Partial<StoredRow>;
  readonly decode: (stored: StoredRow) => Row;
  /** The first row of a query, decoded; null if there is none. */
  first(query: { executeTakeFirst(): Promise<StoredRow | undefined> }): Promise<Row | null>;
  /** The rows of a query, decoded. */
  all(query: { execute(): Promise<StoredRow[]> }): Promise<Row[]>;
}

/** Makes the codec of a table. Only codecs write and read JSON columns and flags. */
export function codec<Row extends object>() {
  return <
    Json extends keyof Row & string = never,
    Flag extends keyof Row & string = never,
    Lines extends keyof Row & string = never,
  >(columns: {
    json?: readonly Json[];
    flags?: readonly Flag[];
    /** Columns of text lists without line breaks in their members. */
    lines?: readonly Lines[];
    /** Columns that only the store uses. `decode` leaves them out. */
    hidden?: readonly string[];
  }): Codec<Row, Stored<Row, Json, Flag, Lines>> => {
    type StoredRow = Stored<Row, Json, Flag, Lines>;
    const json = new Set<string>(columns.json);
    const flags = new Set<string>(columns.flags);
    const lines = new Set<string>(columns.lines);
    const hidden = new Set<string>(columns.hidden);
    const changed = [...json, ...flags, ...lines];
    const toColumn = (name: string, value: unknown): unknown => {
      if (json.has(name)) return value === null ? null : JSON.stringify(value);
      if (lines.has(name)) return (value as readonly string[]).join('\n');
      return flags.has(name) ? Number(value) : value;
    };
    const toField = (name: string, value: unknown): unknown => {
      if (hidden.has(name)) return undefined;
      if (json.has(name)) return typeof value === 'string' ? JSON.parse(value) : null;
      if (flags.has(name)) return value === 1;
      if (lines.has(name)) return value === '' ? [] : String(value).split('\n');
      return value instanceof Uint8Array ? plainBytes(value) : value;
    };
    const decode = (stored: StoredRow): Row => convert(stored, toField) as Row;
    return {
      encode: (row) => {
        // Most columns are stored unchanged. Changing the others in a copy needs less than half the memory of building a new object.
        const stored = { ...row } as Record<string, unknown>;
        for (const name of changed)
          if (stored[name] !== undefined) stored[name] = toColumn(name, stored[name]);
        return stored as StoredRow;
      },
      encodePart: (part) => convert(part, toColumn) as Partial<StoredRow>,
      decode,
      async first(query) {
        const row = await query.executeTakeFirst();
        return row === undefined ? null : decode(row);
      },
      all: async (query) => (await query.execute()).map(decode),
    };
  };
}

/** For inputs of a few kilobytes. With zlib's defaults most of the cost is setting up buffers for far larger ones. */
const packing = { level: 3, memLevel: 5, windowBits: 13, chunkSize: 4096 } as const;

/** Compresses JSON, for large values that are seldom read, such as payloads. */
export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value), packing);
}

export function unpack(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes).toString('utf8'));
}

export function packBytes(bytes: Uint8Array): Uint8Array {
  return deflateRawSync(bytes, packing);
}

export function unpackBytes(bytes: Uint8Array): Uint8Array {
  return plainBytes(inflateRawSync(bytes));
}

/** A plain Uint8Array on the same memory. Drivers return Buffers, and the store's contracts promise plain bytes. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Converts each field of a row. Fields that are undefined before or after are left out. */
function convert(row: object, field: (name: string, value: unknown) => unknown): unknown {
  const converted: Record<string, unknown> = {};
  const fields = row as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const changed: unknown = value === undefined ? undefined : field(name, value);
    if (changed !== undefined) converted[name] = changed;
  }
  return converted;
}
