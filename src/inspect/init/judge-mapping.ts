import type { Issue } from '../../core/outcome.js';
import type { ParsedRecord } from '../../core/record.js';
import type { Reference } from '../../core/reference.js';
import { photosMax } from '../../wire/limits.js';
import {
  loadMapping,
  type CompiledMapping,
  type MappingOverrides,
  type MappingSource,
} from '../../mapping/load-mapping.js';
import type { Question } from './draft.js';
import { noOverrides } from './read-sample.js';

/** What a mapping makes of the records, as far as it can be said before the agency has answered. */
export interface Readiness {
  listings: number;
  /** Those that could be published once the questions are answered. */
  ready: number;
  /** Records that the mapping leaves out or takes off: sold, withdrawn. */
  leftOut: number;
  /** Why others are not, the commonest first. */
  problems: { pointer: string; code: string; listings: number; sample: string }[];
  /** What is counted without keeping a listing back: unmapped words, dropped photos. */
  warnings: { pointer: string; code: string; listings: number; sample: string }[];
  questions: Question[];
  /** Records in which everything was found that a listing needs, whatever the portal makes of its words. */
  understood: number;
  /** Fields that a listing has on average. */
  richness: number;
}

/** Every question answered in some way: what is still wrong then is the mapping's or the feed's. */
export const everythingAnswered: MappingOverrides = {
  ...noOverrides,
  answers: { mandate_attested: true, owner_lives_nearby: false },
  constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
};

/** Maps the records twice: with every question answered, and with none. */
export function judgeMapping(
  source: Omit<MappingSource, 'overrides'>,
  records: readonly ParsedRecord[],
  reference: Reference,
): { ok: true; readiness: Readiness; mapping: CompiledMapping } | { ok: false; problems: string[] } {
  const answered = loadMapping(source.text, { ...source, overrides: everythingAnswered });
  const open = loadMapping(source.text, { ...source, overrides: noOverrides });
  if (!answered.ok || !open.ok) {
    const errors = answered.ok ? (open.ok ? [] : open.errors) : answered.errors;
    return {
      ok: false,
      problems: errors.map(({ message, line }) => (line === null ? message : `line ${line}: ${message}`)),
    };
  }
  const environment = { reference, photoMax: photosMax };
  const readiness: Readiness = {
    listings: 0,
    ready: 0,
    leftOut: 0,
    problems: [],
    warnings: [],
    questions: [],
    understood: 0,
    richness: 0,
  };
  const problems = new Tally();
  const warnings = new Tally();
  const questions = new Map<string, number>();
  let leaves = 0;
  for (const record of records) {
    const mapped = answered.mapping.map(record, environment);
    if (mapped.kind === 'mapped' || mapped.kind === 'invalid') {
      readiness.listings += Math.max(1, mapped.listings.length);
      readiness.ready += mapped.listings.filter(({ payload }) => payload !== null).length;
    } else readiness.leftOut += 1;
    if (
      mapped.sourceId !== null &&
      mapped.issues.every(({ severity, code }) => severity !== 'error' || code !== 'required')
    )
      readiness.understood += 1;
    leaves += mapped.listings.reduce((sum, { payload }) => sum + leavesOf(payload), 0);
    for (const issue of mapped.issues) (issue.severity === 'error' ? problems : warnings).add(issue);
    for (const { code, pointer } of open.mapping.map(record, environment).issues)
      if (code === 'answer_missing') questions.set(pointer, (questions.get(pointer) ?? 0) + 1);
  }
  readiness.richness = leaves / Math.max(1, readiness.listings);
  readiness.problems = problems.list();
  readiness.warnings = warnings.list();
  readiness.questions = [...questions].map(([pointer, listings]) => toQuestion(pointer, listings));
  return { ok: true, readiness, mapping: open.mapping };
}

function leavesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + leavesOf(inner), 0);
}

class Tally {
  readonly #counts = new Map<string, Readiness['problems'][number]>();

  add({ pointer, code, value, message }: Issue): void {
    const key = `${pointer} ${code}`;
    const known = this.#counts.get(key) ?? { pointer, code, listings: 0, sample: value ?? message };
    known.listings += 1;
    this.#counts.set(key, known);
  }

  list(): Readiness['problems'] {
    return [...this.#counts.values()].sort((a, b) => b.listings - a.listings);
  }
}

const questions: Readonly<Record<string, Omit<Question, 'listings'>>> = {
  '/legal/mandate_attested': {
    name: 'mandate_attested',
    question: 'Does the agency hold a written mandate of the owner for each of these listings?',
    setting: 'answers: { mandate_attested: true }',
  },
  '/rent/owner_lives_nearby': {
    name: 'owner_lives_nearby',
    question: 'Do owners of the homes that are let live in the same building or nearby?',
    setting: 'answers: { owner_lives_nearby: false }',
  },
  '/price/currency': {
    name: 'price.currency',
    question: 'In which currency are the prices, EUR or RSD?',
    setting: 'constants: { price.currency: EUR }',
  },
  '/rent/currency': {
    name: 'rent.currency',
    question: 'In which currency are the rents, EUR or RSD?',
    setting: 'constants: { rent.currency: EUR }',
  },
  '/rent/type': {
    name: 'rent.type',
    question: 'For how long are these homes let: long_term, mid_term, short_term, or is it a room?',
    setting: 'constants: { rent.type: long_term }',
  },
};

function toQuestion(pointer: string, listings: number): Question {
  const name = pointer.slice(1).replaceAll('/', '.');
  const known = questions[pointer] ?? {
    name,
    question: `What is ${name} of these listings?`,
    setting: `constants: { ${name}: … }`,
  };
  return { ...known, listings };
}
