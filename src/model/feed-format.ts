import type { ParsedRecord } from './record.js';

/** How a feed's file is handed over, whatever is in it. */
export interface Delivery {
  /** Which file of a ZIP it is: its name, in which `*` and `?` stand for others; without it, the first that may be a feed. */
  member?: string;
  /** The feed comes in pages, each a file of this format. */
  pages?: Paging;
}

/** Where the next page is: what the header of each links to, or a parameter of the address that counts, until a page is empty. */
export type Paging = { link: string } | { parameter: string; from: number };

/** What a mapping says of the file that it reads; the feed's configuration may override encoding and dialect. */
export interface XmlFormat extends Delivery {
  container: 'xml';
  /** Local name of the root element that the file must have. */
  root: string;
  /**
   * Paths of record elements from the root, local names, several at once: `listings/listing`. One without a slash is a file that is
   * a single record, whatever the root is else.
   */
  records: readonly string[];
  /** Path of a header element or `@attribute` that declares the number of records, if the format has one. */
  declaredCount: string | null;
  /** Elements and attributes whose values are blanked before anything is kept; left out: none. */
  secrets?: readonly string[];
}

/** What a mapping, and a feed's configuration over it, say of a CSV file. */
export interface CsvFormat extends Delivery {
  container: 'csv';
  /** What stands between two cells; null: that of `;`, `,`, tab and `|` under which the first row names the `columns`. */
  delimiter: string | null;
  /** One ASCII character, which counts at the start of a cell only; null where quotes mean nothing. */
  quote: string | null;
  /** Whether the first row names the columns. */
  header: boolean;
  /** Names that the header must hold; without a header, how many cells a row has at least. Tells the feed from another file. */
  columns: readonly string[] | number;
  /** Without a header, how many cells a row has at most; null or left out: as many as the first row. */
  columnsMax?: number | null;
  /** A last row that proves the end of the file: what its first cell says, and in which cell (from 1) it counts the records. */
  trailer: { mark: string; countCell: number | null } | null;
  /** Whether the last row must end with a line break; `as_before`: if that of the last good copy did. */
  finalNewline: 'required' | 'as_before' | 'optional';
  /** What ends a row in place of a line break, which then may stand in cells; null or left out: line breaks do. */
  recordEnd?: string | null;
  /** Lines that say what follows them; null or left out: the file begins with its header or its rows. */
  sections?: CsvSections | null;
}

/** A file that names its columns and its rows by lines before them, and may declare its own separators before both. */
export interface CsvSections {
  /** The line before the names of the columns. */
  columns: string;
  /** The line before the first row. */
  rows: string;
  /** Under which names the file declares what stands between cells, and what ends a row: `EOF : '|'`. */
  delimiterName: string | null;
  recordEndName: string | null;
}

/** What a mapping says of a JSON file. */
export interface JsonFormat extends Delivery {
  container: 'json';
  /** Keys that its top object must have; tells the feed from another file. */
  root: readonly string[];
  /** Paths of the lists that hold the records: `a/b`, `a/*` for all members of a; `.`: the file is a list. */
  records: readonly string[];
  /** One record follows the other, usually one to a line, without a list around them; `records` says nothing then. */
  lines: boolean;
  /** Path of a member outside of the records that declares their number, if the format has one. */
  declaredCount: string | null;
  /** Keys whose values are blanked before anything is kept; left out: none. */
  secrets?: readonly string[];
}

/** Whether a file holds everything that a feed has, or only what changed since the file before. */
export type FileKind = 'full' | 'delta';

export type FeedFormat = XmlFormat | CsvFormat | JsonFormat;

/** What surrounds a record and may decide how it is mapped. */
export interface RecordSurroundings extends Pick<ParsedRecord, 'ancestors' | 'header'> {
  /** What the configuration says of this file: read as the header is, and before it. */
  given?: Readonly<Record<string, string>>;
}

export type EncodingName =
  | 'auto'
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1252'
  | 'iso-8859-2';
