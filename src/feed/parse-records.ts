import { groupBy } from '../model/group-by.js';
import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { RecordObject } from '../model/record.js';
import type { ContainerReader } from './container-reader.js';
import { sheetKey } from './csv/csv-table.js';
import type { ParsedRecordResult } from './parse-record.js';
import { readers } from './readers.js';

/** Unparsed records of one file, as plain data that can be sent to another thread. */
export interface RawRecords {
  /** The bytes of all records, concatenated. UTF-8. */
  readonly bytes: Uint8Array;
  /** For each record, the offset in `bytes` behind its last byte. It is the start of the next record. */
  readonly ends: readonly number[];
  /** Indices of the records with bytes that the file's encoding cannot decode. */
  readonly undecodable: readonly number[];
  /** For each record, the index of its surroundings in `surroundings`. */
  readonly around: readonly number[];
  readonly surroundings: readonly RecordSurroundings[];
  /** For each record its number in its file, from 1, or of its row in its sheet; 0, or left out, where it is unknown. */
  readonly numbers?: readonly number[];
}

/** Concatenates the records of several blocks. */
export function joinRecords(parts: readonly RawRecords[]): RawRecords {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = {
    ends: [] as number[],
    undecodable: [] as number[],
    around: [] as number[],
    surroundings: [] as RecordSurroundings[],
    numbers: [] as number[],
  };
  let length = 0;
  for (const { bytes, ends, undecodable, around, surroundings, numbers = [] } of parts) {
    const [before, known] = [joined.ends.length, joined.surroundings.length];
    for (const end of ends) joined.ends.push(length + end);
    for (const index of undecodable) joined.undecodable.push(before + index);
    for (const place of around) joined.around.push(known + place);
    joined.surroundings.push(...surroundings);
    for (const index of ends.keys()) joined.numbers.push(numbers[index] ?? 0);
    length += bytes.length;
  }
  return { ...joined, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}

/** The inverse of `joinRecords`, down to parts with one record each. */
export function splitRecords(raw: RawRecords): RawRecords[] {
  const { bytes, ends, around, surroundings, numbers = [] } = raw;
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
      numbers: [numbers[index] ?? 0],
    };
  });
}

export interface ReadRecord {
  result: ParsedRecordResult;
  /** The record cannot be parsed and its bytes may include further records. Those listings would look absent from the feed. */
  mayHideRecords: boolean;
}

/** Parses the records of one file in their order, lazily unless the reader has `parseMany`. Never throws. */
export function* parseRecords(format: FeedFormat, raw: RawRecords): Generator<ReadRecord> {
  const reader: ContainerReader<FeedFormat> = readers[format.container];
  const { ends, around, surroundings } = raw;
  const bytes = Buffer.from(raw.bytes.buffer, raw.bytes.byteOffset, raw.bytes.byteLength);
  const recordAt = (index: number): Buffer => bytes.subarray(ends[index - 1] ?? 0, ends[index]);
  const undecodable = new Set(raw.undecodable);
  const isAlone = (index: number): boolean =>
    undecodable.has(index) || surroundings[around[index] ?? 0]?.isTorn === true;
  const alike = [...ends.keys()].filter((index) => !isAlone(index));
  const headers = new GivenHeaders();
  const together = new Map(
    [...groupBy(alike, (index) => around[index] ?? 0)].map(
      ([at, indices]) =>
        [at, reader.parseMany?.(indices.map(recordAt), surroundings[at] ?? nowhere).values()] as const,
    ),
  );
  for (const index of ends.keys()) {
    const record = recordAt(index);
    const where = surroundings[around[index] ?? 0] ?? nowhere;
    const read = undecodable.has(index)
      ? reader.undecodable(record, where)
      : ((isAlone(index) ? null : together.get(around[index] ?? 0)?.next().value) ??
        reader.parse(record, where));
    const result = numbered(
      where.given === undefined ? read : headed(read, headers.of(where)),
      raw,
      index,
      format,
    );
    yield { result, mayHideRecords: !result.ok && reader.mayHideRecords(record, format) };
  }
}

/** The surroundings as a mapping reads them: the values that the configuration gives for the file (`given`) are merged into the header. */
export function withGiven(around: RecordSurroundings): RecordSurroundings {
  const { ancestors, header, given } = around;
  return given === undefined ? around : { ancestors, header: { ...header, ...given } };
}

/** Headers with the `given` values merged in. Built once for each surroundings and shared by their records, because a header may be large. */
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

/** Adds to the reason which record of the file it was: later files may have it at another place, and it is not read again for that. */
function numbered(
  result: ParsedRecordResult,
  { numbers = [], around, surroundings }: RawRecords,
  index: number,
  { container }: FeedFormat,
): ParsedRecordResult {
  const number = numbers[index] ?? 0;
  if (result.ok || number === 0) return result;
  const sheet = surroundings[around[index] ?? 0]?.header[sheetKey];
  const place =
    typeof sheet === 'string'
      ? `row ${number} of the sheet "${sheet}"`
      : container === 'csv'
        ? `row ${number} below the header`
        : `record ${number} of the file`;
  return { ...result, reason: `${result.reason}; it was ${place}` };
}

const nowhere: RecordSurroundings = { ancestors: [], header: {} };
