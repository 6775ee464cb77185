import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';
import type { ContainerReader } from './container-reader.js';
import type { ParsedRecordResult } from './parse-record.js';
import { readers } from './readers.js';

/** Records as they were cut out of their file, in a form that another thread can be given. */
export interface RawRecords {
  /** All of them, one behind the other, UTF-8. */
  readonly bytes: Uint8Array;
  /** Where each ends in `bytes`. */
  readonly ends: readonly number[];
  /** Indices of those whose bytes are no text in the file's encoding. */
  readonly undecodable: readonly number[];
  /** For each, which of `surroundings` it stands in. */
  readonly around: readonly number[];
  readonly surroundings: readonly RecordSurroundings[];
}

/** Records of several blocks as one. */
export function joinRecords(parts: readonly RawRecords[]): RawRecords {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = {
    ends: [] as number[],
    undecodable: [] as number[],
    around: [] as number[],
    surroundings: [] as RecordSurroundings[],
  };
  let length = 0;
  for (const { bytes, ends, undecodable, around, surroundings } of parts) {
    const [before, known] = [joined.ends.length, joined.surroundings.length];
    for (const end of ends) joined.ends.push(length + end);
    for (const index of undecodable) joined.undecodable.push(before + index);
    for (const place of around) joined.around.push(known + place);
    joined.surroundings.push(...surroundings);
    length += bytes.length;
  }
  return { ...joined, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}

/** The records of one block one by one. */
export function splitRecords(raw: RawRecords): RawRecords[] {
  const { bytes, ends, around, surroundings } = raw;
  const undecodable = new Set(raw.undecodable);
  return ends.map((end, index) => {
    const record = bytes.subarray(ends[index - 1] ?? 0, end);
    const where = surroundings[around[index] ?? 0];
    return {
      bytes: record,
      ends: [record.length],
      undecodable: undecodable.has(index) ? [0] : [],
      around: [0],
      surroundings: where === undefined ? [] : [where],
    };
  });
}

export interface ReadRecord {
  result: ParsedRecordResult;
  /** It cannot be parsed, and may hold others inside, which would then look absent. */
  mayHideRecords: boolean;
}

/** Parses records that came out of one file, each when it is asked for. Never throws. */
export function* parseRecords(format: FeedFormat, raw: RawRecords): Generator<ReadRecord> {
  const reader: ContainerReader<FeedFormat> = readers[format.container];
  const { ends, around, surroundings } = raw;
  const bytes = Buffer.from(raw.bytes.buffer, raw.bytes.byteOffset, raw.bytes.byteLength);
  const recordAt = (index: number): Buffer => bytes.subarray(ends[index - 1] ?? 0, ends[index]);
  const undecodable = new Set(raw.undecodable);
  const decodable = [...ends.keys()].filter((index) => !undecodable.has(index));
  const headers = new GivenHeaders();
  const together = reader.parseMany?.(decodable.map(recordAt), surroundings[0] ?? nowhere).values();
  for (const index of ends.keys()) {
    const record = recordAt(index);
    const where = surroundings[around[index] ?? 0] ?? nowhere;
    const read = undecodable.has(index)
      ? reader.undecodable(record, where)
      : (together?.next().value ?? reader.parse(record, where));
    const result = where.given === undefined ? read : headed(read, headers.of(where));
    yield { result, mayHideRecords: !result.ok && reader.mayHideRecords(record, format) };
  }
}

/** The surroundings as a mapping reads them: what the configuration says of the file stands in its header. */
export function withGiven(around: RecordSurroundings): RecordSurroundings {
  const { ancestors, header, given } = around;
  return given === undefined ? around : { ancestors, header: { ...header, ...given } };
}

/** All records of a file share one: a header may be large. */
class GivenHeaders {
  readonly #known = new Map<RecordSurroundings, RecordObject>();

  of(around: RecordSurroundings): RecordObject {
    const header = this.#known.get(around) ?? withGiven(around).header;
    this.#known.set(around, header);
    return header;
  }
}

function headed(result: ParsedRecordResult, header: RecordObject): ParsedRecordResult {
  if (result.ok) return { ok: true, record: { ...result.record, header } };
  return { ...result, guess: result.guess && { ...result.guess, header } };
}

const nowhere: RecordSurroundings = { ancestors: [], header: {} };
