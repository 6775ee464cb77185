import { canonicalJson } from './digest.js';
import { priceOf } from '../content/guard/payload-values.js';
import { ownValue } from '../../model/own-value.js';

type Payload = Readonly<Record<string, unknown>>;

/** The columns of which one alone may have been sorted. Sales and rents share one column of prices; street and town may have one each. */
const columns = {
  price: (payload: Payload) => priceOf(payload) ?? undefined,
  area: ({ structure }: Payload) => ownValue(structure, 'area_sqm'),
  address: ({ location }: Payload) => ownValue(location, 'address_line'),
  place: ({ location }: Payload) => ownValue(location, 'place_id'),
};
export type SwappedColumn = keyof typeof columns;
const names = Object.keys(columns) as SwappedColumn[];

/** More than this share of a feed's listings must have swapped their values. */
const shareMin = 0.3;
/** A shorter chain of changes is a coincidence. */
const chainMin = 4;
/** Of a chain, at least this share rises and at least this share falls: sorting moves values both ways. */
const turnsMin = 0.2;

export interface Swap {
  column: SwappedColumn;
  /** Number of listings that swapped their values. */
  swapped: number;
}

/** A change of a value in one column. */
export interface ValueChange {
  from: string;
  to: string;
  /** Whether the new value comes after the former one when the column is sorted. */
  rises: boolean;
}

/** Whether so many listings could have swapped values. */
export function mayBeSwapped(changed: number, listings: number): boolean {
  return changed > listings * shareMin;
}

/** Collects, listing by listing, the values that changed in each column. */
export class SwapTally {
  readonly #changes: Record<SwappedColumn, ValueChange[]> = {
    price: [],
    area: [],
    address: [],
    place: [],
  };

  compare(former: Payload, now: Payload): void {
    for (const name of names) {
      const [from, to] = [columns[name](former), columns[name](now)];
      if (from === undefined || to === undefined) continue;
      const change = { from: canonicalJson(from), to: canonicalJson(to), rises: isAfter(to, from) };
      if (change.from !== change.to) this.#changes[name].push(change);
    }
  }

  /** Largest number of listings whose values changed in one column. */
  get most(): number {
    return Math.max(...Object.values(this.#changes).map(({ length }) => length));
  }

  /**
   * The column in which the most listings swapped their values among each other (RULES R62); null where too few did: a table was not sorted
   * by one column.
   * @param listings number of known listings in the file, unchanged ones included
   */
  swap(listings: number): Swap | null {
    const swaps = names
      .filter((column) => mayBeSwapped(this.#changes[column].length, listings))
      .map((column) => ({ column, swapped: countSwapped(this.#changes[column]) }))
      .sort((a, b) => b.swapped - a.swapped);
    const [first] = swaps;
    return first !== undefined && mayBeSwapped(first.swapped, listings) ? first : null;
  }
}

function isAfter(value: unknown, other: unknown): boolean {
  const [a, b] = [value, other].map((one) => ownValue(one, 'amount') ?? one) as [string, string];
  return a > b;
}

/**
 * Counts changes that move values from row to row: closed circles, in which the first row has the value of the second, the second that of
 * the third, and the last that of the first; and chains, which a row that left or came in the same file cut out of a circle. Prices that all
 * rise, or all fall, form neither, whatever values they share. Takes time in proportion to the number of changes.
 */
export function countSwapped(changes: readonly ValueChange[]): number {
  const open = new Map<string, ValueChange[]>();
  const balance = new Map<string, number>();
  for (const change of changes) {
    const { from, to } = change;
    const ofValue = open.get(from);
    if (ofValue === undefined) open.set(from, [change]);
    else ofValue.push(change);
    balance.set(from, (balance.get(from) ?? 0) + 1);
    balance.set(to, (balance.get(to) ?? 0) - 1);
  }
  // A chain is found whole from its first value on.
  const starts = [...open.keys()];
  const first = starts.filter((value) => (balance.get(value) ?? 0) > 0);
  const rest = starts.filter((value) => (balance.get(value) ?? 0) <= 0);
  return [...first, ...rest].reduce((count, start) => count + countFrom(start, open), 0);
}

/** Follows changes from a value on, each once, and counts those that are part of a circle or of a chain. */
function countFrom(start: string, open: ReadonlyMap<string, ValueChange[]>): number {
  const path: ValueChange[] = [];
  const places = new Map([[start, 0]]);
  let count = 0;
  let chain: ValueChange[] = [];
  for (;;) {
    const value = path.at(-1)?.to ?? start;
    const next = open.get(value)?.pop();
    if (next === undefined) {
      const last = path.pop();
      if (last === undefined) return count + lengthOfChain(chain);
      places.delete(value);
      chain.push(last);
      continue;
    }
    count += lengthOfChain(chain);
    chain = [];
    path.push(next);
    const at = places.get(next.to);
    if (at === undefined) {
      places.set(next.to, path.length);
      continue;
    }
    count += path.length - at;
    for (const { to } of path.splice(at)) if (to !== next.to) places.delete(to);
  }
}

/** The length of a chain; 0 where it is short, or where nearly all of its values rise or nearly all fall. */
function lengthOfChain(chain: readonly ValueChange[]): number {
  const { length } = chain;
  const rising = chain.filter(({ rises }) => rises).length;
  return length >= chainMin && Math.min(rising, length - rising) >= length * turnsMin ? length : 0;
}
