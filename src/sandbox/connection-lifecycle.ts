import { takeOff, publish } from './held-listings.js';
import type { Connection } from './model.js';
import { Refusal } from './refusal.js';
import type { State } from './state.js';

/** The transitions of the spec's table "Connection states". Each refuses a state that the table does not name. */

export function redeem(connection: Connection, state: State): void {
  requireStatus(connection, 'redeem', 'pending');
  connection.status = 'certifying';
  connection.redeemedAt = state.now();
  connection.code = null;
}

/** Staff accept the first pushes: what waits for review is published. */
export function certify(connection: Connection, state: State): void {
  requireStatus(connection, 'certify', 'certifying');
  connection.status = 'active';
  connection.certifiedAt = state.now();
  connection.note = null;
  for (const held of connection.listings.values()) {
    if (held.status === 'needs_review') publish(held, state.now(), state);
  }
}

/** Staff refuse the first pushes: what waits for review is rejected, the connection stays as it is. */
export function sendBack(connection: Connection, note: string, state: State): void {
  requireStatus(connection, 'sendBack', 'certifying');
  connection.note = note;
  for (const held of connection.listings.values()) {
    if (held.status !== 'needs_review' || !held.content) continue;
    held.status = 'rejected';
    held.rejection = { content: held.content, failureCode: 'certification_rejected', details: [] };
    held.changedAt = state.now();
  }
}

export function pause(
  connection: Connection,
  by: 'agency' | 'staff',
  reason: string | null,
  state: State,
): void {
  requireStatus(connection, 'pause', 'certifying', 'active', 'paused');
  if (connection.status !== 'certifying' && connection.status !== 'active') return;
  connection.paused = { at: state.now(), by, reason, from: connection.status };
  connection.status = 'paused';
}

export function resume(connection: Connection): void {
  requireStatus(connection, 'resume', 'paused');
  connection.status = connection.paused?.from ?? 'certifying';
  connection.paused = null;
}

/** Final. The listings are released to the agency; again is no error. */
export function revoke(connection: Connection, reason: string | null, state: State): void {
  if (connection.status === 'revoked') return;
  connection.status = 'revoked';
  connection.paused = null;
  connection.code = null;
  for (const held of connection.listings.values()) takeOff(held, 'released', reason, state);
}

function requireStatus(connection: Connection, action: string, ...allowed: Connection['status'][]): void {
  if (allowed.includes(connection.status)) return;
  throw new Refusal(
    409,
    'connection_not_active',
    `${action} needs a connection that is ${allowed.join(' or ')}; this one is ${connection.status}.`,
    { status: connection.status },
  );
}
