import type { FeedFormat, RecordSurroundings } from '../core/format.js';
import type { ParsedRecordResult } from './parse-record.js';
import type { EnterSurroundings, Splitter } from './splitter.js';

/** What the snapshot reader must be told about a kind of file. */
export interface ContainerReader<F extends FeedFormat> {
  /** The encoding that the file itself names; null if it names none. `head` is its first kilobyte. */
  declaredEncoding(head: Buffer): string | null;
  createSplitter(format: F, enter: EnterSurroundings): Splitter;
  parse(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult;
  /** Whether a record that cannot be parsed may hold others inside, which would then look absent. */
  mayHideRecords(raw: Buffer, format: F): boolean;
}
