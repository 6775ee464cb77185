/** A bounded number of places: so many for all, and so many of them for each. */
export interface Slots {
  /** @returns gives the place back, once however often it is called; null where none is free for this one */
  take(who: string | number): (() => void) | null;
  /**
   * The same, waiting for a place until `givenUp` aborts. One whose own places are all taken makes no one else wait.
   * @returns null where too many wait already, or it was given up
   */
  wait(who: string | number, givenUp: AbortSignal): Promise<(() => void) | null>;
}

interface Waiting {
  who: string | number;
  grant: (release: (() => void) | null) => void;
}

/** @param waiting how many may wait, for all and for each; none without it */
export function createSlots({
  all,
  each,
  waiting: waitingMax = { all: 0, each: 0 },
}: {
  all: number;
  each: number;
  waiting?: { all: number; each: number };
}): Slots {
  const taken = new Map<string | number, number>();
  const queue: Waiting[] = [];
  let total = 0;

  const take = (who: string | number): (() => void) | null => {
    const own = taken.get(who) ?? 0;
    if (total >= all || own >= each) return null;
    taken.set(who, own + 1);
    total++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total--;
      const left = (taken.get(who) ?? 1) - 1;
      if (left > 0) taken.set(who, left);
      else taken.delete(who);
      grantNext();
    };
  };
  const grantNext = (): void => {
    const index = queue.findIndex(({ who }) => (taken.get(who) ?? 0) < each);
    const next = index < 0 ? undefined : queue.splice(index, 1)[0];
    next?.grant(take(next.who));
  };

  return {
    take,
    wait(who, givenUp) {
      const release = take(who);
      const own = queue.filter((other) => other.who === who).length;
      if (release !== null || queue.length >= waitingMax.all || own >= waitingMax.each || givenUp.aborted)
        return Promise.resolve(release);
      return new Promise((resolve) => {
        const entry: Waiting = {
          who,
          grant: (granted) => {
            givenUp.removeEventListener('abort', giveUp);
            resolve(granted);
          },
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(entry), 1);
          resolve(null);
        };
        givenUp.addEventListener('abort', giveUp, { once: true });
        queue.push(entry);
      });
    },
  };
}
