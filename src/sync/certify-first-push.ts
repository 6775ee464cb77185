import { takeBatch } from '../core/batching.js';
import { roomLeft } from '../core/schedule/budget.js';
import { bestFirst } from '../core/first-push.js';
import { readRefusalDetails } from '../core/listing/refusal-details.js';
import type { WaitReason } from '../core/listing/wait-cause.js';
import { isOnPortal, type PortalState } from '../core/listing-states.js';
import { concernsRequestAlone } from '../portal/portal-reply.js';
import type { PortalLimits } from '../store/portal-limits.js';
import { validateItemsMax } from '../wire/limits.js';
import type { ItemResult } from '../wire/replies.js';
import { batchBytes } from './batch-size.js';
import { prepareItems, type Prepared } from './prepare-items.js';
import type { PushReport, Stop } from './reports.js';
import { sendBatch } from './send-batches.js';
import type { Services } from './services.js';
import { stopOf } from './stop-of.js';

/** Rows among which the best are looked for. */
const candidatesMax = 1000;
const askAgainMs = 5 * 60_000;
/** What the dry run refuses is looked at again then, unless it changes. */
const refusedWaitMs = 3_600_000;

/**
 * A connection that is being certified gets one first push: as many of the best listings as fit `certifying.first_push`, each
 * passed by a dry run; the rest waits until it is active (RULES R97). What staff sent back goes again once it is queued.
 * Null where the connection is not being certified.
 */
export async function certifyFirstPush(
  connectionId: string,
  limits: PortalLimits,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock } = services;
  if ((await store.connections.get(connectionId))?.status !== 'certifying') return null;
  const queued = await store.outbox.sendable(connectionId, 'upsert', clock.now(), candidatesMax);
  const prepared = await prepareItems(connectionId, queued, services);
  const members = prepared.filter(isMember);
  const taken = await countMembers(connectionId, services);
  const free = (services.limits.firstPush ?? limits.batchItems) - taken;
  const others = bestFirst(prepared.filter((row) => !isMember(row)));
  const passed = await dryRun(connectionId, others, free, services);
  if (!passed.ok) return passed.stop;

  const stop = await sendAll(connectionId, [...members, ...passed.rows], limits, report, services);
  return stop ?? waitForStaff(await countMembers(connectionId, services), clock.now());
}

/** It was in the first push already: it may change, or go again after it was sent back. */
function isMember({ listing }: Prepared): boolean {
  return isOnPortal(listing.portal) || listing.failureCode === 'certification_rejected';
}

async function countMembers(connectionId: string, { store }: Services): Promise<number> {
  const states = await store.listings.countsByPortalState({ connectionId });
  const onPortal = Object.entries(states).reduce(
    (sum, [state, count]) => (isOnPortal(state as PortalState) ? sum + count : sum),
    0,
  );
  const sentBack = await store.listings.list({ connectionId, portal: ['rejected'], limit: candidatesMax });
  return onPortal + sentBack.filter((row) => row.failureCode === 'certification_rejected').length;
}

type DryRun = { ok: true; rows: Prepared[] } | { ok: false; stop: Stop };

/** The first of these that the portal would not refuse; a reply that names none refuses none. */
async function dryRun(
  connectionId: string,
  rows: readonly Prepared[],
  wanted: number,
  services: Services,
): Promise<DryRun> {
  const { store, portal, clock } = services;
  const passed: Prepared[] = [];
  for (let at = 0; at < rows.length && passed.length < wanted; at += validateItemsMax) {
    const asked = rows.slice(at, at + Math.min(validateItemsMax, wanted - passed.length));
    const payloads = asked.map(({ json }) => JSON.parse(json) as unknown);
    const reply = await portal.validate(payloads, connectionId);
    // Only a courtesy: where just this request is refused, the listings go without it.
    const isRefusedAlone = reply.kind === 'refused' && concernsRequestAlone(reply.scope);
    if (reply.kind !== 'ok' && !isRefusedAlone)
      return { ok: false, stop: await stopOf(reply, connectionId, services) };
    const results = reply.kind === 'ok' ? reply.body.results : [];
    const refused = new Map(
      results
        .filter(({ result }) => result === 'rejected')
        .map((item) => [item.external_id, reasonOf(item)] as const),
    );
    passed.push(...asked.filter(({ externalId }) => !refused.has(externalId)));
    await store.outbox.park(connectionId, refused, {
      until: clock.now() + refusedWaitMs,
      now: clock.now(),
    });
    await store.listings.addEvents(
      [...refused].map(([externalId, { code }]) => ({
        connectionId,
        externalId,
        at: clock.now(),
        kind: 'dry_run_rejected',
        data: { failure_code: code },
      })),
    );
    at -= validateItemsMax - asked.length;
  }
  return { ok: true, rows: passed };
}

function reasonOf({ failure_code, details }: ItemResult): WaitReason {
  return { kind: 'item_refused', code: failure_code, message: '', details: readRefusalDetails(details) };
}

async function sendAll(
  connectionId: string,
  rows: readonly Prepared[],
  limits: PortalLimits,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock, protocol } = services;
  let left = rows;
  while (left.length > 0) {
    const windowMs = protocol.item_window_seconds * 1000;
    const spends = await store.spend.since(connectionId, clock.now() - 2 * windowMs);
    const room = roomLeft(spends, limits.itemsPerHour, windowMs, clock.now());
    const chosen = takeBatch(left, { items: limits.batchItems, bytes: await batchBytes(services) }, room);
    if (chosen.length === 0) return null;
    const stop = await sendBatch(connectionId, chosen, report, services);
    if (stop !== null) return stop;
    const sent = new Set(chosen.map((row) => row.externalId));
    left = left.filter((row) => !sent.has(row.externalId));
  }
  return null;
}

function waitForStaff(shown: number, now: number): Stop {
  return {
    reason: `the portal’s staff certify the connection: they look at ${shown} listings, the rest is sent when it is active`,
    retryAt: now + askAgainMs,
    expected: true,
    waits: true,
  };
}
