import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/platform/clock.js';
import { listen } from '../../src/platform/http/http-server.js';
import { systemRandom } from '../../src/platform/random.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { ads, estateFeed } from '../support/estate-feed.js';

export interface WorldShape {
  publicKeyPem: string;
  feeds: number;
  listingsOfFeed: number;
}

export interface WorldReady {
  /** Origins of the portal and of the feeds, of which the path is a number. */
  portal: string;
  feeds: string;
  keyId: string;
  connections: string[];
}

/** What the feeds are to be from now on: as they were (304), exported anew, or with so many prices that never were. */
export type WorldOrder = { kind: 'same' } | { kind: 'export' } | { kind: 'change'; listings: number };

/** The answer to each order: requests to the portal since the beginning, and those that would change something. */
export interface WorldTold {
  requests: number;
  writes: number;
}

const noLimit = 1e9;
const shape = JSON.parse(process.argv[2] ?? '') as WorldShape;
const sandbox = createSandbox({
  clock: systemClock,
  random: systemRandom,
  // Nonces are kept as long as their timestamps are good.
  timestampSkewSeconds: 10,
  listingQuota: null,
  limits: { rate_limit_per_minute: noLimit, connection_items_per_hour: noLimit, max_batch_items: 100 },
});
let requests = 0;
let writes = 0;
const portal = await listen({
  host: '127.0.0.1',
  port: 0,
  handler: (request) => {
    requests++;
    if (request.method !== 'GET') writes++;
    return sandbox.fetch(request);
  },
});
void sandbox.time.run(new AbortController().signal);

const list = ads(shape.listingsOfFeed);
let version = 0;
let body = Buffer.from(estateFeed(list));
const feeds = createServer((request, response) => {
  const headers = { etag: `"${version}"`, 'content-type': 'application/xml' };
  if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
});
feeds.keepAliveTimeout = 60_000;
await new Promise<void>((ready) => feeds.listen(0, '127.0.0.1', ready));

process.on('message', (order: WorldOrder) => {
  follow(order);
  process.send?.({ requests, writes } satisfies WorldTold);
});
process.on('disconnect', () => process.exit());
process.send?.({
  portal: portal.url,
  feeds: `http://127.0.0.1:${(feeds.address() as AddressInfo).port}`,
  keyId: sandbox.staff.registerKey(shape.publicKeyPem),
  connections: Array.from({ length: shape.feeds }, () => sandbox.staff.addConnection()),
} satisfies WorldReady);

function follow(order: WorldOrder): void {
  if (order.kind === 'same') return;
  version++;
  if (order.kind === 'change')
    for (const [index, one] of list.slice(0, order.listings).entries())
      list[index] = { ...one, price: one.price + 100 };
  body = Buffer.from(
    estateFeed(list, `2026-01-15T09:00:${String(version % 60).padStart(2, '0')}.${version}`),
  );
}
