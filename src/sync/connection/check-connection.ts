import type { ConnectionId } from '../../model/ids.js';
import { backoffMs, backoffs } from '../../core/schedule/backoff.js';
import { isDueAgain } from '../../core/schedule/due.js';
import type { Stop } from '../reports.js';
import type { ConnectionRecord } from '../../model/connection.js';

import { adoptPortal } from './adopt-portal.js';
import { bindStore } from './bind-store.js';
import { followConnection } from './follow-connection.js';
import { checkKey } from '../portal-state/key-state.js';
import { readOutcomes } from '../portal-state/read-outcomes.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

/** How often a connection's state is read, even if there is nothing to send. */
export const rereadMs = 3_600_000;
/**
 * How often a connection's state is read while the portal certifies the connection. The portal's staff decide soon, and without webhooks only a
 * reading shows the decision.
 */
export const certifyingRereadMs = 60_000;
const revokedRetryMs = 24 * 3_600_000;

/**
 * Checks before a push that the portal accepts the key, that this is the store's portal, that the connection takes listings, and that its
 * view was read once (RULES R55, R124, R127). If the portal refuses only the request for the view, the push begins without the view.
 */
export async function checkConnection(connectionId: ConnectionId, services: Services): Promise<Stop | null> {
  const { store, clock } = services;
  await store.connections.ensure([connectionId]);
  const unbound = (await checkKey(services)) ?? (await bindStore(connectionId, services));
  if (unbound !== null) return unbound;
  const stored = await store.connections.get(connectionId);
  const isFresh = stored !== null && isOpen(stored.status) && !isStale(stored, clock.now());
  if (!isFresh) {
    const stop = await readConnection(connectionId, services);
    // If the portal refuses only the request for the state, the stored state of the connection counts.
    if (stop !== null && !(stop.alone === true && stored !== null && isOpen(stored.status)))
      return wholly(stop);
  }
  const stop = await adoptPortal(connectionId, services);
  if (stop !== null) return wholly(stop);
  if ((await store.connections.get(connectionId))?.viewReadAt != null) return null;
  const { stop: unread } = await readOutcomes(connectionId, services);
  // If the portal refuses only the view, listings are sent without it, with the portal's time instead of their feed's.
  return unread?.alone === true ? null : unread;
}

/** Turns the refusal of one request into a stop of the whole push, which needs that request. */
function wholly(stop: Stop): Stop {
  return stop.alone === true ? { ...stop, alone: false, waits: true } : stop;
}

/** Reads the connection's state from the portal. @returns a stop if the connection takes no listings, or if its state could not be read */
export async function readConnection(connectionId: ConnectionId, services: Services): Promise<Stop | null> {
  const { store, portal, clock } = services;
  const keyRefused = await checkKey(services);
  if (keyRefused !== null) return keyRefused;
  const reply = await portal.getConnection(connectionId);
  if (reply.kind !== 'ok') {
    if (reply.kind === 'refused' && reply.scope === 'not_found')
      await store.connections.update(connectionId, { status: 'not_found', readAt: clock.now() });
    return backoffAfter(reply, connectionId, services);
  }
  const connection = reply.body;
  const former = await store.connections.get(connectionId);
  await store.connections.update(connectionId, {
    status: connection.status,
    remote: connection,
    readAt: clock.now(),
  });
  await followConnection(former, connection, services);
  if (isOpen(connection.status)) return null;
  if (connection.status === 'revoked')
    return {
      reason:
        'the agency revoked the connection: nothing more can be sent. Ask it for a new connect code, or remove its feeds from the configuration',
      retryAt: clock.now() + revokedRetryMs,
      expected: false,
    };
  return {
    ...(await pausedStop(connectionId, services)),
    reason: `the connection is paused${pausedBy(connection.paused)}: the outbox waits, and is sent automatically once the connection is resumed at the portal`,
  };
}

/** Reads a connection whose last reading is too old: its state, and the agency's plan, which limits the photos that are sent. */
export async function refreshConnection(
  connectionId: ConnectionId,
  services: Services,
): Promise<Stop | null> {
  const row = await services.store.connections.get(connectionId);
  if (row === null || !needsReading(row, services.clock.now())) return null;
  return readConnection(connectionId, services);
}

/**
 * Whether the regular reading reads this connection. A connection in trouble is read by the push, at growing intervals. A revoked
 * connection is not read: it never returns.
 */
export function needsReading(row: ConnectionRecord, now: number): boolean {
  return row.status !== 'revoked' && row.nextPushAt <= now && isStale(row, now);
}

function isStale({ status, readAt }: ConnectionRecord, now: number): boolean {
  const every = status === 'certifying' ? certifyingRereadMs : rereadMs;
  return isDueAgain(readAt, every, now);
}

function isOpen(status: ConnectionRecord['status']): boolean {
  return status === 'active' || status === 'certifying';
}

/** The stop for a paused connection. Its state is read again at growing intervals, from 5 seconds to 15 minutes. */
async function pausedStop(connectionId: ConnectionId, { store, clock }: Services): Promise<Stop> {
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
