import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

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
}

const headerBytesMax = 64 * 1024;
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
    { overrideGlobalObjects: false, errorHandler: () => new Response('Internal error\n', { status: 500 }) },
  );
  const server = createServer(
    { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    (incoming, outgoing) => void respond(incoming, outgoing),
  );
  await started(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, port, close: () => stopped(server) };
}

/** Destroys the connection that `request` came over, in the middle of whatever is being sent on it. */
export function cutConnection(request: Request): void {
  incomingOf.get(request)?.socket.destroy();
}

/** The address at the other end of the connection that `request` came over; null where it did not come over one. */
export function remoteAddress(request: Request): string | null {
  return incomingOf.get(request)?.socket.remoteAddress ?? null;
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
