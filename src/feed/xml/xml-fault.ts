import { ContentError, firstLine } from '../../platform/library.js';
import { BadReferenceError } from './entities.js';

/**
 * Why a record cannot be parsed, as a clause whose subject is the record, with the place of the fault: "it is not well-formed XML: … (line
 * 3 of the record, character 17, in <title>)".
 * @param error what the parser threw
 */
export function faultOf(text: string, error: unknown): string {
  const message = error instanceof ContentError ? error.reason : firstLine(error);
  const reference = error instanceof BadReferenceError ? error.reference : badReference.exec(message)?.[1];
  if (reference !== undefined)
    return `it has ${reference}, which names a character that no text may hold ${placeIn(text, text.indexOf(reference))}`;
  const [, what, line, column] = /^(.*?)\.?:(\d+):(\d+)$/s.exec(message) ?? [];
  if (what === undefined) return 'it is not well-formed XML, or its names or nesting pass a limit';
  return `it is not well-formed XML: ${what} ${placeIn(text, offsetOf(text, Number(line), Number(column)))}`;
}

/** The place of the first bytes that are no text, for a text in which U+FFFD stands for them. */
export function undecodablePlace(text: string): string {
  return placeIn(text, text.indexOf('\uFFFD'));
}

const badReference = /^(&#\w+;) names/;

/** Line and character are counted from 1. */
function placeIn(text: string, offset: number): string {
  const before = text.slice(0, Math.max(0, offset));
  const lines = before.split('\n');
  const field = fieldAt(before);
  const within = field === null ? '' : `, in <${field}>`;
  return `(line ${lines.length} of the record, character ${(lines.at(-1)?.length ?? 0) + 1}${within})`;
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let number = 1; number < line; number++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** The innermost element that is open at the end of the text, without its prefix; null outside of all. */
function fieldAt(text: string): string | null {
  const open: string[] = [];
  for (const [, slash, name = '', end] of text.matchAll(/<(\/?)([^\s/<>!?]+)(?:[^<>]*?(\/?))?>/g)) {
    if (slash === '/') open.pop();
    else if (end !== '/') open.push(name);
  }
  const innermost = open.at(-1);
  return innermost === undefined ? null : innermost.slice(innermost.indexOf(':') + 1, 80);
}
