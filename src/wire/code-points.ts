/** Length in Unicode code points, the spec's measure of texts. */
export function codePointLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

/** The first `count` code points: no character is cut in half. */
export function firstCodePoints(text: string, count: number): string {
  let taken = '';
  let left = count;
  for (const character of text) {
    if (left-- <= 0) break;
    taken += character;
  }
  return taken;
}
