/** Libraries that read or write what other people wrote, and may throw on it. */
export type Library = 'csv-parse' | 'fast-xml-parser' | 'html-to-text' | 'luxon' | 'cel-js' | 'yaml';

/** A library threw on content. The message is one line for a person: what failed, without a stack. */
export class ContentError extends Error {
  /** What the library says, without its name: for the author of the content. */
  readonly reason: string;

  constructor(
    readonly library: Library,
    error: unknown,
  ) {
    const reason = firstLine(error);
    super(`${library} failed: ${reason}`);
    this.name = 'ContentError';
    this.reason = reason;
  }
}

/**
 * Calls a library on content. A lint rule (`safety/library-calls`) refuses calls of these libraries outside of it.
 * @throws ContentError for whatever it throws
 */
export function callLibrary<T>(library: Library, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new ContentError(library, error);
  }
}

/** The same where only the failure counts: null for whatever it throws. */
export function tryLibrary<T>(library: Library, call: () => T): T | null {
  try {
    return callLibrary(library, call);
  } catch {
    return null;
  }
}

const messageMax = 200;

/** What was thrown, as one line of bounded length. */
export function firstLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const line = (/[^\r\n]+/.exec(text)?.[0] ?? 'no reason given').trim();
  return line.length > messageMax ? `${line.slice(0, messageMax)}…` : line;
}
