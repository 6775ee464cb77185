/** A bounded number of places: so many for all, and so many of them for each. */
export interface Slots {
  /** @returns gives the place back, once however often it is called; null where none is free for this one */
  take(who: string | number): (() => void) | null;
}

export function createSlots({ all, each }: { all: number; each: number }): Slots {
  const taken = new Map<string | number, number>();
  let total = 0;
  return {
    take(who) {
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
      };
    },
  };
}
