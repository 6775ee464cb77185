import type { ReferenceUse, Repairs } from '../../model/outcome.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Reference } from '../../model/reference.js';
import type { Transaction } from './payload-fields.js';
import type { Evaluate, Report, Scope, StatedCurrency, Trace, Value } from './scope.js';

/** The data that rules read for one listing of one record. A named value is evaluated at its first use and then remembered. */
export class RecordScope implements Scope {
  /** Whether a named value reported a fatal problem: the listing is not published then. */
  isStopped = false;
  readonly #note: Report = (problem) => {
    this.isStopped ||= problem.fatal === true;
    this.report(problem);
  };
  readonly mapped = new Map<string, unknown>();
  readonly saidCurrencies = new Map<string, string>();
  readonly statedCurrencies = new Map<string, StatedCurrency>();
  readonly #named = new Map<string, Value | null>();
  readonly #texts: (string[] | undefined)[] = [];

  constructor(
    readonly record: ParsedRecord,
    readonly reference: Reference,
    readonly transaction: Transaction | null,
    private readonly values: ReadonlyMap<string, Evaluate>,
    private readonly uses: ReferenceUse[],
    /** Receives the problems of named values. */
    private readonly report: Report,
    readonly trace: Trace | null,
    readonly repairs: Repairs = unnoted,
  ) {}

  named(name: string): Value | null {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const value = this.values.get(name)?.(this, this.#note) ?? null;
    this.#named.set(name, value);
    return value;
  }

  texts(number: number, read: (scope: Scope) => string[]): string[] {
    return (this.#texts[number] ??= read(this));
  }

  /** A copy for a rule whose result is only traced. Its uses of the portal's directories and its problems are dropped. */
  aside(trace = this.trace): RecordScope {
    const { record, reference, transaction, values } = this;
    const scope = new RecordScope(record, reference, transaction, values, [], () => undefined, trace);
    for (const [path, value] of this.mapped) scope.mapped.set(path, value);
    return scope;
  }

  use(use: ReferenceUse): void {
    this.uses.push(use);
  }
}

const unnoted: Repairs = { add: () => undefined };

/** A reference without any words and places, for values that are read before the portal's directories are known. */
export const nothingKnown: Reference = {
  vocabularyKey: () => null,
  place: () => ({ kind: 'unknown' }),
  attribute: () => ({ kind: 'unknown' }),
  attributesText: '',
};
