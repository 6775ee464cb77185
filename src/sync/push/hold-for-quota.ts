import type { ConnectionId } from '../../model/ids.js';
import { planFullCode, type WaitReason } from '../../model/wait-cause.js';
import { readConnection } from '../connection/check-connection.js';
import { placesLeft } from '../portal-state/listing-quota.js';
import type { Prepared } from './prepare-items.js';
import type { Services } from '../services/services.js';

/** While the agency's plan is full, feedsync reads the plan from the portal again after this time. */
const fullWaitMs = 3_600_000;
/** Why a listing waits for a place in the plan. It is the same reason that a refusal by the portal gives. */
const planFull: WaitReason = { kind: 'plan_full', code: planFullCode, message: '', details: [] };

/**
 * Never pushes into a plan that is known to be full. Of the listings that need a place in the plan, the first that fit are returned, in the
 * given order, and the others wait. Reads the plan from the portal again before it lets any listing wait. If that reading fails, or the
 * connection takes no listings, all are returned.
 */
export async function holdForQuota(
  connectionId: ConnectionId,
  rows: readonly Prepared[],
  services: Services,
): Promise<Prepared[]> {
  const { store, clock } = services;
  const needing = rows.filter(needsPlace).length;
  if (needing === 0 || (await placesLeft(connectionId, services)) >= needing) return [...rows];
  if ((await readConnection(connectionId, services)) !== null) return [...rows];
  let room = await placesLeft(connectionId, services);
  const held = new Map(
    rows
      .filter((row) => needsPlace(row) && room-- <= 0)
      .map(({ externalId }) => [externalId, planFull] as const),
  );
  await store.outbox.park(connectionId, held, { until: clock.now() + fullWaitMs, now: clock.now() });
  return rows.filter((row) => !held.has(row.externalId));
}

/** Only live listings count towards the agency's plan. */
function needsPlace({ payload, listing }: Prepared): boolean {
  return payload.state === 'active' && listing.portal !== 'live' && listing.portal !== 'accepted';
}
