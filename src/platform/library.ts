/** Libraries that process foreign content and may throw on it. */
export type Library =
  'csv-parse' | 'fast-xml-parser' | 'html-to-text' | 'luxon' | 'cel-js' | 'saxes' | 'yaml';

/** A library threw on content. The message is one line that names the library and the reason. */
export class ContentError extends Error {
  /** The library's message without its name, for the author of the content. */
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
 * Calls a library on content. The lint rule `safety/library-calls` forbids other calls of these libraries.
 * @throws ContentError for anything that the library throws
 */
export function callLibrary<T>(library: Library, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new ContentError(library, error);
  }
}

/** Like `callLibrary`, but returns null if the library throws. */
export function tryLibrary<T>(library: Library, call: () => T): T | null {
  try {
    return callLibrary(library, call);
  } catch {
    return null;
  }
}

const messageMax = 200;

/** The message of a thrown value as one line of bounded length. */
export function firstLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const line = (/[^\r\n]+/.exec(text)?.[0] ?? 'no reason given').trim();
  return line.length > messageMax ? `${line.slice(0, messageMax)}…` : line;
}
