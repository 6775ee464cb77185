/** What an object itself holds under a name; never what its prototype has, such as `constructor`. Undefined for anything else. */
export function ownValue(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) return undefined;
  return (of as Readonly<Record<string, unknown>>)[name];
}

/** The same of a record whose values are of one type. */
export function ownEntry<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
