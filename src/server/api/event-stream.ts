import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import { connectionEnd } from '../../platform/http/http-server.js';
import type { Slots } from '../../platform/slots.js';
import { ApiError } from './errors.js';

/** A line so often, so that no proxy takes the stream for dead; by then one who may not see it any more is cut off. */
export const aliveEveryMs = 15_000;

/**
 * Server-sent events while the connection lasts. A stream's place is free as soon as its connection ends, whatever is being written or
 * waited for. HEAD asks for the headers alone and takes no place.
 * @param work ends when `ended` aborts
 */
export function eventStream(
  c: Context,
  { slots, who, busy }: { slots: Slots; who: string | number; busy: string },
  work: (stream: SSEStreamingApi, ended: AbortSignal) => Promise<void>,
): Response {
  if (c.req.raw.method === 'HEAD')
    return c.body(null, 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const release = slots.take(who);
  if (release === null) throw new ApiError('too_many', busy, { retryAfterMs: aliveEveryMs });
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    release();
  };
  const connection = connectionEnd(c.req.raw);
  if (connection.aborted) end();
  connection.addEventListener('abort', end, { once: true });
  return streamSSE(c, async (stream) => {
    stream.onAbort(end);
    try {
      await work(stream, ended.signal);
    } finally {
      end();
    }
  });
}
