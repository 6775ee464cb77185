/** Lets go of a slot. */
export type Leave = () => void;

interface Waiting {
  groups: readonly string[];
  begin: (leave: Leave) => void;
}

/**
 * The jobs that run side by side. Jobs of one group, such as those that read from one host, hold at most half of the slots: however slow
 * that host is, there is room for all others.
 */
export class Slots {
  #free: number;
  readonly #groupMax: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
    this.#groupMax = Math.max(1, Math.floor(count / 2));
  }

  /** In the order of coming, but for those whose groups have no room. */
  enter(groups: readonly string[]): Promise<Leave> {
    return new Promise((begin) => {
      this.#waiting.push({ groups, begin });
      this.#admit();
    });
  }

  /** @returns null where there is no room now */
  tryEnter(groups: readonly string[]): Leave | null {
    return this.#hasRoom(groups) ? this.#take(groups) : null;
  }

  #hasRoom(groups: readonly string[]): boolean {
    return this.#free > 0 && groups.every((group) => (this.#held.get(group) ?? 0) < this.#groupMax);
  }

  #take(groups: readonly string[]): Leave {
    const distinct = new Set(groups);
    this.#free -= 1;
    for (const group of distinct) this.#held.set(group, (this.#held.get(group) ?? 0) + 1);
    return () => {
      this.#free += 1;
      for (const group of distinct) this.#letGo(group);
      this.#admit();
    };
  }

  #letGo(group: string): void {
    const left = (this.#held.get(group) ?? 1) - 1;
    if (left === 0) this.#held.delete(group);
    else this.#held.set(group, left);
  }

  #admit(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ groups }) => this.#hasRoom(groups));
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (next === undefined) return;
      next.begin(this.#take(next.groups));
    }
  }
}
