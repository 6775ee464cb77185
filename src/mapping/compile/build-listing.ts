import type { ExternalId } from '../../model/ids.js';
import type { Issue } from '../../model/outcome.js';
import * as limits from '../../wire/limits.js';
import type { CompiledField, CompiledFields } from './fields.js';
import { fillOpenFields } from './open-fields.js';
import { pointerOf, type PayloadField, type Transaction } from '../language/payload-fields.js';
import type { RecordScope } from '../language/record-scope.js';
import type { Problem } from '../language/scope.js';

/** What a listing needs besides the mapping. */
export interface ListingSettings {
  externalId: ExternalId;
  transaction: Transaction;
  photoMax: number;
  /** Facts that the agency stated, by the question's name. */
  answers: Readonly<Record<string, boolean | null | undefined>>;
  /** Whether a category of the portal is business premises, whose rentals need no word about the owner. */
  isBusiness(category: string): boolean;
}

export interface BuiltListing {
  /** Null where an error keeps it from being published. */
  payload: Record<string, unknown> | null;
  issues: Issue[];
}

/** Builds the payload of one listing, in the shape of its transaction. */
export function buildListing(
  { fields, photos, place, open }: CompiledFields,
  scope: RecordScope,
  settings: ListingSettings,
): BuiltListing {
  const issues: Issue[] = [];
  const settled: Settled[] = [];
  for (const field of fields) {
    if (field.field.only && field.field.only !== settings.transaction)
      traceLeftOut(field, scope, settings.transaction);
    else settled.push(settleField(field, scope, settings));
  }
  const problems: Problem[] = [];
  const found = place?.(scope, (problem) => problems.push(problem)) ?? null;
  if (found) scope.mapped.set('location.place_id', found.id);
  issues.push(...toIssues('location.place_id', problems, found === null));
  for (const one of settled) {
    if (one.path === 'location.address_line' && one.value === null && found)
      standIn(one, found.nameSr, scope);
    issues.push(...toIssues(one.path, one.problems, one.required && one.value === null));
  }
  const photoProblems: Problem[] = [];
  const roomProblems: Problem[] = [];
  const images =
    photos?.(
      scope,
      settings.photoMax,
      (problem) => photoProblems.push(problem),
      (problem) => roomProblems.push(problem),
    ) ?? [];
  issues.push(
    ...toIssues('photos', photoProblems, false),
    ...toIssues('photos.room_type', roomProblems, false),
  );
  for (const problem of fillOpenFields(open, scope, settings.transaction))
    issues.push(toIssue(problem, problem.pointer));
  issues.push(...dropUnfitting(scope), ...priceIssues(scope));
  if (!scope.mapped.has('state')) scope.mapped.set('state', 'active');
  const failed = issues.some((issue) => issue.severity === 'error');
  return { payload: failed ? null : assemble(scope.mapped, images, settings), issues };
}

/** A field whose value is decided. */
interface Settled {
  path: string;
  value: unknown;
  required: boolean;
  problems: Problem[];
}

function settleField(
  { path, field, evaluate, constant }: CompiledField,
  scope: RecordScope,
  settings: ListingSettings,
): Settled {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const required =
    field.required === true || (path === 'rent.owner_lives_nearby' && !isBusinessCategory(scope, settings));
  let value: unknown = evaluate?.(scope, report) ?? null;
  // A value that was not understood is no gap that a constant may fill: pounds are not euros.
  if (value === null && problems.length === 0) value = constant?.(scope, report) ?? null;
  if (value === null && problems.length === 0 && field.asked && required)
    value = askAgency(path, field.asked, scope, settings, report);
  if (value !== null) scope.mapped.set(path, value);
  return { path, value, required, problems };
}

function isBusinessCategory({ mapped }: RecordScope, settings: ListingSettings): boolean {
  const category = mapped.get('category');
  return typeof category === 'string' && settings.isBusiness(category);
}

function askAgency(
  path: string,
  asked: NonNullable<PayloadField['asked']>,
  scope: RecordScope,
  { answers }: ListingSettings,
  report: (problem: Problem) => void,
): boolean | null {
  const question = asked === 'constant' ? null : asked.answer;
  const answer = question === null ? null : (answers[question] ?? null);
  const name = question ?? path;
  scope.use({ kind: 'answer', name, word: '', resolved: answer === null ? null : String(answer) });
  if (answer === null) {
    const where = question === null ? `constants: ${path}` : `answers: ${question}`;
    report({
      code: 'answer_missing',
      message: `Only the agency knows ${name}, and the feed does not say it. State it under ${where}.`,
    });
  }
  scope.trace?.push({
    path,
    source: `answer ${name}`,
    raw: null,
    rule: 'stated by the agency',
    result: answer,
  });
  return answer;
}

function standIn(field: Settled, name: string, scope: RecordScope): void {
  field.value = name;
  scope.mapped.set(field.path, name);
  field.problems.push({
    code: 'fallback_used',
    message: 'The feed has no street and no settlement: the name of the place stands in.',
  });
  scope.trace?.push({
    path: field.path,
    source: 'place directory',
    raw: null,
    rule: 'stand-in: name of the place',
    result: name,
  });
}

/** A field of the other shape yields nothing, whatever the mapping says; people may ask why. */
function traceLeftOut(
  { path, field, evaluate }: CompiledField,
  scope: RecordScope,
  transaction: Transaction,
): void {
  if (!scope.trace || !evaluate) return;
  const result = evaluate(scope.aside(), () => undefined);
  if (result === null) return;
  scope.trace.push({
    path,
    source: 'shape',
    raw: null,
    rule: `left out: only a ${field.only ?? ''} has it, this is a ${transaction}`,
    result: null,
  });
}

/** Optional fields that the portal takes only beside others. */
function dropUnfitting({ mapped }: RecordScope): Issue[] {
  const issues: Issue[] = [];
  const drop = (path: string, message: string): void => {
    if (!mapped.delete(path)) return;
    issues.push({ severity: 'warning', code: 'field_dropped', pointer: pointerOf(path), message });
  };
  if (!mapped.has('agent.email')) {
    mapped.delete('agent.name');
    mapped.delete('agent.phone');
  }
  const [least, most] = [mapped.get('rent.min_lease_months'), mapped.get('rent.max_lease_months')];
  if (typeof least === 'number' && typeof most === 'number' && most < least) {
    drop(
      'rent.max_lease_months',
      `The longest lease, ${most} months, is shorter than the shortest, ${least}.`,
    );
  }
  const proximity = mapped.get('rent.owner_proximity');
  if (mapped.get('rent.owner_lives_nearby') !== true) {
    drop('rent.owner_proximity', 'How near the owner lives is only told where the owner lives nearby.');
  } else if (proximity === 'same_apartment' && mapped.get('rent.type') !== 'room') {
    drop('rent.owner_proximity', 'An owner in the same apartment is only possible where a room is let.');
  }
  return issues;
}

/** The portal also stores a price in RSD, as a 32-bit integer (RULES R128). */
function priceIssues({ mapped }: RecordScope): Issue[] {
  const amount = mapped.get('price.amount');
  if (typeof amount !== 'number') return [];
  const rsd = mapped.get('price.currency') === 'RSD' ? amount : amount * limits.rsdPerEur;
  if (Math.round(rsd) <= limits.priceRsdMax) return [];
  const message = `A price of ${amount} is more than the portal can hold.`;
  return [{ severity: 'error', code: 'too_big', pointer: '/price/amount', message, value: String(amount) }];
}

function assemble(
  mapped: ReadonlyMap<string, unknown>,
  images: readonly object[],
  settings: ListingSettings,
): Record<string, unknown> {
  const { externalId, transaction } = settings;
  const payload: Record<string, unknown> = {
    external_id: externalId,
    transaction,
    structure: {},
    legal: {},
    source: {},
  };
  for (const [path, value] of mapped) {
    const dot = path.indexOf('.');
    if (dot === -1) payload[path] = value;
    else ((payload[path.slice(0, dot)] ??= {}) as Record<string, unknown>)[path.slice(dot + 1)] = value;
  }
  if (images.length > 0) payload.photos = images;
  if (settings.transaction === 'rent') payload.house_rules ??= {};
  return payload;
}

/** @param missing the listing cannot be published without the field, and it has no value */
function toIssues(path: string, problems: readonly Problem[], missing: boolean): Issue[] {
  if (problems.length === 0 && !missing) return [];
  const pointer = pointerOf(path);
  if (missing && problems.length === 0) {
    return [
      {
        severity: 'error',
        code: 'required',
        pointer,
        message: 'The feed says nothing for this field, which the portal requires.',
      },
    ];
  }
  return problems.map((problem) => ({
    ...toIssue(problem, pointer),
    ...(missing && { severity: 'error' as const }),
  }));
}

const valueLengthMax = 120;

export function toIssue({ code, message, value, fatal }: Problem, pointer: string): Issue {
  const severity = fatal ? 'error' : 'warning';
  return {
    severity,
    code,
    pointer,
    message,
    ...(value !== undefined && { value: value.slice(0, valueLengthMax) }),
  };
}
