import { canonicalJson } from './digest.js';
import { ownValue } from '../../model/own-value.js';

export interface DescribedListing {
  id: string;
  payload: Readonly<Record<string, unknown>>;
}

/**
 * Pairs listings that look like the same property under another id: address, area and price match, and no other listing on either side
 * has the same three. A listing without one of the three is never paired (RULES R59).
 */
export function pairRenamed(
  former: readonly DescribedListing[],
  now: readonly DescribedListing[],
): { from: string; to: string }[] {
  const before = uniqueBy(former);
  const after = uniqueBy(now);
  return [...before].flatMap(([key, from]) => {
    const to = after.get(key);
    return from === null || to === undefined || to === null ? [] : [{ from, to }];
  });
}

/** Ids by property identity; null: several listings have the same. */
function uniqueBy(listings: readonly DescribedListing[]): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const { id, payload } of listings) {
    const key = identityOf(payload);
    if (key !== null) found.set(key, found.has(key) ? null : id);
  }
  return found;
}

function identityOf(payload: DescribedListing['payload']): string | null {
  const { transaction, location, structure, price, rent } = payload;
  const area = part(structure, 'area_sqm');
  const amount = part(price, 'amount') ?? part(rent, 'amount');
  const currency = part(price, 'currency') ?? part(rent, 'currency');
  const address = part(location, 'address_line');
  if (address === null || area === null || amount === null) return null;
  return canonicalJson([transaction ?? null, part(location, 'place_id'), address, area, amount, currency]);
}

function part(value: unknown, key: string): string | number | null {
  const found = ownValue(value, key);
  return typeof found === 'string' || typeof found === 'number' ? found : null;
}
