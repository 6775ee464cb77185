import { afterEach, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

it('does not read a feed of changes as if it were whole: the feed stops, its listings stay', async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(6));
  await world.round();
  const { config } = world.app;
  await world.app.reload({ ...config, feeds: config.feeds.map((feed) => ({ ...feed, kind: 'delta' })) });
  expect(world.app.stopped).toMatchObject([
    { name: 'agency', problems: [expect.stringContaining('kind: delta')] },
  ]);
  world.feed.body = estateFeed(ads(1));
  await world.round();
  expect(world.live()).toHaveLength(6);
  expect(await world.app.services.store.holds.open({})).toEqual([]);
});
