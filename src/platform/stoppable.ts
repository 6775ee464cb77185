import { FetchError, type Fetcher } from './http/fetcher.js';
import type { MailOutcome, Mailer } from './mailer.js';
import type { Threads } from './process/threads.js';
import { TransportError, type Transport } from './http/transport.js';

/** Once the signal aborts, no reply is waited for any more, and none is asked for. What was under way counts as lost. */
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
            'feedsync was stopped before the reply came; the request may have been carried out.',
          ),
      );
    },
  };
}

/** Once the signal aborts, no mail server is waited for any more: what was under way is sent again under the same id. */
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

/** Once the signal aborts, transfers under way end there, and none is begun. */
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

/** feedsync is stopping: what was under way is no failure. */
export class StoppedError extends Error {
  override name = 'StoppedError';
}

/** Once the signal aborts, no thread is waited for any more, and none is given work. */
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

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, why: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(why());
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
