import { stripVTControlCharacters } from 'node:util';

/** C0 but for tab and line feed, DEL, C1, and marks that turn the direction of writing around. */
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text without anything that a terminal would obey: what a feed wrote must not control it. */
export function printable(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(unprintable, '');
}

/** The same in one line, cut to so many characters. */
export function oneLine(text: string, charactersMax = Infinity): string {
  const line = printable(text.replace(/\s+/g, ' ')).trim();
  const characters = Array.from(line);
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** A JSON document that is safe to look at in a terminal; it means the same. */
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

/** Lines of a paragraph, each with the same indent. */
export function indent(text: string, by = '  '): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n');
}
