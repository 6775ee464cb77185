import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** How a row lies in its table: objects as JSON text, booleans as 0 or 1, everything else as it is. */
export type Stored<Row, Json extends keyof Row = never, Flag extends keyof Row = never> = {
  [K in keyof Row]: K extends Json
    ? null extends Row[K]
      ? string | null
      : string
    : K extends Flag
      ? number
      : Row[K];
};

export interface Codec<Row, StoredRow> {
  encode(row: Row): StoredRow;
  /** Of a change: keys not given stay away. */
  encodePart(part: Partial<Row>): Partial<StoredRow>;
  decode(stored: StoredRow): Row;
}

/** The one place where JSON columns and flags are written and read. */
export function codec<Row extends object>() {
  return <Json extends keyof Row & string = never, Flag extends keyof Row & string = never>(columns: {
    json?: readonly Json[];
    flags?: readonly Flag[];
    /** Columns that are for the store alone and are not given out. */
    hidden?: readonly string[];
  }): Codec<Row, Stored<Row, Json, Flag>> => {
    type StoredRow = Stored<Row, Json, Flag>;
    const json = new Set<string>(columns.json);
    const flags = new Set<string>(columns.flags);
    const hidden = new Set<string>(columns.hidden);
    const changed = [...json, ...flags];
    const toColumn = (name: string, value: unknown): unknown => {
      if (json.has(name)) return value === null ? null : JSON.stringify(value);
      return flags.has(name) ? Number(value) : value;
    };
    const toField = (name: string, value: unknown): unknown => {
      if (hidden.has(name)) return undefined;
      if (json.has(name)) return typeof value === 'string' ? JSON.parse(value) : null;
      if (flags.has(name)) return value === 1;
      return value instanceof Uint8Array ? plainBytes(value) : value;
    };
    return {
      encode: (row) => {
        // Most columns are stored as they are: to change the others in a copy takes less than half the memory of building it.
        const stored = { ...row } as Record<string, unknown>;
        for (const name of changed)
          if (stored[name] !== undefined) stored[name] = toColumn(name, stored[name]);
        return stored as StoredRow;
      },
      encodePart: (part) => convert(part, toColumn) as Partial<StoredRow>,
      decode: (stored) => convert(stored, toField) as Row,
    };
  };
}

/** A few kilobytes at a time: most of the default cost is setting up buffers for megabytes. */
const packing = { level: 3, memLevel: 5, windowBits: 13, chunkSize: 4096 } as const;

/** Compressed JSON, for what is large and seldom read: payloads. */
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

/** Drivers answer with Buffers; callers are promised plain bytes. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Fields without a value are left out. */
function convert(row: object, field: (name: string, value: unknown) => unknown): unknown {
  const converted: Record<string, unknown> = {};
  const fields = row as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const given: unknown = value === undefined ? undefined : field(name, value);
    if (given !== undefined) converted[name] = given;
  }
  return converted;
}
