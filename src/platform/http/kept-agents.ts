import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { http, https } from './node-http.js';

/** Longest idle time of a connection that is used again. Servers keep one for 5 seconds at least, unless they announce another time. */
const idleMsMax = 4_000;
/** A server may close a connection this long before the time that it announced. */
const marginMs = 1_000;

/**
 * Agents with connections to one server. A connection that was idle for almost as long as the server keeps it is closed before the next
 * request: on a busy event loop the server's end of it may have arrived and not been read, and the request would be lost. A timer does not
 * help, because it fires too late on such a loop.
 */
export class KeptAgents {
  readonly http: HttpAgent = new http.Agent({ keepAlive: true });
  readonly https: HttpsAgent = new https.Agent({ keepAlive: true });
  readonly #idleSince = new WeakMap<Duplex, number>();
  #usableMs = idleMsMax;

  /** @param elapsed milliseconds of the machine's own time, in which connections age */
  constructor(private readonly elapsed: () => number) {
    for (const agent of [this.http, this.https]) {
      // It returns whether the connection is kept, which its type does not say.
      const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean;
      agent.keepSocketAlive = (socket) => {
        this.#idleSince.set(socket, elapsed());
        return keep(socket);
      };
    }
  }

  /** Notes how long the server keeps connections, by the header Keep-Alive of a reply. */
  note(header: string | undefined): void {
    const seconds = /(?:^|[\s,])timeout=(\d{1,9})/i.exec(header ?? '')?.[1];
    if (seconds !== undefined) this.#usableMs = Math.min(idleMsMax, Number(seconds) * 1_000 - marginMs);
  }

  /** Closes the connections that must not be used again. Called before each request. */
  closeOld(): void {
    const now = this.elapsed();
    const kept = [this.http, this.https].flatMap(({ freeSockets }) => Object.values(freeSockets));
    for (const socket of kept.flatMap((sockets) => sockets ?? []))
      if (now - (this.#idleSince.get(socket) ?? 0) >= this.#usableMs) socket.destroy();
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}
