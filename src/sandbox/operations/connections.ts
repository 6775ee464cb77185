import { z } from 'zod';
import { connectionStatuses } from '../../wire/error-codes.js';
import {
  connectCodeCharactersMax,
  connectCodeCharactersMin,
  disconnectReasonCharactersMax,
} from '../../wire/limits.js';
import { redeem, revoke } from '../state/connection-lifecycle.js';
import { connectionResource, findConnection, normaliseCode } from '../state/connection-rules.js';
import { magicOfCode } from '../state/magic-values.js';
import { pageOf, pageQuery, readBody, readQuery } from '../input.js';
import type { Connection } from '../state/model.js';
import type { Operation } from '../operation.js';
import { Refusal } from '../refusal.js';
import type { State } from '../state/state.js';

/** Body of operation 2. */
export const redeemBody = z.strictObject({
  connect_code: z.string().min(connectCodeCharactersMin).max(connectCodeCharactersMax),
});

/** Operation 2, POST /connections: redeems a connect code. */
export const redeemCode: Operation = {
  name: 'redeem_code',
  method: 'POST',
  path: '/connections',
  run({ app, body, query, note }, state) {
    readQuery(query, z.strictObject({}));
    const wanted = normaliseCode(readBody(body, redeemBody).connect_code);
    const refusedFor = magicOfCode(wanted, normaliseCode);
    if (refusedFor !== null) throw notEligible(refusedFor);
    const connection = [...state.connections.values()].find(
      ({ code }) => code !== null && normaliseCode(code.text) === wanted && code.expiresAt > state.now(),
    );
    if (connection?.app !== app) {
      throw new Refusal(
        404,
        'connect_code_invalid',
        'This connect code is unknown, expired or already used.',
      );
    }
    requireEligible(connection);
    redeem(connection, state);
    note.connectionId = connection.id;
    return { status: 201, body: { connection: connectionResource(connection, state) } };
  },
};

function requireEligible({ agency }: Connection): void {
  const reason = agency.blocked
    ? 'account_blocked'
    : agency.register_number === null
      ? 'register_number_missing'
      : null;
  if (reason !== null) throw notEligible(reason);
}

function notEligible(reason: string): Refusal {
  return new Refusal(422, 'agency_not_eligible', `The agency cannot be connected: ${reason}.`, { reason });
}

/** Query of operation 3. */
export const listQuery = z.strictObject({ status: z.enum(connectionStatuses).optional(), ...pageQuery });

/** Operation 3, GET /connections: the app's connections, oldest first, without the pending ones. */
export const listConnections: Operation = {
  name: 'list_connections',
  method: 'GET',
  path: '/connections',
  run({ app, query }, state) {
    const { status, ...page } = readQuery(query, listQuery);
    const order = new Map([...state.connections.values()].map((connection, index) => [connection, index]));
    const visible = [...order.keys()].filter(
      (connection) =>
        connection.app === app &&
        connection.status !== 'pending' &&
        (status === undefined || connection.status === status),
    );
    const { entries, next_cursor } = pageOf(visible, (connection) => order.get(connection) ?? 0, page);
    const connections = entries.map((connection) => connectionResource(connection, state));
    return { status: 200, body: { connections, next_cursor } };
  },
};

/** Operation 4, GET /connections/{id}. */
export const getConnection: Operation = {
  name: 'get_connection',
  method: 'GET',
  path: '/connections/:id',
  run(request, state) {
    const connection = findConnection(request, state, { pendingIsVisible: false });
    readQuery(request.query, z.strictObject({}));
    return connectionReply(connection, state);
  },
};

/** Query of operation 5. */
export const disconnectQuery = z.strictObject({
  reason: z.string().max(disconnectReasonCharactersMax).optional(),
});

/** Operation 5, DELETE /connections/{id}. */
export const disconnect: Operation = {
  name: 'disconnect',
  method: 'DELETE',
  path: '/connections/:id',
  run(request, state) {
    const connection = findConnection(request, state, { pendingIsVisible: false });
    const { reason } = readQuery(request.query, disconnectQuery);
    revoke(connection, 'partner', reason ?? null, state);
    return connectionReply(connection, state);
  },
};

function connectionReply(connection: Connection, state: State): { status: number; body: object } {
  return { status: 200, body: { connection: connectionResource(connection, state) } };
}
