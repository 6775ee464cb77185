import { confirms, type FeedSource } from '../../feed/fetch/fetch-feed.js';
import { feedRequest } from '../../feed/fetch/feed-request.js';
import { conditions, discardBody } from '../../feed/fetch/follow-redirects.js';
import type { FetchReply, FetchRequest, Fetcher } from '../../platform/http/fetcher.js';
import { within } from '../../platform/within.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Services } from '../services/services.js';

/** What answered the first request of a poll, for the poll itself: it asks the same and is given this answer. */
export interface FirstAnswer {
  fetcher: Fetcher;
  /** Closes a reply that no poll took. */
  discard(): void;
}

/**
 * Sends the conditional request with which a poll of this source begins.
 * @returns null: the source confirmed the file; else what a poll has to go on with: another reply, or the failure
 */
export async function sendFirstRequest(
  source: FeedSource,
  validators: Pick<FeedRecord, 'etag' | 'lastModified'>,
  { fetcher, clock, limits }: Pick<Services, 'fetcher' | 'clock' | 'limits'>,
): Promise<FirstAnswer | null> {
  const { allowPrivateAddresses, own, timeoutMs, contact = null } = limits.fetch;
  const asked = conditions(validators);
  const { url, headers, credentials } = feedRequest(source, asked, contact);
  const request = {
    ...{ url, headers: { ...headers, ...credentials }, allowPrivateAddresses, lenient: true },
    ...(own !== undefined && { own }),
  };
  const opening = within(clock, timeoutMs, (signal) => fetcher.open({ ...request, signal }), discardBody);
  const reply = await opening.catch(() => null);
  if (reply?.status === 304 && confirms(reply, asked)) {
    discardBody(reply);
    return null;
  }
  return handedOver(request, { opening, reply }, fetcher);
}

/** A fetcher that answers one request with what was received already. */
function handedOver(
  known: Pick<FetchRequest, 'url' | 'headers'>,
  { opening, reply }: { opening: Promise<FetchReply>; reply: FetchReply | null },
  fetcher: Fetcher,
): FirstAnswer {
  let isTaken = false;
  return {
    fetcher: {
      open(request) {
        if (isTaken || !isSame(known, request)) return fetcher.open(request);
        isTaken = true;
        // The poll's own deadline ends the transfer from now on.
        const end = (): unknown => reply?.body.destroy(new Error('the transfer was ended'));
        request.signal.addEventListener('abort', end, { once: true });
        reply?.body.once('close', () => request.signal.removeEventListener('abort', end));
        return opening;
      },
    },
    discard: () => {
      if (!isTaken && reply !== null) discardBody(reply);
    },
  };
}

function isSame(
  { url, headers }: Pick<FetchRequest, 'url' | 'headers'>,
  other: Pick<FetchRequest, 'url' | 'headers'>,
): boolean {
  const text = (of: FetchRequest['headers']): string => JSON.stringify(Object.entries(of).sort());
  return url.href === other.url.href && text(headers) === text(other.headers);
}
