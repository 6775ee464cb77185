import { createHash } from 'node:crypto';
import { FetchError, type FetchReply, type Fetcher } from '../../platform/http/fetcher.js';
import type { Clock } from '../../platform/clock.js';
import { TooLate, within } from '../../platform/within.js';
import { FetchFailure } from '../fetch-failure.js';
import { conditions, discardBody, openFollowing } from './follow-redirects.js';
import { retryAfterMs } from './retry-after.js';

/** The validators that the server sent when the picture was last read. */
export interface PhotoValidators {
  etag: string | null;
  lastModified: string | null;
}

export type PhotoReading =
  | { kind: 'unchanged' }
  /** SHA-256 of the picture, hex. */
  | ({ kind: 'read'; sha256: string } & PhotoValidators)
  | FailedPhoto;

interface FailedPhoto {
  kind: 'failed';
  /** Whether the host is overloaded or unreachable: the caller requests nothing from it for a while. */
  hostBusy: boolean;
  retryAfterMs: number | null;
  /** A sentence for the operator. It names the host but not the path. */
  reason: string;
}

const bytesMax = 30 * 1024 * 1024;
const timeoutMs = 30_000;

/**
 * Requests one picture and hashes it. A failure of the server or the network is a `failed` result, never an exception.
 * @param known validators for a conditional request; null if there are none
 */
export async function readPhoto(
  url: URL,
  known: PhotoValidators | null,
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
  allowPrivateAddresses: readonly string[],
): Promise<PhotoReading> {
  const headers = { accept: 'image/*', ...conditions(known) };
  const source = { url, credentials: {}, headers };
  try {
    return await within(clock, timeoutMs, async (signal) => {
      const { reply } = await openFollowing(source, fetcher, { allowPrivateAddresses, signal });
      return digestOf(reply, known, url.host, clock);
    });
  } catch (error) {
    if (error instanceof TooLate) return failed(`${url.host} took longer than ${timeoutMs / 1000} s`, true);
    if (error instanceof FetchError) return failed(error.message, true);
    if (error instanceof FetchFailure) return failed(`${url.host}: ${error.message}`, false);
    throw error;
  }
}

function failed(reason: string, hostBusy: boolean, retryAfterMs: number | null = null): FailedPhoto {
  return { kind: 'failed', hostBusy, retryAfterMs, reason };
}

async function digestOf(
  reply: FetchReply,
  known: PhotoValidators | null,
  host: string,
  clock: Clock,
): Promise<PhotoReading> {
  const { status, headers } = reply;
  if (status === 304 && known !== null) {
    discardBody(reply);
    return { kind: 'unchanged' };
  }
  const type = headers['content-type'] ?? '';
  // Some servers answer 200 with an HTML page for a picture that does not exist.
  if (status !== 200 || (type !== '' && !/^(?:image\/|application\/octet-stream)/i.test(type))) {
    discardBody(reply);
    const wait = retryAfterMs(headers['retry-after'], clock.now());
    const what = status === 200 ? `answered with ${type.slice(0, 40)} and no picture` : `answered ${status}`;
    return failed(`${host} ${what}`, status === 429 || status >= 500, wait);
  }
  const sha256 = await hashOf(reply);
  if (sha256 === null) return failed(`${host} sent a picture that was empty, cut or too large`, false);
  const { etag = null, 'last-modified': lastModified = null } = headers;
  return { kind: 'read', sha256, etag, lastModified };
}

/** SHA-256 of the body, hex; null for a picture that is too large, cut or empty. */
async function hashOf(reply: FetchReply): Promise<string | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) return null;
      hash.update(chunk);
    }
  } catch {
    return null;
  } finally {
    discardBody(reply);
  }
  return bytes === 0 ? null : hash.digest('hex');
}
