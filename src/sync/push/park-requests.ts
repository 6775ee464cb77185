import type { Clock } from '../../platform/clock.js';
import type { PortalRefusal } from '../../portal/portal-reply.js';
import type { RequestParking } from '../../portal/request-parking.js';
import { batchRequest, cutsOf } from '../../store/outbox/parked-requests.js';
import type { ParkedRequest } from '../../model/outbox.js';
import type { Store } from '../../store/store.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The first wait is short: a single refusal may have been an accident on the way. */
const waitsMs = [minuteMs, 15 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const;
const longestWaitMs = 24 * hourMs;
/** A ping that was taken speaks for the key for so long. */
const pingCountsMs = minuteMs;

/** The requests of a key that wait alone, kept in the store: restarts and other workers know of them. */
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
        // No reply says nothing of the path.
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

/** Bounded: a clock that was set back silences nothing. */
function isWaiting({ nextAt }: Pick<ParkedRequest, 'nextAt'>, now: number): boolean {
  return nextAt > now && nextAt - now <= longestWaitMs;
}

/** Until when a connection's batches wait, because the portal refuses the request that sends them; null: they do not. */
export async function batchesWaitUntil(
  connectionId: string,
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
