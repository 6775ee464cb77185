import type { Terminal } from './terminal.js';

export interface StopRequests {
  /** Resolves at the first request to stop. */
  first: Promise<void>;
  /** Resolves at the second request: do not wait for work that is in progress. */
  second: Promise<'asked again'>;
  forget: () => void;
}

/** Listens for SIGTERM and SIGINT until `forget` is called. */
export function waitForStop({ onStop }: Terminal): StopRequests {
  const first = deferred<undefined>();
  const second = deferred<'asked again'>();
  let requests = 0;
  const forget = onStop(() => {
    requests++;
    if (requests === 1) first.resolve(undefined);
    else second.resolve('asked again');
  });
  return { first: first.promise, second: second.promise, forget };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
