import { isDueAgain } from '../../core/schedule/due.js';
import type { PortalRefusal } from '../../portal/client.js';
import type { ReconcilePlan } from '../../model/reconcile.js';
import type { HoldLine } from '../../model/hold.js';
import type { Stop } from '../reports.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

/** What became of a call. */
export interface SentPlan {
  stop: Stop | null;
  /** The portal wants a person's word: the hold that asks for it, and why. */
  holdId: number | null;
  reason: string | null;
  /** The portal would not take the confirmation: what a person approved leaves listing by listing. */
  oneByOne: boolean;
}

const done: SentPlan = { stop: null, holdId: null, reason: null, oneByOne: false };

/** A plan older than this says too little of what may have gone live since. */
const resumeWithinMs = 3_600_000;

/**
 * A call that was stored and whose outcome nobody knows: it is sent again as it was, if it still keeps every id that must stay;
 * else it is dropped, and the next one is computed from a new view. Half of it is never computed again.
 */
export async function resumePlan(connectionId: string, services: Services): Promise<Stop | null> {
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
  // Nobody knows whether it was carried out: the plan stays, to be sent again under its key.
  return { ...done, stop: await backoffAfter(reply, plan.connectionId, services) };
}

/** A refusal had no effect, so the plan is over; what it says decides how the listings leave. */
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

/** Raises, revises or closes the hold of what is off here, live there, and not to be taken off without a person. */
export async function holdArchive(
  connectionId: string,
  externalIds: readonly string[],
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
    const text = `${externalIds.length} listings are off here and still live on the portal. They were not archived, because ${reason}.`;
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
