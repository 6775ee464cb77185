/** What is wrong with the store, for a program to act on. */
export type StoreErrorKind =
  /** The URL names a kind of store that this release does not know. */
  | 'unsupported'
  | 'missing'
  /** It is there, or its folder is, and cannot be opened. */
  | 'unreadable'
  | 'not_a_store'
  | 'corrupt'
  | 'older_schema'
  | 'newer_schema'
  | 'read_only'
  | 'busy'
  | 'disk'
  /** The server does not answer, or refuses the user. */
  | 'unreachable'
  /** Another process has it for itself. */
  | 'locked'
  /** Somebody else has the lane by now in which this was to be written. */
  | 'lease_lost'
  /** A copy of the store could not be written. */
  | 'backup'
  /** The row is not in the state that the change needs, such as a hold decided twice. */
  | 'wrong_state';

/** The store cannot be used, or refused a change. The message is for a person: what happened, and what to do. */
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

/** For rules that callers have to keep: a breach is a bug, and nothing of the transaction is written. */
export function assertStore(condition: boolean, breach: string): asserts condition {
  if (!condition) throw new Error(`store invariant broken: ${breach}`);
}
