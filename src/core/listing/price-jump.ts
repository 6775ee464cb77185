import type { ExternalId } from '../../model/ids.js';

/** A listing's price before and now, both in the same unit. */
export interface PriceChange {
  externalId: ExternalId;
  from: number;
  to: number;
}

export interface PriceJump {
  /** The factor by which most prices changed. */
  factor: number;
  changes: PriceChange[];
}

/** With fewer prices, no price jump is reported: so few are no evidence. */
const pricesMin = 5;
/**
 * Prices have jumped only if they changed by at least this factor: doubled or halved. A market is not expected to move most prices that far at once.
 */
const factorMin = 2;
/** Two factors are alike when they differ by at most this share. */
const likeness = 0.05;

/** Whether the prices that moved are more than half of all prices. */
export function areMost(moved: number, priced: number): boolean {
  return moved * 2 > priced;
}

/**
 * Detects that most prices of a feed moved by a like factor: a unit, a decimal point or a currency was lost (RULES R57).
 * @param changes the prices that moved
 * @param priced number of listings with a price before and now, unmoved ones included
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
