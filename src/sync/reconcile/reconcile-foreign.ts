import { guardRemovals } from '../../core/removals/guard.js';
import type { HoldLine } from '../../model/hold.js';
import type { Cycle } from './reconcile-compare.js';
import { ownedListings } from './reconcile-archive.js';

/**
 * Handles live listings that the store does not know: one hold shows them all, and a user decides each one. If the configuration says
 * `archive`, they are removed without a decision, as far as the guard allows (RULES R146).
 */
export async function settleForeign(cycle: Cycle): Promise<void> {
  const { connectionId, comparison, report, services, dryRun } = cycle;
  const { store, clock, reconcile: settings } = services;
  const { foreign } = comparison;
  const mayArchive = settings.foreign === 'archive' && report.skipped === null && foreign.length > 0;
  const verdict = mayArchive
    ? guardRemovals(
        new Set(foreign),
        ownedListings(comparison, foreign, clock.now()),
        settings.guard,
        false,
        clock.now(),
      )
    : null;
  const isArchived = verdict?.kind === 'pass';
  const listings = foreign.map((externalId) => ({ externalId, title: null }));
  if (isArchived) report.archived.push(...listings);
  else report.foreign = listings;
  if (dryRun) return;

  if (isArchived) await store.reconciles.archiveForeign(connectionId, foreign, clock.now());
  const open = (await store.holds.open({ kind: 'foreign' })).find(
    (hold) => hold.connectionId === connectionId,
  );
  if (report.foreign.length > 0) {
    const held = verdict?.kind === 'hold' ? ` They were not archived, because ${verdict.reason}.` : '';
    const lines = foreign.map((externalId): HoldLine => ({
      externalId,
      title: null,
      lastSeenAt: clock.now(),
      reason: 'withdrawn',
    }));
    await store.holds.raise(
      {
        connectionId,
        feedId: null,
        kind: 'foreign',
        reason: `${question(foreign)}${held}`,
        snapshotId: null,
        lines,
      },
      clock.now(),
    );
  } else if (open !== undefined) await store.holds.close(open.id, clock.now());
}

function question(foreign: readonly string[]): string {
  const count = foreign.length === 1 ? '1 listing is' : `${foreign.length} listings are`;
  return `${count} live on the portal, and no feed or user here put ${foreign.length === 1 ? 'it' : 'them'} there. They stay until this is decided: approve removes them, reject adopts them, --only ID decides a single one.`;
}
