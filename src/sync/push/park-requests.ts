import type { ConnectionId } from '../../model/ids.js';
import type { Clock } from '../../platform/clock.js';
import type { PortalRefusal } from '../../portal/portal-reply.js';
import type { RequestParking } from '../../portal/request-parking.js';
import { batchRequest, cutsOf } from '../../store/outbox/parked-requests.js';
import type { ParkedRequest } from '../../model/outbox.js';
import type { Store } from '../../store/store.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The first wait is short: a single refusal may come from a network problem. */
const waitsMs = [minuteMs, 15 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const;
const longestWaitMs = 24 * hourMs;
/** How long a successful ping proves that the portal accepts the key. */
const pingCountsMs = minuteMs;

/**
 * Parks requests that the portal refuses although it accepts the key. Parked requests are in the store, so that restarts and other workers
 * do not send them either.
 */
export function parkRequests({
  store,
  clock,
}: {
  store: Pick<Store, 'parkedRequests'>;
  clock: Clock;
}): RequestParking {
  let takenAt = -Infinity;
  const isKeyTaken = async (ping: () => Promise<boolean>): Promise<boolean> => {
    if (clock.elapsed() - takenAt < pingCountsMs) return true;
    const isTaken = await ping();
    takenAt = isTaken ? clock.elapsed() : -Infinity;
    return isTaken;
  };
  return {
    async around(request, { send, isKeyTaken: ping }) {
      const known = await store.parkedRequests.find(request);
      if (known !== null && isWaiting(known, clock.now())) return refusalOf(known, clock.now());
      const reply = await send();
      const isKey = reply.kind === 'refused' && reply.scope === 'key_auth';
      if (!isKey) {
        // Without a reply nothing is known about this request: it stays parked.
        if (known !== null && reply.kind !== 'unreachable') await store.parkedRequests.remove(request);
        return reply;
      }
      if (pathOf(request) === '/ping' || !(await isKeyTaken(ping))) return reply;
      const parked = parkedAgain(known, request, reply, clock.now());
      await store.parkedRequests.save(parked);
      return refusalOf(parked, clock.now());
    },
  };
}

/** The wait is bounded, so that a request is not parked for longer after the clock was set back. */
function isWaiting({ nextAt }: Pick<ParkedRequest, 'nextAt'>, now: number): boolean {
  return nextAt > now && nextAt - now <= longestWaitMs;
}

/** Until when the connection's batches wait because the portal refuses the request that sends them; null: they do not wait. */
export async function batchesWaitUntil(
  connectionId: ConnectionId,
  { store, clock }: { store: Pick<Store, 'parkedRequests'>; clock: Clock },
): Promise<number | null> {
  const known = await store.parkedRequests.find(batchRequest(connectionId));
  return known !== null && isWaiting(known, clock.now()) ? known.nextAt : null;
}

function parkedAgain(
  known: ParkedRequest | null,
  request: string,
  { status, code, message }: PortalRefusal,
  now: number,
): ParkedRequest {
  const tries = (known?.tries ?? 0) + 1;
  return {
    request,
    connectionId: /^\/connections\/([^/]+)/.exec(pathOf(request))?.[1] ?? null,
    ...{ status, code, message, tries },
    since: known?.since ?? now,
    nextAt: now + waitAfter(tries - cutsOf(request)),
  };
}

function waitAfter(tries: number): number {
  return tries <= 0 ? 0 : (waitsMs[tries - 1] ?? longestWaitMs);
}

function refusalOf({ status, code, message, nextAt }: ParkedRequest, now: number): PortalRefusal {
  return {
    kind: 'refused',
    ...{ status, code, message },
    details: null,
    requestId: null,
    retryAfterMs: nextAt - now,
    scope: 'parked',
    receivedAt: now,
  };
}

function pathOf(request: string): string {
  return request.slice(request.indexOf(' ') + 1);
}
