import { isOnPortal, type Presence } from '../model/listing-states.js';
import { isLeaving, isThere } from '../model/standing.js';
import type { Hold } from '../model/hold.js';
import type { StandingCount } from '../store/store.js';

/** Listings that match a predicate, by connection. Connections without any are left out. */
export function countBy(
  standings: readonly StandingCount[],
  matches: (standing: StandingCount) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const standing of standings)
    if (matches(standing))
      counts.set(standing.connectionId, (counts.get(standing.connectionId) ?? 0) + standing.count);
  return counts;
}

/** Listings of ours on the portal. */
export interface ThereCounts {
  onPortal: number;
  /** Of `onPortal`: their removal waits for a decision. */
  held: number;
  /** Of `onPortal`: missing from the file, and removed if they do not return. */
  missing: number;
  /** Of `onPortal`: their removal is decided, and the portal did not confirm it yet. */
  leaving: number;
}

export function thereCounts(standings: readonly StandingCount[]): ThereCounts {
  const there = standings.filter(isThere);
  const sumOf = (some: readonly StandingCount[]): number => some.reduce((sum, { count }) => sum + count, 0);
  const of = (wanted: Presence): number => sumOf(there.filter(({ presence }) => presence === wanted));
  return {
    onPortal: sumOf(there),
    held: of('held'),
    missing: of('grace'),
    leaving: sumOf(there.filter(isLeaving)),
  };
}

/** Foreign listings on the portal that no hold covers yet. The next comparison opens the hold. */
export function foreignCounts(
  standings: readonly StandingCount[],
  open: readonly Hold[],
): Map<string, number> {
  const held = new Set(open.filter(({ kind }) => kind === 'foreign').map((hold) => hold.connectionId));
  return countBy(
    standings,
    ({ owner, portal, connectionId }) => owner === 'foreign' && isOnPortal(portal) && !held.has(connectionId),
  );
}

/** Listings that the portal took down although their feeds have them. They are reported, not sent again. Suppressed listings do not count. */
export function takenDownCounts(standings: readonly StandingCount[]): Map<string, number> {
  return countBy(
    standings,
    ({ portal, presence, intent }) =>
      portal === 'taken_down' && presence !== 'gone' && intent !== 'suppressed' && intent !== 'remove',
  );
}
