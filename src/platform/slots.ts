/** The holder for whom a slot is counted; of several, each must have a free slot. */
type Holder = string | number | readonly (string | number)[];

/** A bounded number of slots, in total and per holder. */
export interface Slots {
  /** Takes a slot. @returns a function that releases it, idempotent; null if none is free for the holder */
  take(holder: Holder): (() => void) | null;
  /**
   * Like `take`, but waits for a slot in order of arrival until `givenUp` aborts. A holder that has used up its own slots does not block
   * others.
   * @returns null if too many are already waiting, or if the signal aborted
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

/** @param waiting maximum number of waiting callers, in total and per holder; left out: none */
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
