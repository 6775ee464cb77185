import { Refusal } from '../refusal.js';
import { liveCount, settleOutcomes } from './held-listings.js';
import type { Connection } from './model.js';
import type { OperationRequest } from '../operation.js';
import { timestamp, type State } from './state.js';

/**
 * Letters and digits of connect codes: no letter or digit that is easily misread, and no P, so that a code cannot begin like the prefix PX.
 */
const codeAlphabet = 'ABCDEFGHJKLMNQRSTUVWXYZ23456789';
const codePrefix = 'PX';
const codeLength = 12;

/** A random connect code in the form in which it is shown: `PX-ABCD-EFGH-JKLM`. */
export function newCode(state: State): string {
  const letters = [...state.random.bytes(codeLength)].map(
    (byte) => codeAlphabet[byte % codeAlphabet.length] ?? 'A',
  );
  const groups = [0, 4, 8].map((at) => letters.slice(at, at + 4).join(''));
  return [codePrefix, ...groups].join('-');
}

/** The code in upper case without prefix and dashes, for comparison. @param code with or without prefix and dashes, in any case */
export function normaliseCode(code: string): string {
  const plain = code.replaceAll('-', '').toUpperCase();
  return plain.length > codeLength && plain.startsWith(codePrefix) ? plain.slice(codePrefix.length) : plain;
}

/**
 * The connection of the request's app with this id.
 * @param id [the path parameter `id`]
 * @throws Refusal 404, the same for an unknown id, for another app's connection, so that ids cannot be probed, and for a pending
 * connection that is not visible
 */
export function findConnection(
  request: Pick<OperationRequest, 'app' | 'note' | 'params'>,
  state: State,
  { id = request.params.id ?? '', pendingIsVisible = true } = {},
): Connection {
  const connection = state.connections.get(id.toLowerCase());
  const isHidden = connection?.status === 'pending' && !pendingIsVisible;
  if (connection?.app !== request.app || isHidden) {
    throw new Refusal(404, 'connection_not_found', 'No connection of this app has this id.');
  }
  request.note.connectionId = connection.id;
  settleOutcomes(connection, state);
  return connection;
}

/** @throws Refusal 409 unless the connection is certifying or active, or paused where that is allowed */
export function requireActive({ status }: Connection, { pausedIsFine = false } = {}): void {
  if (status === 'certifying' || status === 'active' || (status === 'paused' && pausedIsFine)) return;
  throw new Refusal(409, 'connection_not_active', `The connection is ${status}.`, { status });
}

/** A connection as the API shows it (partner API, section "Connection"). */
export function connectionResource(connection: Connection, state: State): object {
  settleOutcomes(connection, state);
  const { agency, paused } = connection;
  return {
    id: connection.id,
    status: connection.status,
    environment: connection.app.environment,
    agency: {
      name: agency.name,
      register_number: agency.register_number,
      verification_status: agency.verification_status,
      listing_quota: { used: liveCount(agency, state), limit: agency.listing_limit },
      photo_limit: agency.photo_limit,
    },
    created_at: timestamp(connection.createdAt),
    redeemed_at: nullableTimestamp(connection.redeemedAt),
    certified_at: nullableTimestamp(connection.certifiedAt),
    paused: paused ? { at: timestamp(paused.at), by: paused.by, reason: paused.reason } : null,
    counts: countsOf(connection),
    last_push_at: nullableTimestamp(connection.lastPushAt),
  };
}

/** Numbers of listings that are live, inactive (`paused`), under review and rejected (`failed`). */
export function countsOf(connection: Connection): {
  live: number;
  paused: number;
  review: number;
  failed: number;
} {
  const counts = { live: 0, paused: 0, review: 0, failed: 0 };
  for (const { status } of connection.listings.values()) {
    if (status === 'live') counts.live++;
    else if (status === 'inactive') counts.paused++;
    else if (status === 'needs_review') counts.review++;
    else if (status === 'rejected') counts.failed++;
  }
  return counts;
}

function nullableTimestamp(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
