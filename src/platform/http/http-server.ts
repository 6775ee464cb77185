import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { whyNotServed } from './request-form.js';
import { createSlots } from '../slots.js';

export interface HttpServer {
  /** `http://host:port`, with the port that was picked. */
  url: string;
  port: number;
  /** Stops listening, lets replies under way finish for a moment, then drops what is left. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 picks a free one. */
  port: number;
  host: string;
  handler: (request: Request) => Promise<Response> | Response;
  connections?: ConnectionBounds;
}

interface ConnectionBounds {
  all: number;
  /** Of one address; a proxy on this machine speaks for many. */
  each: number;
  isOwn?: (address: string) => boolean;
}

const headerBytesMax = 64 * 1024;
/** One address holds at most half of them, so that others get in. */
const connectionsDefault = { all: 1_000, each: 500 } as const;
const headersTimeoutMs = 20_000;
const requestTimeoutMs = 60_000;
/** How long a reply under way may take once the server is closing. */
const closingMs = 1_000;

const incomingOf = new WeakMap<Request, IncomingMessage>();

/** Serves fetch-style handlers over node:http. Rejects when the address cannot be listened on. */
export async function listen(options: ListenOptions): Promise<HttpServer> {
  const respond = getRequestListener(
    (request, { incoming }) => {
      incomingOf.set(request, incoming as IncomingMessage);
      return options.handler(request);
    },
    { overrideGlobalObjects: false, errorHandler: refusal },
  );
  const server = createServer(
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

/** What the handler is never asked: a request that is none. All else that fails here is ours. */
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

/** Aborts when the connection of `request` ends, also before anything was answered; never where it did not come over one. */
export function connectionEnd(request: Request): AbortSignal {
  const ended = new AbortController();
  const socket = incomingOf.get(request)?.socket;
  if (socket?.destroyed === true) ended.abort();
  socket?.once('close', () => ended.abort());
  return ended.signal;
}

/** Destroys the connection that `request` came over, in the middle of whatever is being sent on it. */
export function cutConnection(request: Request): void {
  incomingOf.get(request)?.socket.destroy();
}

/** The address at the other end of the connection that `request` came over; null where it did not come over one. */
export function remoteAddress(request: Request): string | null {
  return incomingOf.get(request)?.socket.remoteAddress ?? null;
}

/** Path and query of `request` as they were sent: no dot segment resolved, nothing decoded. */
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
