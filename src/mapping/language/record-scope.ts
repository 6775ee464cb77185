import type { ReferenceUse } from '../../model/outcome.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Reference } from '../../model/reference.js';
import type { Transaction } from './payload-fields.js';
import type { Evaluate, Report, Scope, Trace, Value } from './scope.js';

/** What rules see of one record, for one of the listings that it may yield. Named values are worked out when first asked for. */
export class RecordScope implements Scope {
  /** Whether a named value met what stops a listing, whatever field asks for it. */
  isStopped = false;
  readonly #note: Report = (problem) => {
    this.isStopped ||= problem.fatal === true;
    this.report(problem);
  };
  readonly mapped = new Map<string, unknown>();
  readonly #named = new Map<string, Value | null>();
  readonly #texts: (string[] | undefined)[] = [];

  constructor(
    readonly record: ParsedRecord,
    readonly reference: Reference,
    readonly transaction: Transaction | null,
    private readonly values: ReadonlyMap<string, Evaluate>,
    private readonly uses: ReferenceUse[],
    /** Of what goes wrong in a named value. */
    private readonly report: Report,
    readonly trace: Trace | null,
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

  /** The same record for a rule whose result does not count: what it asks of the directories is forgotten. */
  aside(): RecordScope {
    const { record, reference, transaction, values, trace } = this;
    const scope = new RecordScope(record, reference, transaction, values, [], () => undefined, trace);
    for (const [path, value] of this.mapped) scope.mapped.set(path, value);
    return scope;
  }

  use(use: ReferenceUse): void {
    this.uses.push(use);
  }
}

/** For what is read before the portal's words and places are known. */
export const nothingKnown: Reference = {
  vocabularyKey: () => null,
  place: () => ({ kind: 'unknown' }),
  attribute: () => ({ kind: 'unknown' }),
  attributesText: '',
};
