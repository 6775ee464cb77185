import type { Candidate } from './candidate.js';
import { numberForm, type NumberForm } from '../profile/number-forms.js';
import type { FieldProfile } from '../profile/profile.js';

export type Light = 'green' | 'yellow' | 'red';

/** What is proposed for one field of the payload. */
export interface FieldProposal {
  /** Payload path, or `source_id`, `transaction`, `updated_at`, `outcomes`. */
  field: string;
  /** Where the feed tells it, as the mapping writes it; null where it is made up of others or stated. */
  from: string | null;
  /** 0 to 1. */
  confidence: number;
  light: Light;
  /** Three at most, as the feed writes them. */
  samples: string[];
  /** What a person should look at; null where nothing is doubtful. */
  doubt: string | null;
}

/** What only the agency can answer, with how many listings wait for it. */
export interface Question {
  name: string;
  question: string;
  /** Where the answer is written in the feed's configuration, and one that may be right. */
  section: 'answers' | 'constants';
  example: string;
  /** Both as one line. */
  setting: string;
  listings: number;
}

/** The numbers of a whole mapping, which most of its fields share. */
type CommonNumbers = Pick<NumberForm, 'decimal' | 'thousands'>;

/** A mapping that grows field by field, with what is doubtful in it. */
export class MappingDraft {
  readonly fields: Record<string, unknown> = {};
  readonly tables: Record<string, unknown> = {};
  readonly values: Record<string, unknown> = {};
  readonly top: Record<string, unknown> = {};
  readonly proposals: FieldProposal[] = [];

  constructor(
    readonly common: CommonNumbers,
    /** Records that were looked at. */
    readonly records: number,
  ) {}

  /** Writes a field's rules, and what they are taken from. */
  put(
    field: string,
    rules: unknown,
    from: Candidate | null,
    doubt: string | null = null,
    confidence?: number,
  ): void {
    this.#place(field, rules);
    const sure = confidence ?? from?.score ?? 0.5;
    const reason =
      doubt ?? (from !== null && !from.byName ? 'Told by its values alone; its name says nothing.' : null);
    this.proposals.push({
      field,
      from: from?.field.path ?? null,
      confidence: Math.round(Math.min(1, Math.max(0, sure - (doubt === null ? 0 : 0.15))) * 100) / 100,
      light: reason !== null || sure < 0.7 ? 'yellow' : 'green',
      samples: from === null ? [] : samplesOf(from.field),
      doubt: reason ?? (sure < 0.7 ? 'Its name or its values fit in part only; look at the samples.' : null),
    });
  }

  /** What a person should look at, of a part of the mapping that is written elsewhere. */
  note(field: string, from: FieldProfile, doubt: string, confidence: number): void {
    const samples = samplesOf(from);
    this.proposals.push({ field, from: from.path, confidence, light: 'yellow', samples, doubt });
  }

  /** A field for which nothing was found. */
  miss(field: string, why: string, rules: unknown = null): void {
    if (rules !== null) this.#place(field, rules);
    this.proposals.push({ field, from: null, confidence: 0, light: 'red', samples: [], doubt: why });
  }

  /** What a rule must say of how these figures are written, where the whole mapping does not say it. */
  number({ field }: Candidate): { rule: Record<string, unknown>; doubt: string | null } {
    const form = numberForm(field);
    const isCommon = form.decimal === this.common.decimal && fits(form.thousands, this.common.thousands);
    const isPlain =
      form.thousands === 'none' && ![...field.distinct.keys()].some((text) => /\d[.,]\d/.test(text));
    const doubt =
      form.ambiguous === null
        ? null
        : `"${form.ambiguous}" may be ${form.ambiguous.replace(/[.,]/, '')} or a figure with three decimals; it is read with thousands. Ask the agency.`;
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

function samplesOf({ distinct }: FieldProfile): string[] {
  return [...distinct.keys()].slice(0, 3).map((text) => text.slice(0, 80));
}

function fits(own: NumberForm['thousands'], common: NumberForm['thousands']): boolean {
  return own === common || own === 'none';
}

/** The form that most figures of the feed have. */
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

/** A rule with one key is written as that path. */
export function rule(from: string, more: Record<string, unknown> = {}): unknown {
  return Object.keys(more).length === 0 ? from : { from, ...more };
}
