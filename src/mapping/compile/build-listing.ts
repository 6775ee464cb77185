import { isPriceOnRequest } from '../../core/content/guard/on-request.js';
import { askedPartnerCode } from '../../model/outcome.js';
import type { ExternalId, SourceId } from '../../model/ids.js';
import { issueValueMax, type Issue, type PhotoSource } from '../../model/outcome.js';
import { chosenFactAt, differingFacts } from '../../core/setup/differing-facts.js';
import { ruleFacts } from '../../core/setup/listing-rule.js';
import { factsNote } from '../../wire/facts-note.js';
import { askAgency, chosenFor, hasRules } from './ask-constant.js';
import { unknownWordIn } from './state.js';
import * as limits from '../../wire/limits.js';
import type { CompiledField, CompiledFields } from './fields.js';
import { fillOpenFields } from './open-fields.js';
import { pointerOf, type Transaction } from '../language/payload-fields.js';
import type { RecordScope } from '../language/record-scope.js';
import type { Evaluate, Problem, Trace } from '../language/scope.js';

/** The inputs of a listing other than the record and the mapping. */
export interface ListingSettings {
  externalId: ExternalId;
  transaction: Transaction;
  /** The number of photos that the agency's plan allows. */
  photoMax: number;
  /** The id of the listing's record. */
  sourceId: SourceId;
  /** A missing answer does not prevent the listing: the payload is built without it. */
  leavesOpen: boolean;
  /** Whether the record's state hides the listing. */
  isInactive: boolean;
  /** Whether the category is business premises. A rental of business premises needs no answer about the owner. */
  isBusiness(category: string): boolean;
}

export interface BuiltListing {
  /** Null if an issue is an error: the listing cannot be published. With `leavesOpen`, a missing answer does not count. */
  payload: Record<string, unknown> | null;
  issues: Issue[];
  /** The price alone keeps the listing from being published, and the record gives none (`isPriceOnRequest`). */
  isOnRequest: boolean;
  photoSource: PhotoSource | null;
  /** As in `MappedRecord`, of a mapping whose field `state` reads the words. */
  unknownState: string | null;
  upgradedPhotos: string[];
}

/** Builds the payload of one listing. The portal has one payload shape for sales and one for rentals. */
export function buildListing(
  { fields, photos, place, open, answers }: CompiledFields,
  scope: RecordScope,
  settings: ListingSettings,
): BuiltListing {
  const issues: Issue[] = [];
  const settled: Settled[] = [];
  for (const field of fields) {
    if (field.field.only && field.field.only !== settings.transaction)
      traceLeftOut(field, scope, settings.transaction);
    else settled.push(settleField(field, scope, settings, answers));
  }
  for (const one of settled) refuseOtherCurrency(one, scope);
  const problems: Problem[] = [];
  const found = place?.(scope, (problem) => problems.push(problem)) ?? null;
  const isPlaceOpen = problems.some(({ code }) => code === 'answer_missing' || code === askedPartnerCode);
  if (found) scope.mapped.set('location.place_id', found.id);
  issues.push(...toIssues('location.place_id', problems, found === null));
  for (const one of settled) {
    if (one.later === null) continue;
    one.value = one.later((problem) => one.problems.push(problem));
    if (one.value !== null) scope.mapped.set(one.path, one.value);
  }
  for (const one of settled) noteFacts(one, scope, settings);
  for (const one of settled) {
    if (one.path === 'location.address_line' && one.value === null && (found || isPlaceOpen))
      standIn(one, found?.nameSr ?? openPlace, scope);
    if (one.required && one.value === null && one.problems.length === 0) reportEmptied(one, scope);
    issues.push(...toIssues(one.path, one.problems, one.required && one.value === null));
  }
  const photoProblems: Problem[] = [];
  const roomProblems: Problem[] = [];
  const images = photos?.(
    scope,
    settings.photoMax,
    (problem) => photoProblems.push(problem),
    (problem) => roomProblems.push(problem),
  );
  issues.push(
    ...toIssues('photos', photoProblems.map(leftOut), false),
    ...toIssues('photos.room_type', roomProblems, false),
  );
  for (const problem of fillOpenFields(open, scope, settings.transaction))
    issues.push(toIssue(problem, problem.pointer));
  issues.push(...dropUnfitting(scope, openOf(settled)), ...priceIssues(scope));
  if (settings.isInactive) scope.mapped.set('state', 'inactive');
  else if (!scope.mapped.has('state')) scope.mapped.set('state', 'active');
  const failed = issues.some(
    ({ severity, code }) => severity === 'error' && !(settings.leavesOpen && code === 'answer_missing'),
  );
  const state = settled.find(({ path, value }) => path === 'state' && value === null);
  return {
    payload: failed ? null : assemble(scope.mapped, images?.photos ?? [], settings),
    issues,
    isOnRequest: failed && isPriceOnRequest(issues),
    photoSource: images?.source ?? null,
    upgradedPhotos: images?.upgraded ?? [],
    unknownState: state === undefined ? null : unknownWordIn(state.problems),
  };
}

/** The result of one payload field. */
interface Settled {
  path: string;
  value: unknown;
  required: boolean;
  problems: Problem[];
  evaluate: Evaluate | null;
  /**
   * Reads what the agency stated, where its answer has rules: they look at the place, the price and the title, which are known only once
   * all else of the listing is. Null: nothing is left to be read.
   */
  later: ((report: (problem: Problem) => void) => unknown) | null;
}

/** Paths of fields whose value only the agency can state, and has not stated. */
function openOf(settled: readonly Settled[]): ReadonlySet<string> {
  const isOpen = ({ problems }: Settled): boolean => problems.some(({ code }) => code === 'answer_missing');
  return new Set(settled.filter(isOpen).map(({ path }) => path));
}

function settleField(
  compiled: CompiledField,
  scope: RecordScope,
  settings: ListingSettings,
  answers: CompiledFields['answers'],
): Settled {
  const { path, field, evaluate, statedWith } = compiled;
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  // Without an amount there is no currency to ask for.
  const isMoot = statedWith !== undefined && !scope.mapped.has(statedWith);
  const required =
    !isMoot &&
    (field.required === true || (path === 'rent.owner_lives_nearby' && !isBusinessCategory(scope, settings)));
  const stated = statedWith === undefined ? null : statedCurrency(path, scope, statedWith, report);
  let value: unknown = problems.length === 0 ? (evaluate?.(scope, report) ?? stated) : null;
  // Only a missing value is filled, never one that was not understood: a price in pounds must not become euros.
  const isOpen = value === null && problems.length === 0;
  const ask = (told: (problem: Problem) => void): unknown =>
    askFor({ compiled, required }, scope, { settings, answers }, told);
  const waits = isOpen && needsAll(compiled, required, answers);
  if (isOpen && !waits) value = ask(report);
  if (value !== null) scope.mapped.set(path, value);
  const told = required || problems.length === 0 ? problems : problems.map(leftOut);
  return { path, value, required, problems: told, evaluate, later: waits ? ask : null };
}

/** Whether what the agency stated of a field can be read only once all else of the listing is known. */
function needsAll(
  { field, stated }: CompiledField,
  required: boolean,
  answers: CompiledFields['answers'],
): boolean {
  if (stated !== undefined) return stated.rules.length > 0;
  return required && field.asked !== undefined && hasRules(field.asked, answers);
}

/** What the agency stated of a field, or its constant; null: neither, which is a problem where the portal requires the field. */
function askFor(
  { compiled, required }: { compiled: CompiledField; required: boolean },
  scope: RecordScope,
  given: { settings: ListingSettings; answers: CompiledFields['answers'] },
  report: (problem: Problem) => void,
): unknown {
  const { path, field, constant, stated } = compiled;
  const problems: Problem[] = [];
  const noting = (problem: Problem): void => {
    problems.push(problem);
    report(problem);
  };
  const chosen =
    chosenFactAt(path) === undefined
      ? (constant?.(scope, noting) ?? null)
      : chosenFor(path, { stated, all: constant }, scope, given.settings, noting);
  if (chosen !== null || problems.length > 0 || !required || field.asked === undefined) return chosen;
  return askAgency(path, field.asked, scope, given, report);
}

/** Notes of a listing that waits for an answer what rules look at: it has no payload of which they could be judged. */
function noteFacts({ path, problems }: Settled, scope: RecordScope, { transaction }: ListingSettings): void {
  const fact = differingFacts.find((one) => one.path === path);
  if (fact === undefined || !problems.some(({ code }) => code === 'answer_missing')) return;
  const word = factsNote(ruleFacts((at) => (at === 'transaction' ? transaction : scope.mapped.get(at))));
  if (word !== null) scope.use({ kind: 'answer', name: fact.question, word, resolved: 'open' });
}

/** A damaged text that the portal does not need is left out: the texts that are whole can be published (RULES R168). */
function leftOut(problem: Problem): Problem {
  if (problem.code !== 'bad_text') return problem;
  return { ...problem, fatal: false, message: `${problem.message} It is left out.` };
}

/** The currency that the record states beside the amount. One that the portal does not take, or that is not clear, is a problem. */
function statedCurrency(
  path: string,
  { statedCurrencies, trace }: RecordScope,
  amount: string,
  report: (problem: Problem) => void,
): string | null {
  const stated = statedCurrencies.get(amount);
  if (stated?.kind === 'problem') report(stated.problem);
  if (stated?.kind !== 'code') return null;
  trace?.push({ path, source: amount, raw: null, rule: 'stated with the amount', result: stated.code });
  return stated.code;
}

/** Reports a required field for which the feed has nothing but markup, such as a picture. The feed does not lack the field. */
function reportEmptied({ evaluate, problems }: Settled, scope: RecordScope): void {
  const trace: Trace = [];
  evaluate?.(scope.aside(trace), () => undefined);
  const held = trace.find(({ raw }) => raw !== null && raw.trim() !== '')?.raw;
  if (typeof held !== 'string' || !/[<&[\\]/.test(held)) return;
  const message = 'What the feed has for this field says nothing, and the portal requires the field.';
  problems.push({ code: 'required', message, value: held });
}

function isBusinessCategory({ mapped }: RecordScope, settings: ListingSettings): boolean {
  const category = mapped.get('category');
  return typeof category === 'string' && settings.isBusiness(category);
}

/** Leaves out an amount beside whose figure another currency stands than the listing has: which of the two is right is not known. */
function refuseOtherCurrency(one: Settled, { mapped, saidCurrencies }: RecordScope): void {
  const said = saidCurrencies.get(one.path);
  if (said === undefined) return;
  const currency = mapped.get(one.path.replace(/\.amount$/, '.currency'));
  if (typeof currency !== 'string' || currency === said || one.value === null) return;
  one.value = null;
  mapped.delete(one.path);
  const message = `The amount is in ${said} where it is written, and in ${currency} by the listing's currency.`;
  one.problems.push({ code: 'bad_number', message });
}

/** In a trial, the address of a record whose place is still asked for. */
const openPlace = 'Mesto nije poznato';

/** Uses the name of the place as the address. */
function standIn(field: Settled, name: string, scope: RecordScope): void {
  field.value = name;
  scope.mapped.set(field.path, name);
  field.problems.push({
    code: 'fallback_used',
    message: 'The feed has no street and no settlement: the name of the place stands in.',
  });
  const rule = 'stand-in: name of the place';
  scope.trace?.push({ path: field.path, source: 'place directory', raw: null, rule, result: name });
}

/** Traces a field that the mapping fills but that the listing's shape does not have, so that `explain` can show why it is missing. */
function traceLeftOut(
  { path, field, evaluate }: CompiledField,
  scope: RecordScope,
  transaction: Transaction,
): void {
  if (!scope.trace || !evaluate) return;
  const result = evaluate(scope.aside(), () => undefined);
  if (result === null) return;
  const rule = `left out: only a ${field.only ?? ''} has it, this is a ${transaction}`;
  scope.trace.push({ path, source: 'shape', raw: null, rule, result: null });
}

/**
 * Removes optional fields that the portal accepts only together with other fields. Fields of an agent without an e-mail are removed without
 * a warning, and so are fields that depend on an open answer.
 */
function dropUnfitting({ mapped }: RecordScope, open: ReadonlySet<string>): Issue[] {
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
    const message = `The longest lease, ${most} months, is shorter than the shortest, ${least}.`;
    drop('rent.max_lease_months', message);
  }
  const proximity = mapped.get('rent.owner_proximity');
  if (open.has('rent.owner_lives_nearby') || open.has('rent.type')) {
    mapped.delete('rent.owner_proximity');
  } else if (mapped.get('rent.owner_lives_nearby') !== true) {
    drop('rent.owner_proximity', 'How near the owner lives is only told where the owner lives nearby.');
  } else if (proximity === 'same_apartment' && mapped.get('rent.type') !== 'room') {
    drop('rent.owner_proximity', 'An owner in the same apartment is only possible where a room is let.');
  }
  return issues;
}

/**
 * Refuses a price that is too high for the portal, which also stores every price in RSD as a 32-bit integer (RULES R163). A price without a
 * currency is not converted.
 */
function priceIssues({ mapped }: RecordScope): Issue[] {
  const amount = mapped.get('price.amount');
  if (typeof amount !== 'number') return [];
  const rsd = mapped.get('price.currency') === 'EUR' ? amount * limits.rsdPerEur : amount;
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

/** @param missing whether the field has no value although the portal requires one: all its issues are errors then */
function toIssues(path: string, problems: readonly Problem[], missing: boolean): Issue[] {
  if (problems.length === 0 && !missing) return [];
  const pointer = pointerOf(path);
  if (missing && problems.length === 0) {
    const message = 'The feed says nothing for this field, which the portal requires.';
    return [{ severity: 'error', code: 'required', pointer, message }];
  }
  const issues = problems.map((problem) => toIssue(problem, pointer));
  return missing ? issues.map((issue) => ({ ...issue, severity: 'error' })) : issues;
}

/** A problem becomes a warning, or an error if it is fatal. Its value is cut. */
export function toIssue({ code, message, value, fatal, about }: Problem, pointer: string): Issue {
  const severity = fatal ? 'error' : 'warning';
  const shown = value !== undefined && { value: value.slice(0, issueValueMax) };
  return { severity, code, pointer: about === undefined ? pointer : pointerOf(about), message, ...shown };
}
