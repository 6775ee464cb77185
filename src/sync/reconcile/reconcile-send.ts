import type { ConnectionId, ExternalId, HoldId } from '../../model/ids.js';
import { isDueAgain } from '../../core/schedule/due.js';
import type { PortalRefusal } from '../../portal/client.js';
import type { ReconcilePlan } from '../../model/reconcile.js';
import type { HoldLine } from '../../model/hold.js';
import type { Stop } from '../reports.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

/** The result of a reconcile call. */
export interface SentPlan {
  stop: Stop | null;
  /** The hold that was raised because the portal requires a confirmation; null: none. */
  holdId: HoldId | null;
  reason: string | null;
  /** The portal refused the confirmation, so the approved listings must be removed one by one. */
  oneByOne: boolean;
}

const done: SentPlan = { stop: null, holdId: null, reason: null, oneByOne: false };

/** A plan older than this is not sent: it does not know the listings that went live since. */
const resumeWithinMs = 3_600_000;

/**
 * Handles a stored call whose outcome is unknown. It is sent again unchanged if it is young and still keeps every id that must stay.
 * Otherwise it is dropped, and the next call is computed from a new view. A call is never recomputed in part.
 */
export async function resumePlan(connectionId: ConnectionId, services: Services): Promise<Stop | null> {
  const { store, clock } = services;
  const plan = await store.reconciles.unfinished(connectionId);
  if (plan === null) return null;
  const kept = new Set(plan.keep);
  const known = await store.reconciles.listings(connectionId);
  const isWideEnough = known.every(({ externalId, offSince }) => offSince !== null || kept.has(externalId));
  const isYoung = !isDueAgain(plan.plannedAt, resumeWithinMs, clock.now());
  if (isWideEnough && isYoung) return (await sendPlan(plan, services)).stop;
  await store.reconciles.drop(plan.id, clock.now());
  return null;
}

export async function sendPlan(plan: ReconcilePlan, services: Services): Promise<SentPlan> {
  const { store, portal, clock, crashPoints } = services;
  const reply = await portal.reconcile(plan.connectionId, plan.keep, {
    idempotencyKey: plan.idempotencyKey,
    confirmMassRemoval: plan.confirm,
  });
  crashPoints.reach('reconcile.sent');
  if (reply.kind === 'ok') {
    await store.reconciles.finish(plan, clock.now());
    return done;
  }
  if (reply.kind === 'refused' && reply.scope !== 'in_progress') return judgeRefusal(plan, reply, services);
  // The outcome is unknown: the plan stays, and is sent again under its key.
  return { ...done, stop: await backoffAfter(reply, plan.connectionId, services) };
}

/**
 * A refused call had no effect, so its plan is dropped. The kind of refusal decides whether its listings are removed one by one, held for a
 * decision, or judged by a later comparison.
 */
async function judgeRefusal(
  plan: ReconcilePlan,
  reply: PortalRefusal,
  services: Services,
): Promise<SentPlan> {
  const { store, clock } = services;
  const { connectionId, archive } = plan;
  await store.reconciles.drop(plan.id, clock.now());
  const isQuestion = reply.code === 'mass_removal_requires_confirmation';
  if (plan.confirm && (isQuestion || reply.code === 'validation_failed')) {
    await store.reconciles.removeOneByOne(connectionId, archive, clock.now());
    return { ...done, oneByOne: true };
  }
  if (!isQuestion || archive.length === 0)
    return { ...done, stop: await backoffAfter(reply, connectionId, services) };
  const reason = `the portal asks for a confirmation before it archives so many at once (${reply.message})`;
  return { ...done, holdId: await holdArchive(connectionId, archive, reason, services), reason };
}

/** Raises, revises or closes the hold about listings that are removed in the store, live on the portal, and need a decision. */
export async function holdArchive(
  connectionId: ConnectionId,
  externalIds: readonly ExternalId[],
  reason: string | null,
  { store, clock }: Services,
): Promise<number | null> {
  const now = clock.now();
  if (externalIds.length > 0 && reason !== null) {
    const rows = new Map(
      (await store.listings.getMany(connectionId, externalIds)).map((row) => [row.externalId, row]),
    );
    const lines = externalIds.map((externalId): HoldLine => {
      const row = rows.get(externalId);
      const { title = null, lastSeenAt = null, removeReason } = row ?? {};
      return { externalId, title, lastSeenAt, reason: removeReason ?? 'withdrawn' };
    });
    const text = `${externalIds.length} listings are removed here and still live on the portal. They were not archived, because ${reason}.`;
    const hold = {
      connectionId,
      feedId: null,
      kind: 'confirmation',
      reason: text,
      snapshotId: null,
      lines,
    } as const;
    return (await store.holds.raise(hold, now)).id;
  }
  for (const hold of await store.holds.open({ kind: 'confirmation' }))
    if (hold.connectionId === connectionId) await store.holds.close(hold.id, now);
  return null;
}
