/** The object's own property of this name, never an inherited one such as `constructor`. Undefined where there is none, or for a non-object. */
export function ownValue(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) return undefined;
  return (of as Readonly<Record<string, unknown>>)[name];
}

/** Like `ownValue`, for a record whose values have one type. */
export function ownEntry<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** Whether a value is an object, and neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
