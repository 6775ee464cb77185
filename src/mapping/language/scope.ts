import type { ParsedRecord } from '../../model/record.js';
import type { ReferenceUse } from '../../model/outcome.js';
import type { Reference } from '../../model/reference.js';
import type { Transaction } from './payload-fields.js';

export type Value = string | number | boolean | readonly string[];

/** One step of how a payload field came to be, for `explain`. */
interface TraceEntry {
  /** The payload path, or `$name` of a named value. */
  path: string;
  /** The paths, constant or template that were read. */
  source: string;
  /** What the feed holds there, or null where it holds nothing. */
  raw: string | null;
  /** What was done with it, in words of the mapping. */
  rule: string;
  /** What came out, or null. */
  result: unknown;
  /** External id of the listing whose field it is; left out where it is the record's, which may yield two. */
  listing?: string;
}

export type Trace = TraceEntry[];

/** Something that a rule could not do. Whether it stops the listing is decided where the field is known. */
export interface Problem {
  code: string;
  message: string;
  value?: string;
  /** Stops the listing whatever the field. */
  fatal?: boolean;
}

export type Report = (problem: Problem) => void;

/** All that rules may look at while one listing of one record is mapped. */
export interface Scope {
  readonly record: ParsedRecord;
  readonly reference: Reference;
  readonly transaction: Transaction | null;
  /** Payload fields mapped so far, by path. */
  readonly mapped: ReadonlyMap<string, unknown>;
  /** A value that the mapping names under `values:`. */
  named(name: string): Value | null;
  /** What a source reads, by the number that equal sources share: read once for each record, however many rules use it. */
  texts(number: number, read: (scope: Scope) => string[]): string[];
  use(use: ReferenceUse): void;
  readonly trace: Trace | null;
}

/** Turns a scope into a value. Never throws. */
export type Evaluate<T = Value> = (scope: Scope, report: Report) => T | null;

/** Turns the texts that a rule read, at least one, into the value of a field; null, with a problem reported, where it cannot. */
export type Conversion = (texts: readonly string[], scope: Scope, report: Report) => Value | null;
