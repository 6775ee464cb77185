import type { z } from '@hono/zod-openapi';
import type { Run } from '../model/run.js';
import type { FeedNames } from './feed.js';
import type { RunSchema } from './schemas.js';
import { iso, maybeIso } from './time.js';

/** A run, in the form of `RunSchema`. */
export function runDocument(run: Run, nameOf: FeedNames): z.input<typeof RunSchema> {
  return {
    id: run.id,
    kind: run.kind,
    feed: nameOf(run.feedId),
    connection: run.connectionId,
    state: run.state,
    started_at: iso(run.startedAt),
    ended_at: maybeIso(run.endedAt),
    message: run.message,
    balance: run.balance,
  };
}
