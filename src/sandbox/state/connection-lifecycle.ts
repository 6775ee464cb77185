import { newCode } from './connection-rules.js';
import { approve, isStaged, refuse, endListing } from './held-listings.js';
import type { Connection } from './model.js';
import { Refusal } from '../refusal.js';
import type { State } from './state.js';
import { announce, announceStatus, type StatusActor } from './webhook-events.js';

// The transitions of the spec's table "Connection states". Each throws a Refusal in a state for which the table has no such transition.

/** The partner redeems the connect code: `pending` becomes `certifying`. */
export function redeem(connection: Connection, state: State): void {
  requireStatus(connection, 'redeem', 'pending');
  connection.status = 'certifying';
  connection.redeemedAt = state.now();
  connection.code = null;
  announceStatus(connection, 'partner', null, state);
}

/** Replaces the connection's connect code by a new one. @returns the new code @throws Refusal 409 unless the connection is pending */
export function issueConnectionCode(connection: Connection, state: State): string {
  requireStatus(connection, 'issueCode', 'pending');
  const text = newCode(state);
  connection.code = { text, expiresAt: state.now() + state.settings.codeLifetimeMs };
  return text;
}

/** Issues a new code for a pending connection that has no valid code. Does nothing otherwise. */
export function replaceLapsedCode(connection: Connection, state: State): void {
  if (connection.status !== 'pending') return;
  if (connection.code === null || connection.code.expiresAt <= state.now())
    issueConnectionCode(connection, state);
}

/** Staff accept the first pushes. The listings under review are published, as far as the agency's plan has room. */
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

/** Staff refuse the first pushes. The listings under review are rejected; the connection stays `certifying`. */
export function sendBack(connection: Connection, note: string, state: State): void {
  requireStatus(connection, 'sendBack', 'certifying');
  connection.note = note;
  announce(connection, 'connection.certification_rejected', { note }, state);
  for (const held of connection.listings.values()) {
    if (held.status === 'needs_review') refuse(held, 'certification_rejected', connection, state);
  }
}

/**
 * Pauses a connection. If the connection is paused already, only who paused it and why are replaced; the time of the pause and the state to
 * resume to stay.
 */
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

/** Returns a paused connection to the state in which it was paused. */
export function resume(connection: Connection, by: 'agency' | 'staff', state: State): void {
  requireStatus(connection, 'resume', 'paused');
  connection.status = connection.paused?.from ?? 'certifying';
  connection.paused = null;
  announceStatus(connection, by, null, state);
}

/**
 * Ends a connection for good. Its listings are released to the agency, except those that were removed or archived before. Does nothing, and
 * sends no event, if it is revoked already.
 */
export function revoke(connection: Connection, by: StatusActor, reason: string | null, state: State): void {
  if (connection.status === 'revoked') return;
  connection.status = 'revoked';
  connection.paused = null;
  connection.code = null;
  announceStatus(connection, by, reason, state);
  for (const held of connection.listings.values()) {
    if (isStaged(held)) endListing(held, connection, 'released', reason, state);
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
