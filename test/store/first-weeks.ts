import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

/**
 * What every kept store has lived through: three listings on the portal, a price that changed, one listing in grace.
 * @param store on PostgreSQL; a file of its own without it
 */
export async function firstWeeks(store?: string): Promise<World> {
  const world = await World.create({ ...(store !== undefined && { store }) });
  world.feed.body = estateFeed(ads(4));
  await world.round();
  const [first, ...others] = ads(3);
  if (first === undefined) throw new Error('three ads, of which one is the first');
  world.feed.body = estateFeed([{ ...first, price: first.price + 1_000 }, ...others]);
  await world.later(30 * minute);
  return world;
}
