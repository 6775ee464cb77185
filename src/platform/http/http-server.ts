import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { whyNotServed } from './request-form.js';
import { createSlots } from '../slots.js';
import { http } from './node-http.js';

export interface HttpServer {
  /** `http://host:port`, with the actual port. */
  url: string;
  port: number;
  /** Stops listening, gives replies in flight a second to finish, then closes the remaining connections. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0: any free port. */
  port: number;
  host: string;
  handler: (request: Request) => Promise<Response> | Response;
  connections?: ConnectionBounds;
}

interface ConnectionBounds {
  all: number;
  /** Maximum per remote address. */
  each: number;
  /** Addresses exempt from `each`, such as a proxy on this machine, which carries many clients; default: loopback. */
  isOwn?: (address: string) => boolean;
}

const headerBytesMax = 64 * 1024;
/** One address can use at most half of the connections, so that others can still connect. */
const connectionsDefault = { all: 1_000, each: 500 } as const;
const headersTimeoutMs = 20_000;
/** Longer than any body may take by the limits of its own reader, so that its sender gets a reason. */
const requestTimeoutMs = 200_000;
/** How long a reply in flight may take once the server is closing. */
const closingMs = 1_000;

const incomingOf = new WeakMap<Request, IncomingMessage>();

/** Serves a fetch-style handler over node:http. Rejects if listening on the address fails. */
export async function listen(options: ListenOptions): Promise<HttpServer> {
  const respond = getRequestListener(
    (request, { incoming }) => {
      incomingOf.set(request, incoming as IncomingMessage);
      return options.handler(request);
    },
    { overrideGlobalObjects: false, errorHandler: refusal },
  );
  const server = http.createServer(
    { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    (incoming, outgoing) => {
      const { httpVersionMajor, rawHeaders, url = '' } = incoming;
      const reason = whyNotServed({ httpVersionMajor, rawHeaders, url });
      if (reason === null) void respond(incoming, outgoing);
      else
        outgoing
          .writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
          .end(`${reason}\n`);
    },
  );
  boundConnections(server, options.connections ?? connectionsDefault);
  await started(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, port, close: () => stopped(server) };
}

/** 400 for an invalid request, which never reaches the handler; 500 for any other failure, which is ours. */
function refusal(error: unknown): Response {
  return error instanceof Error && error.name === 'RequestError'
    ? new Response('Bad request\n', { status: 400 })
    : new Response('Internal error\n', { status: 500 });
}

function boundConnections(server: Server, { all, each, isOwn = isLoopback }: ConnectionBounds): void {
  server.maxConnections = all;
  const connections = createSlots({ all, each });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (isOwn(address)) return;
    const release = connections.take(address);
    if (release === null) socket.destroy();
    else socket.once('close', release);
  });
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}

/** Aborts when the connection of `request` ends, even before a reply. Never aborts for a request that did not come over a connection. */
export function connectionEnd(request: Request): AbortSignal {
  const ended = new AbortController();
  const socket = incomingOf.get(request)?.socket;
  if (socket?.destroyed === true) ended.abort();
  socket?.once('close', () => ended.abort());
  return ended.signal;
}

/** Destroys the connection of `request` at once, even in the middle of a reply. */
export function cutConnection(request: Request): void {
  incomingOf.get(request)?.socket.destroy();
}

/** The remote address of the connection of `request`; null for a request that did not come over a connection. */
export function remoteAddress(request: Request): string | null {
  return incomingOf.get(request)?.socket.remoteAddress ?? null;
}

/** Path and query of `request` as sent: dot segments not resolved, nothing decoded. */
export function sentTarget(request: Request): { path: string; query: string } {
  const { pathname, search } = new URL(request.url);
  const sent = incomingOf.get(request)?.url;
  const target = sent?.startsWith('/') === true ? sent : pathname + search;
  const end = target.indexOf('?');
  return end === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, end), query: target.slice(end + 1) };
}

function started(server: Server, { port, host }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closingMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
