import { currentFence, type Fence } from './fence.js';
import type { Fetcher } from './http/fetcher.js';
import type { Mailer } from './mailer.js';
import type { Transport } from './http/transport.js';

/** A transport that throws once the calling job has ended, and aborts its request in flight then. */
export function fencedTransport(transport: Transport): Transport {
  return {
    send: (request) =>
      fenced((fence) =>
        transport.send(fence === null ? request : { ...request, signal: AbortSignal.any(fence.signals) }),
      ),
  };
}

/** Like `fencedTransport`, for a fetcher; bodies are aborted too. */
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

/** A mailer that throws once the calling job has ended. */
export function fencedMailer(mailer: Mailer): Mailer {
  return {
    send: (mail, server) => fenced(() => mailer.send(mail, server)),
    check: (server) => fenced(() => mailer.check(server)),
  };
}

/** Checks the fence before and after `act`, so that ended work never gets a result. */
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
