import { afterEach, expect, it } from 'vitest';
import { run } from '../cli/command-line.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

it('what an upgrade changed is logged once, at the first start on a store that has feeds', async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(1));
  await world.round();
  const lines = async (): Promise<number> =>
    (await run(world, 'logs')).out.split('--attention operator is the default').length - 1;
  await world.restart();
  expect(await lines()).toBe(0);
  // As a store of the former release is.
  await world.app.services.store.meta.set('upgrade.notes', '[]');
  await world.restart();
  expect(await lines()).toBe(1);
  await world.restart();
  expect(await lines()).toBe(1);
});
