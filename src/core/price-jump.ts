/** A listing's price before and now, in whatever unit both have. */
export interface PriceChange {
  externalId: string;
  from: number;
  to: number;
}

export interface PriceJump {
  /** By what most prices were multiplied. */
  factor: number;
  changes: PriceChange[];
}

/** Few prices prove nothing. */
const pricesMin = 5;
/** From doubling or halving on: what a market does to most prices at once is less. */
const factorMin = 2;
/** Two factors are alike when they differ by this share at most. */
const likeness = 0.05;

/** Whether so many that moved can be most of all that have a price. */
export function areMost(moved: number, priced: number): boolean {
  return moved * 2 > priced;
}

/**
 * Whether most prices of a feed moved by a like factor: a unit, a decimal point or a currency was lost on the way (RULES R43).
 * @param changes those that moved
 * @param priced how many listings have a price before and now, those that did not move included
 */
export function priceJump(changes: readonly PriceChange[], priced: number): PriceJump | null {
  const moved = changes.filter(({ from, to }) => from > 0 && to > 0 && from !== to);
  if (priced < pricesMin || !areMost(moved.length, priced)) return null;
  const factors = moved.map(({ from, to }) => to / from).sort((a, b) => a - b);
  const factor = factors[Math.floor(factors.length / 2)] ?? 1;
  if (factor < factorMin && factor > 1 / factorMin) return null;
  const alike = moved.filter(({ from, to }) => Math.abs(to / from / factor - 1) <= likeness);
  return alike.length * 2 > priced ? { factor, changes: alike } : null;
}
