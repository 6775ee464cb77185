import { currentFence, type Fence } from './fence.js';
import type { Fetcher } from './http/fetcher.js';
import type { Mailer } from './mailer.js';
import type { Transport } from './http/transport.js';

/** Requests to the portal: each throws once the job that sends it has ended, and one under way is cut off then. */
export function fencedTransport(transport: Transport): Transport {
  return {
    send: (request) =>
      fenced((fence) =>
        transport.send(fence === null ? request : { ...request, signal: AbortSignal.any(fence.signals) }),
      ),
  };
}

/** The same for what is fetched, down to its last byte. */
export function fencedFetcher(fetcher: Fetcher): Fetcher {
  return {
    open: (request) =>
      fenced((fence) =>
        fetcher.open(
          fence === null
            ? request
            : { ...request, signal: AbortSignal.any([request.signal, ...fence.signals]) },
        ),
      ),
  };
}

/** The same for mails. */
export function fencedMailer(mailer: Mailer): Mailer {
  return {
    send: (mail, server) => fenced(() => mailer.send(mail, server)),
    check: (server) => fenced(() => mailer.check(server)),
  };
}

/** What it comes to is of no use to work that has ended. */
async function fenced<T>(act: (fence: Fence | null) => Promise<T>): Promise<T> {
  const fence = currentFence();
  fence?.check();
  const result = await act(fence).catch((error: unknown) => {
    fence?.check();
    throw error;
  });
  fence?.check();
  fence?.advance({ steps: 1 });
  return result;
}
