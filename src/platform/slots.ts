/** Whom a place is counted for; of several, each must have one free. */
type Holder = string | number | readonly (string | number)[];

/** A bounded number of places: so many for all, and so many of them for each holder. */
export interface Slots {
  /** @returns gives the place back, once however often it is called; null where none is free for this one */
  take(holder: Holder): (() => void) | null;
  /**
   * The same, waiting for a place in the order of coming until `givenUp` aborts. One whose own places are all taken makes no one else wait.
   * @returns null where too many wait already, or it was given up
   */
  wait(holder: Holder, givenUp?: AbortSignal): Promise<(() => void) | null>;
}

interface Bounds {
  all: number;
  each: number;
}

interface Waiting {
  holders: readonly (string | number)[];
  grant: (release: (() => void) | null) => void;
}

/** @param waiting how many may wait, for all and for each; none without it */
export function createSlots({
  all,
  each,
  waiting: waitingMax = { all: 0, each: 0 },
}: Bounds & { waiting?: Bounds }): Slots {
  const taken = new Map<string | number, number>();
  const queue: Waiting[] = [];
  let total = 0;

  const hasRoom = (holders: Waiting['holders']): boolean =>
    total < all && holders.every((holder) => (taken.get(holder) ?? 0) < each);
  const count = (holders: Waiting['holders'], by: 1 | -1): void => {
    total += by;
    for (const holder of holders) {
      const left = (taken.get(holder) ?? 0) + by;
      if (left > 0) taken.set(holder, left);
      else taken.delete(holder);
    }
  };
  const hold = (holders: Waiting['holders']): (() => void) => {
    count(holders, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      count(holders, -1);
      grantNext();
    };
  };
  const grantNext = (): void => {
    for (;;) {
      const index = queue.findIndex(({ holders }) => hasRoom(holders));
      const [next] = index < 0 ? [] : queue.splice(index, 1);
      if (next === undefined) return;
      next.grant(hold(next.holders));
    }
  };
  const mayWait = (holders: Waiting['holders']): boolean =>
    queue.length < waitingMax.all &&
    holders.every(
      (holder) => queue.filter((other) => other.holders.includes(holder)).length < waitingMax.each,
    );

  return {
    take(holder) {
      const holders = distinct(holder);
      return hasRoom(holders) ? hold(holders) : null;
    },
    wait(holder, givenUp) {
      const holders = distinct(holder);
      if (hasRoom(holders)) return Promise.resolve(hold(holders));
      if (!mayWait(holders) || givenUp?.aborted === true) return Promise.resolve(null);
      return new Promise((resolve) => {
        const entry: Waiting = {
          holders,
          grant: (granted) => {
            givenUp?.removeEventListener('abort', giveUp);
            resolve(granted);
          },
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(entry), 1);
          resolve(null);
        };
        givenUp?.addEventListener('abort', giveUp, { once: true });
        queue.push(entry);
      });
    },
  };
}

function distinct(holder: Holder): (string | number)[] {
  return typeof holder === 'object' ? [...new Set(holder)] : [holder];
}
