import type { z } from '@hono/zod-openapi';
import type { ConnectionStatus } from '../inspect/status.js';
import type { ConnectionSchema } from './schemas.js';
import { iso, maybeIso } from './time.js';

/** A connection with its outbox and budget, in the form of `ConnectionSchema`. */
export function connectionDocument(found: ConnectionStatus): z.input<typeof ConnectionSchema> {
  const { connection } = found;
  return {
    id: connection.id,
    agency: found.agency,
    status: connection.status,
    outbox: found.outbox,
    items_spent: found.itemsSpent,
    items_limit: found.itemsLimit,
    room_at: maybeIso(found.roomAt),
    // Zero means that a push starts as soon as there is something to send, so no time is shown.
    next_push_at: connection.nextPushAt === 0 ? null : iso(connection.nextPushAt),
    note: connection.certificationNote,
  };
}
