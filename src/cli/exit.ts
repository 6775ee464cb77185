/** What a command reports to the shell. */
export const exitCodes = { done: 0, failed: 1, usage: 2, attentionNeeded: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** As the help lists them. */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'Done.',
  1: 'Failed, or a polled feed failed or stalled.',
  2: 'Wrong usage or configuration. Nothing was done.',
  3: 'Done, but something needs attention. --attention selects what counts.',
};

/** Ends a command. The message states what happened, what it means and what to do next. */
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
