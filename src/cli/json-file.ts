import { readFile } from 'node:fs/promises';
import { CliError } from './exit.js';

/** Reads a JSON document that a person wrote. @throws CliError 2 */
export async function readJsonFile(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CliError(2, `The file ${file} cannot be read (${code}); nothing was sent. Check its name.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw new CliError(
      2,
      `The file ${file} is not JSON (${reason}); nothing was sent. Correct it, then try again.`,
    );
  }
}

/** An object of JSON; a list or a bare value is none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
