import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { fleet } from '../soak/fleet.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { ProcessWorld, type RealProcess } from '../support/real-process.js';

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function createWorld(): Promise<ProcessWorld> {
  const world = await ProcessWorld.create();
  closing.push(() => world.close());
  await world.configure({ store: await server.newStore(), server: { listen: '127.0.0.1:0' } });
  return world;
}

async function started(world: ProcessWorld, ...argv: string[]): Promise<RealProcess> {
  const one = world.start('run', ...argv);
  closing.push(() => one.kill());
  const out = await one.printed((text) => text.includes('feedsync keeps'));
  expect(out, one.err).toContain('feedsync keeps');
  return one;
}

/** What real processes do by themselves. */
async function eventually(isTrue: () => boolean): Promise<void> {
  for (let looks = 0; looks < 1200 && !isTrue(); looks++) await systemClock.sleep(50);
  expect(isTrue()).toBe(true);
}

describe('several processes on one store', () => {
  it('share the work: what one began and never ended, another one ends', async () => {
    const world = await createWorld();
    const gate = world.sandbox.gate({ at: 'after', operation: 'push_batch' });
    const first = await started(world, '--role', 'worker');
    await Promise.race([gate.someoneArrived(), first.ended]);
    const second = await started(world, '--role', 'worker');
    await first.kill();
    gate.cut();
    gate.open();
    await eventually(() => world.live().length === 3);
    expect(world.spent()).toBe(3);
    expect((await second.stop()).code).toBe(0);
  });

  it('are made by servers what they ask for: a worker does it, and a command has no store for itself', async () => {
    const world = await createWorld();
    await started(world, '--role', 'worker');
    const served = await started(world, '--role', 'server');
    await eventually(() => world.live().length === 3);
    const [, address = ''] = /; (http:\/\/127\.0\.0\.1:\d+) and/.exec(await served.printed(() => true)) ?? [];
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    await world.writeFeed(estateFeed([...ads(3), ad(4)]));
    const asked = await world.start('sync', '--feed', 'agency').ended;
    expect(asked.code, asked.err).toBe(0);
    expect(world.live()).toHaveLength(4);
  });

  it('keep every promise though now one is killed, one stands still, and the store is out of reach', async () => {
    const size = { feeds: 8, listings: 6, workers: 3, servers: 2, blows: 8 };
    const { ok, message } = await fleet({ database: server, ...size, seed: 7 });
    expect(ok, message).toBe(true);
  }, 180_000);

  it('are refused where a store is a file', async () => {
    const world = await ProcessWorld.create();
    closing.push(() => world.close());
    const { code, err } = await world.start('run', '--role', 'worker').ended;
    expect([code, err]).toEqual([2, expect.stringContaining('postgres://')]);
  });
});
