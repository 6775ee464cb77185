import type { RepairKind } from './outcome.js';

/**
 * A parsed record, the same shape for every container. XML: one key per child element (an array where it repeats),
 * `@name` for attributes, `#text` for text beside attributes or children; an element with text alone is the string.
 * The text of an element with marks of a text in it (`<b>`), or with text beside other elements, is all text below it in document order;
 * `#own` is then the part that stands in no other element.
 * CSV: one key per column name (an array where it repeats), and `#1`, `#2`… for columns by position. Namespace prefixes are stripped.
 */
export type RecordValue = string | RecordObject | RecordValue[];
export interface RecordObject {
  [name: string]: RecordValue;
}

/** What a mapping may read: the record, the elements that enclose it (outermost first) and the feed's header. */
export interface ParsedRecord {
  /** Name of the record's own element (`row` for CSV). */
  name: string;
  value: RecordObject;
  ancestors: readonly { name: string; attributes: Readonly<Record<string, string>> }[];
  /**
   * The part of the root before the first record. CSV: the position of each column by its name (from 1; a list where the name
   * repeats), `@delimiter`, `@quote`, and `@columns`, the number of cells that a row may have.
   */
  header: RecordObject;
  /** What was repaired in the record's container format; left out for none. */
  repairs?: readonly RepairKind[];
}

/** Key of a CSV header: for each name that the mapping reads and that several columns spell, the names of these columns. */
export const unclearKey = '@unclear';

/** Key of a JSON header: the names of the values of records that are lists, in their order. */
export const valueNamesKey = '#names';

/** The names of the values of records that are lists; null: the records are objects. */
export function valueNames({ header }: Pick<ParsedRecord, 'header'>): readonly string[] | null {
  const names = header[valueNamesKey];
  return Array.isArray(names) ? (names as string[]) : null;
}

/** Key of a CSV header: the heading above a row, in tables with headings between their records. */
export const sectionKey = '@section';

/** What stands outside of a record and is read as a part of it: the names of its values, or the heading above it. Null: nothing. */
export function readOutside({ header }: Pick<ParsedRecord, 'header'>): readonly string[] | string | null {
  const heading = header[sectionKey];
  return valueNames({ header }) ?? (typeof heading === 'string' ? heading : null);
}
