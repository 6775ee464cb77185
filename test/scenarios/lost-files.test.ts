import { rm } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { csvFeed } from '../support/csv-feed.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

/** A backup of the store came back without the folder of files. */
async function loseFiles(): Promise<void> {
  await world.restart(() => rm(world.app.config.dataDir, { recursive: true }));
}

it('a table is read on, though the file that it was compared with is lost', async () => {
  world = await World.create({ mapping: 'csv-header', feed: { encoding: 'windows-1250' } });
  world.feed.headers = { 'content-type': 'text/csv' };
  world.feed.body = csvFeed(ads(3));
  await world.round();
  await loseFiles();
  world.feed.body = csvFeed([...ads(3), ad(4)]);
  expect((await world.later(15 * minute)).polls[0]).toMatchObject({ state: 'done', balance: { queued: 1 } });
  expect(world.live()).toHaveLength(4);
});

it('a changed mapping is applied to a file that is fetched anew, whatever the server says of the one that is lost', async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(3));
  await world.round();
  const constants = {
    ...{ 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
    'price.negotiable': true,
  };
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, constants })));
  await loseFiles();
  const { polls } = await world.later(15 * minute);
  expect(polls[0]).toMatchObject({ state: 'done', balance: { seen: 3 } });
  expect(world.payload('A0001')).toMatchObject({ price: { negotiable: true } });
  world.feedRequests = [];
  await world.later(15 * minute);
  expect(world.feedRequests.map(({ status }) => status)).toEqual([304]);
});

it('a feed of several addresses is fetched whole where one of its files is lost', async () => {
  world = await World.create();
  world.at('/b.xml').body = estateFeed([ad(7)]);
  world.feed.body = estateFeed(ads(2));
  await world.declare((feeds) =>
    feeds.map(({ url, ...feed }) => ({ ...feed, urls: [url, `${world.feedUrl}/b.xml`] })),
  );
  await world.restart();
  await world.round();
  await loseFiles();
  world.at('/b.xml').body = estateFeed([ad(7), ad(8)]);
  expect((await world.later(15 * minute)).polls[0]).toMatchObject({ state: 'done', balance: { seen: 4 } });
  expect(world.live()).toHaveLength(4);
});
