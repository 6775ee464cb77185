import { hash } from 'node:crypto';
import { canonicalJson } from './digest.js';
import { ownValue } from '../../model/own-value.js';

export interface DescribedListing {
  id: string;
  payload: Readonly<Record<string, unknown>>;
}

/** By what a listing is known as a property, in a form that is small: whole payloads of a large feed do not fit into memory. */
export interface PropertyMarks {
  id: string;
  /** Of address, area and price; null: one of them is missing. */
  identity: string | null;
  /** One of identity, floor, rooms and title, and one of identity, floor, rooms and first photo. */
  marks: readonly string[];
}

/** The marks of a listing: hashes. */
export function propertyMarks({ id, payload }: DescribedListing): PropertyMarks {
  const identity = identityOf(payload);
  return { id, identity: identity === null ? null : short(identity), marks: keysOf(payload).map(short) };
}

function short(key: string): string {
  // Not a part of a longer text, which would stay in memory with it.
  return hash('sha256', key, 'buffer').toString('base64url', 0, 12);
}

/**
 * Pairs listings that look like the same property under another id: address, area and price match, and no other listing on either side
 * has the same three. A listing without one of the three is never paired (RULES R59).
 */
export function pairRenamed(
  former: readonly DescribedListing[],
  now: readonly DescribedListing[],
): { from: string; to: string }[] {
  return pairMarked(former.map(propertyMarks), now.map(propertyMarks));
}

/** `pairRenamed` of listings whose marks are known. */
export function pairMarked(
  former: readonly PropertyMarks[],
  now: readonly PropertyMarks[],
): { from: string; to: string }[] {
  const before = uniqueBy(former);
  const after = uniqueBy(now);
  return [...before].flatMap(([key, from]) => {
    const to = after.get(key);
    return from === null || to === undefined || to === null ? [] : [{ from, to }];
  });
}

/** Ids by property identity; null: several listings have the same. */
function uniqueBy(listings: readonly PropertyMarks[]): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const { id, identity: key } of listings) {
    if (key !== null) found.set(key, found.has(key) ? null : id);
  }
  return found;
}

/**
 * Groups of listings that look like one property under several ids: their address, area, price, floor and rooms match, and so does the title
 * or the first photo. Flats of a new building that share only a price list are apart.
 */
export function sameProperties(listings: Iterable<PropertyMarks>): string[][] {
  // Most marks are of one listing, which needs no list.
  const groups = new Map<string, string | string[]>();
  for (const { id, marks } of listings)
    for (const mark of marks) {
      const known = groups.get(mark);
      if (Array.isArray(known)) known.push(id);
      else groups.set(mark, known === undefined ? id : [known, id]);
    }
  const found = new Map<string, string[]>();
  for (const ids of groups.values()) if (Array.isArray(ids)) found.set([...ids].sort().join('\n'), ids);
  return [...found.values()];
}

function keysOf(payload: DescribedListing['payload']): string[] {
  const identity = identityOf(payload);
  if (identity === null) return [];
  const { structure, title, photos } = payload;
  const of = [identity, part(structure, 'floor'), part(structure, 'rooms')];
  const cover: unknown = Array.isArray(photos) ? photos[0] : null;
  const marks = [part(title, 'sr'), typeof cover === 'string' ? cover : part(cover, 'url')];
  return marks.flatMap((mark, index) => (mark === null ? [] : [canonicalJson([...of, index, mark])]));
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
