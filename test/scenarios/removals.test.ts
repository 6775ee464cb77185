import { afterEach, describe, expect, it } from 'vitest';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], wait = 15 * minute): ReturnType<World['round']> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list);
  return world.round();
}

async function openHolds(): ReturnType<World['app']['services']['store']['holds']['open']> {
  return world.app.services.store.holds.open({});
}

describe('removals are never a mistake of ours', () => {
  it('fault 43: holds the removals of a halved feed, while creates and updates flow', async () => {
    world = await World.create();
    const list = ads(20);
    await serve(list);
    const half = [...list.slice(0, 10).map((one) => ({ ...one, price: one.price + 500 })), ad(99)];
    await serve(half);
    const round = await serve(half, 2 * hour);
    expect(round.polls[0]?.absences).toMatchObject({ held: 10, removals: [] });
    expect(world.live()).toHaveLength(21);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_600 } });
    const [hold] = await openHolds();
    expect(hold).toMatchObject({ kind: 'removals', lineCount: 10 });
    expect(hold?.reason).toContain('removals.max_share (30 %)');
  });

  it('carries out exactly the listings that an approved hold shows, less those that came back', async () => {
    world = await World.create();
    const list = ads(20);
    await serve(list);
    await serve(list.slice(0, 10));
    await serve(list.slice(0, 10), 2 * hour);
    const [hold] = await openHolds();
    // Two come back before the decision.
    await serve(list.slice(0, 12));
    const decided = await decideHold(
      { holdId: hold?.id ?? 0, kind: 'approve', expect: null, author: 'test' },
      world.app.services,
    );
    expect(decided).toMatchObject({ ok: true, listings: 8 });
    world.clock.advance(minute);
    await world.round();
    expect(world.live()).toEqual(list.slice(0, 12).map((one) => one.code));
    expect(await openHolds()).toEqual([]);
  });

  it('approves more than 50 listings only with the number that the hold shows', async () => {
    world = await World.create();
    const list = ads(102);
    await serve(list);
    await serve(list.slice(0, 51));
    await serve(list.slice(0, 51), 2 * hour);
    const [hold] = await openHolds();
    const approve = (expected: number | null): ReturnType<typeof decideHold> =>
      decideHold(
        { holdId: hold?.id ?? 0, kind: 'approve', expect: expected, author: 'test' },
        world.app.services,
      );
    expect(await approve(null)).toMatchObject({ ok: false });
    expect(await approve(50)).toMatchObject({ ok: false });
    expect(await openHolds()).toMatchObject([{ lineCount: 51 }]);
    expect(await approve(51)).toMatchObject({ ok: true, listings: 51 });
  });

  it('pins what was rejected, and asks once more when the time is over', async () => {
    world = await World.create();
    const list = ads(20);
    await serve(list);
    await serve(list.slice(0, 10));
    await serve(list.slice(0, 10), 2 * hour);
    const [hold] = await openHolds();
    await decideHold(
      { holdId: hold?.id ?? 0, kind: 'reject', expect: null, author: 'test' },
      world.app.services,
    );
    const pinned = await serve(list.slice(0, 10), day);
    expect(pinned.polls[0]?.absences).toMatchObject({ pinned: 10, held: 0 });
    expect(await openHolds()).toEqual([]);
    const asked = await serve(list.slice(0, 10), 14 * day);
    expect(asked.polls[0]?.absences.held).toBe(10);
    expect(world.live()).toHaveLength(20);
  });

  it('closes a hold by itself when its listings come back, and never by time alone', async () => {
    world = await World.create();
    const list = ads(20);
    await serve(list);
    await serve(list.slice(0, 10));
    await serve(list.slice(0, 10), 2 * hour);
    await serve(list.slice(0, 10), 30 * day);
    expect(await openHolds()).toHaveLength(1);
    expect(world.live()).toHaveLength(20);
    await serve(list, hour);
    await serve([...list, ad(50)], hour);
    expect(await openHolds()).toEqual([]);
  });

  it.each([20, 100])(
    'holds removals dripped at ten percent a day of %i listings by the fourth day',
    async (count) => {
      world = await World.create();
      let list = ads(count);
      await serve(list);
      const heldOn: number[] = [];
      for (let today = 1; today <= 4; today++) {
        list = list.slice(count / 10);
        await serve(list, day - 2 * hour);
        const round = await serve(list, 2 * hour);
        if ((round.polls[0]?.absences.held ?? 0) > 0) heldOn.push(today);
      }
      expect(heldOn).toEqual([4]);
      expect(world.live()).toHaveLength(count * 0.7);
    },
  );

  it('fault 44: holds a drop of nine listings to one', async () => {
    world = await World.create();
    const list = ads(9);
    await serve(list);
    await serve(list.slice(8));
    const round = await serve(list.slice(8), 2 * hour);
    expect(round.polls[0]?.absences.held).toBe(8);
    expect(world.live()).toHaveLength(9);
  });

  it('fault 45: holds the whole plan when almost no id is shared with what the feed had', async () => {
    world = await World.create();
    const list = ads(20);
    await serve(list);
    const others = ads(18, 500);
    const round = await serve(others);
    expect(round.polls[0]?.state).toBe('held');
    await serve(others, 3 * hour);
    expect(world.live()).toEqual(list.map((one) => one.code));
    expect(await openHolds()).toMatchObject([{ kind: 'plan', lineCount: 20 }]);

    // The own feed is back: the question is gone.
    await serve([...list, ad(21)], hour);
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(21);
  });

  it('takes over another set of ids once a person approved it', async () => {
    world = await World.create();
    await serve(ads(20));
    const others = ads(18, 500);
    await serve(others);
    const [hold] = await openHolds();
    await decideHold(
      { holdId: hold?.id ?? 0, kind: 'approve', expect: null, author: 'test' },
      world.app.services,
    );
    await serve(others);
    expect(world.live()).toEqual(others.map((one) => one.code));
  });

  it('fault 40: neither sends nor removes two different records with one id', async () => {
    world = await World.create();
    const list = ads(6);
    await serve(list);
    const round = await serve([...list.slice(1), ad(1, { price: 81_000 }), ad(1, { price: 82_000 })]);
    expect(round.polls[0]).toMatchObject({ state: 'done', balance: { conflicts: 2 } });
    await serve([...list.slice(1), ad(1, { price: 81_000 }), ad(1, { price: 82_000 })], 3 * hour);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
    await serve([...list.slice(1), ad(1, { price: 82_000 })]);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 82_000 } });
  });

  it('fault 40: accounts for both where one of them is the record as it was', async () => {
    world = await World.create();
    const list = ads(6);
    for (const doubled of [
      [...list, ad(1, { price: 81_000 })],
      [ad(2, { price: 82_000 }), ...list],
    ]) {
      await serve(list);
      expect((await serve(doubled)).polls[0]).toMatchObject({ state: 'done' });
      expect((await serve(doubled, 3 * hour)).polls[0]).toMatchObject({ state: 'unchanged' });
      expect(world.live()).toHaveLength(6);
    }
    await serve(list);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
  });

  it('fault 42: keeps a live listing whose record became unreadable', async () => {
    world = await World.create();
    const list = ads(6);
    await serve(list);
    world.clock.advance(hour);
    world.feed.body = estateFeed(list).replace('<cena>90100</cena>', '<cena>90100</cijena>');
    const round = await world.round();
    expect(round.polls[0]).toMatchObject({ state: 'done', balance: { invalid: 1 } });
    world.clock.advance(5 * hour);
    await world.round();
    expect(world.live()).toHaveLength(6);
  });

  it('calls off a removal that was not sent when its record is there again, though unreadable', async () => {
    world = await World.create();
    await serve(ads(6));
    world.sandbox.staff.pause(world.connectionId);
    await serve(ads(5));
    await serve(ads(5), 2 * hour);
    world.feed.body = estateFeed(ads(6)).replace('<cena>90600</cena>', '<cena>90600</cijena>');
    world.clock.advance(15 * minute);
    await world.round();
    world.sandbox.staff.resume(world.connectionId);
    world.clock.advance(hour);
    await world.round();
    expect(world.live()).toHaveLength(6);
  });

  it('counts no absence while a record is unreadable and nobody can say which one it is', async () => {
    world = await World.create();
    const list = ads(6);
    await serve(list);
    world.clock.advance(hour);
    world.feed.body = estateFeed(list).replace(
      /<oglas>\s*<code><!\[CDATA\[A0001]]><\/code>/,
      '<oglas><coda><![CDATA[A0001]]></code>',
    );
    for (let poll = 0; poll < 4; poll++) {
      const round = await world.round();
      expect(round.polls[0]).toMatchObject({
        state: poll === 0 ? 'done' : 'unchanged',
        absences: { inGrace: 0, removals: [] },
      });
      world.clock.advance(5 * hour);
    }
    expect(world.live()).toHaveLength(6);
  });
});
