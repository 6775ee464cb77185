import { isDeepStrictEqual } from 'node:util';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import { ownValue } from '../../model/own-value.js';
import { readWordSubject } from '../../core/setup/feed-changes.js';
import { readMerged, type MappingText } from './extend.js';
import type { YamlPath } from './mapping-errors.js';
import { payloadFields, pointerOf } from './payload-fields.js';

/**
 * The payload fields of facts that an agency must state itself, with a sentence, a name and a time: that it has the owner's mandate, and that
 * the owner lives nearby. A change over the API is no such statement, so it must not give these fields a value. Files of the operator may.
 */
export const statedFields: readonly string[] = [...payloadFields].flatMap(([path, { asked }]) =>
  typeof asked === 'object' ? [path] : [],
);

/**
 * Why a change of a feed's settings is refused, because it would give a stated fact a value; null if it is allowed. Changes of the mapping's
 * text are checked by `statedMistakes`.
 * @param tablesOf the tables of a field, by its JSON pointer
 */
export function statedProblem(
  { kind, subject, value }: FeedChange,
  tablesOf: (pointer: string) => readonly string[],
): string | null {
  if (kind === 'constant') return statedFields.includes(subject) ? whyNot(subject) : null;
  if (kind === 'unmapped') {
    const field = statedFields.find((path) => path === subject || path.endsWith(`.${subject}`));
    return field !== undefined && ownValue(value, 'use') !== undefined ? whyNot(field) : null;
  }
  const table = kind === 'word' ? readWordSubject(subject)?.table : undefined;
  const field = statedFields.find((path) => table !== undefined && tablesOf(pointerOf(path)).includes(table));
  return field === undefined ? null : whyNot(field);
}

function whyNot(field: string): string {
  return `${field} is stated by the agency itself, under its answers; a change of the mapping gives it no value.`;
}

/**
 * The mistakes of a new mapping text that changes how a stated fact gets its value. The rule, and all tables, values and settings that it
 * uses, must be the same as in the replaced mapping.
 */
export function statedMistakes(
  own: unknown,
  replaces: { text: MappingText; bases: Readonly<Record<string, MappingText>> },
): { at: YamlPath; message: string }[] {
  const written = statedFields.filter((field) => ownValue(ownValue(own, 'fields'), field) !== undefined);
  if (written.length === 0) return [];
  const former = readMerged(replaces.text, replaces.bases);
  const before = former.ok ? former.yaml.value : null;
  return written
    .filter((field) => !isDeepStrictEqual(readingOf(own, field), readingOf(before, field)))
    .map((field) => ({ at: ['fields', field], message: whyNot(field) }));
}

/** Settings of a mapping that affect all fields. */
const cleaning = ['nulls', 'entities', 'html', 'repair', 'booleans', 'numbers', 'dates'];

/** The parts of a mapping that determine the value of one field, for comparison. */
function readingOf(mapping: unknown, field: string): unknown {
  const rule = ownValue(ownValue(mapping, 'fields'), field);
  const written = JSON.stringify(rule ?? null);
  const isConditional = /"(?:when|refuse)":/.test(written);
  const values = isConditional || written.includes('$') ? ownValue(mapping, 'values') : null;
  const transaction = isConditional ? ownValue(mapping, 'transaction') : null;
  // A condition with mapped(…) may use any field that precedes this one.
  const fields = isConditional && written.includes('mapped') ? ownValue(mapping, 'fields') : null;
  const tables = tableNames([rule, values, transaction, fields]).map((name) =>
    ownValue(ownValue(mapping, 'tables'), name),
  );
  return [rule, values, transaction, fields, tables, ...cleaning.map((name) => ownValue(mapping, name))];
}

function tableNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(tableNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'table' && typeof part === 'string' ? [part] : tableNames(part),
  );
}
