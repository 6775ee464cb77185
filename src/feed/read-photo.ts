import { createHash } from 'node:crypto';
import { FetchError, type FetchReply, type Fetcher } from '../platform/fetcher.js';
import type { Clock } from '../platform/clock.js';
import { FetchFailure } from './fetch-failure.js';
import { discardBody, openFollowing } from './follow-redirects.js';
import { retryAfterMs } from './retry-after.js';

/** What a server said of a picture when it was last read. */
export interface PhotoValidators {
  etag: string | null;
  lastModified: string | null;
}

export type PhotoReading =
  | { kind: 'unchanged' }
  /** SHA-256 of the picture, hex. */
  | ({ kind: 'read'; sha256: string } & PhotoValidators)
  /** `hostBusy`: nothing more shall be asked of its host for a while. */
  | { kind: 'failed'; hostBusy: boolean; retryAfterMs: number | null };

const bytesMax = 30 * 1024 * 1024;
const timeoutMs = 30_000;

/** Asks for one picture, conditionally where something is known of it. Never throws for what a server or a network does. */
export async function readPhoto(
  url: URL,
  known: PhotoValidators | null,
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
  allowPrivateAddresses: readonly string[],
): Promise<PhotoReading> {
  const deadline = new AbortController();
  const ended = new AbortController();
  clock.sleep(timeoutMs, ended.signal).then(
    () => deadline.abort(new Error('timeout')),
    () => undefined,
  );
  try {
    const headers = { accept: 'image/*', ...conditions(known) };
    const source = { url, credentials: {}, headers };
    const options = { allowPrivateAddresses, signal: deadline.signal };
    return await digestOf(await openFollowing(source, fetcher, options), known, clock, deadline.signal);
  } catch (error) {
    const isForeseen =
      deadline.signal.aborted || error instanceof FetchError || error instanceof FetchFailure;
    if (!isForeseen) throw error;
    return {
      kind: 'failed',
      hostBusy: error instanceof FetchError || deadline.signal.aborted,
      retryAfterMs: null,
    };
  } finally {
    ended.abort();
  }
}

function conditions(known: PhotoValidators | null): Record<string, string> {
  return {
    ...(known?.etag != null && { 'if-none-match': known.etag }),
    ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
  };
}

async function digestOf(
  reply: FetchReply,
  known: PhotoValidators | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<PhotoReading> {
  const { status, headers } = reply;
  if (status === 304 && known !== null) {
    discardBody(reply);
    return { kind: 'unchanged' };
  }
  const type = headers['content-type'] ?? '';
  // A page that says that there is no picture is no picture.
  if (status !== 200 || (type !== '' && !/^(?:image\/|application\/octet-stream)/i.test(type))) {
    discardBody(reply);
    const wait = retryAfterMs(headers['retry-after'], clock.now());
    return { kind: 'failed', hostBusy: status === 429 || status >= 500, retryAfterMs: wait };
  }
  const sha256 = await hashOf(reply, signal);
  if (sha256 === null) return { kind: 'failed', hostBusy: false, retryAfterMs: null };
  const { etag = null, 'last-modified': lastModified = null } = headers;
  return { kind: 'read', sha256, etag, lastModified };
}

/** Null for a picture that is too large, cut or empty. */
async function hashOf(reply: FetchReply, signal: AbortSignal): Promise<string | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stop = (): void => void reply.body.destroy(new Error('aborted'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) return null;
      hash.update(chunk);
    }
  } catch {
    return null;
  } finally {
    signal.removeEventListener('abort', stop);
    discardBody(reply);
  }
  return bytes === 0 ? null : hash.digest('hex');
}
