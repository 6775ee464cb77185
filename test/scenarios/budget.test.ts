import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemSeams } from '../../src/assemble.js';
import { TransportError, type Transport } from '../../src/platform/http/transport.js';
import { between, type SentRequest } from '../support/between.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** The most items that the portal counted in any sliding hour. */
function fullestHour(): number {
  const spends = world.sandbox.staff.ledger(world.connectionId);
  return Math.max(
    ...spends.map(({ at }) =>
      spends
        .filter((other) => other.at > at - hour && other.at <= at)
        .reduce((sum, { count }) => sum + count, 0),
    ),
  );
}

/** Lets the clock go on while something is under way: slowly enough for a request to end within the seconds that it is given. */
async function secondBySecond(task: () => Promise<unknown>, pauseMs = 2): Promise<void> {
  const ended = task().then(() => 'over');
  const pause = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, pauseMs, 'under way'));
  while ((await Promise.race([ended, pause()])) !== 'over') world.clock.advance(second);
}

function readingsOf(sent: readonly SentRequest[]): SentRequest[] {
  return sent.filter(({ line }) => /^GET .*\/connections\/[^/]+\/listings$/.test(line));
}

/** The most requests of any sliding minute. */
function fullestMinute(sent: readonly SentRequest[]): number {
  return Math.max(...sent.map(({ at }) => sent.filter((one) => one.at > at - minute && one.at <= at).length));
}

describe('the requests of a minute', () => {
  it('count from their replies: one that was long under way is young to the portal', async () => {
    let travelMs = 0;
    const { transport } = systemSeams();
    const late: Transport = {
      send: (request) => {
        world.clock.advance(travelMs);
        travelMs = 0;
        return transport.send(request);
      },
    };
    world = await World.create({ limits: { rate_limit_per_minute: 20 }, transport: late });
    world.feed.body = estateFeed(ads(1));
    await world.round();
    world.clock.advance(5 * minute);
    const { portal } = world.app.services;
    travelMs = 50 * second;
    await portal.ping();
    world.clock.advance(12 * second);
    await fillTheMinute(19);
  });

  it('count without a reply for as long as they may arrive', async () => {
    let isLost = false;
    let arrives: () => Promise<unknown> = () => Promise.resolve();
    const { transport } = systemSeams();
    const losing: Transport = {
      send: (request) => {
        if (!isLost) return transport.send(request);
        arrives = () => transport.send(request);
        throw new TransportError('lost', 'timeout');
      },
    };
    world = await World.create({ limits: { rate_limit_per_minute: 20 }, transport: losing });
    world.feed.body = estateFeed(ads(1));
    await world.round();
    world.clock.advance(5 * minute);
    isLost = true;
    expect(await world.app.services.portal.ping()).toMatchObject({ kind: 'unknown' });
    isLost = false;
    world.clock.advance(4 * minute);
    await arrives();
    await fillTheMinute(19);
  });

  it('are asked for before anything else: many agencies at the first start wait for no careful guess', async () => {
    world = await World.create({ feed: { schedule: '* * * * *' } });
    const connections = Array.from({ length: 60 }, () => world.sandbox.staff.addConnection());
    world.feed.body = estateFeed(ads(1));
    await world.declare((feeds) =>
      connections.map((connection, index) => ({ ...feeds[0], name: `agency-${index}`, connection })),
    );
    await world.restart();
    let waited = 0;
    const sleep = world.clock.sleep.bind(world.clock);
    vi.spyOn(world.clock, 'sleep').mockImplementation((ms, signal) => {
      // What can be cut short is a time limit.
      if (signal !== undefined) return sleep(ms, signal);
      waited += ms;
      world.clock.advance(ms);
      return Promise.resolve();
    });
    for (let minutes = 0; minutes < 5; minutes++) await world.tick(minute);
    expect(waited).toBe(0);
    expect(connections.map((id) => world.sandbox.staff.listings(id).length)).toEqual(
      connections.map(() => 1),
    );
  });

  /** As many at once as are free, and one more, which waits. */
  async function fillTheMinute(free: number): Promise<void> {
    const { portal } = world.app.services;
    for (let each = 0; each < free; each += 1) await portal.ping();
    const sleep = vi.spyOn(world.clock, 'sleep');
    const last = portal.ping();
    await Promise.race([last, vi.waitUntil(() => sleep.mock.calls.length > 0)]);
    world.clock.advance(3 * minute);
    expect(await last).toMatchObject({ kind: 'ok' });
    expect(world.sandbox.staff.requestLog().filter(({ status }) => status === 429)).toEqual([]);
  }
});

describe('the hourly item budget', () => {
  it('fault 68: is never exceeded, over a restart too, and 150 listings arrive within four windows of 40', async () => {
    world = await World.create({ limits: { connection_items_per_hour: 40, max_batch_items: 15 } });
    world.feed.body = estateFeed(ads(150));
    const start = world.clock.now();
    while (world.live().length < 150 && world.clock.now() - start < 4 * hour) {
      await world.app.engine.tick();
      await world.app.engine.idle();
      world.clock.advance(minute);
      if ((world.clock.now() - start) % (50 * minute) === 0) await world.restart();
    }
    expect(world.live()).toHaveLength(150);
    expect(world.clock.now() - start).toBeLessThanOrEqual(4 * hour);
    expect(fullestHour()).toBeLessThanOrEqual(40);
    expect(world.spent()).toBe(150);
    const refused = world.sandbox.staff.requestLog().filter((entry) => entry.status === 429);
    expect(refused).toEqual([]);
  });

  it('does not keep removals waiting', async () => {
    world = await World.create({ limits: { connection_items_per_hour: 40, max_batch_items: 40 } });
    const list = ads(30);
    world.feed.body = estateFeed(list);
    await world.round();
    world.clock.advance(30 * minute);
    world.feed.body = estateFeed([...list.slice(2), ...ads(60, 200)]);
    await world.round();
    world.clock.advance(65 * minute);
    world.feed.body = estateFeed([...list.slice(2), ...ads(100, 200)]);
    await world.round();
    expect(world.live()).not.toContain('A0001');
    expect(fullestHour()).toBeLessThanOrEqual(40);
  });

  it('fault 69: believes the portal that says it is used up: the ledger is filled until Retry-After', async () => {
    world = await World.create({ limits: { connection_items_per_hour: 40, max_batch_items: 40 } });
    world.feed.body = estateFeed(ads(10));
    world.sandbox.faults.add({
      operation: 'push_batch',
      does: { kind: 'status', status: 429, code: 'connection_item_limit', retryAfter: '600' },
      times: 1,
    });
    const first = await world.round();
    expect(first.pushes[0]?.message).toContain('another installation uses the key too');
    world.clock.advance(5 * minute);
    world.requests();
    await world.round();
    expect(world.requests().filter((request) => request.startsWith('POST'))).toEqual([]);
    world.clock.advance(6 * minute);
    await world.round();
    expect(world.live()).toHaveLength(10);
    expect(world.spent()).toBe(10);
  });

  it('spends nothing twice when only the question what became of a batch is refused', async () => {
    world = await World.create({ sandbox: { batchDelayMs: 5000 } });
    world.feed.body = estateFeed(ads(5));
    await world.round();
    world.sandbox.faults.add({
      operation: 'get_batch',
      does: { kind: 'status', status: 429, code: 'rate_limited', retryAfter: '60' },
    });
    world.clock.advance(minute);
    await world.round();
    world.clock.advance(5 * minute);
    await world.round();
    expect(world.live()).toHaveLength(5);
    expect(world.spent()).toBe(5);
    expect(world.requests().filter((request) => request.endsWith('/batches'))).toHaveLength(1);
  });

  it('spends nothing twice when a batch whose reply was lost is refused at the next try', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(5));
    world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
    world.sandbox.faults.add({
      operation: 'push_batch',
      does: { kind: 'status', status: 429, code: 'rate_limited', retryAfter: '60' },
    });
    await world.round();
    for (let rounds = 0; rounds < 3; rounds++) {
      world.clock.advance(10 * minute);
      await world.round();
    }
    expect(world.live()).toHaveLength(5);
    expect(world.spent()).toBe(5);
  });

  it('cuts a batch anew that the hour cannot hold any more, once the portal was asked what it has of it', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(8));
    world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'before' } });
    await world.round();
    world.sandbox.staff.setLimits({ connection_items_per_hour: 5 });
    for (let rounds = 0; rounds < 12; rounds++) {
      world.clock.advance(20 * minute);
      await world.round();
    }
    expect(world.live()).toHaveLength(8);
    expect(world.spent()).toBe(8);
    expect(fullestHour()).toBeLessThanOrEqual(5);
    const refused = world.sandbox.staff.requestLog().filter((entry) => entry.status === 429);
    expect(refused).toHaveLength(1);
  });

  it('sends a batch again under its key when the portal does not know it by its name any more', async () => {
    world = await World.create({ sandbox: { batchDelayMs: 5000 } });
    world.feed.body = estateFeed(ads(5));
    await world.round();
    world.sandbox.faults.add({
      operation: 'get_batch',
      does: { kind: 'status', status: 404, code: 'batch_not_found' },
    });
    for (let rounds = 0; rounds < 3; rounds++) {
      world.clock.advance(5 * minute);
      await world.round();
    }
    expect(world.live()).toHaveLength(5);
    expect(world.spent()).toBe(5);
  });

  it('is not freed by a clock that was put on by an hour, nor spent twice as long by one that was put back', async () => {
    world = await World.create({ limits: { connection_items_per_hour: 10, max_batch_items: 10 } });
    world.feed.body = estateFeed(ads(25));
    await world.round();
    for (const jump of [hour, -2 * hour, 3 * hour]) {
      world.clock.jump(jump);
      await world.app.engine.tick();
      await world.app.engine.idle();
      expect(world.spent()).toBe(10);
    }
    expect(world.sandbox.staff.requestLog().filter(({ status }) => status === 429)).toEqual([]);
  });

  it('gives readings of the view at most a fifth of the key’s requests in any minute, and they get to their end', async () => {
    world = await World.create({ limits: { rate_limit_per_minute: 20 }, protocol: { view_page_size: 2 } });
    world.feed.body = estateFeed(ads(30));
    const sent = between(world);
    await secondBySecond(async () => {
      await world.round();
      await world.app.services.portal.view(world.connectionId);
    });
    expect(readingsOf(sent).length).toBeGreaterThan(15);
    expect(fullestMinute(readingsOf(sent))).toBeLessThanOrEqual(4);
    expect(world.sandbox.staff.requestLog().filter(({ status }) => status === 429)).toEqual([]);
  });

  it('counts a reading from when it is sent, not from when it began to wait for the key’s own room', async () => {
    world = await World.create({ limits: { rate_limit_per_minute: 20 } });
    world.feed.body = estateFeed(ads(3));
    await world.round();
    world.clock.advance(5 * minute);
    const { portal } = world.app.services;
    for (let each = 0; each < 20; each++) await portal.ping();
    world.clock.advance(30 * second);
    const sent = between(world);
    const views = () => Promise.all(Array.from({ length: 8 }, () => portal.view(world.connectionId)));
    // Each request ends within its second: nothing but the wait makes a reading old.
    await secondBySecond(views, 20);
    expect(readingsOf(sent)).toHaveLength(8);
    expect(fullestMinute(readingsOf(sent))).toBeLessThanOrEqual(4);
  });

  it('keeps a reading for which there is no room out of the slots: pushes go on', async () => {
    world = await World.create({ limits: { rate_limit_per_minute: 20 } });
    world.feed.body = estateFeed(ads(3));
    await world.round();
    const { store, keyId } = world.app.services;
    for (let pages = 0; pages < 4; pages++) await store.spend.add(`view:${keyId}`, world.clock.now(), 1);
    await store.connections.update(world.connectionId, { outcomesDueAt: world.clock.now() });
    world.requests();
    const readings = (): string[] => world.requests().filter((line) => /^GET .*\/listings$/.test(line));
    await world.tick(second);
    expect(readings()).toEqual([]);
    await world.tick(minute + second);
    expect(readings()).toHaveLength(1);
  });
});
