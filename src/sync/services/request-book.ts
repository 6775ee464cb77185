import type { Clock } from '../../platform/clock.js';
import { TransportError, type Transport, type TransportReply } from '../../platform/http/transport.js';
import { ownValue } from '../../model/own-value.js';

/** Counts the requests to the portal since this process started by the outcome of each, for operators. */
export interface RequestBook {
  /** Wraps a transport so that each request is recorded. */
  around(transport: Transport): Transport;
  tally(): RequestTally;
}

interface RequestTally {
  since: number;
  total: number;
  /** By status of the reply; `0`: no reply. */
  byStatus: Readonly<Record<string, number>>;
  /** The latest 50, newest first. */
  errors: readonly FailedRequest[];
}

interface FailedRequest {
  at: number;
  /** Method and path, without the query. */
  operation: string;
  /** Null: no reply. */
  status: number | null;
  code: string | null;
  message: string;
}

const errorsMax = 50;
const messageMax = 300;

export function createRequestBook(clock: Clock): RequestBook {
  const since = clock.now();
  const byStatus: Record<string, number> = {};
  const errors: FailedRequest[] = [];
  let total = 0;
  const note = (status: number | null, failed: FailedRequest | null): void => {
    total++;
    const key = String(status ?? 0);
    byStatus[key] = (byStatus[key] ?? 0) + 1;
    if (failed === null) return;
    errors.unshift(failed);
    errors.length = Math.min(errors.length, errorsMax);
  };
  return {
    around: (transport) => ({
      async send(request) {
        const operation = `${request.method} ${pathOf(request.url)}`;
        try {
          const reply = await transport.send(request);
          const failed = reply.status < 400 ? null : { at: clock.now(), operation, ...refusalOf(reply) };
          note(reply.status, failed);
          return reply;
        } catch (error) {
          const message = error instanceof TransportError ? error.message : 'the request failed';
          note(null, { at: clock.now(), operation, status: null, code: null, message });
          throw error;
        }
      },
    }),
    tally: () => ({ since, total, byStatus: { ...byStatus }, errors: [...errors] }),
  };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}

/** Takes code and message verbatim, in whichever shape the portal's error has. The console shows them as the portal's words. */
function refusalOf({ status, body }: TransportReply): Pick<FailedRequest, 'status' | 'code' | 'message'> {
  const error = errorOf(Buffer.from(body).toString('utf8'));
  const text = (name: string): string | null => {
    const value = ownValue(error, name);
    return typeof value === 'string' ? value.slice(0, messageMax) : null;
  };
  return { status, code: text('code'), message: text('message') ?? `the portal answered ${status}` };
}

function errorOf(body: string): object | null {
  try {
    const document: unknown = JSON.parse(body);
    const error: unknown =
      typeof document === 'object' && document !== null && 'error' in document ? document.error : document;
    return typeof error === 'object' ? error : null;
  } catch {
    return null;
  }
}
