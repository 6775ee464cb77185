import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { CliError } from './exit.js';

/** Reads a JSON document that was written by hand. @throws CliError 2 */
export async function readJsonFile(file: string): Promise<unknown> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CliError(2, `The file ${file} cannot be read (${code}); nothing was sent. Check its name.`);
  }
  if (!isUtf8(bytes)) {
    throw new CliError(
      2,
      `The file ${file} is not UTF-8; nothing was sent. Save it as UTF-8, then try again.`,
    );
  }
  let document: unknown;
  try {
    document = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw new CliError(
      2,
      `The file ${file} is not JSON (${reason}); nothing was sent. Correct it, then try again.`,
    );
  }
  const spoiled = spoiledText(document, '');
  if (spoiled === null) return document;
  const { at, sign } = spoiled;
  const sentence = `The file ${file} holds ${sign} at ${at}; nothing was sent. Correct the character, then try again.`;
  throw new CliError(2, sentence);
}

/** A text with one of these characters is refused. No one types them: the program that wrote the file lost a character. */
const spoiledSigns = [
  { pattern: /\0/, sign: 'a NUL character' },
  { pattern: /\uFFFD/, sign: 'the mark of a lost character (U+FFFD)' },
  { pattern: /\p{Surrogate}/u, sign: 'half a character (a lone surrogate)' },
];

/** The first spoiled text of a document, keys included. @param at the JSON pointer of `value` */
function spoiledText(value: unknown, at: string): { at: string; sign: string } | null {
  if (typeof value === 'string') {
    const found = spoiledSigns.find(({ pattern }) => pattern.test(value));
    return found === undefined ? null : { at: at === '' ? 'its beginning' : at, sign: found.sign };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    const found = spoiledText(name, at) ?? spoiledText(child, `${at}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a value is a JSON object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
