import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], wait = 15 * minute): Promise<void> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list);
  await world.round();
}

function price(externalId: string): unknown {
  return (world.payload(externalId).price as { amount: number }).amount;
}

describe('the portal ends equal to the feed', () => {
  it('fault 50: when a change is taken back (A, B, A): the old content is sent again', async () => {
    world = await World.create();
    await serve([ad(1, { price: 81_000 }), ...ads(4, 2)]);
    await serve([ad(1, { price: 82_000 }), ...ads(4, 2)]);
    expect(price('A0001')).toBe(82_000);
    await serve([ad(1, { price: 81_000 }), ...ads(4, 2)]);
    // The body equals a former one: a cache may have served it, so it waits one poll.
    expect(price('A0001')).toBe(82_000);
    world.clock.advance(15 * minute);
    const round = await world.round();
    expect(round.polls[0]?.state).toBe('done');
    expect(price('A0001')).toBe(81_000);
  });

  it('when a listing is removed and comes back with the same bytes', async () => {
    world = await World.create();
    const list = ads(6);
    await serve(list);
    await serve(list.slice(1));
    await serve(list.slice(1), 2 * hour);
    expect(world.live()).toHaveLength(5);
    await serve(list, day);
    world.clock.advance(15 * minute);
    await world.round();
    expect(world.live()).toContain('A0001');
    expect(price('A0001')).toBe(90_100);
  });

  it('when a listing comes back while its removal waits unsent: nothing is spent', async () => {
    world = await World.create();
    const list = ads(6);
    await serve(list);
    await serve(list.slice(1));
    world.sandbox.staff.pause(world.connectionId);
    await serve(list.slice(1), 2 * hour);
    const spent = world.spent();
    await serve([...list, ad(7)], 2 * hour);
    world.sandbox.staff.resume(world.connectionId);
    world.clock.advance(hour);
    await world.round();
    expect(world.live()).toHaveLength(7);
    expect(world.spent()).toBe(spent + 1);
  });

  it('when a listing comes back while its removal was refused: it stays, and nothing is spent', async () => {
    world = await World.create();
    const list = ads(6);
    await serve(list);
    await serve(list.slice(1));
    world.sandbox.faults.add({
      operation: 'remove_listing',
      does: { kind: 'status', status: 429, code: 'slow_down', retryAfter: '3600' },
    });
    await serve(list.slice(1), 2 * hour);
    expect(world.live()).toHaveLength(6);
    const spent = world.spent();
    await serve([ad(1, { type: 'Svemirski brod' }), ...list.slice(1), ad(7)]);
    await world.later(2 * hour);
    expect(world.live()).toHaveLength(7);
    expect(world.spent()).toBe(spent + 1);
  });

  it('fault 51: when the feed writes a date of the future: the next real change still arrives', async () => {
    world = await World.create();
    await serve([ad(1, { updated: '2031-01-01T00:00:00' }), ...ads(4, 2)]);
    const sent = world.payload('A0001').source as { updated_at: string };
    expect(Date.parse(sent.updated_at)).toBeLessThanOrEqual(world.clock.now());
    await serve([ad(1, { updated: '2031-01-01T00:00:00', price: 77_000 }), ...ads(4, 2)]);
    expect(price('A0001')).toBe(77_000);
  });

  it('when the portal answers unchanged to a real change: it is sent once more with a later date', async () => {
    world = await World.create();
    await serve([ad(1), ...ads(4, 2)]);
    // The portal's own date is later than the feed's next one: it compares dates and calls the change unchanged.
    const updatedAt = new Date(world.clock.now() + 5 * minute).toISOString();
    const payload = { ...world.payload('A0001'), source: { updated_at: updatedAt } };
    world.sandbox.staff.setListing(world.connectionId, 'A0001', { payload });
    world.requests();
    await serve([ad(1, { price: 66_000, updated: '2026-01-15T10:16:00' }), ...ads(4, 2)]);
    expect(world.requests().filter((request) => request.startsWith('POST'))).toHaveLength(2);
    expect(price('A0001')).toBe(66_000);
  });

  it.each([
    ['called older than what somebody wrote there', 'older'],
    ['left out of its reply', 'left out'],
  ])('when a change that the portal %s is taken back: nothing is believed of it any more', async (_, how) => {
    // The hour has room for the change, and for nothing after it.
    world = await World.create({ limits: { connection_items_per_hour: 6 } });
    await serve([ad(1, { price: 81_000 }), ...ads(4, 2)]);
    if (how === 'older') {
      const updatedAt = new Date(world.clock.now() + hour).toISOString();
      const payload = { ...world.payload('A0001'), price: { amount: 1 }, source: { updated_at: updatedAt } };
      world.sandbox.staff.setListing(world.connectionId, 'A0001', { payload, digest: 'f'.repeat(64) });
    } else {
      world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'drop_items', positions: [0] } });
    }
    await serve([ad(1, { price: 82_000 }), ...ads(4, 2)]);
    expect(price('A0001')).toBe(how === 'older' ? 1 : 82_000);
    await serve([ad(1, { price: 81_000 }), ad(2, { price: 83_000 }), ...ads(3, 3)]);
    await world.later(2 * hour);
    expect(price('A0001')).toBe(81_000);
  });

  it('fault 55: when only the order of elements and the white space change: nothing is sent', async () => {
    world = await World.create();
    await serve(ads(5));
    const spent = world.spent();
    world.clock.advance(15 * minute);
    world.feed.body = estateFeed(ads(5))
      .replaceAll('  <ptt>21000</ptt>\n', '')
      .replaceAll('<kvadratura_a>', '<ptt>21000</ptt>   <kvadratura_a>');
    const round = await world.round();
    expect(round.polls[0]).toMatchObject({ balance: { mapped: 5, unchanged: 5 } });
    expect(world.spent()).toBe(spent);
  });
});
