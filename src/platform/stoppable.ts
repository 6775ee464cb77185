import { FetchError, type Fetcher } from './http/fetcher.js';
import type { MailOutcome, Mailer } from './mailer.js';
import type { Threads } from './process/threads.js';
import { TransportError, type Transport } from './http/transport.js';
import { unlessAborted } from './within.js';

/** A transport that sends nothing and awaits nothing once the signal aborts. A request in flight counts as lost. */
export function stoppableTransport(transport: Transport, signal: AbortSignal): Transport {
  return {
    async send(request) {
      if (signal.aborted) throw new TransportError('refused', 'feedsync is stopping; nothing was sent.');
      return unlessAborted(
        transport.send(request),
        signal,
        () =>
          new TransportError(
            'lost',
            'feedsync was stopped before the reply arrived; the request may have been executed.',
          ),
      );
    },
  };
}

/** A mailer that stops waiting once the signal aborts. A mail in flight is sent again later under the same id. */
export function stoppableMailer(mailer: Mailer, signal: AbortSignal): Mailer {
  const stopped: MailOutcome = {
    ok: false,
    permanent: false,
    reason: 'feedsync was stopped before the mail server had answered',
  };
  const orStopped = async (work: () => Promise<MailOutcome>): Promise<MailOutcome> => {
    if (signal.aborted) return stopped;
    return unlessAborted(work(), signal, () => new Error('stopped')).catch(() => stopped);
  };
  return {
    send: (mail, server) => orStopped(() => mailer.send(mail, server)),
    check: (server) => orStopped(() => mailer.check(server)),
  };
}

/** A fetcher that starts no transfer and ends those in flight once the signal aborts. */
export function stoppableFetcher(fetcher: Fetcher, signal: AbortSignal): Fetcher {
  return {
    async open(request) {
      const stopped = (): FetchError =>
        new FetchError('stopped', `feedsync was stopped before ${request.url.host} had answered in full`);
      if (signal.aborted) throw stopped();
      const either = AbortSignal.any([request.signal, signal]);
      const reply = await fetcher.open({ ...request, signal: either }).catch((error: unknown) => {
        throw signal.aborted ? stopped() : error;
      });
      const stop = (): unknown => reply.body.destroy(stopped());
      signal.addEventListener('abort', stop, { once: true });
      reply.body.once('close', () => signal.removeEventListener('abort', stop));
      return reply;
    },
  };
}

/** The work was interrupted because feedsync is stopping. It is no failure of the work. */
export class StoppedError extends Error {
  override name = 'StoppedError';
}

/** Threads that get no work and are not awaited once the signal aborts. */
export function stoppableThreads(threads: Threads, signal: AbortSignal): Threads {
  const stopped = (): StoppedError => new StoppedError('feedsync was stopped while it mapped records');
  return {
    count: threads.count,
    run: async (task) => {
      if (signal.aborted) throw stopped();
      return unlessAborted(threads.run(task), signal, stopped);
    },
    rest: () => threads.rest(),
    close: () => threads.close(),
  };
}
