import type { HoldLine, HoldRow } from '../store/rows.js';
import { approveArchive, decideForeign } from './decide-reconciled.js';
import { giveOrphan } from './give-orphan.js';
import type { Decision, DecisionResult } from './decision.js';
import type { Services } from './services.js';

export type { Decision, DecisionResult } from './decision.js';

/** Above so many listings a decision must name their number. */
export const expectAbove = 50;

/**
 * Carries out a person's decision: exactly the listings that the hold shows, less those that came back. Approved removals
 * become outbox rows in the same transaction; rejected ones are pinned (SEMANTICS 4).
 */
export async function decideHold(decision: Decision, services: Services): Promise<DecisionResult> {
  const { store, clock, limits } = services;
  const found = await store.holds.get(decision.holdId);
  const refusal = refuse(found?.hold ?? null, decision);
  if (found === null || refusal !== null) return { ok: false, message: refusal ?? noHold(decision.holdId) };
  const { hold, lines } = found;
  if (decision.giveTo !== undefined) return giveOrphan(hold, decision.giveTo, decision.author, services);
  if (hold.kind === 'foreign') return decideForeign(hold, lines, decision, services);
  if (hold.kind === 'confirmation' && decision.kind === 'approve')
    return approveArchive(hold, lines, decision, services);

  if (decision.kind === 'reject') {
    await store.holds.decide(
      hold.id,
      { kind: 'rejected', pinnedUntil: clock.now() + limits.pinMs },
      decision.author,
      clock.now(),
    );
    return {
      ok: true,
      message: `hold ${hold.id} rejected: ${lines.length} listings stay on the portal`,
      listings: lines.length,
    };
  }
  const remove = await stillAbsent(hold, lines, services);
  await store.holds.decide(hold.id, { kind: 'approved', remove }, decision.author, clock.now());
  if (hold.kind === 'plan' && hold.snapshotId !== null && hold.feedId !== null) {
    await store.snapshots.update(hold.snapshotId, { state: 'approved' });
    await store.feeds.update(hold.feedId, { deferredSnapshotId: hold.snapshotId, nextPollAt: clock.now() });
  }
  return { ok: true, message: approved(hold, lines.length, remove.length), listings: remove.length };
}

function refuse(hold: HoldRow | null, { holdId, kind, expect, only }: Decision): string | null {
  if (hold === null) return noHold(holdId);
  if (hold.state !== 'open')
    return `Hold ${holdId} is ${hold.state} already: nothing was changed. \`feedsync holds\` lists the open ones.`;
  if (expect !== null && expect !== hold.lineCount)
    return `Hold ${holdId} now shows ${hold.lineCount} listings, not ${expect}: nothing was changed. Look again with \`feedsync holds\`, then repeat with --expect ${hold.lineCount}.`;
  if (only !== undefined && hold.kind !== 'foreign')
    return `Hold ${holdId} is decided as a whole: nothing was changed. --only is for listings that nothing here knows.`;
  if (kind === 'approve' && expect === null && (only?.length ?? hold.lineCount) > expectAbove)
    return `Hold ${holdId} shows ${hold.lineCount} listings: to approve more than ${expectAbove}, repeat with --expect ${hold.lineCount}.`;
  return null;
}

function noHold(id: number): string {
  return `There is no hold ${id}. \`feedsync holds\` lists the open ones.`;
}

/** Between the last poll and the decision nothing is asked of the source: what came back left the hold at that poll. */
async function stillAbsent(
  hold: HoldRow,
  lines: readonly HoldLine[],
  { store }: Services,
): Promise<HoldLine[]> {
  const rows = await store.listings.getMany(
    hold.connectionId,
    lines.map((line) => line.externalId),
  );
  const gone = new Set(
    rows
      .filter((row) => row.offSince === null && (hold.kind !== 'removals' || row.presence === 'held'))
      .filter((row) => hold.kind !== 'orphan' || row.feedId === hold.feedId)
      .map((row) => row.externalId),
  );
  // What another feed of the connection has passes to it at the next poll.
  const claims = hold.kind === 'plan' && hold.feedId !== null ? await store.listings.claims(hold.feedId) : [];
  for (const { externalId } of claims) gone.delete(externalId);
  return lines.filter((line) => gone.has(line.externalId));
}

function approved(hold: HoldRow, shown: number, removed: number): string {
  const back = shown - removed;
  const plan = hold.kind === 'plan' ? '; the file that was held is taken over at the next poll' : '';
  return `hold ${hold.id} approved: ${removed} listings are taken off${back > 0 ? `, ${back} came back and stay` : ''}${plan}`;
}
