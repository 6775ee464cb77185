import { isOnPortal } from '../model/listing-states.js';
import type { Hold } from '../model/hold.js';
import type { StandingCount } from '../store/store.js';

/** By connection; those without any are left out. */
export function countBy(
  standings: readonly StandingCount[],
  isMeant: (standing: StandingCount) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const standing of standings)
    if (isMeant(standing))
      counts.set(standing.connectionId, (counts.get(standing.connectionId) ?? 0) + standing.count);
  return counts;
}

/** On the portal and nobody’s here, and no hold asks about them yet: the next comparison opens it. */
export function foreignCounts(
  standings: readonly StandingCount[],
  open: readonly Hold[],
): Map<string, number> {
  const asked = new Set(open.filter(({ kind }) => kind === 'foreign').map((hold) => hold.connectionId));
  return countBy(
    standings,
    ({ owner, portal, connectionId }) =>
      owner === 'foreign' && isOnPortal(portal) && !asked.has(connectionId),
  );
}

/** The portal keeps taking them off although they are wanted: shown, not fought. A suppression ends the matter here. */
export function takenDownCounts(standings: readonly StandingCount[]): Map<string, number> {
  return countBy(
    standings,
    ({ portal, presence, intent }) =>
      portal === 'taken_down' && presence !== 'gone' && intent !== 'suppressed' && intent !== 'remove',
  );
}
