import type { FormatInput } from '../../../mapping/language/format-schema.js';
import type { ListedCodes } from './legend-rows.js';

/** The probable format of a file. */
export interface FormatGuess {
  /** As in a mapping; keys with a default may be left out. */
  format: FormatDraft;
  /** A description, as a clause without a full stop. */
  about: string;
  /** Doubts, as full sentences. */
  doubts: string[];
  /** The codes that rows beside the records explain; left out: none do. */
  lists?: readonly ListedCodes[];
  /** Columns of which each listing has one, and other rows none; left out or empty: there are no other rows. */
  keys?: readonly string[];
  /** What is written above the header of a table, and on the tab of its sheet; left out: nothing is. */
  titles?: readonly string[];
}

type Draft<T> = T extends unknown
  ? { [K in keyof T]?: T[K] } & Pick<T, Extract<keyof T, 'container'>>
  : never;

/** The `format` of a mapping, with all keys but `container` optional. */
export type FormatDraft = Draft<FormatInput>;
