/**
 * The working file of a poll could not be written or read back. Nothing of it is committed after that, and the next poll reads the feed
 * again. The message is a sentence for the operator.
 */
export class StagingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StagingError';
  }
}

export function notWritten(code: string, cause: unknown): StagingError {
  return new StagingError(
    `The working file of this poll could not be written in the data folder (${code}): check that its disk has space and that feedsync may write there.`,
    { cause },
  );
}

export function damaged(what: string): StagingError {
  return new StagingError(
    `The working file of this poll in the data folder is damaged (${what}): nothing more of the poll was taken over. If that happens again, check the disk.`,
  );
}
