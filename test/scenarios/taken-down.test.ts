import { afterEach, expect, it } from 'vitest';
import { reconcile } from '../../src/sync/reconcile/reconcile.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

const archive = (): void =>
  world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'archived' });

/** A day with its rounds, and the comparison of its night. */
async function night(): Promise<string[]> {
  world.clock.advance(day);
  await world.round();
  const { drift } = await reconcile(world.connectionId, world.app.services);
  await world.round();
  return drift.map(({ action }) => action);
}

const listing = () => world.app.services.store.listings.get(world.connectionId, 'A0001');

it('what the portal keeps taking off stays so, night after night, until its content changes', async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(6));
  await world.round();
  await world.round();
  archive();
  expect(await night()).toEqual(['repair']);
  archive();
  expect(await night()).toEqual(['repair']);
  archive();
  expect(await night()).toEqual(['taken_down']);

  const { store, notices } = world.app.services;
  const told = async () => ({
    portal: (await listing())?.portal,
    events: (await store.listings.events(world.connectionId, 'A0001')).length,
    attention: (await world.attention()).map(({ kind, count }) => [kind, count]),
    matters: (await notices.attentionItems('all')).map(({ cause }) => cause),
  });
  const first = await told();
  expect(first).toMatchObject({ portal: 'taken_down', attention: [['taken_down', 1]] });
  expect(first.matters).toHaveLength(1);
  for (let nights = 0; nights < 4; nights++) {
    expect(await night()).toEqual([]);
    expect(await told()).toEqual(first);
  }

  // Other content is another try.
  const [one, ...others] = ads(6);
  world.feed.body = estateFeed([{ ...one!, price: one!.price - 1000 }, ...others]);
  await world.round();
  await world.round();
  expect(world.live()).toHaveLength(6);
  expect((await listing())?.portal).toBe('live');
  expect(await world.attention()).toEqual([]);
});
