import type { Transaction } from '../../mapping/language/payload-fields.js';
import { hash } from 'node:crypto';
import type { Issue, MappedRecord } from '../../model/outcome.js';
import type { Recommendation } from '../../core/setup/proposal.js';
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
import { IdCount } from '../id-count.js';
import type { Question } from './propose/draft/draft.js';
import { isQuestion, OpenQuestions, shownAs } from './questions.js';
import { firstRules, FirstSync, type FirstRules, type JudgingPortal } from './first-sync.js';
import { eachRecord, noOverrides, type Sample, type SampledFile } from './read-sample.js';

/** The result of mapping a file's records, before the agency has answered. */
export interface Readiness {
  listings: number;
  /** Listings that can be published once the questions are answered. */
  ready: number;
  /** Records of which the mapping makes no listing: sold, withdrawn, or of another feed that shares the file. */
  leftOut: number;
  /** Why the other listings are not ready, most frequent first. */
  problems: { pointer: string; code: string; listings: number; sample: string }[];
  /** Issues that do not prevent publication: unmapped words, dropped photos. */
  warnings: { pointer: string; code: string; listings: number; sample: string }[];
  questions: Question[];
  /**
   * Records with an id in which no required field is missing, whether or not their values are mapped. Left-out records with an id count
   * too.
   */
  understood: number;
  /** Average number of fields per listing. */
  richness: number;
}

/** A mapping that compiles, with its result for the records. */
export interface JudgedMapping {
  readiness: Readiness;
  /** Unmapped values, by `unknownWordKey`. */
  words: ReadonlyMap<string, UnknownWord>;
  /** The mapping without any question answered. */
  mapping: CompiledMapping;
  ids: IdCount;
  /** By which its listings were judged; null: the portal's words are not known. */
  rules: FirstRules | null;
  /** The results for the sample, in its order. */
  sampled: readonly MappedRecord[];
}

/** Questions stay open, so that the problems are those of the mapping or the feed. */
const nothingAnswered: MappingOverrides = { ...noOverrides, leavesOpen: true };

/** As what records count that say neither sale nor rent while this is asked: as what is recommended, else as sales. */
export function likelyOffer(recommended: JudgedBy['recommended']): Transaction {
  return recommended?.get('transaction')?.answer === 'rent' ? 'rent' : 'sale';
}

/** Judges a mapping by the records. */
export function judgeMapping(
  source: Omit<MappingSource, 'overrides'>,
  records: readonly ParsedRecord[],
  by: JudgedBy,
): ({ ok: true } & JudgedMapping) | { ok: false; problems: string[] } {
  const openOffer = likelyOffer(by.recommended);
  const judged = loadMapping(source.text, { ...source, overrides: { ...nothingAnswered, openOffer } });
  if (!judged.ok) {
    return {
      ok: false,
      problems: judged.errors.map(({ message, line }) =>
        line === null ? message : `line ${line}: ${message}`,
      ),
    };
  }
  const { mapping } = judged;
  const read = records.map((record) => ({ record, mapped: mapping.map(record, environmentOf(by)) }));
  const payloads = read.flatMap(({ mapped }) => mapped.listings.map(({ payload }) => payload));
  const judgement = new Judgement(
    mapping,
    by,
    firstRules(
      by,
      payloads.filter((payload) => payload !== null),
    ),
  );
  for (const { record, mapped } of read) judgement.meet(record, mapped);
  return { ok: true, ...judgement.result(read.map(({ mapped }) => mapped)) };
}

/** What records are judged by. */
export interface JudgedBy extends JudgingPortal {
  reference: Reference;
  /** Answers that the file suggests, by payload path or `transaction`. */
  recommended?: ReadonlyMap<string, Recommendation>;
}

/**
 * Judges a mapping by the whole file, where the sample was not all of it.
 * @param judged the result for the sample
 */
export async function judgeWhole(
  judged: JudgedMapping,
  { records, broken, total }: Pick<Sample, 'records' | 'broken' | 'total'>,
  file: SampledFile,
  by: JudgedBy,
): Promise<JudgedMapping> {
  if (records.length + broken >= total) return judged;
  const { mapping, rules, sampled } = judged;
  const judgement = new Judgement(mapping, by, rules);
  let met = 0;
  await eachRecord(file, mapping.format, (record) => {
    // The sample is the first of the readable records.
    judgement.meet(record, sampled[met] ?? mapping.map(record, environmentOf(by)));
    met += 1;
  });
  return judgement.result(sampled);
}

/** Maps records one by one and counts what the first sync will publish. Memory grows with ids and words only. */
class Judgement {
  readonly #counts = { listings: 0, ready: 0, leftOut: 0, understood: 0 };
  readonly #ids = new IdCount();
  readonly #words = new Map<string, UnknownWord>();
  readonly #problems = new Tally();
  readonly #warnings = new Tally();
  readonly #questions: OpenQuestions;
  readonly #sync: FirstSync;
  #leaves = 0;

  constructor(
    readonly mapping: CompiledMapping,
    { recommended = new Map<string, Recommendation>() }: Pick<JudgedBy, 'recommended'>,
    private readonly rules: FirstRules | null,
  ) {
    this.#sync = new FirstSync(rules);
    this.#questions = new OpenQuestions(recommended);
  }

  meet(record: ParsedRecord, mapped: MappedRecord): void {
    const isOffer = mapped.kind === 'mapped' || mapped.kind === 'invalid';
    const listings = isOffer ? Math.max(1, mapped.listings.length) : 0;
    const stopped = isOffer ? this.#stopped(mapped) : [];
    const ready = isOffer
      ? mapped.listings.filter(({ payload }) => payload !== null).length - stopped.length
      : 0;
    const id = this.#ids.meet(mapped.sourceId, digestOf(record), listings, ready);
    if (id.isRepeated) return;
    this.#counts.listings += listings;
    this.#counts.ready += id.doubled > 0 ? -id.noLongerReady : ready;
    if (!isOffer) this.#counts.leftOut += 1;
    if (id.doubled > 0) this.#problems.add({ ...doubledIdIssue, value: mapped.sourceId ?? '' }, id.doubled);
    for (const issues of stopped) for (const issue of issues) this.#problems.add(issue);
    this.#meetIssues(mapped);
  }

  /** Why listings with a payload are not sent, for each that is not. */
  #stopped(mapped: MappedRecord): Issue[][] {
    const open = new Set(mapped.issues.filter(isQuestion).map(({ pointer }) => pointer));
    return mapped.listings
      .map((listing) => this.#sync.whyNot(listing, mapped, open))
      .filter((issues) => issues.length > 0);
  }

  result(sampled: readonly MappedRecord[]): JudgedMapping {
    const waits = this.#sync.wholeFile();
    const readiness = {
      ...this.#counts,
      ...(waits !== null && { ready: 0 }),
      richness: this.#leaves / Math.max(1, this.#counts.listings),
      problems: this.#problems.list(),
      warnings: this.#warnings.list(),
      questions: this.#questions.list(),
    };
    const { mapping, rules } = this;
    return { readiness, words: this.#words, mapping, ids: this.#ids, rules, sampled };
  }

  #meetIssues(mapped: MappedRecord): void {
    const { sourceId, issues, listings } = mapped;
    if (
      sourceId !== null &&
      issues.every(({ severity, code }) => severity !== 'error' || code !== 'required')
    )
      this.#counts.understood += 1;
    const open = issues.filter(isQuestion);
    for (const { payload } of listings)
      this.#leaves +=
        payload === null ? leavesOf(payload) : leavesOf(payload) + open.filter(isOf(payload)).length;
    this.#questions.meet(issues, shownAs(mapped));
    for (const issue of issues) {
      if (isQuestion(issue)) continue;
      (issue.severity === 'error' ? this.#problems : this.#warnings).add(issue);
      noteWord(this.#words, issue, sourceId ?? '');
    }
  }
}

function environmentOf({ reference }: Pick<JudgedBy, 'reference'>): {
  reference: Reference;
  photoMax: number;
} {
  return { reference, photoMax: photosMax };
}

const doubledIdIssue = {
  severity: 'error',
  code: 'duplicate_id',
  pointer: '/external_id',
  message: 'Two records have this id with different content.',
} as const;

function digestOf({ name, value }: ParsedRecord): string {
  return hash('sha1', `${name} ${JSON.stringify(value)}`, 'base64');
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

  add({ pointer, code, value, message }: Issue, listings = 1): void {
    const key = `${pointer} ${code}`;
    const known = this.#counts.get(key) ?? { pointer, code, listings: 0, sample: value ?? message };
    known.listings += listings;
    this.#counts.set(key, known);
  }

  list(): Readiness['problems'] {
    return [...this.#counts.values()].sort((a, b) => b.listings - a.listings);
  }
}
