import type { Stop } from './reports.js';
import type { PortalRefusal, PortalReply } from '../portal/portal-reply.js';
import { backoffMs, backoffs } from '../core/schedule/backoff.js';
import { keyStop, stopKey } from './key-state.js';
import type { Services } from './services.js';

type Failure = Exclude<PortalReply<unknown>, { kind: 'ok' }>;

/** After a refusal the connection itself is asked why. */
const stateAskedMs = 5000;

/** What a reply that is no success means for the push: one sentence, and when to come back (RULES R91, R94, R104). */
export async function stopOf(
  reply: PortalReply<unknown>,
  connectionId: string,
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
    // What it says of itself is older than this refusal.
    await store.connections.update(connectionId, { readAt: null });
  if (reply.kind === 'refused') return refusal(reply, backoff, clock.now());
  const retryAt =
    reply.kind === 'unknown' && reply.retryAfterMs !== null ? clock.now() + reply.retryAfterMs : backoff;
  return {
    reason: `the portal did not answer as it should (${reply.reason.replace(/\.$/, '')}): it is asked again by itself`,
    retryAt,
    expected: false,
  };
}

/** Neither the key nor the connection is in trouble. */
function parked({ code, retryAfterMs }: PortalRefusal, now: number): Stop {
  return {
    reason: `the portal refuses one request although it takes the key (${code}): something on the way may rewrite its address. It waits alone, everything else goes on; \`feedsync doctor\` names it`,
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
          'the portal says that the hour’s item budget is used up although ours had room: the key is used elsewhere too. It goes on by itself; let one installation alone use the key',
        retryAt: retryAfter ?? backoff,
        expected: false,
      };
    case 'key_rate':
      return {
        reason: 'the portal asks this key to slow down: it goes on by itself',
        retryAt: retryAfter ?? now + 60_000,
        expected: false,
      };
    case 'connection_state':
      return {
        reason: `the connection does not take listings now (${reply.message}): the outbox waits, and its state is asked again by itself`,
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
        reason: `the portal refused the request (${reply.code}: ${reply.message}): it is tried again; if this lasts, show it to the portal’s support`,
        retryAt: backoff,
        expected: false,
      };
  }
}
