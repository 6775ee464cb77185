import { expect, it } from 'vitest';
import { schemaVersion } from '../../src/store/schema/migrations.js';
import type { Store } from '../../src/store/store.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import type { World } from '../support/world.js';

/** Of one kind of store: what was kept of it, and how the world's own is put in its place. */
export interface Upgrades<Old extends { schema: number }> {
  kept: readonly Old[];
  world: () => World;
  /** An older release wrote the store, was stopped, and this one is started. */
  upgrade: (old: Old) => Promise<void>;
  /** Tables and indexes as the store has them. */
  schema: () => Promise<readonly string[]>;
}

/** Prices of the listings in the order of their ids, by which lists sort them. */
async function pricesOf({ listings }: Store): Promise<unknown[]> {
  const all = { connectionIds: null, order: 'price', isDescending: false, after: null, limit: 10 } as const;
  const sorted = await listings.sorted(all);
  return sorted
    .toSorted((a, b) => (a.listing.externalId < b.listing.externalId ? -1 : 1))
    .map(({ value }) => value);
}

/** A store of every earlier schema opens, and goes on where it was. */
export function upgradeContract<Old extends { schema: number }>(of: Upgrades<Old>): void {
  const { kept, upgrade } = of;

  it('a store of each schema is kept; a migration that comes next needs `npx tsx test/store/keep-schema.ts` before it', () => {
    const versions = Array.from({ length: schemaVersion }, (_, index) => index + 1);
    expect(kept.map(({ schema }) => schema)).toEqual(versions);
  });

  it.each(kept)(
    'a store of schema $schema has the tables of a new one after its first start, and goes on where it was',
    async (old) => {
      const world = of.world();
      const fresh = await of.schema();
      await upgrade(old);
      expect(await of.schema()).toEqual(fresh);
      // Ids of records are cleaned in feeds that were stored since schema 12 only: other ids would be other listings.
      const [feed] = await world.app.services.store.feeds.all();
      expect(feed?.cleansIds).toBe(old.schema >= 12);
      expect(await pricesOf(world.app.services.store)).toEqual([91_100, 90_200, 90_300, 90_400]);
      world.requests();
      const { polls, pushes, problems } = await world.later(minute);
      expect([problems, polls.map(({ message }) => message)]).toEqual([
        [],
        [expect.stringContaining('1 missing, in grace')],
      ]);
      expect(pushes.map(({ sent }) => sent)).toEqual([0]);
      expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);
    },
  );

  it('and then sends what changed, and takes off what has long been away', async () => {
    const world = of.world();
    await upgrade(kept[0]!);
    const [first, ...others] = ads(3);
    world.feed.body = estateFeed([{ ...first!, price: first!.price + 2_000 }, ...others, ad(9)]);
    const { polls, pushes } = await world.later(15 * minute);
    expect(polls[0]).toMatchObject({ state: 'done', balance: { seen: 4, queued: 2 } });
    expect(pushes[0]).toMatchObject({ sent: 2, results: { accepted: 2 } });
    await world.later(61 * minute);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0009']);
  });
}
