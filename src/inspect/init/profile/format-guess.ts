import type { FormatInput } from '../../../mapping/language/format-schema.js';

/** How a file seems to be written. */
export interface FormatGuess {
  /** As a mapping says it; the keys without a default are enough. */
  format: FormatDraft;
  /** One sentence's beginning for a person. */
  about: string;
  /** Sentences. */
  doubts: string[];
}

type Draft<T> = T extends unknown
  ? { [K in keyof T]?: T[K] } & Pick<T, Extract<keyof T, 'container'>>
  : never;

/** The format of a mapping, without what has a default. */
export type FormatDraft = Draft<FormatInput>;
