import { createRoute, z } from '@hono/zod-openapi';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { Clock } from '../../platform/clock.js';
import { connectionsOf, mayDo, type Actor } from '../access/permissions.js';
import type { Change, Changes } from './changes.js';
import { ApiError } from './errors.js';
import { actorOfRequest } from './guard.js';
import type { Api, ApiParts } from './route-parts.js';
import { ErrorSchema } from './schemas.js';
import { maySee } from './scope.js';

/** A line so often, so that no proxy takes the stream for dead; and whoever may not see any more is cut off by then. */
const aliveEveryMs = 15_000;
const streamsMax = 200;
const streamsOfAccountMax = 10;

/** What changed, as it happens: names only; what it is now is asked for as everything is. */
export function addEventRoutes(app: Api, { deps, guard }: ApiParts): void {
  const open = new Map<number, number>();
  const route = createRoute({
    method: 'get',
    path: '/events',
    summary:
      'Server-sent events: `hello` at the start (read everything anew), then `changed` with what, connection and feed',
    ...guard('read'),
    responses: {
      200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
      default: { description: 'Why not.', content: { 'application/json': { schema: ErrorSchema } } },
    },
  });
  app.openapi(route, (c) => {
    const actor = c.get('actor');
    const { id } = actor.account;
    const total = [...open.values()].reduce((sum, streams) => sum + streams, 0);
    const own = open.get(id) ?? 0;
    if (total >= streamsMax || own >= streamsOfAccountMax)
      throw new ApiError('too_many', 'Too many pages watch already. Close one.', {
        retryAfterMs: aliveEveryMs,
      });
    open.set(id, own + 1);
    return streamSSE(c, async (stream) => {
      try {
        const stillMay = async (): Promise<Actor | null> => {
          const now = await actorOfRequest(c, deps, false);
          return now !== null && mayDo(now, 'read', false) ? now : null;
        };
        await follow(stream, actor, {
          ...{ changes: deps.changes, clock: deps.services.clock, stillMay },
          agenciesOf: (id) => deps.services.store.setups.agenciesOf(id),
        });
      } finally {
        const left = (open.get(id) ?? 1) - 1;
        if (left > 0) open.set(id, left);
        else open.delete(id);
      }
    });
  });
}

async function follow(
  stream: SSEStreamingApi,
  first: Actor,
  deps: {
    changes: Changes;
    clock: Clock;
    stillMay: () => Promise<Actor | null>;
    agenciesOf: (accountId: number) => Promise<readonly string[]>;
  },
): Promise<void> {
  /** The same change twice is told once: however slow the reader, what waits is bounded by what there is. */
  const waiting = new Map<string, Change>();
  let wake: (() => void) | null = null;
  const unsubscribe = deps.changes.subscribe((change) => {
    waiting.set(JSON.stringify(change), change);
    wake?.();
  });
  const ended = new AbortController();
  const isOpen = (): boolean => !ended.signal.aborted && !stream.aborted;
  stream.onAbort(() => {
    ended.abort();
    wake?.();
  });
  try {
    await stream.writeSSE({ event: 'hello', data: '{}' });
    let actor: Actor | null = first;
    while (actor !== null && isOpen()) {
      const watcher: Actor = actor;
      const changed = [...waiting.values()];
      waiting.clear();
      const isSetUp = changed.some(({ what }) => what === 'agencies');
      const agencies = isSetUp ? await deps.agenciesOf(watcher.account.id) : [];
      const told = changed.filter((change) => concerns(change, watcher, agencies));
      for (const change of told) await stream.writeSSE({ event: 'changed', data: JSON.stringify(change) });
      if (told.length === 0) await stream.write(': still here\n\n');
      const round = new AbortController();
      const stop = (): void => round.abort();
      ended.signal.addEventListener('abort', stop);
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (waiting.size > 0 || !isOpen()) resolve();
        else deps.clock.sleep(aliveEveryMs, round.signal).then(resolve, resolve);
      });
      wake = null;
      round.abort();
      ended.signal.removeEventListener('abort', stop);
      actor = isOpen() ? await deps.stillMay() : null;
    }
    if (isOpen()) await stream.writeSSE({ event: 'bye', data: '{}' });
  } finally {
    unsubscribe();
  }
}

/** @param agencies that somebody of an agency belongs to, while it has no connection yet */
function concerns({ what, connection, feed }: Change, actor: Actor, agencies: readonly string[]): boolean {
  if (what === 'agencies' && feed !== null && agencies.includes(feed)) return true;
  return connection === null ? connectionsOf(actor) === null : maySee(actor, connection);
}
