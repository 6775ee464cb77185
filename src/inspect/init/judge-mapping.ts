import type { Issue } from '../../model/outcome.js';
import type { ParsedRecord } from '../../model/record.js';
import type { Reference } from '../../model/reference.js';
import { photosMax } from '../../wire/limits.js';
import {
  loadMapping,
  type CompiledMapping,
  type MappingOverrides,
  type MappingSource,
} from '../../mapping/compile/load-mapping.js';
import { noteWord, type UnknownWord } from '../unknown-words.js';
import type { Question, Recommendation } from './propose/draft.js';
import { isQuestion, OpenQuestions } from './questions.js';
import { noOverrides } from './read-sample.js';

/** The result of mapping the sample records, before the agency has answered. */
export interface Readiness {
  listings: number;
  /** Listings that can be published once the questions are answered. */
  ready: number;
  /** Records that the mapping ignores or removes: sold, withdrawn. */
  leftOut: number;
  /** Why the other listings are not ready, most frequent first. */
  problems: { pointer: string; code: string; listings: number; sample: string }[];
  /** Issues that do not prevent publication: unmapped words, dropped photos. */
  warnings: { pointer: string; code: string; listings: number; sample: string }[];
  questions: Question[];
  /** Records with all required fields, whether or not their values are mapped. */
  understood: number;
  /** Average number of fields per listing. */
  richness: number;
}

/** A mapping that compiles, with its result for the sample records. */
export interface JudgedMapping {
  readiness: Readiness;
  /** Unmapped values, by `unknownWordKey`. */
  words: ReadonlyMap<string, UnknownWord>;
  /** The mapping without any question answered. */
  mapping: CompiledMapping;
}

/** Questions stay open, so that the problems are those of the mapping or the feed. */
const nothingAnswered: MappingOverrides = { ...noOverrides, leavesOpen: true };

/**
 * Judges a mapping by the records.
 * @param recommended answers that the file suggests, by payload path or `transaction`. Records whose offer is open are judged by that of the
 * offer
 */
export function judgeMapping(
  source: Omit<MappingSource, 'overrides'>,
  records: readonly ParsedRecord[],
  reference: Reference,
  recommended: ReadonlyMap<string, Recommendation> = new Map<string, Recommendation>(),
): ({ ok: true } & JudgedMapping) | { ok: false; problems: string[] } {
  const openOffer = recommended.get('transaction')?.answer === 'rent' ? 'rent' : 'sale';
  const judged = loadMapping(source.text, { ...source, overrides: { ...nothingAnswered, openOffer } });
  if (!judged.ok) {
    return {
      ok: false,
      problems: judged.errors.map(({ message, line }) =>
        line === null ? message : `line ${line}: ${message}`,
      ),
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
  const words = new Map<string, UnknownWord>();
  const problems = new Tally();
  const warnings = new Tally();
  const questions = new OpenQuestions(recommended);
  let leaves = 0;
  for (const record of records) {
    const mapped = judged.mapping.map(record, environment);
    if (mapped.kind === 'mapped' || mapped.kind === 'invalid') {
      readiness.listings += Math.max(1, mapped.listings.length);
      readiness.ready += mapped.listings.filter(({ payload }) => payload !== null).length;
    } else readiness.leftOut += 1;
    if (
      mapped.sourceId !== null &&
      mapped.issues.every(({ severity, code }) => severity !== 'error' || code !== 'required')
    )
      readiness.understood += 1;
    const open = mapped.issues.filter(isQuestion);
    for (const { payload } of mapped.listings)
      leaves += payload === null ? leavesOf(payload) : leavesOf(payload) + open.filter(isOf(payload)).length;
    questions.meet(mapped);
    for (const issue of mapped.issues) {
      if (isQuestion(issue)) continue;
      (issue.severity === 'error' ? problems : warnings).add(issue);
      noteWord(words, issue, mapped.sourceId ?? '');
    }
  }
  readiness.richness = leaves / Math.max(1, readiness.listings);
  readiness.problems = problems.list();
  readiness.warnings = warnings.list();
  readiness.questions = questions.list();
  return { ok: true, readiness, words, mapping: judged.mapping };
}

/** Whether an open answer is one of this listing: of a record that offers both, the other one has the other money. */
function isOf(payload: Readonly<Record<string, unknown>>): (issue: Issue) => boolean {
  const other = payload.transaction === 'rent' ? '/price/' : '/rent/';
  return ({ pointer }) => !pointer.startsWith(other);
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
