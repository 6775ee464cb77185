import type { ParsedRecord } from './record.js';

/** What a mapping says of the file that it reads; the feed's configuration may override encoding and dialect. */
export interface XmlFormat {
  container: 'xml';
  /** Local name of the root element that the file must have. */
  root: string;
  /** Paths of record elements from the root, local names, several at once: `listings/listing`. */
  records: readonly string[];
  /** Path of a header element or `@attribute` that declares the number of records, if the format has one. */
  declaredCount: string | null;
}

export type FeedFormat = XmlFormat;

/** What surrounds a record and may decide how it is mapped. */
export type RecordSurroundings = Pick<ParsedRecord, 'ancestors' | 'header'>;

export type EncodingName =
  | 'auto'
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1252'
  | 'iso-8859-2';
