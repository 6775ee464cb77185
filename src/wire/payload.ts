/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** Objects nested deeper are not normalised. No valid payload has them, so the schema refuses them anyway. */
export const depthMax = 12;

/**
 * The payload as the specification reads it: strings are trimmed, and fields that are null or an empty text are left out. An empty URL stays,
 * because it is an error. Entries of lists are trimmed and never left out.
 */
export function normalisePayload(payload: unknown): unknown {
  return normalise(payload, 0);
}

/** The payload with undefined for fields that read as absent, so that the names of empty fields can be checked; null if no field is empty. */
export function withEmptyNames(payload: unknown): unknown {
  return holdsEmpty(payload, 0) ? keepNames(payload, 0) : null;
}

export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value at a path of keys; undefined if there is none. Inherited properties do not count. */
export function valueAt(payload: unknown, path: readonly PropertyKey[]): unknown {
  let value = payload;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** JSON pointer (RFC 6901) of a path of keys. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the value itself if nothing changes, as in nearly all payloads, so that callers can compare by identity. */
function normalise(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.trim();
  if (depth >= depthMax) return value;
  if (Array.isArray(value)) return normaliseList(value, depth);
  return isObject(value) ? normaliseObject(value, depth) : value;
}

function normaliseList(list: readonly unknown[], depth: number): unknown {
  let normal: unknown[] | null = null;
  for (let index = 0; index < list.length; index++) {
    const entry = normalise(list[index], depth + 1);
    if (entry === list[index]) continue;
    normal ??= [...list];
    normal[index] = entry;
  }
  return normal ?? list;
}

function normaliseObject(value: JsonObject, depth: number): JsonObject {
  let normal: JsonObject | null = null;
  const keys = Object.keys(value);
  for (const [index, key] of keys.entries()) {
    const child = value[key];
    const entry = normalise(child, depth + 1);
    const isLeftOut = entry === null || (entry === '' && !isUrlKey(key));
    if (normal === null) {
      if (entry === child && !isLeftOut) continue;
      normal = {};
      for (const same of keys.slice(0, index)) put(normal, same, value[same]);
    }
    if (!isLeftOut) put(normal, key, entry);
  }
  return normal ?? value;
}

function put(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true });
  else object[key] = value;
}

/** Whether a field's value counts as missing: null, or a text of white space alone. */
export function readsAsAbsent(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether any field reads as absent. Spares `keepNames` the copy of nearly all payloads. */
function holdsEmpty(value: unknown, depth: number): boolean {
  if (depth >= depthMax) return false;
  if (Array.isArray(value)) return value.some((entry) => holdsEmpty(entry, depth + 1));
  if (!isObject(value)) return false;
  return Object.values(value).some((child) => readsAsAbsent(child) || holdsEmpty(child, depth + 1));
}

function keepNames(value: unknown, depth: number): unknown {
  if (depth >= depthMax) return value;
  if (Array.isArray(value)) return value.map((entry) => keepNames(entry, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, child]) => [key, readsAsAbsent(child) ? undefined : keepNames(child, depth + 1)] as const,
  );
  return Object.fromEntries(entries);
}

function isUrlKey(key: string): boolean {
  return key === 'url' || key.endsWith('_url');
}
