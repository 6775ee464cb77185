import type { Clock } from '../platform/clock.js';
import { ConnectionCut, concerns, type MatchedRequest, type RequestMatch } from './gates.js';

/** Something that goes wrong on purpose, for the next `times` requests that match [1]. */
export interface Fault extends RequestMatch {
  times?: number;
  does: FaultAction;
}

/**
 * - `status`: answers so without applying anything; `retryAfter` goes into the header as it is written
 * - `cut`: the connection is reset, before or after the request is applied
 * - `latency`: waits by the clock, then serves as usual
 * - `truncated`: applies the request and sends the first half of the reply's bytes, as if it were all
 * - `html`: a login page with status 200; nothing is applied
 * - `drop_items`: the reply lacks these positions of its item results
 * - `reverse_items`: the reply's item results stand in reverse order
 */
export type FaultAction =
  | { kind: 'status'; status: number; code?: string; retryAfter?: string }
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'latency'; ms: number }
  | { kind: 'truncated' }
  | { kind: 'html' }
  | { kind: 'drop_items'; positions: readonly number[] }
  | { kind: 'reverse_items' };

export interface Faults {
  /** Faults act in the order in which they were added, one per request. */
  add(fault: Fault): void;
  clear(): void;
  /** Serves the request with the fault that is due for it, if there is one. @throws ConnectionCut */
  around(request: MatchedRequest, serve: () => Promise<Response>): Promise<Response>;
}

export function createFaults(clock: Clock): Faults {
  let due: { fault: Fault; left: number }[] = [];
  const take = (request: MatchedRequest): FaultAction | null => {
    const entry = due.find(({ fault }) => concerns(fault, request));
    if (!entry) return null;
    entry.left--;
    due = due.filter(({ left }) => left > 0);
    return entry.fault.does;
  };
  return {
    add: (fault) => void due.push({ fault, left: fault.times ?? 1 }),
    clear: () => void (due = []),
    around(request, serve) {
      const action = take(request);
      return action ? act(action, serve, clock) : serve();
    },
  };
}

async function act(action: FaultAction, serve: () => Promise<Response>, clock: Clock): Promise<Response> {
  switch (action.kind) {
    case 'status':
      return scriptedError(action);
    case 'html':
      return new Response('<!doctype html><title>Log in</title><form>…</form>', {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'cut':
      if (action.when === 'after') await serve();
      throw new ConnectionCut();
    case 'latency':
      await clock.sleep(action.ms);
      return serve();
    case 'truncated': {
      const response = await serve();
      const bytes = await response.arrayBuffer();
      return new Response(bytes.slice(0, bytes.byteLength / 2), response);
    }
    case 'drop_items':
      return rewriteItems(await serve(), (items) => items.filter((_, i) => !action.positions.includes(i)));
    case 'reverse_items':
      return rewriteItems(await serve(), (items) => items.reverse());
  }
}

function scriptedError({
  status,
  code = 'internal_error',
  retryAfter,
}: FaultAction & { kind: 'status' }): Response {
  const error = { code, message: 'A fault that was asked for.' };
  return Response.json(
    { error, request_id: '00000000-0000-4000-8000-000000000000' },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
  );
}

async function rewriteItems(response: Response, rewrite: (items: unknown[]) => unknown[]): Promise<Response> {
  const body = (await response.json()) as { batch?: { items?: unknown[] } };
  if (body.batch?.items) body.batch.items = rewrite(body.batch.items);
  return Response.json(body, response);
}
