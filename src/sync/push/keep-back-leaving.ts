import { isLeavingUnpublished } from '../../core/removals/visibility.js';
import type { ConnectionId } from '../../model/ids.js';
import type { WaitReason } from '../../model/wait-cause.js';
import type { Services } from '../services/services.js';
import type { Prepared } from './prepare-items.js';

/** The next poll judges again what the portal does not show, and lets it go. */
const waitMs = 3_600_000;
const leaving: WaitReason = { kind: 'leaving', code: null, message: '', details: [] };

/**
 * Keeps back listings that are leaving and that the portal does not show: sending one would publish what its feed calls sold, reserved or
 * gone. What the portal shows is sent with all its other changes.
 * @returns the other rows
 */
export async function keepBackLeaving(
  connectionId: ConnectionId,
  rows: readonly Prepared[],
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): Promise<Prepared[]> {
  const kept = new Map(
    rows
      .filter(({ listing }) => isLeavingUnpublished(listing))
      .map(({ externalId }) => [externalId, leaving] as const),
  );
  if (kept.size === 0) return [...rows];
  await store.outbox.park(connectionId, kept, { until: clock.now() + waitMs, now: clock.now() });
  return rows.filter(({ externalId }) => !kept.has(externalId));
}
