/** What the shell is told (README lists them). */
export const exitCodes = { done: 0, failed: 1, usage: 2, personNeeded: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with sentences for a person: what happened, what it means, what to do. */
export class CliError extends Error {
  constructor(
    readonly exitCode: 1 | 2,
    message: string,
    /** Added to the error's JSON document. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CliError';
  }
}
