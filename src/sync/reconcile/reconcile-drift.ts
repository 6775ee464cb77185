import type { Drift } from '../../core/listing/drift.js';
import type { Cycle } from './reconcile-compare.js';

type Repairable = Drift & { action: 'repair' | 'taken_down' };

/** Sends listings again that are missing or different on the portal. Gives up on listings that the portal keeps taking down (RULES R147). */
export async function repairDrift(cycle: Cycle): Promise<void> {
  const { connectionId, comparison, report, services, dryRun } = cycle;
  const { known, drift } = comparison;
  report.drift = drift.map((one) => ({ ...one, title: known.get(one.externalId)?.title ?? null }));
  const repairs = drift.filter(isRepairable);
  if (dryRun || repairs.length === 0) return;
  await services.store.reconciles.repair(
    connectionId,
    repairs.map((one) => ({ ...one, missed: missedBy(one, cycle) })),
    services.clock.now(),
  );
}

function isRepairable(drift: Drift): drift is Repairable {
  return drift.action !== 'show';
}

/** Number of cycles in which the listing was missing although it had been sent again, this cycle included; 0 for other content. */
function missedBy({ externalId, kind }: Drift, { comparison }: Cycle): number {
  const { repairs = 0, missed = 0 } = comparison.known.get(externalId) ?? {};
  return kind === 'missing' && repairs > 0 ? missed + 1 : 0;
}
