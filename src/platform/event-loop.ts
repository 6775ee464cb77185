const waiting: (() => void)[] = [];

/**
 * Yields to timers, sockets and other work. Long computations call it between pieces. Only one caller continues per turn of the event loop,
 * so that concurrent jobs do not add up to one long turn.
 */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueNext);
  });
}

function continueNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueNext);
}

let isTurnTaken = false;

/** Resolves at once for the first caller in a turn of the event loop, and in a turn of its own for each other caller. */
export async function inTurnOfItsOwn(): Promise<void> {
  if (isTurnTaken) return letOthersRun();
  isTurnTaken = true;
  setImmediate(() => (isTurnTaken = false));
}
