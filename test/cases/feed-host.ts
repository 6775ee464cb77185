import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

const encoders = {
  gzip: gzipSync,
  deflate: deflateSync,
  deflateRaw: deflateRawSync,
  br: brotliCompressSync,
} as const;

/** How a host answers one address. `{base}` in headers and bodies stands for the address of the feed's folder. */
export interface Reply {
  /** With its query, below the feed's folder. Left out: any address. */
  path?: string;
  /** Headers of the request, each with a text that it must hold. */
  when?: Record<string, string>;
  status?: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
  json?: unknown;
  encode?: readonly (keyof typeof encoders)[];
  /** The head of the answer as bytes on the connection, in place of status and headers. */
  raw?: string;
}

/** A host with a folder for each feed. It answers as it is described, also against the rules of HTTP. */
export class FeedHost {
  readonly #replies = new Map<string, readonly Reply[]>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FeedHost> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = new FeedHost(server);
    server.on('request', (request, response) => {
      const [, feed = '', address = ''] = /^\/([^/]*)(.*)$/.exec(request.url ?? '') ?? [];
      const reply = host.#find(feed, address, request);
      if (reply === undefined) return void response.writeHead(404).end();
      const body = host.#body(feed, reply);
      const { raw, status = 200, headers = {} } = reply;
      if (raw !== undefined) {
        request.socket.write(raw);
        return void request.socket.end(body);
      }
      const filled = Object.entries(headers).map(([name, value]) => [name, host.#filled(feed, value)]);
      response.writeHead(status, Object.fromEntries(filled) as Record<string, string>).end(body);
    });
    return host;
  }

  /** The address of a feed's folder. */
  base(feed: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${feed}`;
  }

  serve(feed: string, replies: readonly Reply[]): void {
    this.#replies.set(feed, replies);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #find(feed: string, address: string, request: IncomingMessage): Reply | undefined {
    const replies = this.#replies.get(feed) ?? [];
    return [address, address.replace(/\?.*/, '')]
      .map((one) => replies.find((reply) => fits(reply, one, request)))
      .find((reply) => reply !== undefined);
  }

  #body(feed: string, { body = '', json, encode = [] }: Reply): Buffer {
    const whole = json === undefined ? body : JSON.stringify(json);
    const bytes = typeof whole === 'string' ? Buffer.from(this.#filled(feed, whole)) : whole;
    return encode.reduce((inner: Buffer, name) => encoders[name](inner), bytes);
  }

  #filled(feed: string, text: string): string {
    return text.replaceAll('{base}', this.base(feed));
  }
}

function fits({ path, when = {} }: Reply, address: string, { headers }: IncomingMessage): boolean {
  if (path !== undefined && decodeURIComponent(path) !== decodeURIComponent(address)) return false;
  return Object.entries(when).every(([name, part]) => String(headers[name] ?? '').includes(part));
}
