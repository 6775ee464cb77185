import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApp, systemSeams } from '../../src/assemble.js';
import { AssemblyError } from '../../src/assemble/error.js';
import { openReader } from '../../src/assemble/reader.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { ProcessWorld } from '../support/real-process.js';
import { World } from '../support/world.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function createWorld(): Promise<World> {
  const world = await World.create({ store: await server.newStore() });
  closing.push(() => world.close());
  return world;
}

describe('the main job on PostgreSQL', () => {
  it('publishes, sends what was edited, takes off what left, and goes on over a restart', async () => {
    const world = await createWorld();
    world.feed.body = estateFeed(ads(12));
    const first = await world.round();
    expect(first.problems).toEqual([]);
    expect(first.polls[0]).toMatchObject({ state: 'done', balance: { seen: 12, mapped: 12, queued: 12 } });
    expect(world.live()).toHaveLength(12);
    world.requests();
    world.clock.advance(15 * minute);
    world.feed.body = estateFeed(ads(12), '2026-01-15T09:30:00');
    const second = await world.round();
    expect(second.polls[0]).toMatchObject({ state: 'done', balance: { seen: 12, known: 12, mapped: 0 } });
    expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);

    await world.restart();
    const edited = ads(11).map((one, index) => (index === 0 ? { ...one, price: one.price + 1000 } : one));
    world.feed.body = estateFeed(edited);
    world.clock.advance(15 * minute);
    const third = await world.round();
    expect(third.pushes[0]).toMatchObject({ sent: 1, results: { accepted: 1 } });
    world.clock.advance(61 * minute);
    const fourth = await world.round();
    expect(fourth.polls[0]?.absences.removals.map((removal) => removal.externalId)).toEqual(['A0012']);
    expect([world.live().length, world.spent()]).toEqual([11, 13]);
  });

  it('goes on by itself after the server restarted and every connection was cut', async () => {
    const world = await createWorld();
    world.feed.body = estateFeed(ads(3));
    await world.round();
    await server.restart();
    world.feed.body = estateFeed([...ads(3), ad(4)]);
    world.clock.advance(15 * minute);
    expect((await world.round()).problems).toEqual([]);
    expect([world.live().length, world.spent()]).toEqual([4, 4]);
  });

  it('has one daemon, from whatever machine; reading commands work beside it', async () => {
    const world = await createWorld();
    const { config } = world.app;
    const elsewhere = { ...config, dataDir: join(world.folder, 'another-machine') };
    const second = await openApp(elsewhere, { ...systemSeams(), clock: world.clock }).catch(
      (error: unknown) => error,
    );
    expect(second).toBeInstanceOf(AssemblyError);
    expect(second).toMatchObject({ code: 'locked', message: expect.stringContaining('Another feedsync') });
    const reader = await openReader(elsewhere, world.clock);
    expect((await reader.feeds.all()).map(({ name }) => name)).toEqual(['agency']);
    await reader.close();
  });
});

describe('kill -9 on PostgreSQL', () => {
  it('while a reply is on its way: the next process sends the same again, and nothing is spent twice', async () => {
    const world = await ProcessWorld.create();
    closing.push(() => world.close());
    await world.configure({ store: await server.newStore() });
    const gate = world.sandbox.gate({ at: 'after', operation: 'push_batch' });
    const killed = world.start('run');
    await Promise.race([
      gate.someoneArrived(),
      killed.ended.then(({ err }) => Promise.reject(new Error(`the process ended by itself: ${err}`))),
    ]);
    const beside = await world.start('status').ended;
    expect(beside.code, beside.err).toBe(0);
    await killed.kill();
    gate.cut();
    gate.open();
    const next = await world.start('sync').ended;
    expect(next.code, next.err + next.out).toBe(0);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
  });
});
