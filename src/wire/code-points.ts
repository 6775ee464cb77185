/** Length in Unicode code points, in which the specification measures texts. */
export function codePointLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

/** Whether a text has at least `min` and at most `max` code points. Most texts pass without being counted. */
export function isLengthWithin(text: string, min: number, max: number): boolean {
  // A code point is one or two UTF-16 units.
  if (text.length >= 2 * min && text.length <= max) return true;
  const length = codePointLength(text);
  return length >= min && length <= max;
}

/** The first `count` code points. Never splits a surrogate pair. */
export function firstCodePoints(text: string, count: number): string {
  let taken = '';
  let left = count;
  for (const character of text) {
    if (left-- <= 0) break;
    taken += character;
  }
  return taken;
}
