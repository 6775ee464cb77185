import type { Clock } from '../platform/clock.js';

export type ReceivedBody =
  { ok: true; body: Uint8Array } | { ok: false; status: 408 | 413 | 415; reason: string };

const bytesMax = 1024 * 1024;
const withinMs = 10_000;

/** Reads a JSON body as it came, in bounded memory and time; nothing compressed is taken. */
export async function receiveBody(request: Request, clock: Clock): Promise<ReceivedBody> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type))
    return { ok: false, status: 415, reason: 'The body must be application/json.' };
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? ''))
    return { ok: false, status: 415, reason: 'The body must not be compressed.' };
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return tooLarge();
  if (request.body === null) return { ok: true, body: new Uint8Array(0) };

  const reader = request.body.getReader();
  const done = new AbortController();
  const deadline = clock.sleep(withinMs, done.signal).then(
    () => 'late' as const,
    () => 'done' as const,
  );
  try {
    const received = await Promise.race([readAll(reader), deadline]);
    return typeof received === 'string'
      ? { ok: false, status: 408, reason: `The body did not arrive within ${withinMs / 1000} s.` }
      : received;
  } finally {
    done.abort();
    reader.cancel().catch(() => undefined);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReceivedBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { ok: true, body: Buffer.concat(chunks) };
      bytes += value.length;
      if (bytes > bytesMax) return tooLarge();
      chunks.push(value);
    }
  } catch {
    return { ok: false, status: 408, reason: 'The body did not arrive whole.' };
  }
}

function tooLarge(): ReceivedBody {
  return { ok: false, status: 413, reason: `The body must not be longer than ${bytesMax} bytes.` };
}
