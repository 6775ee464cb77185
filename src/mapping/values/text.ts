import { compile as compileHtml } from 'html-to-text';
import { callLibrary } from '../../platform/library.js';

export interface CleanUp {
  /** `twice`: entities were escaped again before the file was written. */
  entities?: 'once' | 'twice' | undefined;
  /** The text may hold markup, of which only the text is kept. */
  html?: boolean | undefined;
}

/** White space that is put right. Most texts have none, and one search is much quicker than several replacements. */
const plainLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const untidyLine = /[^\S ]|[\u200b\ufeff]| {2}|^ | $/;
const untidyLines = /[^\S \n]|[\u200b\ufeff]| [ \n]|\n |\n{3}|^[ \n]|[ \n]$/;

/** One line: white space collapsed, NFC. */
export function tidyLine(text: string): string {
  if (plainLine.test(text)) return text;
  if (!untidyLine.test(text)) return text.normalize('NFC');
  return text
    .replace(/[\s\u200b\ufeff]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** Several lines: white space collapsed within each, at most one empty line between two, NFC. */
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

/** Undoes what the feed's software did to a text. Text without markup or entities costs two searches. */
export function cleanMarkup(text: string, { entities, html }: CleanUp): string {
  if (html && /<[a-z!/]/i.test(text)) return blockTag.test(text) ? blockHtml(text) : inlineHtml(text);
  if ((html || entities === 'twice') && entity.test(text)) return inlineHtml(text.replaceAll('<', '&lt;'));
  return text;
}

/** Characters that no person wrote: control codes and the mark of bytes that could not be decoded. */
export function badCharacter(text: string): string | null {
  return /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd\ufffe\uffff]|\p{Cs}/u.exec(text)?.[0] ?? null;
}

/**
 * The text within a limit, cut where a word ends. Null where it has no word end that leaves at least half of it.
 * @param limits code points, and UTF-16 units where the portal counts them too
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

/** How many UTF-16 units of the text fit both limits, never half of a pair. */
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

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/i;
const blockTag = /<\/?(?:br|p|div|li|ul|ol|table|tr|h[1-6])\b/i;

/** html-to-text reads no more and writes a line to stderr for longer texts: they are cut before. */
const htmlUnitsMax = 200_000;

const inlineHtml = htmlReader(true);
/** Where tags make the lines, line ends of the source are only white space. */
const blockHtml = htmlReader(false);

/** @throws ContentError where the library cannot read the text */
function htmlReader(preserveNewlines: boolean): (text: string) => string {
  const read = compileHtml(htmlOptions(preserveNewlines));
  return (text) => callLibrary('html-to-text', () => read(text.slice(0, htmlUnitsMax)));
}

function htmlOptions(preserveNewlines: boolean): Parameters<typeof compileHtml>[0] {
  return {
    wordwrap: false,
    preserveNewlines,
    limits: { maxInputLength: htmlUnitsMax, maxDepth: 60 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  };
}
