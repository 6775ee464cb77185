import { z } from 'zod';
import { validateItemsMax } from '../../wire/limits.js';
import { pointInto } from '../state/batch-work.js';
import { findConnection, requireActive } from '../state/connection-rules.js';
import { checkItem, previewItem } from '../state/held-listings.js';
import { readQuery } from '../input.js';
import type { Connection } from '../state/model.js';
import type { Operation, OperationRequest } from '../operation.js';
import { invalid } from '../refusal.js';
import type { State } from '../state/state.js';
import { readItems, requireSize } from './batches.js';

/** Operation 12, POST /validate: the results that a push would have, item by item. Nothing is stored or spent. */
export const validate: Operation = {
  name: 'validate',
  method: 'POST',
  path: '/validate',
  run(request, state) {
    readQuery(request.query, z.strictObject({}));
    const { connection_id: connectionId, listing, ...others } = request.body;
    const connection = findNamed(connectionId, request, state);
    const single = isGiven(listing);
    if (single && isGiven(others.listings)) {
      throw invalid('/listings', 'unknown_field', 'Send listing or listings, not both.');
    }
    const listings = readItems(single ? { ...others, listings: [listing] } : others);
    requireSize(listings, validateItemsMax);
    request.note.items = listings.length;
    const results = listings.map((payload, index) => {
      const result = previewItem(checkItem(payload, state), index, connection, state);
      return pointInto(single ? '/listing' : `/listings/${index}`, result);
    });
    return { status: 200, body: { results } };
  },
};

/** The connection that the body names, whose agency's plan is applied; null if it names none. @throws Refusal */
function findNamed(id: unknown, request: OperationRequest, state: State): Connection | null {
  if (!isGiven(id) || (typeof id === 'string' && id.trim() === '')) return null;
  if (typeof id !== 'string')
    throw invalid('/connection_id', 'invalid_type', 'connection_id must be a text.');
  if (!z.uuid().safeParse(id.trim()).success) {
    throw invalid('/connection_id', 'invalid_format', 'connection_id must be a UUID.');
  }
  const connection = findConnection(request, state, { id: id.trim() });
  requireActive(connection);
  return connection;
}

/** Null counts as absent. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
