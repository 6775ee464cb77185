import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

describe('the main job', () => {
  it('publishes a feed, then sends nothing but GETs while nothing changes', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(12));
    const first = await world.round();
    expect(first.problems).toEqual([]);
    expect(first.polls[0]).toMatchObject({ state: 'done', balance: { seen: 12, mapped: 12, queued: 12 } });
    expect(world.live()).toHaveLength(12);

    world.requests();
    world.clock.advance(15 * minute);
    await world.round();
    world.feed.body = estateFeed(ads(12), '2026-01-15T09:30:00');
    world.clock.advance(15 * minute);
    const third = await world.round();
    expect(third.polls[0]).toMatchObject({ state: 'done', balance: { seen: 12, known: 12, mapped: 0 } });
    expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(world.spent()).toBe(12);
  });

  it('sends exactly the ads that were edited, in one batch', async () => {
    world = await World.create();
    const list = ads(12);
    world.feed.body = estateFeed(list);
    await world.round();
    world.requests();

    const edited = list.map((one, index) => (index % 4 === 0 ? { ...one, price: one.price + 1000 } : one));
    world.feed.body = estateFeed(edited);
    world.clock.advance(15 * minute);
    const round = await world.round();
    expect(round.pushes[0]).toMatchObject({ batches: 1, sent: 3, results: { accepted: 3 } });
    expect(world.requests().filter((request) => request.startsWith('POST'))).toHaveLength(1);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 91_100 } });
  });

  it('takes off what was deleted, at the first complete poll after the hour', async () => {
    world = await World.create();
    const list = ads(12);
    world.feed.body = estateFeed(list);
    await world.round();
    world.feed.body = estateFeed(list.slice(2));

    world.clock.advance(minute);
    const missed = await world.round();
    expect(missed.polls[0]?.absences).toMatchObject({ inGrace: 2, removals: [] });
    expect(world.live()).toHaveLength(12);
    world.clock.advance(59 * minute);
    await world.round();
    expect(world.live()).toHaveLength(12);
    world.clock.advance(minute);
    const due = await world.round();
    expect(due.polls[0]?.absences.removals.map((removal) => removal.externalId)).toEqual(['A0001', 'A0002']);
    expect(world.live()).toHaveLength(10);
    expect(world.listings().find((listing) => listing.externalId === 'A0001')).toMatchObject({
      status: 'removed',
      reason: 'withdrawn',
    });
  });

  it('shows in a dry run what it would do, and changes nothing', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(5));
    const dry = await world.round({ dryRun: true });
    expect(dry.polls[0]?.planned.map((planned) => planned.action)).toEqual(Array(5).fill('queue'));
    expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(world.live()).toEqual([]);
    await world.round();
    expect(world.live()).toHaveLength(5);
  });

  it('goes on over a restart where it was', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(5));
    await world.round();
    await world.restart();
    world.feed.body = estateFeed([...ads(5), ad(6)]);
    world.clock.advance(15 * minute);
    const round = await world.round();
    expect(round.polls[0]).toMatchObject({ balance: { known: 5, mapped: 1 } });
    expect(world.live()).toHaveLength(6);
  });
});
