/** Pseudo-random numbers that are the same for the same seed, so that the demo is repeatable. */
export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(options: readonly [T, ...T[]]): T;
  /** True with a probability of 1 in `n`. */
  once(n: number): boolean;
}

/** The generator mulberry32. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  return {
    between,
    pick: (options) => options[between(0, options.length - 1)] ?? options[0],
    once: (n) => between(1, n) === 1,
  };
}
