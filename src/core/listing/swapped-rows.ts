import { canonicalJson } from './digest.js';
import { ownValue } from '../../model/own-value.js';

type Payload = Readonly<Record<string, unknown>>;

/** The columns of which one alone may have been sorted. */
const columns = {
  price: ({ price, rent }: Payload) => price ?? ownValue(rent, 'amount'),
  area: ({ structure }: Payload) => ownValue(structure, 'area_sqm'),
  address: ({ location }: Payload) =>
    ownValue(location, 'address_line') === undefined
      ? undefined
      : [ownValue(location, 'place_id'), ownValue(location, 'address_line')],
};
export type SwappedColumn = keyof typeof columns;
const names = Object.keys(columns) as SwappedColumn[];

/** More than this share of a feed's listings must have swapped their values. */
const shareMin = 0.3;

export interface Swap {
  column: SwappedColumn;
  /** Number of listings that swapped their values. */
  swapped: number;
}

/** A change of a value in one column. */
export interface ValueChange {
  from: string;
  to: string;
}

/** Whether so many listings could have swapped values. */
export function mayBeSwapped(changed: number, listings: number): boolean {
  return changed > listings * shareMin;
}

/** Collects, listing by listing, the values that changed in each column. */
export class SwapTally {
  readonly #changes: Record<SwappedColumn, ValueChange[]> = { price: [], area: [], address: [] };

  compare(former: Payload, now: Payload): void {
    for (const name of names) {
      const [from, to] = [columns[name](former), columns[name](now)];
      if (from === undefined || to === undefined) continue;
      const change = { from: canonicalJson(from), to: canonicalJson(to) };
      if (change.from !== change.to) this.#changes[name].push(change);
    }
  }

  /** Largest number of listings whose values changed in one column. */
  get most(): number {
    return Math.max(...Object.values(this.#changes).map(({ length }) => length));
  }

  /**
   * The column in which most listings swapped their values among each other (RULES R62); null where too few did: a table was not
   * sorted by one column.
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

/**
 * Counts changes that form closed circles: the first row has the value of the second, the second that of the third, and the last that of the
 * first. Prices that all rise, or all fall, form none, whatever values they share. Takes time in proportion to the number of changes.
 */
export function countSwapped(changes: readonly ValueChange[]): number {
  const open = new Map<string, string[]>();
  for (const { from, to } of changes) {
    const values = open.get(from);
    if (values === undefined) open.set(from, [to]);
    else values.push(to);
  }
  let count = 0;
  for (const start of open.keys()) {
    const path = [start];
    const places = new Map([[start, 0]]);
    for (let value = path.at(-1); value !== undefined; value = path.at(-1)) {
      const next = open.get(value)?.pop();
      if (next === undefined) {
        places.delete(value);
        path.pop();
        continue;
      }
      const at = places.get(next);
      if (at === undefined) {
        places.set(next, path.length);
        path.push(next);
        continue;
      }
      count += path.length - at;
      for (const left of path.splice(at + 1)) places.delete(left);
    }
  }
  return count;
}
