import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import { connectionEnd } from '../../platform/http/http-server.js';
import type { Slots } from '../../platform/slots.js';
import { ApiError } from './errors.js';

/**
 * Interval of the events that keep an idle stream alive: no proxy closes it, and a client notices a server that hangs. At the same
 * interval the server checks whether the stream's account may still read it, and ends the stream if not.
 */
export const aliveEveryMs = 15_000;

/** The event that says only that the server answers. A comment would not do: browsers pass none on to the page. */
export const stillHere = { event: 'alive', data: 'still here' };

/**
 * Sends server-sent events while the connection lasts. The stream's slot is released as soon as the connection ends, even if `work` is
 * still writing or waiting. A HEAD request gets the headers and takes no slot.
 * @param work must end when `ended` aborts
 * @throws ApiError `too_many` if no slot is free
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
