import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import { readRange } from '../../src/core/setup/address-ranges.js';
import { listen } from '../../src/platform/http/http-server.js';
import { createSlots } from '../../src/platform/slots.js';
import type { Metrics } from '../../src/server/metrics.js';
import { createHealthServer } from '../../src/server/server.js';
import { createTurns } from '../../src/server/api/turns.js';
import { ManualClock, minute } from '../support/manual-clock.js';
import { ApiWorld, password, type Caller } from './api-world.js';

let api: ApiWorld;
let agencyA: Caller;
let agencyB: Caller;
let operator: Caller;
beforeAll(async () => {
  api = await ApiWorld.create();
  agencyA = await api.signedIn('a@agency.example', 'agency', [api.a]);
  agencyB = await api.signedIn('b@agency.example', 'agency', [api.b]);
  operator = await api.signedIn('operator', 'operator');
});
afterAll(() => api.close());

/** Bytes as they are written, and what comes back until the other side ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.server.port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let said = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (said += piece));
    socket.on('close', () => resolve(said)).on('error', reject);
  });
}
const statusOf = (said: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0);
const ask = async (target: string, host: string, more = ''): Promise<number> =>
  statusOf(await raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`));

describe('a request that no browser makes', () => {
  const odd: [string, string][] = [
    ['a user in Host', 'GET /healthz HTTP/1.1\r\nHost: a@b\r\n\r\n'],
    ['IPv4 inside IPv6', 'GET /healthz HTTP/1.1\r\nHost: [::ffff:127.0.0.1]\r\n\r\n'],
    ['an empty Host', 'GET /healthz HTTP/1.1\r\nHost: \r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
    ['the same Host twice', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n'],
    ['a list in Host', 'GET /healthz HTTP/1.1\r\nHost: localhost, evil.example\r\n\r\n'],
    ['a path in Host', 'GET /healthz HTTP/1.1\r\nHost: localhost/x\r\n\r\n'],
    ['a number for an address', 'GET /healthz HTTP/1.1\r\nHost: 2130706433\r\n\r\n'],
    ['a port that is none', 'GET /healthz HTTP/1.1\r\nHost: localhost:99999\r\n\r\n'],
    ['a backslash', 'GET /\\evil.example HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a backslash in a path', 'GET /api\\v1\\session HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a zero', 'GET /healthz\0 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an escaped zero', 'GET /api/v1/feeds/a%00b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    [
      'an escaped zero in a query',
      'GET /api/v1/search?q=%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
    ['bytes beyond ASCII', 'GET /\xe9 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['another scheme', 'GET ftp://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ];
  it.each(odd)('is answered 400: %s', async (_what, text) => {
    expect(statusOf(await raw(text))).toBe(400);
  });

  it.each(['localhost', 'LOCALHOST', '127.0.0.1:8080', '[::1]:80', 'feedsync', 'my_host:8080'])(
    'is none where Host is %s',
    async (host) => {
      expect(await ask('/healthz', host)).toBe(200);
    },
  );

  it('has no zero in a text either, however it is escaped', async () => {
    const reason = async (json: string): Promise<number> =>
      (await agencyA.ask('POST', `/listings/${api.a}/A0002/suppress`, { body: json })).status;
    expect(await reason('{"reason":"a\\u0000b"}')).toBe(400);
    expect(await reason('{"reason":"a\\\\\\u0000b"}')).toBe(400);
    expect(await reason('{"reason":"a\\\\u0000b"}')).toBe(200);
  });

  it('of which strangers leave open as many as they may keeps no known browser out', async () => {
    const open = Array.from({ length: 40 }, () => {
      const socket = connect(api.server.port, '127.0.0.1');
      socket.write(
        `POST /api/v1/session HTTP/1.1\r\nHost: ${new URL(api.server.url).host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      );
      return socket.on('error', () => undefined);
    });
    const again = Object.assign(api.caller(), { browser: agencyA.browser });
    const body = { name: 'a@agency.example', password };
    const stranger = async (): Promise<number> =>
      (await api.caller().ask('POST', '/session', { body })).status;
    await expect.poll(stranger).toBe(429);
    expect((await again.ask('POST', '/session', { body })).status).toBe(200);
    for (const socket of open) socket.destroy();
    await expect.poll(stranger).toBe(200);
  });

  it('is not read where a stranger sends what is for people who signed in', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(100_000) });
    const stranger = await api.caller().ask('PUT', '/feeds/agency/mapping', { body });
    expect([stranger.status, JSON.parse(stranger.text)]).toMatchObject([
      401,
      { error: { code: 'not_signed_in' } },
    ]);
    expect((await agencyA.ask('PUT', '/feeds/agency/mapping', { body })).status).toBe(409);
  });
});

describe('a stream of events', () => {
  const open = async (
    caller: Caller,
    path: string,
  ): Promise<{ status: number; close: () => void; body: Response['body'] }> => {
    const closing = new AbortController();
    const reply = await fetch(`${api.server.url}/api/v1${path}`, {
      headers: { cookie: caller.cookie ?? '' },
      signal: closing.signal,
    });
    return { status: reply.status, close: () => closing.abort(), body: reply.body };
  };

  it.each([
    ['/events', 10],
    ['/logs/live', 5],
  ])('%s takes no place for HEAD, and gives it back when its connection ends', async (path, each) => {
    for (let asked = 0; asked < 2 * each; asked++) {
      const reply = await operator.ask('HEAD', path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    const streams = [];
    for (let index = 0; index < each; index++) streams.push(await open(operator, path));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await open(operator, path)).status).toBe(429);
    for (const stream of streams) stream.close();
    await expect.poll(async () => (await open(operator, path)).status).toBe(200);
  });

  it('says nothing of when others work: lines come by the timer, or because of what concerns its reader', async () => {
    const stream = await open(agencyB, '/events');
    const reader = stream.body!.getReader();
    let said = '';
    const reading = (async () => {
      for (;;) {
        const { value } = await reader.read();
        if (value === undefined) return;
        said += Buffer.from(value).toString();
      }
    })().catch(() => undefined);
    await expect.poll(() => said).toContain('still here');
    const before = said;
    const { changes } = api.world.app;
    const { clock } = api.world;
    for (let round = 0; round < 20; round++) {
      clock.advance(500);
      changes.publish([
        { what: 'feed', connection: api.a, feed: `agency ${round}` },
        { what: 'portal', connection: null, feed: null },
        { what: 'agencies', connection: null, feed: `agency ${round}` },
      ]);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    }
    expect(said).toBe(before);
    // The timer was not moved by any of it.
    clock.advance(5_000);
    await expect.poll(() => said.split('still here').length).toBe(before.split('still here').length + 1);
    changes.publish([{ what: 'holds', connection: api.b, feed: null }]);
    await expect.poll(() => said).toContain('"holds"');
    stream.close();
    await reading;
  });
});

describe('metrics and readiness', () => {
  const metrics = async (headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(`${api.server.url}/metrics`, { headers })).text();

  it('are for our own names, for addresses and for names without dots, as scrapers write them', async () => {
    for (const path of ['/metrics', '/readyz']) {
      expect(await ask(path, 'evil.example')).toBe(421);
      for (const host of ['10.1.2.3:8080', '[fd00::1]:8080', 'feedsync:8080', 'localhost'])
        expect([host, await ask(path, host)]).toEqual([host, 200]);
    }
    expect(await ask('/healthz', 'evil.example')).toBe(200);
  });

  it('are made once for all that ask at the same time', async () => {
    let made = 0;
    const metrics: Metrics = {
      observe: () => undefined,
      render: async () => {
        made++;
        await setImmediate();
        return { contentType: 'text/plain', text: `made ${made}` };
      },
    };
    const rules = { hosts: ['localhost'], publicUrl: null, trustedProxies: [], monitors: [] };
    const server = createHealthServer({
      services: api.services,
      running: () => api.services,
      metrics,
      isLockHeld: null,
      restartReason: () => null,
      ...rules,
    });
    const ask = async (): Promise<string> =>
      (await server.fetch(new Request('http://localhost/metrics'))).text();
    expect(new Set(await Promise.all(Array.from({ length: 30 }, ask)))).toEqual(new Set(['made 1']));
    expect(await ask()).toBe('made 2');
  });

  it('name feeds and their hosts to monitors that ask directly or are listed, and number them for who comes through a proxy', async () => {
    const serve = async (change: Partial<typeof api.world.app.config.server>): Promise<void> => {
      Object.assign(api.world.app.config.server, change);
      await api.server.close();
      api.server = await startServer(api.world.app);
    };
    const named = await metrics();
    expect(named).toContain('feed="agency-b"');
    await serve({ publicUrl: 'http://feedsync.example' });
    expect(await metrics()).toContain('feed="agency-b"');
    const from = { 'x-forwarded-for': '192.0.2.7' };
    const numbered = await metrics(from);
    expect(numbered).not.toMatch(/="[^"]*agency/);
    expect(numbered).not.toMatch(/host="127/);
    // Every series is there, each once.
    const series = (text: string): number =>
      new Set(
        text
          .split('\n')
          .filter((line) => line.startsWith('feedsync_'))
          .map((line) => line.replace(/ \S+$/, '')),
      ).size;
    expect(series(numbered)).toBe(series(named));
    await serve({ monitors: [readRange('192.0.2.0/24')!] });
    expect(await metrics(from)).toContain('feed="agency-b"');
    await serve({ publicUrl: null, monitors: [] });
  });
});

describe('what one may take of what is for all', () => {
  it('is so many connections, which are closed beyond that and free again when they end', async () => {
    const open = async (port: number): Promise<{ isOpen: boolean; socket: Socket }> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('close', () => resolve(false));
        socket.once('data', () => resolve(true));
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      });
      return { isOpen, socket };
    };
    const handler = () => new Response('here');
    for (const connections of [
      { all: 2, each: 2 },
      { all: 20, each: 2, isOwn: () => false },
    ]) {
      const server = await listen({ port: 0, host: '127.0.0.1', handler, connections });
      const tried = [];
      for (let index = 0; index < 4; index++) tried.push(await open(server.port));
      expect(tried.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false]);
      tried[0]?.socket.destroy();
      await expect.poll(async () => (await open(server.port)).isOpen).toBe(true);
      await server.close();
    }
  });

  it('is a number of places, which come back, and a waiter is passed over where his own are taken', async () => {
    const slots = createSlots({ all: 3, each: 2, waiting: { all: 3, each: 2 } });
    const never = new AbortController().signal;
    const first = slots.take('a')!;
    const second = slots.take('a')!;
    expect(slots.take('a')).toBeNull();
    const third = slots.take('b')!;
    expect(slots.take('c')).toBeNull();
    const granted: string[] = [];
    const wait = (who: string, givenUp = never) =>
      slots.wait(who, givenUp).then((release) => {
        granted.push(`${who}${release === null ? ' none' : ''}`);
        return release;
      });
    const a = wait('a');
    void wait('a');
    void wait('a');
    const giving = new AbortController();
    void wait('c', giving.signal);
    await setImmediate();
    expect(granted).toEqual(['a none']);
    third();
    third();
    await setImmediate();
    expect(granted).toEqual(['a none', 'c']);
    first();
    (await a)?.();
    second();
    await setImmediate();
    expect(granted).toEqual(['a none', 'c', 'a', 'a']);
    const full = createSlots({ all: 1, each: 1, waiting: { all: 1, each: 1 } });
    full.take('x');
    const late = full.wait('y', giving.signal);
    expect(await full.wait('z', never)).toBeNull();
    giving.abort();
    expect(await late).toBeNull();
  });

  it('is a few previews of an account, and agencies take turns', async () => {
    const turns = createTurns({ all: 10, each: 3 }, new ManualClock());
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const run = (agency: string, account: number) =>
      turns.run(
        { agency, account },
        () =>
          new Promise<void>((resolve, reject) => {
            order.push(agency);
            ends.push(order.length === 2 ? () => reject(new Error('no file')) : resolve);
          }),
      );
    const asked: (Promise<void> | null)[] = [run('a', 1), run('a', 1), run('a', 1)];
    expect(run('a', 1)).toBeNull();
    asked.push(run('b', 2), run('b', 2), run('c', 3));
    const done = Promise.allSettled(asked.map((each) => Promise.resolve(each)));
    for (let index = 0; index < 6; index++) {
      await setImmediate();
      expect(order).toHaveLength(index + 1);
      ends[index]?.();
    }
    expect((await done).map(({ status }) => status).filter((each) => each === 'rejected')).toHaveLength(1);
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
    expect(run('a', 1)).not.toBeNull();
  });

  it('is given up, and counts no longer, once nothing waits for it', async () => {
    const turns = createTurns({ all: 10, each: 2 }, new ManualClock());
    const ran: string[] = [];
    let end = (): void => undefined;
    const run = (name: string, signal?: AbortSignal) =>
      turns.run(
        { agency: 'a', account: 1 },
        () => new Promise<void>((resolve) => void (ran.push(name), (end = resolve))),
        signal,
      );
    const first = run('first');
    await setImmediate();
    const left = new AbortController();
    const dropped = run('dropped', left.signal);
    expect(run('too many')).toBeNull();
    left.abort();
    await expect(dropped).rejects.toThrow('The request ended before its turn.');
    const last = run('last');
    end();
    await first;
    await setImmediate();
    end();
    await last;
    expect(ran).toEqual(['first', 'last']);
  });
});

describe('forged webhooks', () => {
  it('are one line a minute in the log, with their number', async () => {
    const lines: string[] = [];
    const { log } = api.services;
    const warn = log.warn.bind(log);
    log.warn = (message, fields) => {
      lines.push(`${message} ${String(fields?.count ?? '')}`.trim());
    };
    try {
      const forged = (): Promise<Response> =>
        fetch(`${api.server.url}/webhooks`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'webhook-id': 'x' },
          body: '{}',
        });
      for (let sent = 0; sent < 40; sent++) expect((await forged()).status).toBe(401);
      expect(lines).toEqual(['webhook refused']);
      api.world.clock.advance(minute);
      await setImmediate();
      expect(lines).toEqual(['webhook refused', 'webhook refused, more of them 39']);
      await forged();
      api.world.clock.advance(minute);
      await setImmediate();
      expect(lines.at(-1)).toBe('webhook refused, more of them 1');
      api.world.clock.advance(minute);
      await setImmediate();
      await forged();
      expect(lines.at(-1)).toBe('webhook refused');
    } finally {
      log.warn = warn;
    }
  });
});
