import type { ConnectionId } from '../../model/ids.js';
import type { Stop } from '../reports.js';
import type { PortalRefusal, PortalReply } from '../../portal/portal-reply.js';
import { backoffMs, backoffs } from '../../core/schedule/backoff.js';
import { keyStop, stopKey } from './key-state.js';
import type { Services } from '../services/services.js';

type Failure = Exclude<PortalReply<unknown>, { kind: 'ok' }>;

/** After a refusal because of the connection's state, the connection is read again this soon. */
const stateAskedMs = 5000;

/** What a failed reply means for the push: a message and the time of the next attempt (RULES R119, R122, R132). */
export async function backoffAfter(
  reply: PortalReply<unknown>,
  connectionId: ConnectionId,
  services: Services,
): Promise<Stop> {
  const { store, clock, random } = services;
  if (reply.kind === 'ok') throw new TypeError('a success is no reason to stop');
  if (reply.kind === 'refused' && reply.scope === 'parked') return parked(reply, clock.now());
  const connection = await store.connections.get(connectionId);
  const step = (connection?.backoffStep ?? 0) + 1;
  await store.connections.update(connectionId, { backoffStep: step });
  const backoff = clock.now() + backoffMs(step, backoffs.portal, random.fraction());
  if (reply.kind === 'refused' && reply.scope === 'key_auth')
    return keyStop(reply.code, (await stopKey(reply.code, services)).nextPingAt);
  if (reply.kind === 'refused' && reply.scope === 'connection_state')
    // The stored state is older than this refusal, so it is read again.
    await store.connections.update(connectionId, { readAt: null });
  if (reply.kind === 'refused') return refusal(reply, backoff, clock.now());
  const retryAt =
    reply.kind === 'unknown' && reply.retryAfterMs !== null ? clock.now() + reply.retryAfterMs : backoff;
  return {
    reason: `the portal did not answer as expected (${reply.reason.replace(/\.$/, '')}): the request is retried automatically`,
    retryAt,
    expected: false,
  };
}

/** The request alone is refused: key and connection are accepted, so only this request waits. */
function parked({ code, retryAfterMs }: PortalRefusal, now: number): Stop {
  return {
    reason: `the portal refuses one request although it takes the key (${code}): a proxy may rewrite its address. Only this request waits; \`feedsync doctor\` names it`,
    retryAt: now + (retryAfterMs ?? 0),
    expected: true,
    alone: true,
  };
}

function refusal(reply: Extract<Failure, { kind: 'refused' }>, backoff: number, now: number): Stop {
  const retryAfter = reply.retryAfterMs === null ? null : now + reply.retryAfterMs;
  switch (reply.scope) {
    case 'connection_items':
      return {
        reason:
          'the portal reports the hour’s item budget as used up although feedsync’s count had room: another installation uses the key too. Sending resumes automatically; use the key in one installation only',
        retryAt: retryAfter ?? backoff,
        expected: false,
      };
    case 'key_rate':
      return {
        reason: 'the portal asks this key to slow down: sending resumes automatically',
        retryAt: retryAfter ?? now + 60_000,
        expected: false,
      };
    case 'connection_state':
      return {
        reason: `the connection does not take listings now (${reply.message}): the outbox waits, and the connection’s state is read again automatically`,
        retryAt: now + stateAskedMs,
        expected: true,
        waits: true,
      };
    case 'not_found':
      return {
        reason:
          'the portal does not know this connection: it belongs to another app or environment, or the id is wrong; `feedsync connections` lists those of this key',
        retryAt: backoff,
        expected: false,
      };
    default:
      return {
        reason: `the portal refused the request (${reply.code}: ${reply.message}): it is retried; if this lasts, contact the portal’s support`,
        retryAt: backoff,
        expected: false,
      };
  }
}
