import { newCode } from './connection-rules.js';
import { approve, isStaged, refuse, takeOff } from './held-listings.js';
import type { Connection } from './model.js';
import { Refusal } from '../refusal.js';
import type { State } from './state.js';
import { announce, announceStatus, type StatusActor } from './webhook-events.js';

/** The transitions of the spec's table "Connection states". Each refuses a state that the table does not name. */

export function redeem(connection: Connection, state: State): void {
  requireStatus(connection, 'redeem', 'pending');
  connection.status = 'certifying';
  connection.redeemedAt = state.now();
  connection.code = null;
  announceStatus(connection, 'partner', null, state);
}

/** A fresh code in place of any other. */
export function issueConnectionCode(connection: Connection, state: State): string {
  requireStatus(connection, 'issueCode', 'pending');
  const text = newCode(state);
  connection.code = { text, expiresAt: state.now() + state.settings.codeLifetimeMs };
  return text;
}

/** A code that lapsed makes room for a new one on the same connection. */
export function replaceLapsedCode(connection: Connection, state: State): void {
  if (connection.status !== 'pending') return;
  if (connection.code === null || connection.code.expiresAt <= state.now())
    issueConnectionCode(connection, state);
}

/** Staff accept the first pushes: what waits for review is published, as far as the agency's plan has room. */
export function certify(connection: Connection, state: State): void {
  requireStatus(connection, 'certify', 'certifying');
  connection.status = 'active';
  connection.certifiedAt = state.now();
  connection.note = null;
  announceStatus(connection, 'staff', null, state);
  for (const held of connection.listings.values()) {
    if (held.status === 'needs_review') approve(held, connection, state);
  }
}

/** Staff refuse the first pushes: what waits for review is rejected, the connection stays as it is. */
export function sendBack(connection: Connection, note: string, state: State): void {
  requireStatus(connection, 'sendBack', 'certifying');
  connection.note = note;
  announce(connection, 'connection.certification_rejected', { note }, state);
  for (const held of connection.listings.values()) {
    if (held.status === 'needs_review') refuse(held, 'certification_rejected', connection, state);
  }
}

/** A second pause replaces who paused and why; the state to resume to stays. */
export function pause(
  connection: Connection,
  by: 'agency' | 'staff',
  reason: string | null,
  state: State,
): void {
  requireStatus(connection, 'pause', 'certifying', 'active', 'paused');
  const from = connection.status === 'certifying' ? 'certifying' : 'active';
  const before = connection.paused ?? { at: state.now(), from };
  connection.paused = { at: before.at, by, reason, from: before.from };
  connection.status = 'paused';
  announceStatus(connection, by, reason, state);
}

export function resume(connection: Connection, by: 'agency' | 'staff', state: State): void {
  requireStatus(connection, 'resume', 'paused');
  connection.status = connection.paused?.from ?? 'certifying';
  connection.paused = null;
  announceStatus(connection, by, null, state);
}

/** Final. The listings are released to the agency; again is no error and no event. */
export function revoke(connection: Connection, by: StatusActor, reason: string | null, state: State): void {
  if (connection.status === 'revoked') return;
  connection.status = 'revoked';
  connection.paused = null;
  connection.code = null;
  announceStatus(connection, by, reason, state);
  for (const held of connection.listings.values()) {
    if (isStaged(held)) takeOff(held, connection, 'released', reason, state);
  }
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
