import type { AttentionKind } from '../../model/attention-kinds.js';
import { isEarlyWarning } from '../../core/removals/early-warning.js';
import { isThere, standingOf } from '../../model/standing.js';
import { planFullCode } from '../../model/wait-cause.js';
import { countBy, foreignCounts, takenDownCounts } from '../standing-counts.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** Listings on the portal that no feed here has, and that no hold covers yet. */
export async function foreignListings(facts: Facts): Promise<FoundItem[]> {
  return itemsOf('foreign', foreignCounts(await facts.standings(), await facts.holds()), facts);
}

/** Listings on the portal that files have lost, more than usual, before any of them is due for removal. */
export async function missingListings(facts: Facts): Promise<FoundItem[]> {
  const there = (await facts.standings()).filter(isThere);
  const onPortal = countBy(there, () => true);
  const missing = countBy(there, ({ presence }) => presence === 'grace');
  const found = [...missing].filter(([id, count]) => isEarlyWarning(count, onPortal.get(id) ?? 0));
  return itemsOf('missing', new Map(found), facts);
}

/** Listings that the portal removed although their feeds have them. */
export async function takenDown(facts: Facts): Promise<FoundItem[]> {
  return itemsOf('taken_down', takenDownCounts(await facts.standings()), facts);
}

/** Listings that the portal refused, by code, except for a full plan and for a first push that was sent back, which have items of their own. */
export async function refusedListings(facts: Facts): Promise<FoundItem[]> {
  const sentBack = (await facts.refusedFirstPushes()).flatMap(({ refused }) => refused ?? []);
  const refusals = (await facts.refusals()).filter(({ code }) => code !== planFullCode);
  const others = refusals.filter(
    ({ connectionId, code }) =>
      !sentBack.some((one) => one.connectionId === connectionId && one.code === code),
  );
  return others.map(({ connectionId, code, count, since }) =>
    itemOf({ kind: 'refused', subject: code, connectionId, count, since }),
  );
}

/** Listings that cannot be published, and records that cannot and have no listing. */
export async function invalidListings(facts: Facts): Promise<FoundItem[]> {
  const own = (await facts.standings()).filter(({ owner }) => owner !== 'foreign');
  const counts = countBy(own, (standing) => standingOf(standing) === 'invalid');
  for (const [id, count] of await facts.unlistedRecords()) counts.set(id, (counts.get(id) ?? 0) + count);
  return itemsOf('invalid', counts, facts);
}

async function itemsOf(
  kind: AttentionKind,
  counts: ReadonlyMap<string, number>,
  facts: Facts,
): Promise<FoundItem[]> {
  return (await facts.connections()).flatMap(({ id: connectionId }) => {
    const count = counts.get(connectionId) ?? 0;
    return count === 0 ? [] : [itemOf({ kind, connectionId, count })];
  });
}
