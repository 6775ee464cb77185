/** What of a document differs in another one, a line for each place; what the other one has more of in objects is no difference. */
export function changed(older: unknown, newer: unknown, at = ''): string[] {
  const [was, is] = [typeName(older), typeName(newer)];
  if (was !== is) return [`${at} was ${shown(older)}, is ${shown(newer)}`];
  if (Array.isArray(older)) return changedList(older, newer as unknown[], at);
  if (was === 'object')
    return isWording(older as object, at) && isWording(newer as object, at)
      ? []
      : changedObject(older as object, newer as object, at);
  return Object.is(older, newer) ? [] : [`${at} was ${shown(older)}, is ${shown(newer)}`];
}

/**
 * A sentence for people in both languages may be worded better: no program can rely on its words. What an agency states is kept word for
 * word.
 */
function isWording(value: object, at: string): boolean {
  const isStated = /(^|\.)(statement|denial)$/.test(at);
  return !isStated && 'sr' in value && 'en' in value && Object.keys(value).length === 2;
}

function changedObject(older: object, newer: object, at: string): string[] {
  const now = new Map(Object.entries(newer));
  return Object.entries(older).flatMap(([name, value]) => {
    const place = at === '' ? name : `${at}.${name}`;
    return now.has(name) ? changed(value, now.get(name), place) : [`${place} is gone`];
  });
}

/** Elements keep their order; one that came in between, or went, does not make all after it differ. */
function changedList(older: readonly unknown[], newer: readonly unknown[], at: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const [index, value] of older.entries()) {
    const place = `${at}[${index}]`;
    const same = newer.findIndex((other, position) => position >= from && changed(value, other).length === 0);
    if (same >= 0) {
      for (let extra = from; extra < same; extra++) lines.push(`${at} has ${shown(newer[extra])} too`);
      from = same + 1;
    } else if (from < newer.length && older.length - index <= newer.length - from) {
      lines.push(...changed(value, newer[from], place));
      from += 1;
    } else lines.push(`${place} is gone: ${shown(value)}`);
  }
  for (const extra of newer.slice(from)) lines.push(`${at} has ${shown(extra)} too`);
  return lines;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
