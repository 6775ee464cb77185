import type { Clock } from '../platform/clock.js';
import type { DueFault, Fault, FaultAction } from './state/fault.js';
import { faultList, takeFault } from './state/fault-list.js';
import { ConnectionCut, concerns, type MatchedRequest } from './state/gates.js';
import { noteRequest } from './note-request.js';
import type { State } from './state/state.js';

/** Faults that tests and users arm. At most one fault acts on a request: the first one added that matches. */
export interface Faults {
  add(fault: Fault): void;
  /** Removes every fault, or those that name this app. */
  clear(appId?: string): void;
  /** The faults that are still to act, oldest first. */
  waiting(): DueFault[];
  /** Serves a request with the fault that matches it, if any. @throws ConnectionCut */
  around(request: Request, matched: MatchedRequest, serve: () => Promise<Response>): Promise<Response>;
}

/** The faults in `state.faults`. */
export function createFaults(state: State): Faults {
  return {
    ...faultList(state.faults),
    around(request, matched, serve) {
      const action = takeFault(state.faults, (fault) => concerns(fault, matched));
      return action === null ? serve() : act(action, { request, matched, serve }, state);
    },
  };
}

interface Hit {
  request: Request;
  matched: MatchedRequest;
  serve: () => Promise<Response>;
}

async function act(action: FaultAction, hit: Hit, state: State): Promise<Response> {
  const { serve } = hit;
  const { clock } = state;
  switch (action.kind) {
    case 'status':
      return scriptedError(action, hit, state);
    case 'html':
      logReply(action, hit, { status: 200, body: null }, state);
      return new Response('<!doctype html><title>Log in</title><form>…</form>', {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'cut':
      if (action.when === 'after') await serve();
      else logReply(action, hit, { status: null, body: null }, state);
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
    case 'slow_body':
      return inPieces(await serve(), action, clock);
  }
}

/** The same reply, but its body arrives in pieces. @param options.ms wait before each piece */
async function inPieces(
  response: Response,
  { pieces, ms }: { pieces: number; ms: number },
  clock: Clock,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      await clock.sleep(ms);
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
  return new Response(body, response);
}

function scriptedError(action: FaultAction & { kind: 'status' }, hit: Hit, state: State): Response {
  const { status, code = 'internal_error', retryAfter } = action;
  const error = { code, message: 'A fault that was asked for.' };
  const requestId = logReply(action, hit, { status, body: { error } }, state);
  const headers = { [`${state.protocol.header_prefix}Request-Id`]: requestId };
  return Response.json(
    { error, request_id: requestId },
    { status, headers: retryAfter === undefined ? headers : { ...headers, 'Retry-After': retryAfter } },
  );
}

/** Logs a request that a fault answered in the portal's place. @param reply status null: the connection was cut @returns its id */
function logReply(
  { kind }: FaultAction,
  { request, matched: { operation } }: Hit,
  reply: { status: number | null; body: object | null },
  state: State,
): string {
  const requestId = state.uuid();
  const note = { connectionId: null, items: null, idempotencyKey: null };
  noteRequest({ request, body: new Uint8Array(0), operation, requestId, fault: kind }, note, reply, state);
  return requestId;
}

/** Rewrites the item results of a batch's reply. */
async function rewriteItems(response: Response, rewrite: (items: unknown[]) => unknown[]): Promise<Response> {
  const body = (await response.json()) as { batch?: { items?: unknown[] } };
  if (body.batch?.items) body.batch.items = rewrite(body.batch.items);
  return Response.json(body, response);
}
