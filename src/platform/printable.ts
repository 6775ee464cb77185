import { stripVTControlCharacters } from 'node:util';

/** C0 except tab and line feed, DEL, C1, and marks that change the direction of text. */
export const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text without control sequences: the content of a feed must not control a terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(unprintable, '');
}
