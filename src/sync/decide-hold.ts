import type { HoldLine, HoldRow } from '../store/rows.js';
import type { Services } from './services.js';

export interface Decision {
  holdId: number;
  kind: 'approve' | 'reject';
  /** The number of listings that the person saw; required above `expectAbove`. */
  expect: number | null;
  author: string;
}

export type DecisionResult = { ok: true; message: string; listings: number } | { ok: false; message: string };

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
  if (found === null || refusal !== null)
    return { ok: false, message: refusal ?? `there is no hold ${decision.holdId}` };
  const { hold, lines } = found;

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

function refuse(hold: HoldRow | null, { holdId, kind, expect }: Decision): string | null {
  if (hold === null) return `There is no hold ${holdId}. \`feedsync holds\` lists the open ones.`;
  if (hold.state !== 'open') return `Hold ${holdId} is ${hold.state} already: nothing was changed.`;
  if (expect !== null && expect !== hold.lineCount)
    return `Hold ${holdId} now shows ${hold.lineCount} listings, not ${expect}: nothing was changed. Look again with \`feedsync holds\`, then repeat with --expect ${hold.lineCount}.`;
  if (kind === 'approve' && expect === null && hold.lineCount > expectAbove)
    return `Hold ${holdId} shows ${hold.lineCount} listings: to approve more than ${expectAbove}, repeat with --expect ${hold.lineCount}.`;
  return null;
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
      .map((row) => row.externalId),
  );
  return lines.filter((line) => gone.has(line.externalId));
}

function approved(hold: HoldRow, shown: number, removed: number): string {
  const back = shown - removed;
  const plan = hold.kind === 'plan' ? '; the file that was held is taken over at the next poll' : '';
  return `hold ${hold.id} approved: ${removed} listings are taken off${back > 0 ? `, ${back} came back and stay` : ''}${plan}`;
}
