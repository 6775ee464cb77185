import { readConnection } from './check-connection.js';
import { placesLeft } from './listing-quota.js';
import type { Prepared } from './prepare-items.js';
import type { Services } from './services.js';

/** A plan that is full is looked at again then. */
const fullWaitMs = 3_600_000;

/**
 * Never pushes into a plan that is known to be full: of the listings that need a place in it, those that fit, in the order
 * given; the others wait. The plan is read again before anything is held back.
 */
export async function holdForQuota(
  connectionId: string,
  rows: readonly Prepared[],
  services: Services,
): Promise<Prepared[]> {
  const { store, clock } = services;
  const needing = rows.filter(needsPlace).length;
  if (needing === 0 || (await placesLeft(connectionId, services)) >= needing) return [...rows];
  if ((await readConnection(connectionId, services)) !== null) return [...rows];
  let room = await placesLeft(connectionId, services);
  const held = rows.filter((row) => needsPlace(row) && room-- <= 0).map((row) => row.externalId);
  await store.outbox.defer(connectionId, held, clock.now() + fullWaitMs);
  const isHeld = new Set(held);
  return rows.filter((row) => !isHeld.has(row.externalId));
}

/** Only live listings count in the agency's plan. */
function needsPlace({ payload, listing }: Prepared): boolean {
  return payload.state === 'active' && listing.portal !== 'live' && listing.portal !== 'accepted';
}
