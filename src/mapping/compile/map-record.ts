import type { SourceId } from '../../model/ids.js';
import { externalId, rentSuffix } from '../../core/listing/external-id.js';
import type { Issue, MappedListing, MappedRecord, ReferenceUse } from '../../model/outcome.js';
import { unclearKey, type ParsedRecord, type RecordValue } from '../../model/record.js';
import type { RepairKind } from '../../model/outcome.js';
import type { Place, Reference, Vocabulary } from '../../model/reference.js';
import { buildListing, toIssue } from './build-listing.js';
import type { Decision, MappingOverrides, MappingProgram } from './compile-mapping.js';
import { textOf } from '../language/path.js';
import type { Transaction } from '../language/payload-fields.js';
import { offerPointer } from './offer.js';
import { repairIssue } from './repair-issues.js';
import { nothingKnown, RecordScope } from '../language/record-scope.js';
import type { Problem, Trace } from '../language/scope.js';
import { statePointer } from '../../model/content.js';
import { stateList, unknownWordIn } from './state.js';
import { tidyLine, unwrapCell, withoutUnseen } from '../values/text.js';

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
  const transaction = job.text(program.transaction, offerPointer) ?? job.openOffer();
  const offer = transaction === 'sale' || transaction === 'rent' ? transaction : null;
  const state = job.state(offer);
  const decision = state?.kind === 'remove' ? state : (job.decide(offer) ?? state);
  if (decision) return { ...job.finishDecided(sourceId, decision), offer };
  const listings =
    transaction === null
      ? [job.unpublished(sourceId)]
      : transaction === 'both'
        ? [job.listing(sourceId, 'sale', ''), job.listing(sourceId, 'rent', rentSuffix)]
        : [job.listing(sourceId, transaction === 'rent' ? 'rent' : 'sale', '')];
  const kind = listings.some((listing) => listing.payload !== null) ? 'mapped' : 'invalid';
  return { ...job.finish(sourceId, kind, listings), offer };
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
  readonly #repairs: Set<RepairKind>;
  readonly #scope: RecordScope;
  /** Whether the record's state hides its listings. */
  #isInactive = false;
  /** Whether the state has a fatal problem: no listing is published then. */
  #isStopped = false;
  #unknownState: string | null = null;
  /** Whether `where` could not be evaluated for this record. */
  isUndecided = false;

  constructor(
    private readonly program: MappingProgram,
    private readonly overrides: MappingOverrides,
    private readonly record: ParsedRecord,
    private readonly environment: MappingEnvironment,
    private readonly trace: Trace | null,
  ) {
    this.#repairs = new Set(record.repairs);
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

  /** In a trial that leaves questions open, a record whose offer is asked for counts as a sale, or as `openOffer` says. */
  openOffer(): Transaction | null {
    const isOpen = this.#issues.some(
      ({ code, pointer }) => code === 'answer_missing' && pointer === offerPointer,
    );
    return isOpen && this.overrides.leavesOpen === true ? (this.overrides.openOffer ?? 'sale') : null;
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

  /**
   * The decision that the record's state makes; null while it is on offer, hidden or unknown. A sold rental is let: it cannot be sold
   * (RULES R171).
   */
  state(transaction: Transaction | null): Decision | null {
    const read = this.program.state;
    if (read === null) return null;
    const problems: Problem[] = [];
    const state = read(this.#newScope(transaction), (problem) => problems.push(problem));
    this.#issues.push(...problems.map((problem) => toIssue(problem, statePointer)));
    this.#unknownState = unknownWordIn(problems);
    this.#isStopped = problems.some(({ fatal }) => fatal === true);
    this.#isInactive = state === 'inactive';
    if (state === null || state === 'active' || state === 'inactive') return null;
    const reason = state === 'sold' && transaction === 'rent' ? 'rented' : state;
    this.trace?.push({ path: 'outcome', source: 'state', raw: null, rule: 'state', result: reason });
    if (reason !== 'ignore') return { kind: 'remove', reason };
    const word = this.#uses.find(({ name, resolved }) => name === stateList && resolved === 'ignore')?.word;
    return {
      kind: 'ignore',
      why: `Its state in the feed is "${word ?? 'draft'}": it is not to be published.`,
    };
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
    const built = buildListing(program.fields, scope, {
      externalId: id,
      transaction,
      photoMax: this.environment.photoMax,
      sourceId,
      leavesOpen: overrides.leavesOpen === true,
      isBusiness: (category) => this.#isBusiness(category),
      isInactive: this.#isInactive,
    });
    const { payload, issues, isOnRequest, photoSource, upgradedPhotos, unknownState } = built;
    for (const entry of this.trace?.slice(before) ?? []) entry.listing = id;
    this.#issues.push(...issues);
    this.#unknownState ??= unknownState;
    const isStopped = this.#isStopped || scope.isStopped;
    const listing: MappedListing = {
      externalId: id,
      payload: isStopped ? null : payload,
      feedUpdatedAt: this.#updatedAt(),
    };
    if (isOnRequest && !isStopped) listing.isOnRequest = true;
    if (photoSource !== null) listing.photoSource = photoSource;
    if (upgradedPhotos.length > 0) listing.upgradedPhotos = upgradedPhotos;
    return listing;
  }

  /** The listing of a record whose transaction is unknown. */
  unpublished(sourceId: SourceId): MappedListing {
    const feedUpdatedAt = this.#updatedAt();
    return { externalId: this.#idOf(sourceId, ''), payload: null, feedUpdatedAt };
  }

  finishDecided(sourceId: SourceId, decision: Decision): MappedRecord {
    if (decision.kind === 'remove')
      return {
        ...this.finish(sourceId, 'remove', []),
        issues: [],
        removeReason: decision.reason,
        unknownState: null,
      };
    const code = decision.kind === 'keep' ? 'kept' : 'ignored';
    // The other issues of the record are dropped, because the record is not published.
    const issue: Issue = { severity: 'warning', code, pointer: '', message: decision.why };
    return { ...this.finish(sourceId, decision.kind, []), issues: [issue], unknownState: null };
  }

  finish(sourceId: SourceId | null, kind: MappedRecord['kind'], listings: MappedListing[]): MappedRecord {
    const repairs = [...this.#repairs];
    const unclear = this.program.format.container === 'csv' ? this.record.header[unclearKey] : undefined;
    if (unclear !== undefined) this.#issues.push(...unclearColumns(unclear));
    return {
      kind,
      sourceId,
      unknownState: this.#unknownState,
      offer: null,
      codes: this.#codes(sourceId),
      removeReason: null,
      listings,
      repairs,
      issues: distinct(
        [...this.#issues, ...repairs.map(repairIssue)],
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
      this.#repairs,
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
      path.select(this.record).map((node) => tidyLine(unwrapCell(withoutUnseen(textOf(node), 'ends')))),
    );
    return [...new Set(codes)].filter((code) => code !== '' && code !== sourceId);
  }

  #isBusiness(category: string): boolean {
    const labels = this.overrides.businessPremises ?? [];
    return labels.some((label) => this.environment.reference.vocabularyKey('category', [label]) === category);
  }
}

/** A warning for each column that the mapping reads and that several columns of the file may be. */
function unclearColumns(unclear: RecordValue): Issue[] {
  return Object.entries(unclear).map(([wanted, columns]: [string, unknown]) => {
    const names = [columns].flat().map((name) => `"${String(name)}"`);
    const message = `The columns ${names.join(' and ')} may each be "${wanted}", so none of them is read. Write in the mapping which one it is.`;
    return { severity: 'warning', code: 'unclear_column', pointer: '', message };
  });
}

/** The items without repetitions. Two listings of one record have most of their issues and uses in common. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  if (items.length < 2) return [...items];
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
