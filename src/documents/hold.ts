import type { z } from '@hono/zod-openapi';
import type { Hold, HoldLine } from '../model/hold.js';
import type { FeedNames } from './feed.js';
import type { HoldLineSchema, HoldSchema } from './schemas.js';
import { iso, maybeIso } from './time.js';

/** A hold without its lines, in the form of `HoldSchema`. */
export function holdDocument(hold: Hold, nameOf: FeedNames): z.input<typeof HoldSchema> {
  return {
    id: hold.id,
    kind: hold.kind,
    state: hold.state,
    revision: hold.revision,
    feed: nameOf(hold.feedId),
    connection: hold.connectionId,
    count: hold.lineCount,
    inactive: hold.inactiveCount,
    opened_at: iso(hold.openedAt),
    decided_at: maybeIso(hold.decidedAt),
    decided_by: hold.decidedBy,
    reason: hold.reason,
    cause: hold.cause,
    reminded_at: maybeIso(hold.remindedAt),
  };
}

/** One listing of a hold, in the form of `HoldLineSchema`. @param title as the reader may see it */
export function holdLineDocument(
  { externalId, lastSeenAt, reason }: HoldLine,
  title: string | null,
): z.input<typeof HoldLineSchema> {
  return { external_id: externalId, title, last_seen_at: maybeIso(lastSeenAt), reason };
}
