import { isDeepStrictEqual } from 'node:util';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import { ownValue } from '../../model/own-value.js';
import { readWordSubject } from '../../core/setup/feed-changes.js';
import { readMerged, type MappingText } from './extend.js';
import type { YamlPath } from './mapping-errors.js';
import { payloadFields, pointerOf } from './payload-fields.js';

/**
 * Facts that an agency states, with a sentence, a name and a time: that it has the owner's mandate, that the owner lives nearby. A change
 * that is made over the API is no statement, so none may give them a value; files of the operator may.
 */
export const statedFields: readonly string[] = [...payloadFields].flatMap(([path, { asked }]) =>
  typeof asked === 'object' ? [path] : [],
);

/** Why a change cannot be made, other than one of the mapping's text; null where it can. @param tablesOf of a field by its JSON pointer */
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

/** A text may read such a fact as the mapping does that it takes the place of, with all that the rule looks up, and not otherwise. */
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

/** What a mapping says of the texts of all fields. */
const cleaning = ['nulls', 'entities', 'html', 'repair', 'booleans', 'numbers', 'dates'];

/** Of a mapping, what decides the value of one of its fields. */
function readingOf(mapping: unknown, field: string): unknown {
  const rule = ownValue(ownValue(mapping, 'fields'), field);
  const written = JSON.stringify(rule ?? null);
  const isConditional = /"(?:when|refuse)":/.test(written);
  const values = isConditional || written.includes('$') ? ownValue(mapping, 'values') : null;
  const transaction = isConditional ? ownValue(mapping, 'transaction') : null;
  // A condition may ask for any field that is mapped before.
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
