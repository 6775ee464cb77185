import { afterEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import type { HttpServer } from '../../src/platform/http/http-server.js';
import { listen } from '../../src/platform/http/http-server.js';
import { storeMsMax } from '../../src/server/health.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
let server: HttpServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
  await world.close();
});

async function start(): Promise<void> {
  world = await World.create();
  world.app.config.server.port = 0;
  world.feed.body = estateFeed(ads(4));
  await world.round();
  server = await startServer(world.app);
}

async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const reply = await fetch(`${server?.url ?? ''}${path}`, { headers, redirect: 'manual' });
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
}

describe('the server', () => {
  it('says that it lives, and whether it can do its work', async () => {
    await start();
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.text)).toMatchObject({ ok: true });

    await world.app.services.store.meta.set(
      'key.stopped',
      JSON.stringify({ code: 'key_revoked', since: 1, nextPingAt: 2 }),
    );
    const stopped = await get('/readyz');
    expect(stopped.status).toBe(503);
    const { checks } = JSON.parse(stopped.text) as { checks: { name: string; ok: boolean }[] };
    expect(checks.filter((check) => !check.ok).map((check) => check.name)).toEqual(['key']);
  });

  it('fails its health check while only a restart helps, and says why without names', async () => {
    await start();
    await server?.close();
    let reason: string | null = 'A job cannot be ended.';
    server = await startServer(world.app, { restartReason: () => reason });
    const failing = await get('/healthz');
    expect([failing.status, JSON.parse(failing.text)]).toEqual([503, { ok: false, reason }]);
    expect((await get('/readyz')).status).toBe(200);
    reason = null;
    expect((await get('/healthz')).status).toBe(200);
  });

  it('answers that the store is not there while the store does not answer, and no one waits for it longer', async () => {
    await start();
    const { store } = world.app.services;
    const hangs = vi.spyOn(store.feeds, 'all').mockImplementation(() => new Promise(() => undefined));
    try {
      for (const path of ['/readyz', '/metrics', '/readyz']) {
        const calls = hangs.mock.calls.length;
        const answer = get(path);
        await vi.waitUntil(() => hangs.mock.calls.length > calls);
        world.clock.advance(storeMsMax + 1);
        expect((await answer).status).toBe(503);
      }
    } finally {
      hangs.mockRestore();
    }
    expect((await get('/readyz')).status).toBe(200);
  });

  it('gives Prometheus what jobs did and where things stand, by names that follow its conventions', async () => {
    await start();
    const report = {
      kind: 'push',
      report: {
        connectionId: 'c',
        state: 'done',
        message: '',
        batches: 1,
        sent: 4,
        results: { accepted: 4 },
        removed: 0,
        nextAt: null,
      },
    } as const;
    world.app.metrics.observe(report);
    const { text, headers } = await get('/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    const own = text.split('\n').filter((line) => line.startsWith('feedsync_'));
    expect(own).toContain('feedsync_items_total{connection="c",result="accepted"} 4');
    expect(own).toContain('feedsync_listings{state="live"} 4');
    expect(own).toContain('feedsync_feeds{life="active"} 1');
    expect(own).toContain('feedsync_feed_last_complete_poll_age_seconds{feed="agency"} 0');
    for (const line of own) expect(line).toMatch(/^feedsync_[a-z_]+(\{[^}]*\})? \S+$/);
    world.clock.advance(minute);
    const later = await get('/metrics');
    expect(later.text).toContain('poll_age_seconds{feed="agency"} 60');
    for (const answer of [text, later.text])
      expect(answer.match(/^process_resident_memory_bytes \d/gm)).toHaveLength(1);
  });

  it('leads from each address that a page of an earlier release had to its place in the console', async () => {
    await start();
    const leadsTo = async (path: string): Promise<[number, string | null]> => {
      const { status, headers } = await get(path);
      return [status, headers.get('location')];
    };
    expect(await leadsTo('/')).toEqual([302, '/console']);
    expect(await leadsTo('/listings')).toEqual([302, '/console/listings']);
    expect(await leadsTo('/listings?q=dvori%C5%A1te')).toEqual([302, '/console/listings?q=dvori%C5%A1te']);
    expect(await leadsTo('/listings/c-1/A0007')).toEqual([302, '/console/listings/c-1/A0007']);
    expect((await get('/style.css')).status).toBe(404);
  });

  it('fault 121: leads nowhere but into the console, whatever an address says, and shows nothing on the way', async () => {
    await start();
    for (const hostile of [
      '/listings?q=%22%3E%3Cscript%3E',
      '/listings?q=%0d%0aset-cookie:%20a=b',
      '/listings/%2F%2Fevil.example/x',
      '/listings/%2E%2E%2F%2E%2E/%2Fapi',
      `/listings/${world.connectionId}/..%2F..%2Fetc%2Fpasswd`,
    ]) {
      const { status, text, headers } = await get(hostile);
      const to = new URL(headers.get('location') ?? '', 'http://own.example');
      expect([status, to.host, to.pathname.split('/').slice(0, 3)], hostile).toEqual([
        ...[302, 'own.example', ['', 'console', 'listings']],
      ]);
      expect(text).toBe('');
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect((await get('/nowhere/%3Cscript%3E')).text).not.toContain('script');
  });

  it('fault 121: takes nothing from other sites: its addresses know no session, and nothing but webhooks is posted', async () => {
    await start();
    const { store } = world.app.services;
    const before = await store.intents.pending();
    for (const path of ['/', '/listings', `/listings/${world.connectionId}/A0001`, '/metrics', '/webhooks'])
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const headers = {
          origin: 'https://evil.example',
          'content-type': 'application/x-www-form-urlencoded',
        };
        const { status } = await fetch(`${server?.url ?? ''}${path}`, { method, headers, body: 'approve=1' });
        expect([401, 404, 405, 415], `${method} ${path}`).toContain(status);
      }
    const page = await get('/', { cookie: 'session=of-another-day' });
    expect([page.status, page.headers.get('set-cookie')]).toEqual([302, null]);
    expect(await store.intents.pending()).toEqual(before);
  });

  it('shows pages under its own names only, so that no other site can read them', async () => {
    await start();
    const handler = server?.url.replace('127.0.0.1', 'localhost') ?? '';
    expect((await fetch(handler, { redirect: 'manual' })).status).toBe(302);
    const { request } = await import('node:http');
    const status = await new Promise<number>((resolve, reject) => {
      request(server?.url ?? '', { headers: { host: 'evil.example' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });

  it('takes another port for the demo where its own is taken, and says so for the daemon', async () => {
    await start();
    const other = await listen({ host: '127.0.0.1', port: 0, handler: () => new Response() });
    try {
      world.app.config.server.port = other.port;
      await expect(startServer(world.app)).rejects.toThrow('another program listens there');
      const elsewhere = await startServer(world.app, { orAnyPort: true });
      expect(elsewhere.port).not.toBe(other.port);
      await elsewhere.close();
    } finally {
      await other.close();
    }
  });
});
