/**
 * Processes a file piece by piece, as latin1 text with one character for each byte. All outputs together are as long as all inputs. A
 * piece may be held back, so that a single output can be shorter or longer than its input.
 */
export interface Blanker {
  take(piece: string): string;
  /** The output for input that was held back. */
  end(): string;
}

/** A path to secret values: `agent/phone` or `agent/@phone`. */
export interface SecretPath {
  /** Names of elements or keys from the outer to the inner one. */
  steps: readonly string[];
  /** The name of the attribute, for a path to an attribute; otherwise null. */
  attribute: string | null;
}

/** The file cannot be searched for secrets, so it must not be kept. */
export class SecretsError extends Error {
  constructor(reason: string) {
    super(
      `The file has secrets that the mapping leaves out (format.secrets), and ${reason}. Nothing of it was kept or changed.`,
    );
    this.name = 'SecretsError';
  }
}

/**
 * Whether the path's steps are the last names.
 * @param names of the open elements or keys, the outermost first
 */
export function endsWith(names: readonly string[], { steps }: SecretPath): boolean {
  return steps.every((step, index) => names[names.length - steps.length + index] === step);
}

/** Replaces every byte except blanks, tabs and line ends: a multi-byte character must not survive in part. */
export function blanked(text: string): string {
  return text.replace(/[^ \t\r\n]/g, 'x');
}
