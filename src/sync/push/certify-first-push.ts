import type { ConnectionId } from '../../model/ids.js';
import { takeBatch } from '../../core/schedule/batching.js';
import { roomLeft } from '../../core/schedule/budget.js';
import { bestFirst } from '../../core/schedule/first-push.js';
import { readRefusalDetails } from '../../model/refusal-details.js';
import type { WaitReason } from '../../model/wait-cause.js';
import { isOnPortal, type PortalState } from '../../model/listing-states.js';
import { concernsRequestAlone } from '../../portal/portal-reply.js';
import type { PortalLimits } from '../../store/facts/portal-limits.js';
import { validateItemsMax } from '../../wire/limits.js';
import type { ItemResult } from '../../wire/replies.js';
import { batchBytes } from './batch-size.js';
import { keepBackLeaving } from './keep-back-leaving.js';
import { prepareItems, type Prepared } from './prepare-items.js';
import type { PushReport, Stop } from '../reports.js';
import { sendBatch } from './send-batches.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

/** The first push picks the best of this many outbox entries. */
const candidatesMax = 1000;
const askAgainMs = 5 * 60_000;
/** After a refusal in the dry run, a listing waits this long, unless its content changes. */
const refusedWaitMs = 3_600_000;

/**
 * Sends the one first push of a connection that is being certified: as many of the best listings as `certifying.first_push` allows, none
 * that a dry run refuses. All other listings wait until the connection is active. A listing that staff sent back is sent again once it is
 * queued again (RULES R125).
 * @returns null if the connection is not being certified
 */
export async function certifyFirstPush(
  connectionId: ConnectionId,
  limits: PortalLimits,
  report: PushReport,
  services: Services,
): Promise<Stop | null> {
  const { store, clock } = services;
  if ((await store.connections.get(connectionId))?.status !== 'certifying') return null;
  const queued = await store.outbox.sendable(connectionId, 'upsert', clock.now(), candidatesMax);
  const all = await prepareItems(connectionId, queued, services);
  const prepared = await keepBackLeaving(connectionId, all, services);
  const members = prepared.filter(isMember);
  const taken = await countMembers(connectionId, services);
  const free = (services.limits.firstPush ?? limits.batchItems) - taken;
  const others = bestFirst(prepared.filter((row) => !isMember(row)));
  const passed = await dryRun(connectionId, others, free, services);
  if (!passed.ok) return passed.stop;

  const stop = await sendAll(connectionId, [...members, ...passed.rows], limits, report, services);
  return stop ?? waitForStaff(await countMembers(connectionId, services), clock.now());
}

/**
 * Whether the listing is already part of the first push. Such a listing may be sent again: with changed content, or after staff sent it
 * back.
 */
function isMember({ listing }: Prepared): boolean {
  return isOnPortal(listing.portal) || listing.failureCode === 'certification_rejected';
}

async function countMembers(connectionId: ConnectionId, { store }: Services): Promise<number> {
  const states = await store.listings.countsByPortalState({ connectionId });
  const onPortal = Object.entries(states).reduce(
    (sum, [state, count]) => (isOnPortal(state as PortalState) ? sum + count : sum),
    0,
  );
  const sentBack = await store.listings.list({ connectionId, portal: ['rejected'], limit: candidatesMax });
  return onPortal + sentBack.filter((row) => row.failureCode === 'certification_rejected').length;
}

type DryRun = { ok: true; rows: Prepared[] } | { ok: false; stop: Stop };

/** The first `wanted` of these rows that the portal's dry run does not refuse. If the reply has no results, no row counts as refused. */
async function dryRun(
  connectionId: ConnectionId,
  rows: readonly Prepared[],
  wanted: number,
  services: Services,
): Promise<DryRun> {
  const { store, portal, clock } = services;
  const passed: Prepared[] = [];
  for (let at = 0; at < rows.length && passed.length < wanted; at += validateItemsMax) {
    const tried = rows.slice(at, at + Math.min(validateItemsMax, wanted - passed.length));
    const payloads = tried.map(({ json }) => JSON.parse(json) as unknown);
    const reply = await portal.validate(payloads, connectionId);
    // The dry run is optional: if only this request is refused, the listings are sent without it.
    const isRefusedAlone = reply.kind === 'refused' && concernsRequestAlone(reply.scope);
    if (reply.kind !== 'ok' && !isRefusedAlone)
      return { ok: false, stop: await backoffAfter(reply, connectionId, services) };
    const results = reply.kind === 'ok' ? reply.body.results : [];
    const refused = new Map(
      results
        .filter(({ result }) => result === 'rejected')
        .map((item) => [item.external_id, reasonOf(item)] as const),
    );
    passed.push(...tried.filter(({ externalId }) => !refused.has(externalId)));
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
    at -= validateItemsMax - tried.length;
  }
  return { ok: true, rows: passed };
}

function reasonOf({ failure_code, details }: ItemResult): WaitReason {
  return { kind: 'item_refused', code: failure_code, message: '', details: readRefusalDetails(details) };
}

async function sendAll(
  connectionId: ConnectionId,
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
    reason: `the portal’s staff is certifying the connection: ${shown} listings are under review, the rest is sent when the connection is active`,
    retryAt: now + askAgainMs,
    expected: true,
    waits: true,
  };
}
