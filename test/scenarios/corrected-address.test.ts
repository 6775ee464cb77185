import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { rawServer } from '../platform/raw-server.js';

/** Of a busy machine: nothing is measured. */
const patience = { interval: 5, timeout: 20_000 };

let world: World;
let silent: Awaited<ReturnType<typeof rawServer>>;

beforeAll(async () => {
  silent = await rawServer(() => undefined);
  world = await World.create({
    config: { fetch: { timeout: '30s', allow_private_addresses: ['127.0.0.1'] } },
  });
  world.feed.body = estateFeed(ads(2));
});
afterAll(async () => {
  await world.close();
  await silent.close();
});

const feed = async () => (await world.app.services.store.feeds.byName('agency'))!;
const pointTo = async (url: string) => {
  await world.declare(([one]) => [{ ...one, url }]);
  const loaded = await loadConfig(world.configFile, diskDeps({}));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  await world.app.reload(loaded.config);
};

it('a corrected address is asked at once, whatever the former one cost', async () => {
  await pointTo(`${silent.url}/feed.xml`);
  for (let failures = 1; failures <= 3; failures++) {
    const asked = silent.requests.length;
    world.clock.set(Math.max(world.clock.now(), (await feed()).nextPollAt));
    await vi.waitFor(async () => {
      await world.app.engine.tick();
      expect(silent.requests.length).toBeGreaterThan(asked);
    }, patience);
    // The third stays under way while the address is corrected.
    if (failures === 3) break;
    world.clock.advance(31_000);
    await world.app.engine.idle();
  }
  expect((await feed()).failures).toBe(2);
  await pointTo(`${world.feedUrl}/feed.xml`);
  world.clock.advance(31_000);
  await world.app.engine.idle();
  expect(await feed()).toMatchObject({ failures: 0, nextPollAt: world.clock.now() });
  await world.tick();
  expect(await feed()).toMatchObject({ life: 'active', stallReason: null });
  await world.tick();
  expect(world.listings()).toHaveLength(2);
  expect((await feed()).nextPollAt).toBeLessThanOrEqual(world.clock.now() + 30 * minute);
});
