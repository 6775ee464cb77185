import type { ExternalId } from '../../model/ids.js';
import { guardRemovals, type OwnedListing } from '../../core/removals/guard.js';
import { archiveWay } from '../../core/removals/keep-list.js';
import { reconcileIdsMax } from '../../wire/limits.js';
import type { Comparison, Cycle } from './reconcile-compare.js';
import { holdArchive, sendPlan } from './reconcile-send.js';
import type { Stop } from '../reports.js';

/**
 * Archives listings that are removed in the store but still live on the portal: with one call that has the whole keep-list, or listing by
 * listing if the list is too long for one call. Listings that the guard stops stay on the keep-list and become lines of a hold.
 */
export async function archiveSurplus(cycle: Cycle): Promise<Stop | null> {
  const { connectionId, comparison, report, services, dryRun } = cycle;
  const { store, clock, random } = services;
  const approved = new Set(await store.reconciles.approved(connectionId));
  const verdict = judge(cycle, approved);
  const held = new Set(verdict.held);
  const archive = comparison.surplus.filter((id) => !held.has(id));
  const keep = [...comparison.keep, ...held].sort();
  report.way = archiveWay(keep.length, archive.length, reconcileIdsMax);
  if (held.size > 0 && archive.length === 0) report.way = 'nothing';
  report.kept = report.way === 'list' ? keep.length : 0;
  report.held = held.size;
  report.holdReason = verdict.reason;
  report.archived.push(
    ...archive.map((externalId) => ({ externalId, title: titleOf(comparison, externalId) })),
  );
  if (dryRun) return null;

  report.holdId = await holdArchive(connectionId, verdict.held, verdict.reason, services);
  if (report.way !== 'list') {
    await store.reconciles.removeOneByOne(connectionId, archive, clock.now());
    return null;
  }
  const plan = await store.reconciles.plan({
    connectionId,
    plannedAt: clock.now(),
    idempotencyKey: Buffer.from(random.bytes(24)).toString('base64url'),
    keep,
    archive,
    confirm: archive.some((id) => approved.has(id)),
  });
  services.crashPoints.reach('reconcile.planned');
  const sent = await sendPlan(plan, services);
  if (sent.holdId !== null) {
    report.held += archive.length;
    report.holdId = sent.holdId;
    report.holdReason = sent.reason;
  }
  if (sent.holdId !== null || sent.stop !== null) report.archived = [];
  if (sent.oneByOne) report.way = 'one_by_one';
  return sent.stop;
}

/** Approved removals, and removals that are already queued, are not judged again. */
function judge(cycle: Cycle, approved: ReadonlySet<string>): { held: string[]; reason: string | null } {
  const { comparison, services } = cycle;
  const { clock, reconcile: settings } = services;
  const asked = comparison.surplus.filter(
    (id) => !approved.has(id) && comparison.known.get(id)?.queued !== 'remove',
  );
  const owned = ownedListings(comparison, comparison.surplus, clock.now());
  const verdict = guardRemovals(new Set(asked), owned, settings.guard, false, clock.now());
  return verdict.kind === 'pass' ? { held: [], reason: null } : { held: asked, reason: verdict.reason };
}

/** The listings by which the guard measures: all that the store knows, and those to be removed, which count as being on the portal. */
export function ownedListings(
  { known, seen }: Comparison,
  toRemove: readonly string[],
  now: number,
): OwnedListing[] {
  const due = new Set(toRemove);
  const ids = new Set([...known.keys(), ...due]);
  return [...ids].map((externalId) => {
    const listing = known.get(externalId);
    const isThere = due.has(externalId) || seen.get(externalId)?.portal === 'live';
    return {
      externalId,
      firstSentAt: listing?.firstSentAt ?? (isThere ? 0 : null),
      offSince: due.has(externalId) ? null : recent(listing?.offSince ?? null, now),
    };
  });
}

/** A removal time in the future counts as now. The guard looks back one week at most. */
function recent(offSince: number | null, now: number): number | null {
  return offSince === null ? null : Math.min(offSince, now);
}

function titleOf({ known }: Comparison, externalId: ExternalId): string | null {
  return known.get(externalId)?.title ?? null;
}
