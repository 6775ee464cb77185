import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
});
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], polls = 1): Promise<void> {
  world.feed.body = estateFeed(list);
  for (let poll = 0; poll < polls; poll++) await world.later(2 * hour);
}

async function held(): Promise<number[]> {
  return (await world.app.services.store.holds.open({ kind: 'removals' })).map(({ lineCount }) => lineCount);
}

describe('the windows of the removal guard', () => {
  it('few removals pass for as long as they are all of the last 7 days: the third one of nine within a week is asked about', async () => {
    await serve(ads(9));
    world.clock.advance(8 * day);
    await serve(ads(8, 2), 3);
    world.clock.advance(2 * day);
    await serve(ads(7, 3), 3);
    expect([world.live().length, await held()]).toEqual([7, []]);
    world.clock.advance(2 * day);
    await serve(ads(6, 4), 3);
    expect([world.live().length, await held()]).toEqual([7, [1]]);
  });

  it('the same third removal passes where the first one is older than the week', async () => {
    await serve(ads(9));
    world.clock.advance(8 * day);
    for (let gone = 1; gone <= 3; gone++) {
      await serve(ads(9 - gone, 1 + gone), 3);
      world.clock.advance(4 * day);
    }
    expect([world.live().length, await held()]).toEqual([6, []]);
  });

  it.each([
    [
      'in the first 24 hours of a feed the base is the most that was live: 30 of 60 may leave while 180 come',
      0,
      210,
      [],
    ],
    [
      'from then on the base is also what was live before: 30 of 60 are asked about, whatever comes',
      day,
      240,
      [30],
    ],
  ])('%s', async (_what, wait, live, holds) => {
    await serve(ads(60));
    world.clock.advance(wait);
    await serve(ads(210, 31), 3);
    expect([world.live().length, await held()]).toEqual([live, holds]);
  });
});
