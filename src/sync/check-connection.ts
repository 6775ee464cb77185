import type { Stop } from './reports.js';
import type { ConnectionRow } from '../store/rows.js';

import { readOutcomes } from './read-outcomes.js';
import type { Services } from './services.js';
import { stopOf } from './stop-of.js';

const rereadMs = 3_600_000;
const revokedRetryMs = 24 * 3_600_000;

/** Before a push: does the connection take listings, and has its view been read once? (SEMANTICS 5 and 7) */
export async function checkConnection(connectionId: string, services: Services): Promise<Stop | null> {
  const { store, clock } = services;
  await store.connections.ensure([connectionId]);
  const stored = await store.connections.get(connectionId);
  const isFresh = stored?.readAt != null && clock.now() - stored.readAt < rereadMs && isOpen(stored.status);
  if (!isFresh) {
    const stop = await readConnection(connectionId, services);
    if (stop !== null) return stop;
  }
  if (stored?.viewReadAt != null) return null;
  return (await readOutcomes(connectionId, services)).stop;
}

/** Reads the connection's state from the portal; a stop where it takes no listings. */
export async function readConnection(connectionId: string, services: Services): Promise<Stop | null> {
  const { store, portal, clock } = services;
  const reply = await portal.getConnection(connectionId);
  if (reply.kind !== 'ok') {
    if (reply.kind === 'refused' && reply.scope === 'not_found')
      await store.connections.update(connectionId, { status: 'not_found', readAt: clock.now() });
    return stopOf(reply, connectionId, services);
  }
  const connection = reply.body;
  await store.connections.update(connectionId, {
    status: connection.status,
    remote: { ...connection },
    readAt: clock.now(),
  });
  if (isOpen(connection.status)) return null;
  if (connection.status === 'revoked')
    return {
      reason: 'the agency revoked the connection: nothing more can be sent',
      retryAt: clock.now() + revokedRetryMs,
      expected: false,
    };
  return {
    ...(await pausedStop(connectionId, services)),
    reason: `the connection is paused${pausedBy(connection.paused)}: the outbox waits`,
  };
}

function isOpen(status: ConnectionRow['status']): boolean {
  return status === 'active' || status === 'certifying';
}

/** Its state is asked at growing distances, from 5 seconds to 15 minutes. */
async function pausedStop(connectionId: string, { store, clock }: Services): Promise<Stop> {
  const step = ((await store.connections.get(connectionId))?.backoffStep ?? 0) + 1;
  await store.connections.update(connectionId, { backoffStep: step });
  const wait = Math.min(5000 * 2 ** (step - 1), 15 * 60_000);
  return { reason: '', retryAt: clock.now() + wait, expected: false };
}

function pausedBy(paused: { by: string; reason: string | null } | null): string {
  if (paused === null) return '';
  return ` by ${paused.by}${paused.reason === null ? '' : ` (${paused.reason})`}`;
}
