import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawAnswer {
  body: Buffer;
  encoding: 'identity' | 'gzip';
  /** `none`: chunked; otherwise the number that is announced, true or not. */
  length: 'none' | number;
}

/** A feed server that lies: it announces one length, sends another body, and closes the connection. */
export class RawFeedServer {
  answer: RawAnswer = { body: Buffer.alloc(0), encoding: 'identity', length: 'none' };

  private constructor(private readonly server: Server) {}

  static async start(): Promise<RawFeedServer> {
    const server = createServer((_request, response) => {
      const { body, encoding, length } = raw.answer;
      response.writeHead(200, {
        'content-type': 'application/xml',
        connection: 'close',
        ...(encoding === 'gzip' && { 'content-encoding': 'gzip' }),
        ...(length !== 'none' && { 'content-length': length }),
      });
      if (typeof length === 'number' && length > body.length)
        response.write(body, () => response.socket?.destroySoon());
      else response.end(body);
    });
    const raw = new RawFeedServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return raw;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/feed.xml`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
