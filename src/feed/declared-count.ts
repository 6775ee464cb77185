import type { FeedFormat } from '../model/feed-format.js';
import type { RecordObject, RecordValue } from '../model/record.js';

/**
 * Why the number of records that the header declares is wrong, as part of a sentence; null if the number is right or none is declared.
 * The format's path starts at the root: `header/total`, `@total`, `header/@total`. In JSON, it may lead to a member behind the records.
 * @param count the number of records in the file
 */
export function countProblem(format: FeedFormat, header: RecordObject, count: number): string | null {
  if (format.container === 'csv' || format.declaredCount === null) return null;
  const declared = headerValue(header, format.declaredCount);
  if (declared === null) return null;
  if (!/^\d{1,9}$/.test(declared)) return `the number of records that it declares is no number`;
  if (Number(declared) === count) return null;
  return `it declares ${declared} records but holds ${count}`;
}

/** The text at a path of names, `a/b` or `/a/b`; null if there is none, or if one of the names occurs more than once. */
export function headerValue(header: RecordObject, path: string): string | null {
  return valueAt(header, path.replace(/^\//, '').split('/'));
}

function valueAt(value: RecordValue, path: readonly string[]): string | null {
  const [name, ...rest] = path;
  if (typeof value === 'string') return name === undefined ? value.trim() : null;
  if (Array.isArray(value)) return null;
  if (name === undefined) return typeof value['#text'] === 'string' ? value['#text'].trim() : null;
  const child = Object.hasOwn(value, name) ? value[name] : undefined;
  return child === undefined ? null : valueAt(child, rest);
}
