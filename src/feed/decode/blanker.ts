/** Takes a file piece by piece, a byte a character; what it gives back is as long in all. */
export interface Blanker {
  take(piece: string): string;
  /** What was held back. */
  end(): string;
}

/** Elements or keys from the outer to the inner one, and the attribute, if it is one: `agent/@phone`. */
export interface SecretPath {
  steps: readonly string[];
  attribute: string | null;
}

/** The file cannot be read far enough to find what must not be kept. */
export class SecretsError extends Error {
  constructor(reason: string) {
    super(
      `The file has secrets that the mapping leaves out (format.secrets), and ${reason}. Nothing of it was kept or changed.`,
    );
    this.name = 'SecretsError';
  }
}

/** @param names from the outermost element on; a path holds wherever its steps are the innermost ones */
export function endsWith(names: readonly string[], { steps }: SecretPath): boolean {
  return steps.every((step, index) => names[names.length - steps.length + index] === step);
}

/** Everything but what makes lines: no byte of a longer character may be left alone. */
export function blanked(text: string): string {
  return text.replace(/[^ \t\r\n]/g, 'x');
}
