import { afterEach, describe, expect, it } from 'vitest';
import { stoppedKey } from '../../src/store/facts/stopped-key.js';
import { readiness } from '../../src/server/health.js';
import type { CrashPoints } from '../../src/platform/crash-points.js';
import { canonicalQuery } from '../../src/wire/canonical-query.js';
import { between, pushesOf } from '../support/between.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function start(count: number, options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(ads(count));
}

const listing = (id: string) => world.app.services.store.listings.get(world.connectionId, id);
const unsettled = () => world.app.services.store.batches.unsettled(world.connectionId);

describe('a key of idempotency', () => {
  it('fault 64: whose first request still runs is waited for, and never replaced', async () => {
    await start(3, { sandbox: { batchDelayMs: 2 * minute } });
    const sent = between(world);
    world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
    await world.round();
    const [stored] = await unsettled();
    await world.later(minute);
    expect(world.sandbox.staff.requestLog().map(({ errorCode }) => errorCode)).toContain(
      'idempotency_in_progress',
    );
    expect(await unsettled()).toMatchObject([{ idempotencyKey: stored?.idempotencyKey, state: 'waiting' }]);
    for (let minutes = 0; minutes < 8; minutes++) await world.later(minute);
    expect(await unsettled()).toEqual([]);
    expect(new Set(pushesOf(sent).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(pushesOf(sent)).toHaveLength(2);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
  });

  it('fault 65: that the portal knows with another body stops its batch; the view decides what goes again', async () => {
    await start(4);
    const sent = between(world);
    const does = { kind: 'status', status: 422, code: 'idempotency_key_reused' } as const;
    world.sandbox.faults.add({ operation: 'push_batch', does });
    const [push] = (await world.round()).pushes;
    expect(push).toMatchObject({ state: 'stalled', sent: 0 });
    expect(push?.message).toContain('The batch is not sent again');
    expect(await unsettled()).toEqual([]);
    expect(sent.at(-1)?.line).toMatch(/^GET .*\/listings$/);

    await world.later(minute);
    const [first, second] = pushesOf(sent).map(({ headers }) => headers);
    expect(second?.['idempotency-key']).not.toBe(first?.['idempotency-key']);
    // Whole, not in halves: nothing is wrong with its items.
    expect(world.sandbox.staff.requestLog().map(({ items }) => items)).toContain(4);
    expect([world.live().length, world.spent()]).toEqual([4, 4]);
  });

  it('fault 65: that had its effect before is settled from the view: what the portal holds is not sent again', async () => {
    await start(4);
    const sent = between(world);
    world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
    const does = { kind: 'status', status: 422, code: 'idempotency_key_reused' } as const;
    world.sandbox.faults.add({ operation: 'push_batch', does });
    await world.round();
    expect(world.spent()).toBe(4);
    world.sandbox.staff.setListing(world.connectionId, 'A0002', { status: 'removed' });
    for (let minutes = 0; minutes < 10; minutes++) await world.later(minute);
    expect(await unsettled()).toEqual([]);
    // The one that is gone there, and no other.
    expect(pushesOf(sent)).toHaveLength(3);
    expect([world.live().length, world.spent()]).toEqual([4, 5]);
  });
});

describe('the results of a batch', () => {
  it('that is processed later are followed by its outcomes, as those that come at once are', async () => {
    await start(0, { sandbox: { batchDelayMs: 2 * minute, outcomeDelayMs: minute } });
    world.feed.body = estateFeed([...ads(2), ad(3, { code: 'A0003:rejected' })]);
    for (let minutes = 0; minutes < 30; minutes++) await world.tick(minute);
    expect(await listing('A0001')).toMatchObject({ portal: 'live' });
    expect(await listing('A0003:rejected')).toMatchObject({ portal: 'rejected' });
  });

  it('are followed by their outcomes where the process dies once they are stored', async () => {
    let isArmed = true;
    const crashPoints: CrashPoints = {
      reach(point) {
        if (!isArmed || point !== 'batch.settled') return;
        isArmed = false;
        throw new Error('killed');
      },
    };
    await start(2, { crashPoints, sandbox: { outcomeDelayMs: minute } });
    await expect(world.round()).rejects.toThrow('killed');
    await world.restart();
    for (let minutes = 0; minutes < 10; minutes++) await world.tick(minute);
    expect(await listing('A0001')).toMatchObject({ portal: 'live' });
  });

  it('fault 66: of which one of a hundred failed: 99 digests are stored, and nothing goes again', async () => {
    world = await World.create();
    const list = [...ads(2), ad(3, { code: 'A0003:rejected' }), ...ads(97, 4)];
    world.feed.body = estateFeed(list);
    const sent = between(world);
    expect((await world.round()).pushes[0]).toMatchObject({
      batches: 1,
      results: { accepted: 99, rejected: 1 },
    });
    const rows = await Promise.all(list.map(({ code }) => listing(code)));
    expect(rows.filter((row) => row?.confirmedDigest != null)).toHaveLength(99);
    expect(rows[2]).toMatchObject({ confirmedDigest: null, portal: 'rejected' });
    await world.later(hour);
    expect(pushesOf(sent)).toHaveLength(1);
    expect(world.spent()).toBe(100);
  });

  it('fault 67: that lack an item, stand in another order and name a stranger are each taken for what they are', async () => {
    await start(4);
    let replies = 0;
    between(world, async (request, portal) => {
      const reply = await portal(request);
      if (!request.url.endsWith('/batches') || replies++ > 0) return reply;
      const body = (await reply.json()) as { batch: { items: { external_id: string }[] } };
      const [first, ...others] = body.batch.items;
      const items = [...others.reverse(), { ...first, external_id: 'Z9999' }];
      return Response.json({ batch: { ...body.batch, items } }, { status: reply.status });
    });
    expect((await world.round()).pushes[0]?.results).toMatchObject({ accepted: 3, missing: 1 });
    expect(await listing('A0001')).toMatchObject({ confirmedDigest: null });
    for (const id of ['A0002', 'A0003', 'A0004'])
      expect((await listing(id))?.confirmedDigest, id).not.toBeNull();
    expect(await listing('Z9999')).toBeNull();
    for (let minutes = 0; minutes < 4; minutes++) await world.later(2 * minute);
    expect((await listing('A0001'))?.portal).toBe('live');
    expect(world.live()).toHaveLength(4);
    expect(await world.app.services.store.outbox.counts(null)).toMatchObject({ upserts: 0 });
  });
});

describe('a spent budget', () => {
  it('fault 68: lets what matters most go first, and asks nothing meanwhile', async () => {
    await start(10, { limits: { connection_items_per_hour: 10, max_batch_items: 10 } });
    await world.round();
    world.feed.body = estateFeed([...ads(8), ad(9, { price: 70_000 }), ad(10), ...ads(20, 50)]);
    await world.later(15 * minute);
    const sent = between(world);
    for (let minutes = 0; minutes < 40; minutes++) await world.tick(minute);
    expect(pushesOf(sent)).toEqual([]);
    expect(sent.length).toBeLessThan(20);
    for (let minutes = 0; minutes < 10; minutes++) await world.tick(minute);
    expect(world.payload('A0009').price).toMatchObject({ amount: 70_000 });
    expect(world.live().filter((id) => id >= 'A0050')).toHaveLength(9);
  });
});

describe('a connection that ends while a batch is under way', () => {
  it.each(['paused', 'revoked'] as const)(
    'fault 70: %s, it stops at once, and no storm follows',
    async (how) => {
      await start(15, { limits: { max_batch_items: 5 } });
      const sent = between(world);
      const gate = world.sandbox.gate({ at: 'after', operation: 'push_batch' });
      const running = world.round();
      await gate.someoneArrived();
      if (how === 'paused') world.sandbox.staff.pause(world.connectionId, 'inventory', 'agency');
      else world.sandbox.staff.revoke(world.connectionId);
      gate.open();
      await running;
      expect(pushesOf(sent)).toHaveLength(2);
      for (let ticks = 0; ticks < 40; ticks++) await world.tick(2 * minute);
      expect(pushesOf(sent)).toHaveLength(2);
      expect(sent.length).toBeLessThan(30);
      const { store } = world.app.services;
      expect(await store.outbox.counts(null)).toMatchObject({ upserts: how === 'paused' ? 10 : 0 });
      if (how === 'revoked') return;
      world.sandbox.staff.resume(world.connectionId);
      for (let ticks = 0; ticks < 4; ticks++) await world.tick(5 * minute);
      expect([world.live().length, world.spent()]).toEqual([15, 15]);
    },
  );
});

describe('a clock that is wrong', () => {
  it.each([10 * minute, -10 * minute])(
    'fault 73: by %i ms is corrected for a quarter of an hour, and told',
    async (ms) => {
      await start(2);
      world.sandbox.staff.setClockOffset(ms);
      await world.round();
      expect(world.live()).toHaveLength(2);
      const refusedOnce = (): number =>
        world.sandbox.staff.requestLog().filter(({ status }) => status === 401).length;
      expect(refusedOnce()).toBe(1);
      const clock = async () => {
        const checks = await readiness({ running: () => world.app.services, isLockHeld: () => true });
        return checks.find(({ name }) => name === 'clock');
      };
      expect(await clock()).toMatchObject({
        ok: false,
        message: expect.stringContaining('set this machine’s time'),
      });
      expect(world.app.services.portal.clockCorrectedUntil()).toBe(world.clock.now() + 15 * minute);

      await world.later(14 * minute);
      expect(refusedOnce()).toBe(1);
      // No silent shift beyond that: the portal has to say it anew.
      world.feed.body = estateFeed(ads(3));
      await world.later(2 * minute);
      expect(refusedOnce()).toBe(2);
      expect(world.live()).toHaveLength(3);
      world.sandbox.staff.setClockOffset(0);
      world.feed.body = estateFeed(ads(4));
      await world.later(16 * minute);
      expect(world.live()).toHaveLength(4);
      expect(await clock()).toMatchObject({ ok: true });
    },
  );
});

describe('what stands between', () => {
  it('fault 76: may redirect, and is not followed', async () => {
    await start(2);
    let isRedirected = true;
    const sent = between(world, (request, portal) =>
      isRedirected && request.url.endsWith('/batches')
        ? Promise.resolve(Response.redirect(new URL('/v1/elsewhere', request.url).href, 307))
        : portal(request),
    );
    expect((await world.round()).pushes[0]?.message).toContain('redirects are not followed');
    expect(sent.filter(({ line }) => line.includes('elsewhere'))).toEqual([]);
    isRedirected = false;
    await world.later(minute);
    expect([world.live().length, world.spent()]).toEqual([2, 2]);
  });

  it('fault 77: may reorder and re-encode a query, which was written canonically', async () => {
    await start(3, { protocol: { view_page_size: 2 } });
    const sent = between(world, (request, portal) => {
      const url = new URL(request.url);
      const pairs = [...url.searchParams].reverse();
      const spelled = pairs.map(
        ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll(/[A-Za-z]/g, hex)}`,
      );
      const query = spelled.length === 0 ? '' : `?${spelled.join('&')}`;
      return portal(
        request.method === 'GET' ? new Request(`${url.origin}${url.pathname}${query}`, request) : request,
      );
    });
    await world.round();
    await world.later(second * 10);
    expect(world.live()).toHaveLength(3);
    expect(world.sandbox.staff.requestLog().filter(({ status }) => status === 401)).toEqual([]);
    const queries = sent.map(({ query }) => query).filter((query) => query.includes('&'));
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) {
      const pairs = [...new URLSearchParams(query)].map(([name, value]) => [name, value] as const);
      expect(query).toBe(`?${canonicalQuery(pairs)}`);
    }
  });

  it('fault 77: may take something out of a query: that request waits alone, and says so', async () => {
    await start(3);
    await world.round();
    between(world, (request, portal) => {
      const { origin, pathname, search } = new URL(request.url);
      return portal(search === '' ? request : new Request(`${origin}${pathname}`, request));
    });
    world.feed.body = estateFeed(ads(4));
    const { problems } = await world.later(15 * minute);
    expect(problems.join()).toContain('signature_invalid');
    const { store } = world.app.services;
    expect(await stoppedKey(store)).toBeNull();
    expect((await store.parkedRequests.all()).map(({ request }) => request)).toEqual([
      expect.stringMatching(/^GET .*\/listings$/),
    ]);
    expect(world.live()).toHaveLength(4);
  });
});

function hex(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
