import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  fetchFeed,
  type FeedSource,
  type FetchLimits,
  type FetchOutcome,
} from '../../src/feed/fetch/fetch-feed.js';
import { redactUrl } from '../../src/feed/fetch/redact-url.js';
import { retryAfterMs } from '../../src/feed/fetch/retry-after.js';
import type { Clock } from '../../src/platform/clock.js';
import type { FetchReply, FetchRequest, Fetcher } from '../../src/platform/http/fetcher.js';
import { createGuardedFetcher } from '../../src/platform/http/guarded-fetcher.js';
import { rawServer, reply } from '../platform/raw-server.js';
import { memorySpool } from './memory-spool.js';

const feed = `<root>${'<property><id>1</id></property>'.repeat(50)}</root>`;
const now = Date.UTC(2026, 10, 21, 12);
const loopback = createGuardedFetcher((host) => Promise.reject(new Error(host)));

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A clock whose deadline never comes, unless a test calls `expire`. */
/** Time passes only once it expires, and then whatever is waited for is over. */
function heldClock(): Clock & { expire: () => void } {
  let at = now;
  let isOver = false;
  const waiting = new Set<() => void>();
  const sleep: Clock['sleep'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      const pass = (): void => {
        at += ms;
        resolve();
      };
      signal?.addEventListener('abort', () => reject(new Error('stopped')));
      if (isOver) pass();
      else waiting.add(pass);
    });
  return {
    now: () => at,
    elapsed: () => at,
    sleep,
    expire() {
      isOver = true;
      for (const pass of waiting) pass();
    },
  };
}

interface Attempt {
  previous?: { etag?: string; lastModified?: string; unconditional?: boolean };
  source?: Partial<FeedSource>;
  limits?: Partial<FetchLimits>;
  clock?: Clock;
  fetcher?: Fetcher;
}

/** One fetch, with the text that was spooled; fails if a failed one leaves a file behind. */
async function attempt(
  url: string,
  { previous, source, limits, clock, fetcher }: Attempt = {},
): Promise<FetchOutcome & { text?: string }> {
  const spool = memorySpool();
  const outcome = await fetchFeed(
    { url: new URL(url), headers: {}, ...source },
    { etag: null, lastModified: null, unconditional: false, ...previous },
    { fetcher: fetcher ?? loopback, spool, clock: clock ?? heldClock() },
    { maxBytes: 1_000_000, timeoutMs: 60_000, allowPrivateAddresses: ['127.0.0.1'], ...limits },
  );
  if (outcome.kind !== 'fetched') {
    expect(spool.paths()).toEqual([]);
    return outcome;
  }
  return { ...outcome, text: await text(spool.read(outcome.file.path)) };
}

const serve: typeof rawServer = async (onRequest) => {
  const server = await rawServer(onRequest);
  closing.push(server.close);
  return server;
};

/** A server that gives this body to every request. */
const serving = async (body: Uint8Array | string, ...headers: string[]): Promise<string> => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const { url } = await serve((socket) => socket.end(reply('200 OK', [length, ...headers], body)));
  return url;
};
const answering = async (status: string, ...headers: string[]): Promise<string> => {
  const { url } = await serve((socket) => socket.end(reply(status, headers)));
  return url;
};

describe('a body', () => {
  it('is spooled and described', async () => {
    const url = await serving(
      feed,
      'ETag: "1"',
      'Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT',
      'Content-Type: text/xml',
    );
    expect(await attempt(url)).toMatchObject({
      kind: 'fetched',
      text: feed,
      bytes: feed.length,
      bodyHash: createHash('sha256').update(feed).digest('hex'),
      lengthAnnounced: true,
      etag: '"1"',
      lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT',
      contentType: 'text/xml',
    });
  });

  it('without a length is whole as far as the connection tells', async () => {
    const { url } = await serve((socket) => socket.end(reply('200 OK', [], feed)));
    expect(await attempt(url)).toMatchObject({ kind: 'fetched', text: feed, lengthAnnounced: false });
  });

  it.each<[string, Buffer, string]>([
    ['gzip', gzipSync(feed), 'gzip'],
    ['gzip under its old name', gzipSync(feed), 'x-gzip'],
    ['zlib', deflateSync(feed), 'deflate'],
    ['raw deflate', deflateRawSync(feed), 'deflate'],
    ['brotli', brotliCompressSync(feed), 'br'],
    ['fault 16: gzip twice', gzipSync(gzipSync(feed)), 'gzip, gzip'],
    ['fault 16: gzip twice, named once', gzipSync(gzipSync(feed)), 'gzip'],
    ['fault 16: gzip that nobody names', gzipSync(feed), 'identity'],
    [
      'fault 16: several members',
      Buffer.concat([gzipSync(feed.slice(0, 99)), gzipSync(feed.slice(99))]),
      'gzip',
    ],
    ['no encoding at all', Buffer.from(feed), 'identity'],
    ['fault 16: not gzip although so named', Buffer.from(feed), 'gzip'],
    ['plain under a label that no one knows', Buffer.from(feed), 'zstd'],
    ['plain under brotli', Buffer.from(feed), 'br'],
    ['plain under a charset as its encoding', Buffer.from(feed), 'utf-8'],
    ['zlib under the name of gzip', deflateSync(feed), 'gzip'],
    ['gzip under the name of brotli', gzipSync(feed), 'br'],
    ['gzip under a label that no one knows', gzipSync(feed), 'binary'],
    ['gzip once, named twice', gzipSync(feed), 'gzip, gzip'],
  ])('is inflated: %s', async (_name, body, encoding) => {
    const url = await serving(body, `Content-Encoding: ${encoding}`);
    expect(await attempt(url)).toMatchObject({ kind: 'fetched', text: feed, bytes: feed.length });
  });

  it.each<[string, Buffer, string]>([
    ['fault 16: garbage behind gzip', Buffer.concat([gzipSync(feed), Buffer.from('garbage')]), 'gzip'],
    ['fault 16: zeros behind gzip', Buffer.concat([gzipSync(feed), Buffer.alloc(512)]), 'gzip'],
    ['fault 16: garbage behind zlib', Buffer.concat([deflateSync(feed), Buffer.from('x')]), 'deflate'],
    [
      'fault 16: garbage behind brotli',
      Buffer.concat([brotliCompressSync(feed), Buffer.from('xxxxxxx')]),
      'br',
    ],
    ['a changed byte', flipped(gzipSync(feed)), 'gzip'],
    ['an encoding that was not asked for', Buffer.from('28b52ffd04', 'hex'), 'zstd'],
    ['bytes that are neither text nor what the label says', Buffer.alloc(900, 3), 'gzip'],
    ['packed too many times', gzipSync(gzipSync(gzipSync(gzipSync(feed)))), 'identity'],
  ])('is refused: %s', async (_name, body, encoding) => {
    const url = await serving(body, `Content-Encoding: ${encoding}`);
    expect(await attempt(url)).toMatchObject({ kind: 'failed', code: 'damaged' });
  });

  it.each([
    ['gzip', gzipSync(feed)],
    ['deflate', deflateSync(feed)],
    ['br', brotliCompressSync(feed)],
  ])('fault 15: cut in the midst of %s, with a length that fits the cut', async (encoding, body) => {
    for (const cut of [1, 2, 5, 9, 20, body.length >> 1, body.length - 9, body.length - 1]) {
      const url = await serving(body.subarray(0, cut), `Content-Encoding: ${encoding}`);
      expect(await attempt(url), `cut at ${cut}`).toMatchObject({ kind: 'failed' });
    }
  });

  it('fault 13: shorter than announced', async () => {
    const { url } = await serve((socket) => socket.end(reply('200 OK', ['Content-Length: 100000'], feed)));
    expect(await attempt(url)).toMatchObject({ kind: 'failed', code: 'cut' });
    const chunked = await serve((socket) =>
      socket.end(reply('200 OK', ['Transfer-Encoding: chunked'], '5\r\n<root\r\n')),
    );
    expect(await attempt(chunked.url)).toMatchObject({ kind: 'failed', code: 'cut' });
  });

  it('fault 17, fault 18: stops at the cap of inflated bytes', async () => {
    const bomb = await serving(gzipSync(Buffer.alloc(50_000_000)), 'Content-Encoding: gzip');
    expect(await attempt(bomb)).toMatchObject({ kind: 'failed', code: 'too_large' });
    const endless = await serve((socket) => {
      socket.write(reply('200 OK', []));
      const more = (): void => {
        while (!socket.destroyed && socket.write('<property/>'.repeat(1000)));
      };
      socket.on('drain', more);
      more();
    });
    expect(await attempt(endless.url)).toMatchObject({ kind: 'failed', code: 'too_large' });
    const exact = await serving(feed);
    expect(await attempt(exact, { limits: { maxBytes: feed.length } })).toMatchObject({ kind: 'fetched' });
    expect(await attempt(exact, { limits: { maxBytes: feed.length - 1 } })).toMatchObject({
      code: 'too_large',
    });
  });

  it.each([
    '<!DOCTYPE html><html>',
    '\uFEFF\n<!-- x --><HTML lang="sr">',
    '<?xml version="1.0"?>\n<!doctype HTML PUBLIC "-//W3C">',
  ])('fault 7: a web page with status 200 (%j)', async (page) => {
    expect(await attempt(await serving(page))).toMatchObject({ kind: 'failed', code: 'html' });
    expect(await attempt(await serving(page + 'x'.repeat(5000)))).toMatchObject({
      kind: 'failed',
      code: 'html',
    });
  });

  it('fault 11: 204 is no change, and proves nothing', async () => {
    expect(await attempt(await answering('204 No Content'))).toEqual({ kind: 'no_content' });
  });

  it('fault 8: nothing', async () => {
    expect(await attempt(await serving(''))).toMatchObject({ kind: 'failed', code: 'empty' });
    expect(await attempt(await serving(gzipSync(''), 'Content-Encoding: gzip'))).toMatchObject({
      code: 'empty',
    });
  });

  it('fault 19: that comes too slowly', async () => {
    const clock = heldClock();
    const { url } = await serve((socket) => {
      socket.write(reply('200 OK', ['Content-Length: 1000'], '<'), () => clock.expire());
    });
    expect(await attempt(url, { clock })).toMatchObject({ kind: 'failed', code: 'timeout' });
    const silent = heldClock();
    const { url: mute } = await serve(() => silent.expire());
    expect(await attempt(mute, { clock: silent })).toMatchObject({ kind: 'failed', code: 'timeout' });
  });
});

function flipped(bytes: Buffer): Buffer {
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
  return bytes;
}

describe('"not modified"', () => {
  const conditional = async (
    previous: Attempt['previous'],
    ...headers: string[]
  ): Promise<{ outcome: FetchOutcome; requests: string[] }> => {
    const { url, requests } = await serve((socket, head) =>
      socket.end(
        /if-(none-match|modified-since)/i.test(head)
          ? reply('304 Not Modified', headers)
          : reply('200 OK', ['Content-Length: 7'], '<root/>'),
      ),
    );
    return { outcome: await attempt(url, previous === undefined ? {} : { previous }), requests };
  };

  it('fault 11: is believed of our own validators', async () => {
    const { outcome, requests } = await conditional({ etag: '"1"', lastModified: 'x' }, 'ETag: W/"1"');
    expect(outcome).toEqual({ kind: 'not_modified' });
    expect(requests[0]).toMatch(/if-none-match: "1"[\s\S]*if-modified-since: x/i);
    expect((await conditional({ lastModified: 'x' })).outcome).toEqual({ kind: 'not_modified' });
  });

  it('fault 12: of another ETag is asked again for the whole', async () => {
    const { outcome, requests } = await conditional({ etag: '"1"' }, 'ETag: "2"');
    expect(outcome).toMatchObject({ kind: 'fetched', bytes: 7 });
    expect(requests).toHaveLength(2);
  });

  it('is not asked for once a day', async () => {
    const { outcome, requests } = await conditional({ etag: '"1"', lastModified: 'x', unconditional: true });
    expect(outcome).toMatchObject({ kind: 'fetched' });
    expect(requests[0]).not.toMatch(/if-/i);
  });

  it('fault 12: that nobody asked for is a failure', async () => {
    expect(await attempt(await answering('304 Not Modified'))).toMatchObject({
      kind: 'failed',
      code: 'unasked_304',
    });
  });
});

describe('a refusal', () => {
  it.each([
    ['fault 4: gone', '404 Not Found', /404: there is no feed at this address/],
    ['fault 5: forbidden', '403 Forbidden', /403: access is refused/],
    ['out of order', '500 Oops', /500: the server is in trouble/],
    ['partial', '206 Partial Content', /answers 206/],
  ])('%s', async (_name, status, message) => {
    const outcome = await attempt(await answering(status));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'http_status', retryAfterMs: null });
    expect(outcome.kind === 'failed' && outcome.message).toMatch(message);
  });

  it('fault 6: that names a time', async () => {
    const url = await answering('503 Busy', 'Retry-After: 120');
    expect(await attempt(url)).toMatchObject({ code: 'http_status', retryAfterMs: 120_000 });
    expect(retryAfterMs('Sat, 21 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
    expect(retryAfterMs('Sat, 21 Nov 2020 12:01:00 GMT', now)).toBe(0);
    expect(
      [undefined, '', '-1', '1e9', 'soon', '99999999999'].map((header) => retryAfterMs(header, now)),
    ).toEqual(Array(6).fill(null));
  });
});

/** Replies by URL, without a network; what was asked is kept. */
function scripted(
  replies: Record<string, [status: number, location: string]>,
): Fetcher & { asked: FetchRequest[] } {
  const asked: FetchRequest[] = [];
  return {
    asked,
    async open(request): Promise<FetchReply> {
      asked.push(request);
      const [status, location] = replies[request.url.href] ?? [404, ''];
      const { body } = await loopback.open({
        ...request,
        url: new URL(await serving('')),
        allowPrivateAddresses: ['127.0.0.1'],
      });
      return { status, headers: { location }, body };
    },
  };
}

describe('a redirect', () => {
  it('is followed to the feed', async () => {
    const target = await serving(feed);
    expect(await attempt(await answering('302 Found', `Location: ${target}/x`))).toMatchObject({
      kind: 'fetched',
      text: feed,
    });
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://2130706433.example:22/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    '//[bad',
  ])('fault 21: to %s is refused', async (target) => {
    const outcome = await attempt(await answering('302 Found', `Location: ${target}`));
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(['redirect', 'address_refused', 'dns']).toContain(outcome.kind === 'failed' && outcome.code);
  });

  it('fault 21: from https to http is refused', async () => {
    const fetcher = scripted({ 'https://a.example/': [302, 'http://a.example/'] });
    expect(await attempt('https://a.example/', { fetcher })).toMatchObject({ code: 'redirect' });
    expect(fetcher.asked).toHaveLength(1);
  });

  it('fault 22: ends after five hops', async () => {
    const { url, requests } = await serve((socket) => socket.end(reply('301 Moved', ['Location: /again'])));
    expect(await attempt(url)).toMatchObject({ kind: 'failed', code: 'redirect' });
    expect(requests).toHaveLength(6);
  });

  it('takes no credentials to another host, nor any from the redirect', async () => {
    const fetcher = scripted({
      'https://a.example/': [302, '/same'],
      'https://a.example/same': [302, 'https://u:p@b.example/'],
      'https://b.example/': [302, 'https://a.example/last'],
    });
    await attempt('https://user:p%40ss@a.example/', {
      fetcher,
      source: { headers: { 'X-Key': 'k', Host: 'evil', 'Accept-Encoding': 'zstd' } },
    });
    const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(fetcher.asked.map(({ headers }) => [headers.authorization, headers['x-key']])).toEqual([
      [basic, 'k'],
      [basic, 'k'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(fetcher.asked.every(({ url, headers }) => url.username === '' && !('host' in headers))).toBe(true);
  });
});

describe('fault 26: secrets', () => {
  it('stand in no message', async () => {
    const outcome = await attempt('http://user:hunter2@127.0.0.1:1/feed.xml?token=hunter2#hunter2', {
      source: { headers: { 'X-Key': 'hunter2' } },
      limits: { allowPrivateAddresses: [] },
    });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'address_refused' });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(redactUrl(new URL('https://u:p@a.example:8443/f.xml?t=1#x'))).toBe(
      'https://a.example:8443/f.xml?…',
    );
    expect(redactUrl(new URL('file:///data/feed.xml'))).toBe('file:///data/feed.xml');
  });

  it('are sent as configured', async () => {
    const { url, requests } = await serve((socket) => socket.end(reply('200 OK', [], feed)));
    await attempt(url, { source: { auth: { user: 'a', password: 'š' } } });
    expect(requests[0]).toContain(`Basic ${Buffer.from('a:š').toString('base64')}`);
  });
});

it('103: a full disk is an outcome, not a crash', async () => {
  const full = Object.assign(new Error('disk'), { code: 'ENOSPC' });
  const spool = { ...memorySpool(), create: () => Promise.reject(full) };
  const outcome = await fetchFeed(
    { url: new URL(await serving(feed)), headers: {} },
    { etag: null, lastModified: null, unconditional: false },
    { fetcher: loopback, spool, clock: heldClock() },
    { maxBytes: 1_000_000, timeoutMs: 1, allowPrivateAddresses: ['127.0.0.1'] },
  );
  expect(outcome).toMatchObject({
    kind: 'failed',
    code: 'disk',
    // It is this machine's: the maker of the feed can do nothing.
    message: expect.stringMatching(
      /\(ENOSPC\)\. Free some space there\. It is tried again by itself\. Nothing was changed; the last complete snapshot stays in use\.$/,
    ) as unknown,
  });
});

describe('a file', () => {
  const temporary = (content: string | Buffer): { url: string; path: string } => {
    const directory = mkdtempSync(join(tmpdir(), 'feed-'));
    closing.push(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'my feed.xml');
    writeFileSync(path, content);
    return { url: pathToFileURL(path).href, path };
  };

  it('is read like a body, and not again while it is the same', async () => {
    const { url, path } = temporary(gzipSync(feed));
    const first = await attempt(url);
    expect(first).toMatchObject({ kind: 'fetched', text: feed, lengthAnnounced: true });
    const etag = first.kind === 'fetched' ? (first.etag ?? '') : '';
    expect(await attempt(url, { previous: { etag } })).toEqual({ kind: 'not_modified' });
    expect(await attempt(url, { previous: { etag, unconditional: true } })).toMatchObject({
      kind: 'fetched',
    });
    utimesSync(path, 1, 1);
    expect(await attempt(url, { previous: { etag } })).toMatchObject({ kind: 'fetched' });
  });

  it('that is none says so', async () => {
    const { url, path } = temporary('');
    expect(await attempt(url)).toMatchObject({ code: 'empty' });
    expect(await attempt(`${url}x`)).toMatchObject({ code: 'file' });
    expect(await attempt(pathToFileURL(join(path, '..')).href)).toMatchObject({ code: 'file' });
    expect(await attempt('file://host/share')).toMatchObject({ code: 'file' });
  });
});
