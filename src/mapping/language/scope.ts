import type { ParsedRecord } from '../../model/record.js';
import type { ProblemCode, ReferenceUse, Repairs } from '../../model/outcome.js';
import type { Reference } from '../../model/reference.js';
import type { Transaction } from './payload-fields.js';
import type { ReadingQuestion } from '../../core/setup/reading-questions.js';

/** The result of a rule. */
export type Value = string | number | boolean | readonly string[];

/** One step towards the value of a payload field, for `explain`. */
interface TraceEntry {
  /** The payload path, `$name` of a named value, or a name of the record's own: `transaction`, `state`, `outcome`. */
  path: string;
  /** The paths, the constant or the template that was read. */
  source: string;
  /** The text of the feed; null if there is none. */
  raw: string | null;
  /** The steps of the rule, in words of the mapping. */
  rule: string;
  /** The value; null if there is none. */
  result: unknown;
  /** External id of the listing that has the field. Left out for values of the record, which may have two listings. */
  listing?: string;
}

export type Trace = TraceEntry[];

/**
 * A problem of a rule with a text of the feed. A problem that is not fatal stops the listing only if the field is required and stays
 * without a value.
 */
export interface Problem {
  code: ProblemCode;
  message: string;
  /** The text of the feed. */
  value?: string;
  /** For an unknown word: the value of another word stands in. */
  standsIn?: boolean;
  /** Stops the listing whatever the field. */
  fatal?: boolean;
  /** A question about how columns are read, for which the problem stands instead of the field. */
  about?: ReadingQuestion;
}

export type Report = (problem: Problem) => void;

/** What a record states of the currency of an amount. `unread`: it has no amount that can be used. */
export type StatedCurrency =
  { kind: 'none' | 'unread' } | { kind: 'code'; code: 'EUR' | 'RSD' } | { kind: 'problem'; problem: Problem };

/** The data that rules may read while one listing of one record is mapped. */
export interface Scope {
  readonly record: ParsedRecord;
  readonly reference: Reference;
  readonly transaction: Transaction | null;
  /** Payload fields mapped so far, by path. */
  readonly mapped: ReadonlyMap<string, unknown>;
  /** By payload path of an amount: the currency that the record states with the figure, by a word beside it or as `amount:` reads it. */
  readonly saidCurrencies: Map<string, string>;
  /** By payload path of an amount that `amount:` reads: what the record states of its currency. */
  readonly statedCurrencies: Map<string, StatedCurrency>;
  /** A value that the mapping defines under `values:`. */
  named(name: string): Value | null;
  /** The texts of a source, read once for each listing. @param number of the source; equal sources share a number */
  texts(number: number, read: (scope: Scope) => string[]): string[];
  /** Records a use of the portal's directories. */
  use(use: ReferenceUse): void;
  /** Receives what is repaired in texts. */
  readonly repairs: Repairs;
  /** Receives the steps for `explain`; null if they are not needed. */
  readonly trace: Trace | null;
}

/** Evaluates a rule; null if it gives no value. Never throws. */
export type Evaluate<T = Value> = (scope: Scope, report: Report) => T | null;

/**
 * Converts the texts that a rule read, at least one, into a value. Null if they have none, which is reported unless the mapping provides
 * for it.
 */
export type Conversion = (texts: readonly string[], scope: Scope, report: Report) => Value | null;
