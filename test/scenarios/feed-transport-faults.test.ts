import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { feedObject } from '../../src/config/feed-schema.js';
import type { FeedSource } from '../../src/feed/fetch/fetch-feed.js';
import { createGuardedFetcher, type Resolver } from '../../src/platform/http/guarded-fetcher.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import type { PollReport } from '../../src/sync/reports.js';
import type { Services } from '../../src/sync/services/services.js';
import type { FeedRecord } from '../../src/model/feed.js';
import { rawServer, reply } from '../platform/raw-server.js';
import { hasOpenssl, makeCertificates, type Certificate } from '../support/certificates.js';
import { csvText } from '../support/csv-feed.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

const whole = estateFeed(ads(4));
const xml = (body: Uint8Array | string, ...headers: string[]): Buffer =>
  reply(
    '200 OK',
    ['Content-Type: application/xml', `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  );

let world: World;
let before: unknown;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await World.create();
  world.feed.body = whole;
  await world.round();
  before = await stored();
  expect(world.live()).toHaveLength(4);
});
afterAll(() => world.close());
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const serve: typeof rawServer = async (onRequest) => {
  const server = await rawServer(onRequest);
  closing.push(server.close);
  return server;
};

/** Serves these bytes to every request. */
async function serving(bytes: Buffer): Promise<string> {
  return (await serve((socket) => socket.end(bytes))).url;
}

/** What no fault of a feed may change. */
async function stored(): Promise<unknown> {
  const { store } = world.app.services;
  return {
    listings: (await store.listings.list({ limit: 100 })).map((row) => ({ ...row, lastSeenAt: 0 })),
    outbox: await store.outbox.counts(null),
    holds: await store.holds.all(),
    live: world.live(),
  };
}

async function poll(
  url: string,
  source: Partial<FeedSource> = {},
  services: Partial<Services> = {},
): Promise<PollReport> {
  world.clock.advance(15 * minute);
  const [feed] = world.app.feeds;
  if (feed === undefined) throw new Error('no feed');
  const sources = [{ url: new URL(url), headers: {}, ...source }];
  return pollFeed({ ...feed, sources }, { ...world.app.services, ...services });
}

/** The feed stalls with a sentence that says why, and everything stays as it was. */
async function expectStalled(report: PollReport, why: RegExp): Promise<FeedRecord> {
  expect(report).toMatchObject({ state: 'stalled', message: expect.stringMatching(why) as string });
  expect(report.message).toMatch(/the last complete snapshot stays in use\.$/);
  expect(await stored()).toEqual(before);
  const [row] = await world.app.services.store.feeds.all();
  if (row === undefined) throw new Error('no feed');
  expect(row).toMatchObject({ life: 'stalled', stallReason: report.message });
  return row;
}

const named = (resolver: Resolver): Partial<Services> => ({ fetcher: createGuardedFetcher(resolver) });
const failing = (code: string): Resolver => {
  return () => Promise.reject(Object.assign(new Error('look-up'), { code }));
};

/** Time enough for the whole transfer to be too late. */
function tooLate(): void {
  world.clock.advance(world.app.services.limits.fetch.timeoutMs);
}

describe('connecting', () => {
  it.each(['ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT'])('fault 1: a name that ends in %s', async (code) => {
    const report = await poll('https://feed.example/a.xml', {}, named(failing(code)));
    await expectStalled(report, new RegExp(`the name feed\\.example could not be resolved \\(${code}\\)`));
  });

  it('fault 1: a name that nobody answers for', async () => {
    const asked: Resolver = () => {
      tooLate();
      return new Promise(() => undefined);
    };
    await expectStalled(await poll('https://feed.example/a.xml', {}, named(asked)), /took longer than 600 s/);
  });

  it('fault 2: refused, and a handshake that never ends', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    await expectStalled(await poll(gone.url), /could not be reached \(ECONNREFUSED\)/);
    const mute = await serve(() => tooLate());
    await expectStalled(await poll(mute.url.replace('http:', 'https:')), /took longer than 600 s/);
  });

  it.runIf(hasOpenssl)('fault 3: a certificate that is expired, of another name or of nobody', async () => {
    const certificates = makeCertificates();
    const { authority, good, expired, elsewhere, selfSigned } = certificates;
    const ports = await Promise.all([good, expired, elsewhere, selfSigned].map(tlsServer));
    await expectStalled(await poll(`https://127.0.0.1:${ports[3] ?? 0}/`), /certificate was refused/);

    const folder = mkdtempSync(join(tmpdir(), 'feedsync-authority-'));
    closing.push(async () => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'ca.pem'), authority);
    const urls = ports.map((port) => `https://127.0.0.1:${port}/`);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', trust, ...urls],
      {
        env: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      },
    );
    expect(JSON.parse(stdout)).toEqual([
      '200',
      'tls CERT_HAS_EXPIRED',
      'tls ERR_TLS_CERT_ALTNAME_INVALID',
      'tls DEPTH_ZERO_SELF_SIGNED_CERT',
    ]);
    for (const key of ['tls', 'insecure', 'reject_unauthorized', 'ca'])
      expect(Object.keys(feedObject.shape)).not.toContain(key);
  });
});

/** What another process, which trusts the authority and is told to trust anybody, makes of some addresses. */
const trust = `
  const { createGuardedFetcher } = await import(${JSON.stringify(resolve('src/platform/http/guarded-fetcher.ts'))});
  const open = (url) => createGuardedFetcher().open({
    url: new URL(url), headers: {}, allowPrivateAddresses: ['127.0.0.1'], signal: new AbortController().signal,
  }).then(
    ({ status, body }) => (body.destroy(), String(status)),
    ({ code, message }) => code + ' ' + (/\\((\\w+)\\)/.exec(message)?.[1] ?? message),
  );
  process.stdout.write(JSON.stringify(await Promise.all(process.argv.slice(1).map(open))));
`;

async function tlsServer(certificate: Certificate): Promise<number> {
  const server = createTlsServer(certificate, (_request, response) => response.end('<root/>'));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('a refusal', () => {
  it.each(['404 Not Found', '410 Gone'])('fault 4: %s for a month takes nothing off', async (status) => {
    const url = await serving(reply(status, ['Content-Length: 0']));
    for (let week = 0; week < 4; week++) {
      world.clock.advance(7 * day);
      await expectStalled(await poll(url), /there is no feed at this address/);
    }
  });

  it.each([
    ['401 Unauthorized', /asks for a user name and a password\. Ask the agency for them/],
    ['403 Forbidden', /Ask the agency whether the file needs a user name and a password/],
  ])('fault 5: %s says what to ask the agency', async (status, why) => {
    const url = await serving(reply(status, ['Content-Length: 0']));
    await expectStalled(await poll(url), why);
  });

  it.each<[string, () => string, number, number]>([
    ['429 Too Many Requests', () => '7200', 2 * hour, 2 * hour],
    ['429 Too Many Requests', () => '1', 15 * minute, hour],
    ['503 Unavailable', () => new Date(world.clock.now() + 3 * hour).toUTCString(), 2.9 * hour, 3 * hour],
    ['503 Unavailable', () => '315360000', 24 * hour, 24 * hour],
  ])(
    'fault 6: %s with Retry-After is obeyed between poll interval and a day',
    async (status, header, least, most) => {
      world.clock.advance(15 * minute);
      const url = await serving(reply(status, [`Retry-After: ${header()}`, 'Content-Length: 0']));
      const row = await expectStalled(await poll(url), /asks to be left alone/);
      const wait = row.nextPollAt - world.clock.now();
      expect(wait).toBeGreaterThanOrEqual(least - 15 * minute);
      expect(wait).toBeLessThanOrEqual(most);
    },
  );
});

describe('a body', () => {
  it('fault 7: an HTML page with status 200', async () => {
    await expectStalled(
      await poll(await serving(xml('<!DOCTYPE html><html>Soon back</html>'))),
      /a web page came/,
    );
    await expectStalled(await poll(await serving(xml('<p>Soon back</p>'))), /its root element is <p>/);
  });

  it('fault 8: nothing at all', async () => {
    await expectStalled(await poll(await serving(xml(''))), /an empty file came/);
  });

  it('fault 9: XML without a listing', async () => {
    await expectStalled(await poll(await serving(xml(estateFeed([])))), /the file holds no records/);
  });

  it('fault 10: a CSV header alone', async () => {
    const csv = await World.create({ mapping: 'csv-header' });
    closing.push(() => csv.close());
    csv.feed.body = csvText([]).split('\r\n')[0] ?? '';
    const { polls } = await csv.round();
    expect(polls[0]).toMatchObject({
      state: 'stalled',
      message: expect.stringMatching(/no records/) as string,
    });
  });

  it('fault 11: 204, and 304 to our own ETag, are no change', async () => {
    expect(await poll(await serving(reply('204 No Content', [])))).toMatchObject({ state: 'unchanged' });
    await poll(await serving(xml(whole, 'ETag: "1"')));
    expect(await poll(await serving(reply('304 Not Modified', ['ETag: "1"'])))).toMatchObject({
      state: 'unchanged',
    });
    expect(await stored()).toEqual(before);
  });

  it('fault 12: 304 to another ETag is asked again for the whole', async () => {
    await poll(await serving(xml(whole, 'ETag: "1"')));
    const server = await serve((socket, _head, nth) =>
      socket.end(nth === 1 ? reply('304 Not Modified', ['ETag: "of another file"']) : xml('<p/>')),
    );
    await expectStalled(await poll(server.url), /its root element is <p>/);
    expect(server.requests.map((head) => /if-none-match/i.test(head))).toEqual([true, false]);
  });

  it('fault 13: shorter than announced', async () => {
    const bytes = reply('200 OK', [`Content-Length: ${whole.length * 2}`], whole);
    await expectStalled(await poll(await serving(bytes)), /ended before the announced end/);
  });

  it('fault 14: cut, its length not announced', async () => {
    const bytes = reply('200 OK', ['Connection: close'], whole.slice(0, -200));
    await expectStalled(await poll(await serving(bytes)), /the file ends before <\/OGLASI>/);
  });

  it('fault 15: gzip cut midway with a length that fits', async () => {
    const gzipped = gzipSync(whole);
    const cut = xml(gzipped.subarray(0, gzipped.length >> 1), 'Content-Encoding: gzip');
    await expectStalled(await poll(await serving(cut)), /compressed data is cut or damaged/);
  });

  it('fault 16: gzip twice, mislabelled, in members or with garbage is the same every time', async () => {
    const twice = xml(gzipSync(gzipSync(whole)), 'Content-Encoding: gzip');
    const members = xml(Buffer.concat([gzipSync(whole.slice(0, 99)), gzipSync(whole.slice(99))]));
    const garbage = xml(Buffer.concat([gzipSync(whole), Buffer.from('garbage')]), 'Content-Encoding: gzip');
    const mislabelled = xml(whole, 'Content-Encoding: gzip');
    for (let time = 0; time < 2; time++) {
      for (const bytes of [twice, members, mislabelled])
        expect(await poll(await serving(bytes))).toMatchObject({ state: 'unchanged' });
      await expectStalled(await poll(await serving(garbage)), /the body is damaged/);
    }
  });

  it('fault 17, fault 18: a bomb and a stream without end stop at the cap of inflated bytes', async () => {
    const limits = { ...world.app.services.limits };
    const small = { limits: { ...limits, fetch: { ...limits.fetch, maxBytes: 100_000 } } };
    const bomb = xml(gzipSync(Buffer.alloc(20_000_000)), 'Content-Encoding: gzip');
    await expectStalled(await poll(await serving(bomb), {}, small), /larger than 100000 bytes/);
    const endless = await serve((socket) => {
      socket.write(reply('200 OK', []));
      const more = (): void => {
        while (!socket.destroyed && socket.write(whole));
      };
      socket.on('drain', more);
      more();
    });
    await expectStalled(await poll(endless.url, {}, small), /larger than 100000 bytes/);
  });

  it('fault 19: headers or a body byte by byte', async () => {
    const slowHead = await serve((socket) => socket.write('HTTP/1.1 2', tooLate));
    await expectStalled(await poll(slowHead.url), /took longer than 600 s/);
    const slowBody = await serve((socket) =>
      socket.write(reply('200 OK', ['Content-Length: 999'], '<'), tooLate),
    );
    await expectStalled(await poll(slowBody.url), /took longer than 600 s/);
  });

  it('fault 20: headers of a megabyte, and without end', async () => {
    const large = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n<p/>`;
    await expectStalled(await poll(await serving(Buffer.from(large))), /not HTTP \(HPE_HEADER_OVERFLOW\)/);
    const endless = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('X-More: 1\r\n'.repeat(100)));
      };
      socket.on('drain', more);
      more();
    });
    await expectStalled(await poll(endless.url), /not HTTP \(HPE_HEADER_OVERFLOW\)/);
  });

  it('fault 27: of 16 to 65 kB, its connection closed, is taken by a slow reader', async () => {
    const { spool } = world.app.services;
    const slow: Services['spool'] = {
      ...spool,
      async create() {
        const file = await spool.create();
        const stream = new Writable({
          highWaterMark: 1,
          write: (chunk: Buffer, _encoding, done) =>
            setImmediate(() => setImmediate(() => file.stream.write(chunk, done))),
          final: (done) => void file.stream.end(done),
        });
        return { ...file, stream, keep: (path) => file.keep(path), discard: () => file.discard() };
      },
      read: (path, options) => spool.read(path, options),
      open: (path) => spool.open(path),
      size: (path) => spool.size(path),
      remove: (path) => spool.remove(path),
      freeBytes: () => spool.freeBytes(),
    };
    for (const bytes of [16_383, 16_384, 40_000, 65_535]) {
      const body = `<p>${'x'.repeat(bytes - 7)}</p>`;
      const url = await serving(reply('200 OK', ['Connection: close'], body));
      await expectStalled(await poll(url, {}, { spool: slow }), /its root element is <p>/);
    }
  });
});

describe('where it leads', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'http://8.8.8.8:22/',
  ])('fault 21: a redirect to %s is refused', async (target) => {
    const url = await serving(reply('302 Found', [`Location: ${target}`, 'Content-Length: 0']));
    await expectStalled(await poll(url), /not a public address|which is refused|is not 80 or 443/);
  });

  it('fault 22: a circle ends after five hops', async () => {
    const server = await serve((socket) =>
      socket.end(reply('302 Found', ['Location: /a', 'Content-Length: 0'])),
    );
    await expectStalled(await poll(server.url), /redirects more than 5 times/);
    expect(server.requests).toHaveLength(6);
  });

  it('fault 23: a name that turns private after its first answer is not followed there', async () => {
    const server = await serve((socket) =>
      socket.end(reply('302 Found', ['Location: /a', 'Content-Length: 0'])),
    );
    let asked = 0;
    const rebinding: Resolver = () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '10.0.0.1']);
    const report = await poll(`http://feed.example:${server.port}/`, {}, named(rebinding));
    await expectStalled(report, /feed\.example resolves to 10\.0\.0\.1, which is not a public address/);
    expect([asked, server.requests.length]).toEqual([2, 1]);
  });

  it('fault 24: one private address among public ones', async () => {
    const mixed: Resolver = () => Promise.resolve(['8.8.8.8', '192.168.1.1']);
    await expectStalled(await poll('https://feed.example/', {}, named(mixed)), /resolves to 192\.168\.1\.1/);
  });

  it('fault 28: our own console, webhooks and pages, by any of their addresses', async () => {
    const server = await serve((socket) => socket.end(xml(whole)));
    const { limits } = world.app.services;
    const own = { port: server.port, publicHost: 'sync.agency.example' };
    const allowPrivateAddresses = ['127.0.0.0/8', '::1', 'localhost', 'sync.agency.example'];
    const services = {
      limits: { ...limits, fetch: { ...limits.fetch, own, allowPrivateAddresses } },
      ...named((host) => Promise.resolve([host === 'localhost' ? '127.0.0.1' : '8.8.8.8'])),
    };
    for (const host of ['127.0.0.1', '127.7.7.7', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0'])
      await expectStalled(
        await poll(`http://${host}:${server.port}/webhooks`, {}, services),
        /is the address of feedsync itself/,
      );
    const report = await poll('https://sync.agency.example/metrics', {}, services);
    await expectStalled(report, /is the address of feedsync itself/);
    expect(server.requests).toEqual([]);
  });

  it('fault 29: each poll has a connection of its own, so that none meets one that was closed meanwhile', async () => {
    const sockets = new Set<unknown>();
    const server = await serve((socket, _head, nth) => {
      sockets.add(socket);
      if (nth === 2) socket.resetAndDestroy();
      else socket.write(xml(whole));
    });
    expect(await poll(server.url)).toMatchObject({ state: 'unchanged' });
    const row = await expectStalled(await poll(server.url), /closed the connection before it answered/);
    expect(row.nextPollAt - world.clock.now()).toBeGreaterThan(0);
    expect(await poll(server.url)).toMatchObject({ state: 'unchanged' });
    expect(sockets.size).toBe(3);
  });
});
