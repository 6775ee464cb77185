import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of feeds that sends the first half of each file, and the rest of all of them once it is opened. */
export class GatedFeeds {
  /** Paths, in the order in which they were asked for. */
  readonly asked: string[] = [];
  readonly #opened: Promise<void>;
  open: () => void = () => undefined;
  readonly #server: Server;

  private constructor(private readonly files: Readonly<Record<string, string>>) {
    this.#opened = new Promise((open) => (this.open = open));
    this.#server = createServer((request, response) => {
      const body = Buffer.from(this.files[request.url ?? ''] ?? '');
      this.asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/xml', 'content-length': body.length });
      response.write(body.subarray(0, body.length / 2));
      void this.#opened.then(() => response.end(body.subarray(Math.floor(body.length / 2))));
    });
  }

  /** @param files by path */
  static async start(files: Readonly<Record<string, string>>): Promise<GatedFeeds> {
    const feeds = new GatedFeeds(files);
    await new Promise<void>((resolve) => feeds.#server.listen(0, '127.0.0.1', resolve));
    return feeds;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
