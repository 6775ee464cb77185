import {
  request as httpRequest,
  type Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest, type Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { codeOf } from '../code-of.js';
import { joinedHeaders } from './headers.js';

/** One request, written exactly as given. Redirects are not followed, bodies are not inflated. */
export interface ExchangeRequest {
  method: string;
  target: ExchangeTarget;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** Connections to use again; null: one of its own. */
  agents: { http: HttpAgent; https: HttpsAgent } | null;
  /** Replaces the system's. */
  lookup?: LookupFunction;
  /** Ends the exchange at whatever point it is, the body included. */
  signal: AbortSignal;
}

export interface ExchangeTarget {
  secure: boolean;
  /** Without brackets. */
  hostname: string;
  port: number;
  /** With its query. */
  path: string;
}

export interface ExchangeReply {
  /** 200 to 999. */
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  /** Ends in an error when it is cut or the signal aborts. Must be consumed or destroyed. */
  body: Readable;
}

/** How far a request came; kept current while it is under way. */
export interface ExchangeProgress {
  /** `sent`: the connection stands, so the request may have left. */
  stage: 'connect' | 'tls' | 'sent';
  /** On a connection that an earlier request left open. */
  reused: boolean;
  /** Something came back, if only an interim answer. */
  answered: boolean;
}

export function notBegun(): ExchangeProgress {
  return { stage: 'connect', reused: false, answered: false };
}

/**
 * - `unwritable`: no HTTP request can be made of it.
 * - `failed`: the connection could not be made, or broke before an answer.
 * - `not_http`: what came is not an HTTP reply.
 * - `switched`: 101, which was not asked for.
 * - `interim`: only interim answers (1xx) came, and too many of them.
 * - `aborted`: by the signal.
 */
export type ExchangeFault = 'unwritable' | 'failed' | 'not_http' | 'switched' | 'interim' | 'aborted';

export class ExchangeError extends Error {
  constructor(
    readonly fault: ExchangeFault,
    /** Of the system, the TLS library or the HTTP parser: safe to show. */
    readonly code: string,
  ) {
    super(`${fault} (${code})`);
    this.name = 'ExchangeError';
  }
}

const headerBytesMax = 64 * 1024;
/** 100 and 103 come once or twice; each would start the limit of headers again. */
const interimMax = 16;

/**
 * Settles for every answer: a reply, an answer that is none, a connection that closes without one, and an abort at any point.
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
    // Without a listener node:http emits nothing but this.
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
      // A 101 without an Upgrade header comes here.
      if (status < 200) {
        if (status === 101) fail('switched', '101');
        else fail('not_http', `status ${status}`);
        return;
      }
      reply = incoming;
      // A reader hears of it by its own means; without one it must not end the process.
      incoming.on('error', () => undefined);
      incoming.on('close', settle);
      resolve({ status, headers: joinedHeaders(rawHeaders), body: incoming });
    });
    outgoing.end(request.body ?? undefined);
  });
}

function begin({ target, method, headers, agents, lookup }: ExchangeRequest): ClientRequest {
  const { secure, hostname, port, path } = target;
  const options: RequestOptions = {
    method,
    host: hostname,
    port,
    path,
    headers,
    maxHeaderSize: headerBytesMax,
    ...(lookup !== undefined && { lookup }),
  };
  if (!secure) return httpRequest({ ...options, agent: agents?.http ?? false });
  // The environment may not turn it off.
  return httpsRequest({ ...options, agent: agents?.https ?? false, rejectUnauthorized: true });
}

/** On a kept-alive socket the request may have left at once, so that a reset there is never mistaken for a refusal. */
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
