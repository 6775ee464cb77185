import type { Agent as HttpAgent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { codeOf } from '../code-of.js';
import { joinedHeaders } from './headers.js';
import { http, https } from './node-http.js';

/** One request, sent exactly as specified. Redirects are not followed, bodies are not inflated. */
export interface ExchangeRequest {
  method: string;
  target: ExchangeTarget;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** Agents with connections to reuse; null: a new connection. */
  agents: { http: HttpAgent; https: HttpsAgent } | null;
  /** Reads replies whose headers break the rules of HTTP: blanks before a colon, lone line feeds, two ways of telling the length. */
  lenient?: boolean;
  /** Replaces the system's name resolution. */
  lookup?: LookupFunction;
  /** Aborts the exchange at any point, including the body. */
  signal: AbortSignal;
}

export interface ExchangeTarget {
  secure: boolean;
  /** Without brackets. */
  hostname: string;
  port: number;
  /** Path and query. */
  path: string;
}

export interface ExchangeReply {
  /** 200 to 999. */
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  /** The Set-Cookie headers, one each: a joined text cannot be divided again. */
  setCookies: readonly string[];
  /** Our address on the connection. */
  localAddress?: string;
  /** Emits an error if the transfer is cut or the signal aborts. Must be consumed or destroyed. */
  body: Readable;
}

/** The progress of a request, updated while it is in flight. */
export interface ExchangeProgress {
  /** `sent`: the connection is established, so the request may have been sent. */
  stage: 'connect' | 'tls' | 'sent';
  /** The request uses a kept-alive connection. */
  reused: boolean;
  /** A reply has begun, even if only an interim response. */
  answered: boolean;
}

export function notBegun(): ExchangeProgress {
  return { stage: 'connect', reused: false, answered: false };
}

/**
 * - `unwritable`: the request cannot be written as HTTP.
 * - `failed`: the connection failed, or broke before a reply.
 * - `not_http`: the reply is not HTTP.
 * - `switched`: the reply is an unrequested 101.
 * - `interim`: too many interim responses (1xx) arrived, and no reply.
 * - `aborted`: the signal aborted.
 */
export type ExchangeFault = 'unwritable' | 'failed' | 'not_http' | 'switched' | 'interim' | 'aborted';

export class ExchangeError extends Error {
  constructor(
    readonly fault: ExchangeFault,
    /** Error code of the system, the TLS library or the HTTP parser; safe to show. */
    readonly code: string,
  ) {
    super(`${fault} (${code})`);
    this.name = 'ExchangeError';
  }
}

const headerBytesMax = 64 * 1024;
/** Most interim responses (1xx). A server sends one or two. More are refused, because the limit of header bytes starts again with each. */
const interimMax = 16;

/**
 * Performs one HTTP exchange. Settles in every case: a reply, an invalid reply, a connection that closes without one, and an abort.
 * @throws ExchangeError
 */
export function exchange(
  request: ExchangeRequest,
  progress: ExchangeProgress = notBegun(),
): Promise<ExchangeReply> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const refuse = (fault: ExchangeFault, code: string): void => reject(new ExchangeError(fault, code));
    if (signal.aborted) {
      refuse('aborted', 'aborted');
      return;
    }
    let outgoing: ClientRequest;
    try {
      outgoing = begin(request);
    } catch {
      refuse('unwritable', 'unwritable');
      return;
    }
    let reply: IncomingMessage | null = null;
    const settle = (): void => signal.removeEventListener('abort', abort);
    const fail = (fault: ExchangeFault, code: string): void => {
      if (reply !== null) return;
      settle();
      refuse(fault, code);
      outgoing.destroy();
    };
    const abort = (): void => {
      reply?.destroy(new Error('aborted'));
      fail('aborted', 'aborted');
    };
    signal.addEventListener('abort', abort, { once: true });
    follow(outgoing, progress, request.target.secure);
    outgoing.on('error', (error) => fail(faultOf(error), codeOf(error)));
    // The exchange fails on `close` too: in some cases node:http emits only this event.
    outgoing.on('close', () => fail('failed', 'closed'));
    outgoing.on('upgrade', (_reply, socket) => {
      progress.answered = true;
      socket.destroy();
      fail('switched', '101');
    });
    let interim = 0;
    outgoing.on('information', ({ statusCode }) => {
      progress.answered = true;
      interim += 1;
      if (statusCode === 101) fail('switched', '101');
      else if (interim > interimMax) fail('interim', String(statusCode));
    });
    outgoing.on('response', (incoming) => {
      progress.answered = true;
      const { statusCode: status = 0, rawHeaders } = incoming;
      // A 101 without an Upgrade header arrives here.
      if (status < 200) {
        if (status === 101) fail('switched', '101');
        else fail('not_http', `status ${status}`);
        return;
      }
      reply = incoming;
      // Readers have their own error handling. Without a reader the error must not end the process.
      incoming.on('error', () => undefined);
      incoming.on('close', settle);
      const { localAddress } = incoming.socket;
      const described = {
        headers: joinedHeaders(rawHeaders),
        setCookies: incoming.headers['set-cookie'] ?? [],
      };
      resolve({ status, ...described, ...(localAddress !== undefined && { localAddress }), body: incoming });
    });
    outgoing.end(request.body ?? undefined);
  });
}

function begin({ target, method, headers, agents, lookup, lenient = false }: ExchangeRequest): ClientRequest {
  const { secure, hostname, port, path } = target;
  const options: RequestOptions = {
    method,
    host: hostname,
    port,
    path,
    headers,
    maxHeaderSize: headerBytesMax,
    insecureHTTPParser: lenient,
    ...(lookup !== undefined && { lookup }),
  };
  if (!secure) return http.request({ ...options, agent: agents?.http ?? false });
  // The check of certificates is set explicitly, so that the environment cannot disable it.
  return https.request({ ...options, agent: agents?.https ?? false, rejectUnauthorized: true });
}

/** Tracks the stage of a request. On a kept-alive socket the request may be sent at once, so a reset there never counts as "not sent". */
function follow(outgoing: ClientRequest, progress: ExchangeProgress, secure: boolean): void {
  outgoing.on('socket', (socket) => {
    progress.reused = outgoing.reusedSocket;
    if (outgoing.reusedSocket || !socket.connecting) {
      progress.stage = 'sent';
      return;
    }
    socket.once('connect', () => (progress.stage = secure ? 'tls' : 'sent'));
    if (secure) socket.once('secureConnect', () => (progress.stage = 'sent'));
  });
}

function faultOf(error: Error): ExchangeFault {
  return codeOf(error).startsWith('HPE_') ? 'not_http' : 'failed';
}
