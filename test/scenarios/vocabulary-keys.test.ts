import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

const list = [
  ...ads(4),
  ad(5, { sale: false, price: 450 }),
  ad(6, { type: 'Kuća', heating: 'TA' }),
  ad(7, { type: 'Poslovni prostor', sale: false, price: 900 }),
];

async function publish(shuffleKeys: boolean): Promise<Record<string, unknown>[]> {
  world = await World.create({ shuffleKeys });
  world.feed.body = estateFeed(list);
  await world.round();
  return list.map((one) => world.payload(one.code));
}

describe('the portal’s vocabulary', () => {
  it('may rename every key: words are matched by label, and the same listings are published', async () => {
    const plain = await publish(false);
    await world.close();
    const shuffled = await publish(true);
    expect(world.live()).toHaveLength(list.length);
    expect(shuffled.map(({ title, price, rent }) => ({ title, price, rent }))).toEqual(
      plain.map(({ title, price, rent }) => ({ title, price, rent })),
    );
    for (const [index, payload] of shuffled.entries())
      expect(payload.category, list[index]?.code).not.toBe(plain[index]?.category);
  });

  it('is read again each day: a renamed key reaches the listings that use it', async () => {
    world = await World.create();
    world.feed.body = estateFeed(list);
    await world.round();
    const before = world.payload('A0001').category;
    world.sandbox.staff.setVocabulary((document) => {
      const categories = document.categories.map((entry) =>
        entry.key === before ? { ...entry, key: 'renamed_flat' } : entry,
      );
      return { ...document, categories };
    });
    world.clock.advance(day);
    const round = await world.round();
    expect(round.polls[0]).toMatchObject({ state: 'done' });
    // A change of our own making, which never takes the whole hour from the feeds' own.
    expect(new Set(round.polls[0]?.planned.map(({ lane }) => lane))).toEqual(new Set(['own_change']));
    expect(world.payload('A0001').category).toBe('renamed_flat');
  });
});
