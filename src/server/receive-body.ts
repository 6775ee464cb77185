import type { Clock } from '../platform/clock.js';
import type { Slots } from '../platform/slots.js';

export type ReceivedBody =
  | { ok: true; body: Uint8Array }
  | { ok: false; status: 408 | 413; reason: string }
  /** Too many bodies are being received: nothing of this one was read. */
  | { ok: false; status: 503; reason: string };

/** Limits for receiving one body. */
export interface BodyBounds {
  bytesMax: number;
  /** Bound the number of bodies received at the same time. */
  slots: Slots;
  /** The sender for whom the body's slot is counted. */
  who: string | number;
}

/** Maximum time for a body to arrive, including the wait for a slot. */
const withinMs = 10_000;

/** Reads a body unchanged. Memory, time and the number of bodies received at the same time are bounded. */
export async function receiveBody(
  request: Request,
  clock: Clock,
  { bytesMax, slots, who }: BodyBounds,
): Promise<ReceivedBody> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return tooLarge(bytesMax);
  if (request.body === null) return { ok: true, body: new Uint8Array(0) };
  const done = new AbortController();
  const late = new AbortController();
  const deadline = clock.sleep(withinMs, done.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    const release = await slots.wait(who, late.signal);
    if (release === null)
      return {
        ok: false,
        status: 503,
        reason: 'Too many requests are under way. Send it again in a moment.',
      };
    try {
      return await readWithin(request.body, bytesMax, deadline);
    } finally {
      release();
    }
  } finally {
    done.abort();
  }
}

async function readWithin(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  deadline: Promise<void>,
): Promise<ReceivedBody> {
  const reader = body.getReader();
  try {
    const tooLate: ReceivedBody = {
      ok: false,
      status: 408,
      reason: `The body did not arrive within ${withinMs / 1000} s.`,
    };
    return await Promise.race([readAll(reader, bytesMax), deadline.then(() => tooLate)]);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Null if the headers declare uncompressed JSON; otherwise the refusal to answer with. */
export function whyNotPlainJson(headers: Headers): { status: 415; reason: string } | null {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type))
    return { status: 415, reason: 'The body must be application/json.' };
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? ''))
    return { status: 415, reason: 'The body must not be compressed.' };
  return null;
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytesMax: number,
): Promise<ReceivedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, body: Buffer.concat(chunks) };
      bytes += value.length;
      if (bytes > bytesMax) return tooLarge(bytesMax);
      chunks.push(value);
    }
  } catch {
    return { ok: false, status: 408, reason: 'The body did not arrive whole.' };
  }
}

function tooLarge(bytesMax: number): ReceivedBody {
  return { ok: false, status: 413, reason: `The body must not be longer than ${bytesMax} bytes.` };
}
