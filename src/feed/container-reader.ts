import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { ParsedRecordResult } from './parse-record.js';
import type { EnterSurroundings, KnownEnd, Splitter } from './splitter.js';

/** The functions that differ between CSV, JSON and XML files. */
export interface ContainerReader<F extends FeedFormat> {
  /** The encoding that the file declares in its text; null if it declares none. `head` is the first kilobyte of the file. */
  declaredEncoding(head: Buffer): string | null;
  createSplitter(format: F, enter: EnterSurroundings, known: KnownEnd): Splitter;
  parse(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult;
  /**
   * Parses many records in one call, none of them torn. Only for formats whose records all share their surroundings and where one call is
   * much cheaper.
   */
  parseMany?(raws: readonly Buffer[], surroundings: RecordSurroundings): ParsedRecordResult[];
  /** The failed result of a record with bytes that the feed's encoding cannot decode. */
  undecodable(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult;
  /** Whether the bytes of a record that cannot be parsed may include further records. Those listings would look absent from the feed. */
  mayHideRecords(raw: Buffer, format: F): boolean;
  /** Whether a file of this format shows at its end that it was not cut off. */
  provesItsEnd(format: F): boolean;
}
