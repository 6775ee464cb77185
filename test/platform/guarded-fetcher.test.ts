import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { feedUrl } from '../../src/config/fields.js';
import { FetchError, type FetchReply } from '../../src/platform/http/fetcher.js';
import { createGuardedFetcher, type Resolver } from '../../src/platform/http/guarded-fetcher.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { rawServer, reply } from './raw-server.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const serve: typeof rawServer = async (onRequest) => {
  const server = await rawServer(onRequest);
  closing.push(server.close);
  return server;
};

const neverAsked: Resolver = (host) => Promise.reject(new Error(`${host} was resolved`));
const open = (
  url: string,
  options: { resolver?: Resolver; allow?: string[]; signal?: AbortSignal } = {},
): Promise<FetchReply> =>
  createGuardedFetcher(options.resolver ?? neverAsked).open({
    url: new URL(url),
    headers: { accept: '*/*' },
    allowPrivateAddresses: options.allow ?? [],
    signal: options.signal ?? new AbortController().signal,
  });
const refusal = (url: string, options: Parameters<typeof open>[1] = {}): Promise<unknown> =>
  open(url, options).then(
    () => 'opened',
    (error: unknown) => (error instanceof FetchError ? error.code : error),
  );

describe('what is refused before any socket is opened', () => {
  it.each([
    'http://127.0.0.1/',
    'http://0177.1/',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'ftp://8.8.8.8/',
    'http://8.8.8.8:22/',
    'https://8.8.8.8:8443/',
  ])('%s', async (url) => expect(await refusal(url)).toBe('address_refused'));

  it('fault 24: a name with one private address among public ones', async () => {
    const resolver: Resolver = () => Promise.resolve(['8.8.8.8', '10.0.0.1']);
    expect(await refusal('http://mixed.example/', { resolver })).toBe('address_refused');
  });

  it('names without an address, or whose look-up fails', async () => {
    expect(await refusal('http://a.example/', { resolver: () => Promise.resolve([]) })).toBe('dns');
    const failing = Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    expect(await refusal('http://a.example/', { resolver: () => Promise.reject(failing) })).toBe('dns');
  });

  it.skipIf(!hasShared)('fault 25: every URL of other people’s lists', async () => {
    const table = readFileSync(join(sharedDir, 'vectors/ssrf-urls/whatwg-normalised-node20.tsv'), 'utf8');
    const urls = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const privately: Resolver = () => Promise.resolve(['169.254.169.254']);
    const connects = vi.spyOn(Socket.prototype, 'connect');
    for (const [url = ''] of urls.map((line) => line.split('\t'))) {
      const [refused, expected] = URL.canParse(url)
        ? [await refusal(url, { resolver: privately }), 'address_refused']
        : [feedUrl.safeParse(url).success, false];
      expect(refused, url).toBe(expected);
    }
    expect(connects).not.toHaveBeenCalled();
    connects.mockRestore();
  });
});

describe('a connection', () => {
  it('fault 23: goes to the checked address only; the name is asked once', async () => {
    const server = await serve((socket) => socket.end(reply('200 OK', ['X-A: 1', 'x-a: 2'], 'hello')));
    let asked = 0;
    const resolver: Resolver = () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '10.255.255.1']);
    const { body, headers, status } = await open(`http://feed.example:${server.port}/a?b=c`, {
      resolver,
      allow: ['127.0.0.0/8'],
    });
    expect({ asked, status, text: await text(body), header: headers['x-a'] }).toEqual({
      asked: 1,
      status: 200,
      text: 'hello',
      header: '1, 2',
    });
    expect(server.requests[0]).toMatch(/^GET \/a\?b=c HTTP\/1\.1\r\n[\s\S]*host: feed\.example:\d+/i);
  });

  it('may use any port of a listed host', async () => {
    const server = await serve((socket) => socket.end(reply('204 No Content', [])));
    expect((await open(server.url, { allow: ['127.0.0.1'] })).status).toBe(204);
    expect(await refusal(server.url, { allow: ['127.0.0.2'] })).toBe('address_refused');
  });

  it('fault 2, fault 3: that fails says how', async () => {
    const server = await serve((socket) => socket.end('no TLS here'));
    expect(await refusal(`https://127.0.0.1:${server.port}`, { allow: ['127.0.0.1'] })).toBe('tls');
    await server.close();
    expect(await refusal(server.url, { allow: ['127.0.0.1'] })).toBe('connect');
  });

  it('fault 20: with endless headers, or none at all, ends', async () => {
    const allow = ['127.0.0.1'];
    const large = await serve((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    );
    expect(await refusal(large.url, { allow })).toBe('protocol');
    const reset = await serve((socket) => socket.destroy());
    expect(await refusal(reset.url, { allow })).toBe('reset');
    const deadline = new AbortController();
    const silent = await serve(() => deadline.abort());
    expect(await refusal(silent.url, { allow, signal: deadline.signal })).toBe('timeout');
  });

  it('fault 13: with a body shorter than announced is an error', async () => {
    const server = await serve((socket) => socket.end(reply('200 OK', ['Content-Length: 10'], 'short')));
    const { body } = await open(server.url, { allow: ['127.0.0.1'] });
    await expect(text(body)).rejects.toThrow();
  });
});
