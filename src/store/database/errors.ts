/** Kind of a store error, for a program to act on. */
export type StoreErrorKind =
  /** The URL names a kind of store that this release does not support. */
  | 'unsupported'
  | 'missing'
  /** The file or its folder exists but cannot be opened. */
  | 'unreadable'
  | 'not_a_store'
  | 'corrupt'
  | 'older_schema'
  | 'newer_schema'
  | 'read_only'
  | 'busy'
  | 'disk'
  /** The database server does not answer, or refuses the user. */
  | 'unreachable'
  /** Another process holds the lock of the store. */
  | 'locked'
  /** Another worker has taken over the lane of the job that writes. */
  | 'lease_lost'
  /** A copy of the store could not be written. */
  | 'backup'
  /** The row is not in the state that the change needs: for example, the hold is decided already. */
  | 'wrong_state';

/** The store cannot be used, or refused a change. The message tells the operator what happened and what to do. */
export class StoreError extends Error {
  constructor(
    readonly kind: StoreErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StoreError';
  }
}

export function leaseLost({ lane }: { lane: string }): StoreError {
  return new StoreError(
    'lease_lost',
    `Another process works on ${lane} by now, since this one did not answer for too long: what it wanted to write is given up. Nothing is lost; the other one goes on from what is stored.`,
  );
}

/** Checks a rule that callers must follow. A breach is a bug: it throws, so that nothing of the transaction is written. */
export function assertStore(condition: boolean, breach: string): asserts condition {
  if (!condition) throw new Error(`store invariant broken: ${breach}`);
}
