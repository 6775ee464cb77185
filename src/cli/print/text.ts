import { printable, unprintable } from '../../platform/printable.js';

/** Printable text on one line, cut to `charactersMax`. */
export function oneLine(text: string, charactersMax = Infinity): string {
  const line = printable(text.replace(/\s+/g, ' ')).trim();
  const characters = Array.from(line);
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** A JSON document with control characters escaped, safe to print in a terminal. */
export function printableJson(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `1 listing`, `3 listings`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/** Indents every line. */
export function indent(text: string, by = '  '): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n');
}
