/** One path in the records of a feed, with all its values. */
export interface FieldProfile {
  /** In mapping syntax. */
  path: string;
  /** The last meaningful name: `cena` of `param[@nazwa=cena]`. */
  name: string;
  /** The names of the enclosing elements, joined by `/`. */
  around: string;
  /** Language code in the path: `de` of `desc/de`; null: none. */
  language: string | null;
  /** Values by record index; records without a value are left out. */
  values: Map<number, string[]>;
  /** Distinct first values of the records, with their counts. */
  distinct: Map<string, number>;
  /** Largest number of values in one record. */
  most: number;
  /** Largest number of values in one parent: more than one where the parent holds a list of them. */
  together: number;
  /** Words by the codes that stand in the records, where the file's header explains them. `values` and `distinct` have the words. */
  codes?: ReadonlyMap<string, string>;
  /** Whether the file explains the codes in words that are not understood, or twice: no code is read as it is usually meant. */
  disputed?: true;
  /** Number of values that were encoded as UTF-8 twice. `values` and `distinct` have them as they are meant. */
  misread: number;
}
