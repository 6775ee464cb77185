import type { FeedFormat, RecordSurroundings } from '../model/feed-format.js';
import type { ParsedRecordResult } from './parse-record.js';
import type { EnterSurroundings, Splitter } from './splitter.js';

/** What the snapshot reader must be told about a kind of file. */
export interface ContainerReader<F extends FeedFormat> {
  /** The encoding that the file itself names; null if it names none. `head` is its first kilobyte. */
  declaredEncoding(head: Buffer): string | null;
  /** @param formerEndedWithNewline whether the last complete snapshot ended with a line break; null if there is none */
  createSplitter(format: F, enter: EnterSurroundings, formerEndedWithNewline: boolean | null): Splitter;
  parse(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult;
  /** For formats in which all records share their surroundings, and many are parsed at once for much less than one by one. */
  parseMany?(raws: readonly Buffer[], surroundings: RecordSurroundings): ParsedRecordResult[];
  /** What is left of a record whose bytes are no text in the feed's encoding. */
  undecodable(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult;
  /** Whether a record that cannot be parsed may hold others inside, which would then look absent. */
  mayHideRecords(raw: Buffer, format: F): boolean;
  /** Whether a file of this format shows by itself that nothing of its end is missing. */
  provesItsEnd(format: F): boolean;
}
