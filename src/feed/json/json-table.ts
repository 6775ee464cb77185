import type { RecordObject, RecordValue } from '../../model/record.js';

/** The names in the list at a path of a header, whose last step may read a member of each object of the list. Null: there is no such list. */
export function namesAt(header: RecordObject, path: string): string[] | null {
  const list = path.split('/').reduce<RecordValue | null>(memberOf, header);
  return Array.isArray(list) ? namesIn(list) : null;
}

function memberOf(value: RecordValue | null, step: string): RecordValue | null {
  if (value === null || typeof value === 'string') return null;
  if (!Array.isArray(value)) return Object.hasOwn(value, step) ? (value[step] ?? null) : null;
  const members = value.map((one) => (Array.isArray(one) ? null : memberOf(one, step)));
  return members.every((member) => member !== null) ? members : null;
}

/** The names in a list of texts; an empty one for a value without a name. Null: it is no list of names. */
export function namesIn(values: readonly (RecordValue | null)[]): string[] | null {
  const names = values.map((value) => value ?? '');
  const isNames = (list: RecordValue[]): list is string[] => list.every((name) => typeof name === 'string');
  return isNames(names) && names.some((name) => name.trim() !== '') ? names : null;
}

/**
 * The record that a list of values is, each under its name, several under one name as a list. Values at the end may be missing; one without
 * a name is left out. Null: there are more values than names.
 */
export function rowOf(
  values: readonly (RecordValue | null)[],
  names: readonly string[],
): RecordObject | null {
  if (values.length > names.length) return null;
  const record = new Map<string, RecordValue>();
  for (const [index, value] of values.entries()) {
    const name = names[index] ?? '';
    if (value === null || name.trim() === '') continue;
    const before = record.get(name);
    record.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(record);
}
