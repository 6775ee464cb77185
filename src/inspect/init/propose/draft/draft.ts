import type { Answerer, Recommendation } from '../../../../core/setup/proposal.js';
import type { Candidate } from '../match/candidate.js';
import { numberForm, type NumberForm } from '../../profile/number-forms.js';
import type { FieldProfile } from '../../profile/profile.js';

export type Light = 'green' | 'yellow' | 'red';

/** The proposal for one payload field. */
export interface FieldProposal {
  /** Payload path, or `source_id`, `transaction`, `updated_at`, `state`, `repair`. */
  field: string;
  /** Path of the feed's field, in mapping syntax; null where none is read. */
  from: string | null;
  /** 0 to 1. */
  confidence: number;
  light: Light;
  /** Up to three values of the feed. */
  samples: string[];
  /** What to check; null where nothing is doubtful. */
  doubt: string | null;
  /** The question about how its column is read. Left out: there is none. */
  asks?: string;
}

/** A question that the file does not answer, with the number of listings that wait for it. */
export interface Question {
  name: string;
  /** Payload path, or `transaction`. */
  field: string;
  question: string;
  who: Answerer;
  /** Titles or ids of up to three listings that wait for the answer. */
  samples: string[];
  /** Null: nothing in the file suggests an answer. */
  recommended: Recommendation | null;
  /** Section of the feed's configuration for the answer. */
  section: 'answers' | 'constants';
  /** A possible answer. */
  example: string;
  /** The answer as one line of configuration. */
  setting: string;
  listings: number;
}

/** The number format of a whole mapping. */
type CommonNumbers = Pick<NumberForm, 'decimal' | 'thousands'>;

/** A mapping that is built field by field, with its doubts. */
export class MappingDraft {
  readonly fields: Record<string, unknown> = {};
  readonly tables: Record<string, unknown> = {};
  readonly values: Record<string, unknown> = {};
  readonly top: Record<string, unknown> = {};
  readonly proposals: FieldProposal[] = [];
  /** Answers that the file suggests, by payload path or `transaction`. */
  readonly recommended = new Map<string, Recommendation>();
  readonly #asked = new Set<string>();

  constructor(
    readonly common: CommonNumbers,
    /** Number of sample records. */
    readonly records: number,
  ) {}

  /** Sets a field's rules, and records the proposal. */
  put(
    field: string,
    rules: unknown,
    from: Candidate | null,
    doubt: string | null = null,
    confidence?: number,
    asks: string | null = null,
  ): void {
    this.#place(field, rules);
    this.state(field, from, doubt, confidence, asks);
  }

  /** Records the proposal for a field whose value is set elsewhere. */
  state(
    field: string,
    from: Candidate | null,
    doubt: string | null = null,
    confidence?: number,
    asks: string | null = null,
  ): void {
    const certainty = confidence ?? from?.score ?? 0.5;
    const reason =
      doubt ??
      (from !== null && !from.byName ? 'Identified by its values alone; its name does not help.' : null);
    this.proposals.push({
      field,
      from: from?.field.path ?? null,
      confidence: Math.round(Math.min(1, Math.max(0, certainty - (doubt === null ? 0 : 0.15))) * 100) / 100,
      light: reason !== null || certainty < 0.7 || asks !== null ? 'yellow' : 'green',
      samples: from === null ? [] : samplesOf(from.field),
      doubt:
        reason ?? (certainty < 0.7 ? 'Its name or its values fit only in part; check the samples.' : null),
      ...(asks !== null && { asks }),
    });
  }

  /** Records a doubt about a part of the mapping that is set elsewhere. */
  note(field: string, from: FieldProfile, doubt: string, confidence: number): void {
    const samples = samplesOf(from);
    this.proposals.push({ field, from: from.path, confidence, light: 'yellow', samples, doubt });
  }

  /** Has the agency asked for a field where a record does not say it. */
  ask(field: string): void {
    this.#asked.add(field);
    this.top.ask = [...this.#asked];
  }

  /** Records that a field is asked for: nothing in the file, or only the given rules, decide it. @param why a sentence */
  open(field: string, why: string, rules: unknown, recommended: Recommendation | null = null): void {
    this.ask(field);
    if (recommended !== null) this.recommended.set(field, recommended);
    const doubt = `${why} Where nothing says it, the listing waits for the agency's answer.`;
    this.miss(field, doubt, rules);
  }

  /** Records that no source was found for a field. */
  miss(field: string, why: string, rules: unknown = null): void {
    if (rules !== null) this.#place(field, rules);
    this.proposals.push({ field, from: null, confidence: 0, light: 'red', samples: [], doubt: why });
  }

  /**
   * The number format that a field's rule must state, if it differs from the mapping's or texts stand beside the digits; and a doubt about
   * it.
   */
  number({ field }: Candidate): { rule: Record<string, unknown>; doubt: string | null } {
    const form = numberForm(field);
    const isCommon = form.decimal === this.common.decimal && fits(form.thousands, this.common.thousands);
    const isPlain =
      form.thousands === 'none' && ![...field.distinct.keys()].some((text) => /\d[.,]\d/.test(text));
    const doubt = form.ambiguous === null ? null : ambiguityDoubt(form.ambiguous);
    if ((isCommon || isPlain) && form.ignore.length === 0) return { rule: {}, doubt };
    const { decimal, thousands } = isPlain ? this.common : form;
    const ignore = form.ignore.length > 0 ? { ignore: form.ignore } : {};
    return { rule: { number: { decimal, ...(thousands !== 'none' && { thousands }), ...ignore } }, doubt };
  }

  #place(field: string, rules: unknown): void {
    if (field === 'source_id' || field === 'transaction' || field === 'updated_at') this.top[field] = rules;
    else this.fields[field] = rules;
  }
}

/** The doubt about a figure whose only sign may separate thousands or decimals. */
export function ambiguityDoubt(figure: string): string {
  return `"${figure}" may be ${figure.replace(/[.,]/, '')} or a number with three decimals; it is read with thousands. Ask the agency.`;
}

function samplesOf({ distinct }: FieldProfile): string[] {
  return [...distinct.keys()].slice(0, 3).map((text) => text.slice(0, 80));
}

function fits(own: NumberForm['thousands'], common: NumberForm['thousands']): boolean {
  return own === common || own === 'none';
}

/** The format of most of the numbers. */
export function commonNumbers(candidates: readonly Candidate[]): CommonNumbers {
  const counts = new Map<string, number>();
  for (const { field } of candidates) {
    const { decimal, thousands } = numberForm(field);
    const proves = [...field.distinct.keys()].some((text) => /\d[.,]\d/.test(text));
    if (!proves) continue;
    for (const key of [`d${decimal}`, `t${thousands}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const decimal = (counts.get('d,') ?? 0) > (counts.get('d.') ?? 0) ? ',' : '.';
  const signs = (['.', ',', "'", 'space'] as const).filter(
    (sign) => sign !== decimal && (counts.get(`t${sign}`) ?? 0) > 0,
  );
  return {
    decimal,
    thousands: signs.sort((a, b) => (counts.get(`t${b}`) ?? 0) - (counts.get(`t${a}`) ?? 0))[0] ?? 'none',
  };
}

/** The rules of a field as a mapping writes them: a single rule without the list around it. */
export function rulesOf(rules: readonly unknown[]): unknown {
  return rules.length === 1 ? rules[0] : rules;
}

/** A rule; without further keys it is just the path. */
export function rule(from: string, more: Record<string, unknown> = {}): unknown {
  return Object.keys(more).length === 0 ? from : { from, ...more };
}
