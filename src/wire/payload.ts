/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** Deeper objects than any payload has are left as they are: the schema refuses them anyway. */
const depthMax = 12;

/**
 * The payload as the spec reads it: strings trimmed; null and the empty string absent, but for a URL, where an empty one is an
 * error. Entries of lists are trimmed and stay.
 */
export function normalisePayload(payload: unknown): unknown {
  return normalise(payload, 0);
}

export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value at a key path, or undefined; never one that an object inherits. */
export function valueAt(payload: unknown, path: readonly PropertyKey[]): unknown {
  let value = payload;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** RFC 6901. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function normalise(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.trim();
  if (depth >= depthMax) return value;
  if (Array.isArray(value)) return value.map((entry) => normalise(entry, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, normalise(entry, depth + 1)] as const)
    .filter(([key, entry]) => entry !== null && (entry !== '' || isUrlKey(key)));
  return Object.fromEntries(entries);
}

function isUrlKey(key: string): boolean {
  return key === 'url' || key.endsWith('_url');
}
