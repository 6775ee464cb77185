/** Tests for texts whose white space needs a change. Most texts need none, and one test is much faster than several replacements. */
const plainLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const untidyLine = /[^\S ]|[\u200b\ufeff]| {2}|^ | $/;
const untidyLines = /[^\S \n]|[\u200b\ufeff]| [ \n]|\n |\n{3}|^[ \n]|[ \n]$/;

/** The text as one line in NFC. Each run of white space becomes one blank, and none is left at the ends. */
export function tidyLine(text: string): string {
  if (plainLine.test(text)) return text;
  if (!untidyLine.test(text)) return text.normalize('NFC');
  return text
    .replace(/[\s\u200b\ufeff]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** The text as several lines in NFC. White space is collapsed within each line, and at most one empty line is kept between two lines. */
export function tidyLines(text: string): string {
  if (!untidyLines.test(text)) return text.normalize('NFC');
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/(?:[^\S\n]|[\u200b\ufeff])+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC');
}

/** Characters that are not shown: soft hyphens, marks of direction and of joining, byte order marks. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;
const blankOrUnseen = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;

/** The text without invisible characters: everywhere, or at its ends, where the blanks among and beside them are removed too. */
export function withoutUnseen(text: string, where: 'ends' | 'everywhere'): string {
  if (text.search(unseen) === -1) return text;
  if (where === 'everywhere') return text.replace(unseen, '');
  let [start, end] = [0, text.length];
  while (start < end && blankOrUnseen.test(text.charAt(start))) start++;
  while (end > start && blankOrUnseen.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** The text of a cell that a spreadsheet was to keep as text: `="00123"` is 00123. */
export function unwrapCell(text: string): string {
  const trimmed = text.includes('=') ? text.trim() : '';
  const inner = trimmed.startsWith('=') ? /^=\s*"(.*)"$/s.exec(trimmed)?.[1] : undefined;
  return inner === undefined ? text : inner.replaceAll('""', '"');
}

/** Whether a spreadsheet wrote a long number with a power of ten, as in 1,23E+05: its digits are lost. */
export function isShortened(text: string): boolean {
  return /(?<![\w.,])(?:\d[.,]\d{1,20}E[+-]|\dE\+)\d{2,3}(?!\d)/i.test(text);
}

/**
 * The first character that cannot come from a person: a control code, U+FFFD for undecodable bytes, a noncharacter, or half of a surrogate
 * pair; null if there is none.
 */
export function badCharacter(text: string): string | null {
  return /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd\ufffe\uffff]|\p{Cs}/u.exec(text)?.[0] ?? null;
}

/**
 * The text, cut at the end of a word if it exceeds a limit. Null if no end of a word leaves at least half of the allowed length.
 * @param limits in code points, and in UTF-16 units if the portal counts these too
 */
export function cutText(
  text: string,
  limits: { codePoints: number; utf16Units?: number | undefined },
): string | null {
  const length = fittingLength(text, limits);
  if (length === text.length) return text;
  const cut = /\s/.test(text.charAt(length))
    ? text.slice(0, length)
    : (/^.*(?=\s)/s.exec(text.slice(0, length))?.[0] ?? '');
  let end = cut.length;
  while (end > 0 && /[\s,;:–-]/.test(cut.charAt(end - 1))) end--;
  return end >= length / 2 ? cut.slice(0, end) : null;
}

/** The number of UTF-16 units of the text that fit both limits. Never splits a surrogate pair. */
function fittingLength(
  text: string,
  limits: { codePoints: number; utf16Units?: number | undefined },
): number {
  if (text.length <= Math.min(limits.codePoints, limits.utf16Units ?? Infinity)) return text.length;
  let points = 0;
  let index = 0;
  while (index < text.length) {
    const width = (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
    if (++points > limits.codePoints || index + width > (limits.utf16Units ?? Infinity)) return index;
    index += width;
  }
  return index;
}
