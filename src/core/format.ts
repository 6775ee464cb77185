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

/** What a mapping, and a feed's configuration over it, say of a CSV file. */
export interface CsvFormat {
  container: 'csv';
  /** What stands between two cells; null: that of `;`, `,`, tab and `|` under which the first row names the `columns`. */
  delimiter: string | null;
  /** One ASCII character, which counts at the start of a cell only; null where quotes mean nothing. */
  quote: string | null;
  /** Whether the first row names the columns. */
  header: boolean;
  /** Names that the header must hold; without a header, how many cells a row has at least. Tells the feed from another file. */
  columns: readonly string[] | number;
  /** A last row that proves the end of the file: what its first cell says, and in which cell (from 1) it counts the records. */
  trailer: { mark: string; countCell: number | null } | null;
  /** Whether the last row must end with a line break; `as_before`: if that of the last good copy did. */
  finalNewline: 'required' | 'as_before' | 'optional';
}

export type FeedFormat = XmlFormat | CsvFormat;

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
