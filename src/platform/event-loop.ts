const waiting: (() => void)[] = [];

/**
 * Lets timers, sockets and other work have their turn. Whatever computes for long asks for it between its pieces. Of all who ask, one goes
 * on in each turn of the loop: jobs that run beside each other do not add up to one long turn.
 */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

let isTurnTaken = false;

/** Of those who begin something in one turn of the loop, the first goes on at once, each other one in a turn of its own. */
export async function inTurnOfItsOwn(): Promise<void> {
  if (isTurnTaken) return letOthersRun();
  isTurnTaken = true;
  setImmediate(() => (isTurnTaken = false));
}
