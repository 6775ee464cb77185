import type { SourceId } from '../../model/ids.js';
import { externalId, rentSuffix } from '../../core/listing/external-id.js';
import type { Issue, MappedListing, MappedRecord, ReferenceUse } from '../../model/outcome.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Place, Reference, Vocabulary } from '../../model/reference.js';
import { buildListing, toIssue } from './build-listing.js';
import type { Decision, MappingOverrides, MappingProgram } from './compile-mapping.js';
import { textOf } from '../language/path.js';
import type { Transaction } from '../language/payload-fields.js';
import { nothingKnown, RecordScope } from '../language/record-scope.js';
import type { Problem, Trace } from '../language/scope.js';
import { tidyLine } from '../values/text.js';

export interface MappingEnvironment {
  reference: Reference;
  /** The number of photos that the agency's plan allows. */
  photoMax: number;
  /**
   * For listings whose id changed after they were published: the id under which the portal knows the listing, by the id that the mapping
   * gives it now.
   */
  portalIds?: ReadonlyMap<string, string>;
}

/** The content of a `MappingEnvironment` as plain data that can be sent to another thread. */
export interface PlainEnvironment {
  vocabulary: Vocabulary;
  places: readonly Place[];
  photoMax: number;
  portalIds: ReadonlyMap<string, string>;
}

/** Maps one record to its listings, one or two (`transaction: both`), or to the reason why it has none. */
export function mapRecord(
  program: MappingProgram,
  overrides: MappingOverrides,
  record: ParsedRecord,
  environment: MappingEnvironment,
  trace: Trace | null,
): MappedRecord {
  const job = new RecordJob(program, overrides, record, environment, trace);
  if (!job.isPicked()) return job.finish(null, 'elsewhere', []);
  const sourceId = job.text(program.sourceId, '/external_id');
  if (job.isUndecided) return job.finish(sourceId, 'invalid', []);
  if (sourceId === null) return job.finish(null, 'invalid', []);
  const transaction = job.text(program.transaction, '/transaction');
  const decision = job.decide(transaction === 'sale' || transaction === 'rent' ? transaction : null);
  if (decision) return job.finishDecided(sourceId, decision);
  const listings =
    transaction === null
      ? [job.unpublished(sourceId)]
      : transaction === 'both'
        ? [job.listing(sourceId, 'sale', ''), job.listing(sourceId, 'rent', rentSuffix)]
        : [job.listing(sourceId, transaction === 'rent' ? 'rent' : 'sale', '')];
  return job.finish(
    sourceId,
    listings.some((listing) => listing.payload !== null) ? 'mapped' : 'invalid',
    listings,
  );
}

/** The id of a record that may be unusable otherwise; null if it has none. A damaged id counts as none: it could be another listing's. */
export function sourceIdOf(program: MappingProgram, record: ParsedRecord): string | null {
  const scope = new RecordScope(record, nothingKnown, null, program.values, [], () => undefined, null);
  const problems: Problem[] = [];
  const value = program.sourceId(scope, (problem) => problems.push(problem));
  const isBad = problems.some((problem) => toIssue(problem, '/external_id').severity === 'error');
  return value === null || isBad ? null : String(value);
}

/** Maps one record, and collects its issues and its uses of the portal's directories. */
class RecordJob {
  readonly #issues: Issue[] = [];
  readonly #uses: ReferenceUse[] = [];
  readonly #scope: RecordScope;
  /** Whether `where` could not be evaluated for this record. */
  isUndecided = false;

  constructor(
    private readonly program: MappingProgram,
    private readonly overrides: MappingOverrides,
    private readonly record: ParsedRecord,
    private readonly environment: MappingEnvironment,
    private readonly trace: Trace | null,
  ) {
    this.#scope = this.#newScope(null);
  }

  /** A text that every record must have; null, with an error, if it is missing or damaged. */
  text(evaluate: MappingProgram['sourceId'], pointer: string): string | null {
    const problems: Problem[] = [];
    const value = evaluate(this.#scope, (problem) => problems.push(problem));
    const issues = problems.map((problem) => toIssue(problem, pointer));
    const isBad = value === null || issues.some((issue) => issue.severity === 'error');
    if (isBad && issues.length === 0) {
      const message = 'The record says nothing for this, and without it there is no listing.';
      issues.push({ severity: 'error', code: 'required', pointer, message });
    }
    this.#issues.push(...issues.map((issue) => (isBad ? { ...issue, severity: 'error' as const } : issue)));
    return isBad ? null : String(value);
  }

  /**
   * Whether `where` selects this record for this feed. A record for which `where` cannot be evaluated counts as selected, so that its
   * listing is not taken for absent.
   */
  isPicked(): boolean {
    const { where } = this.program;
    if (where === null) return true;
    const issues: Issue[] = [];
    const isMet = where(this.#scope, (problem) =>
      issues.push({ ...toIssue(problem, ''), severity: 'error' }),
    );
    this.#issues.push(...issues);
    this.isUndecided = issues.length > 0;
    return isMet || this.isUndecided;
  }

  /** The decision of the first outcome whose condition is met; null if there is none. */
  decide(transaction: Transaction | null): Decision | null {
    if (this.program.outcomes.length === 0) return null;
    const scope = this.#newScope(transaction);
    const report = (problem: Problem): void => void this.#issues.push(toIssue(problem, ''));
    const index = this.program.outcomes.findIndex(({ when }) => when(scope, report));
    const decision = this.program.outcomes[index]?.decision ?? null;
    if (decision !== null) {
      const source = `outcomes, number ${index + 1}`;
      const result = decision.kind === 'remove' ? decision.reason : decision.why;
      this.trace?.push({ path: 'outcome', source, raw: null, rule: decision.kind, result });
    }
    return decision;
  }

  listing(sourceId: SourceId, transaction: Transaction, suffix: string): MappedListing {
    const { overrides, program } = this;
    const id = this.#idOf(sourceId, suffix);
    const before = this.trace?.length ?? 0;
    const scope = this.#newScope(transaction);
    const { payload, issues, isOnRequest } = buildListing(program.fields, scope, {
      externalId: id,
      transaction,
      photoMax: this.environment.photoMax,
      answers: overrides.answers,
      isBusiness: (category) => this.#isBusiness(category),
    });
    for (const entry of this.trace?.slice(before) ?? []) entry.listing = id;
    this.#issues.push(...issues);
    const { isStopped } = scope;
    return {
      ...{ externalId: id, payload: isStopped ? null : payload, feedUpdatedAt: this.#updatedAt() },
      ...(isOnRequest && !isStopped && { isOnRequest }),
    };
  }

  /** The listing of a record whose transaction is unknown. */
  unpublished(sourceId: SourceId): MappedListing {
    const feedUpdatedAt = this.#updatedAt();
    return { externalId: this.#idOf(sourceId, ''), payload: null, feedUpdatedAt };
  }

  finishDecided(sourceId: SourceId, decision: Decision): MappedRecord {
    if (decision.kind === 'remove')
      return { ...this.finish(sourceId, 'remove', []), issues: [], removeReason: decision.reason };
    const code = decision.kind === 'keep' ? 'kept' : 'ignored';
    // The other issues of the record are dropped, because the record is not published.
    const issue: Issue = { severity: 'warning', code, pointer: '', message: decision.why };
    return { ...this.finish(sourceId, decision.kind, []), issues: [issue] };
  }

  finish(sourceId: SourceId | null, kind: MappedRecord['kind'], listings: MappedListing[]): MappedRecord {
    return {
      kind,
      sourceId,
      codes: this.#codes(sourceId),
      removeReason: null,
      listings,
      issues: distinct(
        this.#issues,
        ({ severity, code, pointer, message, value }) =>
          `${severity}\n${code}\n${pointer}\n${message}\n${value ?? ''}`,
      ),
      uses: distinct(
        this.#uses,
        ({ kind, name, word, resolved }) => `${kind}\n${name}\n${word}\n${resolved ?? ''}`,
      ),
    };
  }

  #idOf(sourceId: SourceId, suffix: string): string {
    const id = externalId(sourceId, this.overrides.idPrefix, suffix);
    return this.environment.portalIds?.get(id) ?? id;
  }

  #newScope(transaction: Transaction | null): RecordScope {
    const report = (problem: Problem): void => void this.#issues.push(toIssue(problem, ''));
    return new RecordScope(
      this.record,
      this.environment.reference,
      transaction,
      this.program.values,
      this.#uses,
      report,
      this.trace,
    );
  }

  #updatedAt(): number | null {
    const value = this.program.updatedAt?.(this.#scope, (problem) =>
      this.#issues.push(toIssue(problem, '/source/updated_at')),
    );
    return typeof value === 'number' ? value : null;
  }

  #codes(sourceId: SourceId | null): string[] {
    const codes = this.program.codes.flatMap((path) =>
      path.select(this.record).map((node) => tidyLine(textOf(node))),
    );
    return [...new Set(codes)].filter((code) => code !== '' && code !== sourceId);
  }

  #isBusiness(category: string): boolean {
    const labels = this.overrides.businessPremises ?? [];
    return labels.some((label) => this.environment.reference.vocabularyKey('category', [label]) === category);
  }
}

/** The items without repetitions. Two listings of one record have most of their issues and uses in common. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  if (items.length < 2) return [...items];
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
