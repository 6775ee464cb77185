import type { ParsedRecord } from './record.js';

/** How a feed's file is delivered, whatever its format. */
export interface Delivery {
  /** Name of the file in a ZIP; `*` and `?` are wildcards. Without a name: the first file that can be a feed. */
  member?: string;
  /** Name of the sheet in a workbook; `*` and `?` are wildcards. Without a name: the first visible one with a header. Only for tables. */
  sheet?: string;
  /** The feed comes in pages, each a file of this format. */
  pages?: Paging;
}

/** How the next page is found: a link in each page's header, or a URL parameter that counts up until a page is empty. */
export type Paging = { link: string } | { parameter: string; from: number };

/** A mapping's description of an XML file; the feed's configuration may override encoding and dialect. */
export interface XmlFormat extends Delivery {
  container: 'xml';
  /** Local name of the root element that the file must have. */
  root: string;
  /**
   * Paths of record elements from the root, in local names: `listings/listing`. A file may have several. A path without a slash means
   * that the root element itself is the single record.
   */
  records: readonly string[];
  /** Path of a header element or `@attribute` that declares the number of records, if the format has one. */
  declaredCount: string | null;
  /** Elements and attributes whose values are blanked before anything is kept; left out: none. */
  secrets?: readonly string[];
}

/** The description of a CSV file: the mapping's, with the feed's configuration over it. */
export interface CsvFormat extends Delivery {
  container: 'csv';
  /** The separator between cells; null: the one of `;`, `,`, tab and `|` with which the first row names the `columns`. */
  delimiter: string | null;
  /** One ASCII character, special only at the start of a cell; null: quotes are ordinary text. */
  quote: string | null;
  /** Whether the first row names the columns. */
  header: boolean;
  /** Names that the header must hold; without a header, the minimum number of cells in a row. A file without them is not this feed. */
  columns: readonly string[] | number;
  /** Names that the mapping reads, and that a column may spell with other letters (`matchNames`); left out: none. */
  spelledFreely?: readonly string[];
  /** A header in which several columns may be one of these names is refused; left out: none of them is read. */
  refusesUnclear?: true;
  /** Without a header, the maximum number of cells in a row; null or left out: as many as the first row has. */
  columnsMax?: number | null;
  /** A last row that proves the end of the file: the text of its first cell, and the cell (from 1) that holds the record count. */
  trailer: { mark: string; countCell: number | null } | null;
  /** Whether the last row must end with a line break; `as_before`: required if the last complete file ended with one. */
  finalNewline: 'required' | 'as_before' | 'optional';
  /** The text that ends a row, so that cells may hold line breaks; null or left out: a line break ends a row. */
  recordEnd?: string | null;
  /** Rows with one filled cell, of words, are headings of those below; left out: they are records. */
  sectionRows?: true;
  /** Headings that hold for those below them as well, until the next of them; left out: none do. */
  upperSections?: readonly string[];
  /** Marker lines before the columns and the rows; null or left out: the file begins with its header or its rows. */
  sections?: CsvSections | null;
}

/** A CSV file with a marker line before its columns and one before its rows. Above both, it may declare its own separators. */
export interface CsvSections {
  /** The line before the names of the columns. */
  columns: string;
  /** The line before the first row. */
  rows: string;
  /** Names under which the file declares its cell separator and its row end: `EOF : '|'`. Null: it declares none. */
  delimiterName: string | null;
  recordEndName: string | null;
}

/** Rows of another list of a JSON file that belong to its records, as a table of a database refers to another one. */
export interface JsonJoin {
  /** Path of the list. */
  records: string;
  /** The `name` of the object around the list, where several lists have the path; left out: any. */
  table?: string;
  /** Key of the row with the value that the record has under `to`. */
  by: string;
  to: string;
  /** Key under which the record then has the rows, in their order. */
  as: string;
  /** The keys of the row that are kept; left out: all. */
  take?: readonly string[];
}

/** A mapping's description of a JSON file. */
export interface JsonFormat extends Delivery {
  container: 'json';
  /** Keys that the top object must have; a file without them is not this feed. */
  root: readonly string[];
  /** Paths of the lists that hold the records: `a/b`; `a/*`: every member of `a`; `.`: the file itself is the list. */
  records: readonly string[];
  /** Records follow one another without a list around them, usually one per line; `records` is then ignored. */
  lines: boolean;
  /** Path of a member outside the records that declares their number, if the format has one. */
  declaredCount: string | null;
  /** Keys whose values are blanked before anything is kept; left out: none. */
  secrets?: readonly string[];
  /**
   * Records are lists of values, and this is where their names stand; left out: records are objects. `path` leads to a list before the
   * records: `a/b`; `a/b/c`: the `c` of each object in it. Null: the first record names them.
   */
  columns?: { path: string | null };
  /** The `name`, before the list, of the object around the list of records, where other lists have its path too; left out: any. */
  table?: string;
  /** Rows of other lists that become a part of the records; left out: none. */
  joins?: readonly JsonJoin[];
}

/** `full`: the file holds every record of the feed. `delta`: only the records that changed since the file before. */
export type FileKind = 'full' | 'delta';

export type FeedFormat = XmlFormat | CsvFormat | JsonFormat;

/** The context of a record in its file, which a mapping may read. */
export interface RecordSurroundings extends Pick<ParsedRecord, 'ancestors' | 'header'> {
  /** Values that the configuration sets for this file. Read like the header; these win over it. */
  given?: Readonly<Record<string, string>>;
  /** The bytes look like a part of a record that was cut in two. Such a record is refused (RULES R26). */
  isTorn?: true;
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
