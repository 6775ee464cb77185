import { hidden, maskContacts } from '../core/content/find-contacts.js';
import type { ContentField } from '../model/content.js';
import type { DescribedDoubt } from './hold-doubts.js';
import { doubtSentence } from '../texts/content-words.js';
import type { Sentence } from '../model/sentence.js';
import type { Explanation } from './listing/explain.js';
import type { Wait } from './listing/wait.js';
import type { Trace } from '../mapping/compile/load-mapping.js';

/** Elements and columns that hold personal data: their values are hidden completely. */
const personal =
  /(?:^|[/@_.\s-])(?:(?:tel|mob|fax)(?![a-z])|tele(?:f|ph)on|phone|mobil|mobitel|e-?mail|kontakt|contact|agent|broker|vlasnik|viber|whatsapp|username|password|lozinka)/i;
/** Payload fields that hold only personal data. */
const personalField = /^agent(?:[./]|$)/;
/** Fields that are never masked: ids, URLs of pages and pictures, and values computed from them. */
const kept = /^(?:photos|source|digest|external_id|updated_at)(?:[./[]|$)/;

/** Masks phone numbers and e-mail addresses everywhere in an explanation. */
export function withoutContacts(explanation: Explanation): Explanation {
  const { listing, record, reading, payload, doubts, confirmations, unsent, unplanned } = explanation;
  return {
    ...explanation,
    sentence: maskedSentence(explanation.sentence),
    wait: explanation.wait === null ? null : maskedWait(explanation.wait),
    timeline: explanation.timeline.map((step) => ({
      ...step,
      reason: step.reason === null ? null : maskedSentence(step.reason),
    })),
    record:
      record === null
        ? null
        : {
            ...record,
            issues: record.issues.map((issue) => ({ ...issue, message: maskContacts(issue.message) })),
          },
    listing: listing === null ? null : { ...listing, title: maskContacts(listing.title) },
    doubts: doubts.map(maskedDoubt),
    confirmations: confirmations.map(maskedState),
    reading: reading === null ? null : { ...reading, trace: reading.trace.map(maskedStep) },
    payload: payload === null ? null : maskedFields(payload),
    unsent: unsent?.map(maskedDifference) ?? null,
    unplanned: unplanned.map(maskedDifference),
  };
}

function maskedSentence({ sr, en }: Sentence): Sentence {
  return { sr: maskContacts(sr), en: maskContacts(en) };
}

/** Masks contacts in a doubt's title, and in the record's word where it is about a state. */
export function maskedDoubt(doubt: DescribedDoubt): DescribedDoubt {
  const masked = maskedState({ ...doubt, title: maskContacts(doubt.title) });
  return { ...masked, sentence: doubtSentence(masked) };
}

/** A state's value is a text of the record; other values are figures with a unit. */
function maskedState<Value extends { field: ContentField; value: string }>(of: Value): Value {
  return of.field === 'state' ? { ...of, value: maskContacts(of.value) } : of;
}

/** Masks contacts in the portal's messages, which may quote the listing. */
export function maskedWait(wait: Wait): Wait {
  const { message, details } = wait;
  return {
    ...wait,
    message: maskContacts(message),
    details: details.map((detail) => ({ ...detail, message: maskContacts(detail.message) })),
  };
}

/** Values of a column that are shown as samples of a field, without contacts. @param column where they stand; null: nowhere */
export function maskedSamples(field: string, column: string | null, samples: readonly string[]): string[] {
  if (kept.test(field)) return [...samples];
  const isPersonal = personalField.test(field) || (column !== null && personal.test(column));
  return samples.map((sample) => (isPersonal ? hidden : maskContacts(sample)));
}

function maskedStep(step: Trace[number]): Trace[number] {
  if (kept.test(step.path)) return step;
  const isPersonal = personalField.test(step.path) || personal.test(step.source);
  return {
    ...step,
    raw: isPersonal && step.raw !== null ? hidden : maskContacts(step.raw),
    result: isPersonal ? hiddenValue(step.result) : maskedValue(step.result),
  };
}

function maskedDifference(difference: Explanation['unplanned'][number]): Explanation['unplanned'][number] {
  const { pointer, before, after } = difference;
  const path = pointer.replace(/^\//, '');
  if (kept.test(path)) return difference;
  const shown = personalField.test(path) ? hiddenValue : maskedValue;
  return { ...difference, before: shown(before), after: shown(after) };
}

function maskedFields(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const shown = personalField.test(name) ? hiddenValue : maskedValue;
      return [name, kept.test(name) ? value : shown(value)];
    }),
  );
}

/** The value with every text hidden; only its shape remains. */
function hiddenValue(value: unknown): unknown {
  return everyText(value, () => hidden);
}

function maskedValue(value: unknown): unknown {
  return everyText(value, maskContacts);
}

function everyText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => everyText(inner, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everyText(inner, change)]));
}
