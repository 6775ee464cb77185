import { backoffMs, backoffs } from '../core/schedule/backoff.js';
import { isDueAgain } from '../core/schedule/due.js';
import type { Stop } from './reports.js';
import type { ConnectionRow } from '../store/rows.js';

import { adoptPortal } from './adopt-portal.js';
import { bindStore } from './bind-store.js';
import { followConnection } from './follow-connection.js';
import { checkKey } from './key-state.js';
import { readOutcomes } from './read-outcomes.js';
import type { Services } from './services.js';
import { stopOf } from './stop-of.js';

/** What the agency may do at the portal is read again so often, whether there is something to send or not. */
export const rereadMs = 3_600_000;
/** Staff decide soon, and without webhooks nobody says when. */
export const certifyingRereadMs = 60_000;
const revokedRetryMs = 24 * 3_600_000;

/** Before a push: is it our portal, does the connection take listings, and has its view been read once? (RULES R41, R96, R99) */
export async function checkConnection(connectionId: string, services: Services): Promise<Stop | null> {
  const { store, clock } = services;
  await store.connections.ensure([connectionId]);
  const unbound = (await checkKey(services)) ?? (await bindStore(connectionId, services));
  if (unbound !== null) return unbound;
  const stored = await store.connections.get(connectionId);
  const isFresh = stored !== null && isOpen(stored.status) && !isStale(stored, clock.now());
  if (!isFresh) {
    const stop = await readConnection(connectionId, services);
    // Where only this question is refused, its last answer counts.
    if (stop !== null && !(stop.alone === true && stored !== null && isOpen(stored.status)))
      return wholly(stop);
  }
  const stop = await adoptPortal(connectionId, services);
  if (stop !== null) return wholly(stop);
  if ((await store.connections.get(connectionId))?.viewReadAt != null) return null;
  const { stop: unread } = await readOutcomes(connectionId, services);
  // Without it, listings only go with the portal's time instead of their feed's.
  return unread?.alone === true ? null : unread;
}

/** One refused request that the push cannot do without. */
function wholly(stop: Stop): Stop {
  return stop.alone === true ? { ...stop, alone: false, waits: true } : stop;
}

/** Reads the connection's state from the portal; a stop where it takes no listings. */
export async function readConnection(connectionId: string, services: Services): Promise<Stop | null> {
  const { store, portal, clock } = services;
  const keyRefused = await checkKey(services);
  if (keyRefused !== null) return keyRefused;
  const reply = await portal.getConnection(connectionId);
  if (reply.kind !== 'ok') {
    if (reply.kind === 'refused' && reply.scope === 'not_found')
      await store.connections.update(connectionId, { status: 'not_found', readAt: clock.now() });
    return stopOf(reply, connectionId, services);
  }
  const connection = reply.body;
  const former = await store.connections.get(connectionId);
  await store.connections.update(connectionId, {
    status: connection.status,
    remote: { ...connection },
    readAt: clock.now(),
  });
  await followConnection(former, connection, services);
  if (isOpen(connection.status)) return null;
  if (connection.status === 'revoked')
    return {
      reason:
        'the agency revoked the connection: nothing more can be sent. Ask it for a new connect code, or take its feeds out of the configuration',
      retryAt: clock.now() + revokedRetryMs,
      expected: false,
    };
  return {
    ...(await pausedStop(connectionId, services)),
    reason: `the connection is paused${pausedBy(connection.paused)}: the outbox waits, and is sent by itself once the connection is resumed at the portal`,
  };
}

/** Reads a connection that was not read for an hour: its state, and the plan that decides how many photos are sent. */
export async function refreshConnection(connectionId: string, services: Services): Promise<Stop | null> {
  const row = await services.store.connections.get(connectionId);
  if (row === null || !needsReading(row, services.clock.now())) return null;
  return readConnection(connectionId, services);
}

/** A connection in trouble is asked about by the push, at its own distances; a revoked one never comes back. */
export function needsReading(row: ConnectionRow, now: number): boolean {
  return row.status !== 'revoked' && row.nextPushAt <= now && isStale(row, now);
}

function isStale({ status, readAt }: ConnectionRow, now: number): boolean {
  const every = status === 'certifying' ? certifyingRereadMs : rereadMs;
  return isDueAgain(readAt, every, now);
}

function isOpen(status: ConnectionRow['status']): boolean {
  return status === 'active' || status === 'certifying';
}

/** Its state is asked at growing distances, from 5 seconds to 15 minutes. */
async function pausedStop(connectionId: string, { store, clock }: Services): Promise<Stop> {
  const step = ((await store.connections.get(connectionId))?.backoffStep ?? 0) + 1;
  await store.connections.update(connectionId, { backoffStep: step });
  return {
    reason: '',
    retryAt: clock.now() + backoffMs(step, backoffs.pausedConnection),
    expected: true,
    waits: true,
  };
}

function pausedBy(paused: { by: string; reason: string | null } | null): string {
  if (paused === null) return '';
  return ` by ${paused.by}${paused.reason === null ? '' : ` (${paused.reason})`}`;
}
