import type { FeedFormat } from '../core/format.js';
import type { RecordObject, RecordValue } from '../core/record.js';

/**
 * Whether the number of records that the header declares is the number there is; null if so, or if it declares none.
 * The format's path leads from the root: `header/total`, `@total`, `header/@total`.
 */
export function countProblem(format: FeedFormat, header: RecordObject, count: number): string | null {
  if (format.container !== 'xml' || format.declaredCount === null) return null;
  const declared = valueAt(header, format.declaredCount.split('/'));
  if (declared === null) return null;
  if (!/^\d{1,9}$/.test(declared)) return `the number of records that it declares is no number`;
  if (Number(declared) === count) return null;
  return `it declares ${declared} records but holds ${count}`;
}

function valueAt(value: RecordValue, path: readonly string[]): string | null {
  const [name, ...rest] = path;
  if (typeof value === 'string') return name === undefined ? value.trim() : null;
  if (Array.isArray(value)) return null;
  if (name === undefined) return typeof value['#text'] === 'string' ? value['#text'].trim() : null;
  const child = Object.hasOwn(value, name) ? value[name] : undefined;
  return child === undefined ? null : valueAt(child, rest);
}
