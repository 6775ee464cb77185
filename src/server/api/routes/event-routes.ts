import { createRoute } from '@hono/zod-openapi';
import type { SSEStreamingApi } from 'hono/streaming';
import type { Clock } from '../../../platform/clock.js';
import { createSlots } from '../../../platform/slots.js';
import { connectionsOf, mayDo, type Actor } from '../../access/permissions.js';
import type { Change, Changes } from '../../../sync/services/changes.js';
import { aliveEveryMs, eventStream, stillHere } from '../event-stream.js';
import { actorOfRequest } from '../guard.js';
import { streamAnswers, type Api, type ApiParts } from './route-parts.js';
import { maySee } from '../scope.js';

const streams = { all: 200, each: 10 } as const;

/** Notifies clients of changes as they happen. An event only names what changed: clients read the new state by other requests. */
export function addEventRoutes(app: Api, { deps, guard }: ApiParts): void {
  const slots = createSlots(streams);
  const route = createRoute({
    method: 'get',
    path: '/events',
    summary:
      'Server-sent events: `hello` at the start (read everything again), then `changed` with what, connection and feed, and `alive` every 15 seconds',
    ...guard('read'),
    responses: streamAnswers,
  });
  app.openapi(route, (c) => {
    const actor = c.get('actor');
    const busy = 'Too many pages watch already. Close one.';
    return eventStream(c, { slots, who: actor.account.id, busy }, (stream, ended) =>
      follow(stream, actor, ended, {
        ...{ changes: deps.changes, clock: deps.services.clock },
        stillMay: async () => {
          const now = await actorOfRequest(c, deps, false);
          return now !== null && mayDo(now, 'read', false) ? now : null;
        },
        agenciesOf: (id) => deps.services.store.setups.agenciesOf(id),
      }),
    );
  });
}

/**
 * Writes the changes that concern the account, as soon as they happen. Changes that concern only others do not wake the stream: its
 * `alive` events follow a timer, so their times do not reveal when others work.
 */
async function follow(
  stream: SSEStreamingApi,
  first: Actor,
  ended: AbortSignal,
  deps: {
    changes: Changes;
    clock: Clock;
    stillMay: () => Promise<Actor | null>;
    agenciesOf: (accountId: number) => Promise<readonly string[]>;
  },
): Promise<void> {
  const { clock } = deps;
  /**
   * Changes to be written, each once: while the client reads slowly, the list cannot grow longer than the number of things that can change.
   */
  const waiting = new Map<string, Change>();
  let watcher = first;
  let agencies: readonly string[] = [];
  let wake: () => void = () => undefined;
  const unsubscribe = deps.changes.subscribe((change) => {
    if (!concerns(change, watcher, agencies)) return;
    waiting.set(JSON.stringify(change), change);
    wake();
  });
  try {
    agencies = await deps.agenciesOf(first.account.id);
    await stream.writeSSE({ event: 'hello', data: '{}' });
    let aliveAt = clock.elapsed();
    while (!ended.aborted) {
      const changed = [...waiting.values()];
      waiting.clear();
      if (changed.length > 0 || clock.elapsed() >= aliveAt) {
        const now = await deps.stillMay();
        if (now === null) break;
        watcher = now;
        agencies = await deps.agenciesOf(now.account.id);
      }
      for (const change of changed.filter((each) => concerns(each, watcher, agencies)))
        await stream.writeSSE({ event: 'changed', data: JSON.stringify(change) });
      if (clock.elapsed() >= aliveAt) {
        await stream.writeSSE(stillHere);
        aliveAt = clock.elapsed() + aliveEveryMs;
      }
      const wokenUp = new Promise<void>((resolve) => (wake = resolve));
      if (waiting.size === 0) await asleep(aliveAt - clock.elapsed(), wokenUp, { clock, ended });
    }
    if (!ended.aborted) await stream.writeSSE({ event: 'bye', data: '{}' });
  } finally {
    unsubscribe();
  }
}

/** Waits until the time has passed, `wokenUp` resolves, or the stream ends. */
async function asleep(
  ms: number,
  wokenUp: Promise<void>,
  { clock, ended }: { clock: Clock; ended: AbortSignal },
): Promise<void> {
  const round = new AbortController();
  const stop = (): void => round.abort();
  if (ended.aborted) return;
  ended.addEventListener('abort', stop, { once: true });
  await Promise.race([clock.sleep(ms, round.signal).catch(() => undefined), wokenUp]);
  round.abort();
  ended.removeEventListener('abort', stop);
}

/** Whether the account may see a change. @param agencies names of the account's agencies, which may have no connection yet */
function concerns({ what, connection, feed }: Change, actor: Actor, agencies: readonly string[]): boolean {
  if (what === 'agencies' && feed !== null && agencies.includes(feed)) return true;
  return connection === null ? connectionsOf(actor) === null : maySee(actor, connection);
}
