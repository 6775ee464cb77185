import { afterEach, describe, expect, it } from 'vitest';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import {
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../../src/platform/http/transport.js';
import { rawServer, reply } from './raw-server.js';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const serve: typeof rawServer = async (onRequest) => {
  const server = await rawServer(onRequest);
  closing.push(server.close);
  return server;
};

function client(
  elapsed?: () => number,
): (url: string, change?: Partial<TransportRequest>) => Promise<TransportReply> {
  const transport = createHttpTransport(undefined, elapsed);
  closing.push(() => transport.close());
  return (url, change) =>
    transport.send({
      method: 'POST',
      url,
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: 20_000,
      replyBytesMax: 1000,
      ...change,
    });
}

const effect = (sent: Promise<TransportReply>): Promise<unknown> =>
  sent.then(
    (answer) => answer.status,
    (error: unknown) => (error instanceof TransportError ? error.effect : error),
  );

describe('a request', () => {
  it('leaves exactly as written', async () => {
    const server = await serve((socket) =>
      socket.write(reply('200 OK', ['Content-Length: 2', 'A: 1', 'a: 2'], 'ok')),
    );
    const answer = await client()(`${server.url}/v1/../a%7Eb/?q=%C5%A1+x&a=`, { headers: { 'PX-Key': 'k' } });
    expect({ ...answer, body: Buffer.from(answer.body).toString() }).toMatchObject({
      status: 200,
      body: 'ok',
      headers: { a: '1, 2' },
    });
    const [head = ''] = server.requests;
    expect(head.split('\r\n')[0]).toBe('POST /v1/../a%7Eb/?q=%C5%A1+x&a= HTTP/1.1');
    expect(head).toContain(`host: 127.0.0.1:${server.port}`);
    expect(head).toMatch(/content-length: 2/i);
  });

  it('76: follows no redirect', async () => {
    const server = await serve((socket) =>
      socket.write(reply('307 X', ['Content-Length: 0', 'Location: /b'])),
    );
    expect((await client()(server.url)).status).toBe(307);
    expect(server.requests).toHaveLength(1);
  });

  it('that certainly never left is refused', async () => {
    const server = await serve(() => undefined);
    await server.close();
    expect(await effect(client()(server.url))).toBe('refused');
    expect(await effect(client()('http://nowhere.invalid/'))).toBe('refused');
    expect(await effect(client()('ftp://127.0.0.1/'))).toBe('refused');
    expect(await effect(client()(server.url, { headers: { a: 'line\nbreak' } }))).toBe('refused');
    const plain = await serve((socket) => socket.end('no TLS here'));
    expect(await effect(client()(plain.url.replace('http:', 'https:')))).toBe('refused');
  });
});

describe('a reply that is lost', () => {
  it.each<[string, (headerlessReply: typeof reply) => Buffer | null]>([
    ['59: reset before any byte', () => null],
    ['60: cut in the middle', (make) => make('200 OK', ['Content-Length: 100'], 'half')],
    ['longer than allowed', (make) => make('200 OK', ['Content-Length: 2000'], 'x'.repeat(2000))],
    ['no HTTP', () => Buffer.from('SSH-2.0-x\r\n')],
  ])('%s', async (_name, bytes) => {
    const answer = bytes(reply);
    const server = await serve((socket) => (answer === null ? socket.destroy() : socket.end(answer)));
    expect(await effect(client()(server.url))).toBe('lost');
  });

  it('58: too late', async () => {
    const server = await serve(() => undefined);
    expect(await effect(client()(server.url, { timeoutMs: 50 }))).toBe('lost');
  });

  it('fault 29: reset of a connection that was used before', async () => {
    const server = await serve((socket, _head, nth) =>
      nth === 1 ? socket.write(reply('200 OK', ['Content-Length: 0'])) : socket.resetAndDestroy(),
    );
    const send = client();
    expect(await effect(send(server.url))).toBe(200);
    await expect(send(server.url)).rejects.toMatchObject({ effect: 'lost', wasStale: true });
    expect(server.requests).toHaveLength(2);
  });

  it('leaves nothing behind: what a server adds to a reply is no answer to the next request', async () => {
    const late = reply('200 OK', ['Content-Length: 5'], 'stale');
    const server = await serve((socket, _head, nth) => {
      const own = reply('200 OK', ['Content-Length: 3'], 'own');
      // In one piece with the reply, then a while after it, then where it should be.
      if (nth === 1) socket.write(Buffer.concat([own, late]));
      else if (nth === 2) socket.write(own, () => setImmediate(() => socket.write(late)));
      else socket.write(own);
    });
    const send = client();
    for (let nth = 1; nth <= 3; nth++) {
      expect(Buffer.from((await send(server.url)).body).toString()).toBe('own');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(server.requests).toHaveLength(3);
  });

  it('is not blamed on the connection where that was new, or the reply had begun', async () => {
    const server = await serve((socket, _head, nth) => {
      if (nth === 2) socket.write(reply('200 OK', ['Content-Length: 0']));
      else socket.end(nth === 1 ? '' : reply('200 OK', ['Content-Length: 100'], 'half'));
    });
    const send = client();
    await expect(send(server.url)).rejects.toMatchObject({ effect: 'lost', wasStale: false });
    expect(await effect(send(server.url))).toBe(200);
    await expect(send(server.url)).rejects.toMatchObject({ effect: 'lost', wasStale: false });
  });
});

describe('a connection that was idle', () => {
  const counted = async (headers: readonly string[]): Promise<{ url: string; used: () => number }> => {
    const sockets = new Set<unknown>();
    const server = await serve((socket) => {
      sockets.add(socket);
      socket.write(reply('200 OK', ['Content-Length: 0', ...headers]));
    });
    return { url: server.url, used: () => sockets.size };
  };

  it.each<[string, string[], number]>([
    ['for as long as servers keep one at least', [], 4_000],
    ['for almost as long as its server announced', ['Keep-Alive: timeout=3, max=100'], 2_000],
    ['for a while where its server keeps it for minutes', ['Keep-Alive: timeout=300'], 4_000],
    ['at all, where its server keeps it for a second', ['Keep-Alive: timeout=1'], 0],
  ])('%s is not used again', async (_, headers, ms) => {
    let now = 1_000;
    const server = await counted(headers);
    const send = client(() => now);
    expect(await effect(send(server.url))).toBe(200);
    if (ms > 0) {
      now += ms - 1;
      expect(await effect(send(server.url))).toBe(200);
      expect(server.used(), 'it is young enough').toBe(1);
    }
    now += ms;
    expect(await effect(send(server.url))).toBe(200);
    expect(server.used()).toBe(2);
  });
});
