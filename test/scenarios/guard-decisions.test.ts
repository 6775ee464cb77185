import { afterEach, describe, expect, it } from 'vitest';
import { etaText } from '../../src/inspect/listing/eta-text.js';
import { etaOfRow, status } from '../../src/inspect/status.js';
import type { Hold } from '../../src/model/hold.js';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { decideHold, type DecisionResult } from '../../src/sync/decisions/decide-hold.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { run } from '../cli/command-line.js';

let world: World;
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], wait = 15 * minute): ReturnType<World['round']> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list);
  return world.round();
}

async function openHolds(): Promise<Hold[]> {
  return world.app.services.store.holds.open({});
}

async function decide(
  kind: 'approve' | 'reject',
  more: { rekey?: boolean; expect?: number } = {},
): Promise<DecisionResult> {
  const [hold] = await openHolds();
  return decideHold(
    { holdId: hold?.id ?? 0, kind, expect: more.expect ?? null, rekey: more.rekey, author: 'test' },
    world.app.services,
  );
}

/** The same properties under other ids; their pictures stay where they are. */
async function serveRenamed(list: ReturnType<typeof ads>, wait = 15 * minute): Promise<void> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list).replaceAll('<code><![CDATA[A', '<code><![CDATA[N');
  await world.round();
}

describe('renamed ids', () => {
  it('fault 46: are proposed as a re-key, which keeps the portal’s ids and sends nothing', async () => {
    world = await World.create();
    const list = ads(12);
    await serve(list);
    const spent = world.spent();
    // Ten are the same properties, one has another price, one is gone.
    const now = [...list.slice(0, 10), ad(11, { price: 81_111 })];
    await serveRenamed(now);
    const [hold] = await openHolds();
    const found = await world.app.services.store.holds.get(hold?.id ?? 0);
    expect(found?.renames.map(({ externalId, sourceId }) => `${externalId} ${sourceId}`)).toEqual(
      list.slice(0, 10).map((one) => `${one.code} N${one.code.slice(1)}`),
    );
    expect(hold?.reason).toContain('10 of them look like');
    expect(world.spent()).toBe(spent);

    expect(await decide('approve', { rekey: true })).toMatchObject({ ok: true, listings: 10 });
    await serveRenamed(now, minute);
    expect(await openHolds()).toEqual([]);
    // The one that no listing matched is new; the two that no record continues are in grace, and still there.
    expect(world.spent()).toBe(spent + 1);
    expect(world.live()).toEqual([...list.map((one) => one.code), 'N0011']);
    await serveRenamed(now, 2 * hour);
    expect(world.live()).toEqual([...list.slice(0, 10).map((one) => one.code), 'N0011']);

    // From then on a change under the new id changes the listing under the old one, and another mapping run too.
    await serveRenamed([{ ...now[0]!, price: 95_555 }, ...now.slice(1)]);
    expect(world.payload('A0001')).toMatchObject({ external_id: 'A0001', price: { amount: 95_555 } });
    const events = await world.app.services.store.listings.events(world.connectionId, 'A0001');
    expect(events.map(({ kind }) => kind)).toContain('renamed');
    // A record that takes the former id up again takes nothing of it.
    world.clock.advance(15 * minute);
    const again = / <oglas>[^]*<\/oglas>/.exec(estateFeed([ad(1, { price: 70_000 })]))?.[0] ?? '';
    const others = estateFeed(now).replaceAll('<code><![CDATA[A', '<code><![CDATA[N');
    world.feed.body = others.replace('</OGLASI>', `${again}</OGLASI>`);
    const round = await world.round();
    expect(round.polls[0]?.balance).toMatchObject({ conflicts: 1 });
    expect(world.payload('A0001')).toMatchObject({ price: { amount: now[0]!.price } });
  });

  it('are not accepted where none is proposed', async () => {
    world = await World.create();
    await serve(ads(20));
    await serve(ads(20, 500));
    expect(await decide('approve', { rekey: true })).toMatchObject({ ok: false });
    expect(await openHolds()).toHaveLength(1);
  });
});

describe('fault 49: prices that move together', () => {
  const times = (factor: number) => ads(10).map((one) => ({ ...one, price: one.price * factor }));

  it.each([
    [5, 0],
    [6, 6],
  ])('are asked about from more than half of all on: %i of 10 are %i questions', async (count, asked) => {
    world = await World.create();
    await serve(ads(10));
    const round = await serve([...times(2).slice(0, count), ...ads(10).slice(count)]);
    expect(round.polls[0]?.state).toBe('done');
    expect((await openHolds()).map(({ kind, lineCount }) => [kind, lineCount])).toEqual(
      asked === 0 ? [] : [['content', asked]],
    );
  });

  it('are a price list where they fall by a tenth', async () => {
    world = await World.create();
    await serve(ads(10));
    const round = await serve(times(0.9));
    expect(round.polls[0]?.state).toBe('done');
    expect(await openHolds()).toEqual([]);
  });
});

describe('a file whose listings lost a field', () => {
  const bare = (count: number) => ads(count).map((one) => ({ ...one, photos: 0 }));

  it('is asked about as a whole, and taken over once it is approved', async () => {
    world = await World.create();
    await serve(ads(8));
    const spent = world.spent();
    const round = await serve(bare(8));
    expect(round.polls[0]?.state).toBe('held');
    const [hold] = await openHolds();
    expect(hold).toMatchObject({ kind: 'plan', cause: 'fields', lineCount: 0 });
    expect(hold?.reason).toContain('feed agency no longer has photos (8 of 8 listings)');
    expect(world.spent()).toBe(spent);

    await serve(ads(8));
    expect(await openHolds()).toEqual([]);
    await serve(bare(8).map((one) => ({ ...one, price: one.price + 1 })));
    expect(await decide('approve')).toMatchObject({ ok: true });
    await serve(
      bare(8).map((one) => ({ ...one, price: one.price + 1 })),
      minute,
    );
    expect(world.payload('A0001')).not.toHaveProperty('photos');
    await serve(bare(8).map((one) => ({ ...one, price: one.price + 2 })));
    expect(await openHolds()).toEqual([]);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_102 } });
  });

  it('is asked about as a whole, whatever its prices do at the same time', async () => {
    world = await World.create();
    await serve(ads(8));
    await serve(bare(8).map((one) => ({ ...one, price: one.price * 10 })));
    const [hold] = await openHolds();
    expect(hold).toMatchObject({ kind: 'plan', cause: 'fields' });
    expect(hold?.reason).toContain('feed agency no longer has photos (8 of 8 listings)');
  });

  it('is found where only what came lately had it', async () => {
    world = await World.create();
    const old = bare(500);
    const young = ads(700, 501);
    await serve([...old, ...young]);
    const without = young.map((one) => ({ ...one, photos: 0 }));
    const round = await serve([...old.map((one) => ({ ...one, price: one.price + 1 })), ...without]);
    expect(round.polls[0]?.state).toBe('held');
  });

  it('is taken over where half of them kept it', async () => {
    world = await World.create();
    await serve(ads(8));
    const round = await serve([...bare(8).slice(0, 4), ...ads(8).slice(4)]);
    expect(round.polls[0]?.state).toBe('done');
  });
});

describe('removals that a person announced', () => {
  async function announce(removals: number, until: number): Promise<void> {
    const done = await executeDecision(
      { kind: 'expect', payload: { feed: 'agency', announced: { removals, until } }, author: 'test' },
      world.app.services,
    );
    expect(done).toMatchObject({ ok: true });
  }

  it('pass the guard, as many as were announced and no more', async () => {
    world = await World.create();
    const list = ads(30);
    await serve(list);
    await announce(15, world.clock.now() + 2 * day);
    await serve(list.slice(15));
    await serve(list.slice(15), 2 * hour);
    expect(world.live()).toHaveLength(15);
    // An ordinary sale is not held for what was announced.
    await serve(list.slice(16));
    await serve(list.slice(16), 2 * hour);
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(14);
    // All are used up: the next half is a question again.
    await serve(list.slice(23));
    await serve(list.slice(23), 2 * hour);
    const [hold] = await openHolds();
    expect(hold).toMatchObject({ kind: 'removals', lineCount: 7 });
    expect(hold?.reason).toContain('15 were announced');
    expect(world.live()).toHaveLength(14);
  });

  it('are all held where more leave than were announced, and after the day, and when it is cancelled', async () => {
    world = await World.create();
    const list = ads(30);
    await serve(list);
    await announce(10, world.clock.now() + 2 * day);
    await serve(list.slice(15));
    await serve(list.slice(15), 2 * hour);
    expect((await openHolds())[0]).toMatchObject({ lineCount: 15 });
    await announce(15, world.clock.now() + hour);
    const cancelled = await executeDecision(
      { kind: 'expect', payload: { feed: 'agency', announced: null }, author: 'test' },
      world.app.services,
    );
    expect(cancelled).toMatchObject({ ok: true });
    await serve(list.slice(15), 30 * minute);
    await announce(15, world.clock.now() + hour);
    await serve(list.slice(15), 2 * hour);
    expect((await openHolds())[0]).toMatchObject({ lineCount: 15 });
    expect(world.live()).toHaveLength(30);
  });
});

describe('a listing whose new version cannot be published', () => {
  it('stays so after it was missing, held, kept and back again', async () => {
    world = await World.create();
    const list = ads(8);
    await serve(list);
    const broken = [ad(1, { type: 'Splav' }), ...list.slice(1)];
    await serve(broken);
    const presence = async () =>
      (await world.app.services.store.listings.get(world.connectionId, 'A0001'))?.presence;
    expect(await presence()).toBe('invalid');
    for (let polls = 0; polls < 4; polls++) await serve(list.slice(4), hour);
    expect(await presence()).toBe('held');
    expect(await decide('reject')).toMatchObject({ ok: true });
    // The first of these polls takes the file for an earlier one.
    for (let polls = 0; polls < 2; polls++) await serve(broken);
    expect(await presence()).toBe('invalid');
    const { out } = await run(world, 'explain', 'A0001');
    expect(out).toMatch(/^It is on the portal as it was before: its present record cannot be published\./);
    expect(out).toContain('understood: waiting');
  });
});

describe('feeds of one host', () => {
  it('that shrink within the hour are all held, and are one matter', async () => {
    world = await World.create();
    const second = world.sandbox.staff.addConnection({ status: 'active' });
    const third = world.sandbox.staff.addConnection({ status: 'active' });
    await world.restart(() =>
      world.declare(([first]) => [
        first!,
        {
          ...first,
          name: 'second',
          connection: second,
          url: String(first?.url).replace('feed.xml', '2.xml'),
        },
        { ...first, name: 'third', connection: third, url: String(first?.url).replace('feed.xml', '3.xml') },
      ]),
    );
    const all = async (list: ReturnType<typeof ads>, wait: number): Promise<void> => {
      world.at('/2.xml').body = estateFeed(list.map((one) => ({ ...one, code: `S${one.code}` })));
      world.at('/3.xml').body = estateFeed(list.map((one) => ({ ...one, code: `T${one.code}` })));
      await serve(list, wait);
    };
    await all(ads(20), minute);
    // Four of twenty: each feed's own guard would let them pass.
    await all(ads(16), 15 * minute);
    await all(ads(16), 2 * hour);
    const holds = await openHolds();
    expect(holds.map(({ cause }) => cause?.startsWith('host 127.0.0.1'))).toEqual([true, true, true]);
    expect(world.live()).toHaveLength(20);
    const told = await world.attention();
    expect(told.filter(({ kind }) => kind === 'hold')).toEqual([]);
    expect(told.filter(({ kind }) => kind === 'host_shrunk')).toMatchObject([{ count: 12, new: true }]);
    // What comes back closes its question.
    await all(ads(21), hour);
    expect(await openHolds()).toEqual([]);
  });
});

describe('an open hold', () => {
  it('is told again, and decided by nobody', async () => {
    world = await World.create();
    await serve(ads(20));
    await serve(ads(8));
    await serve(ads(8), 2 * hour);
    const [hold] = await openHolds();
    expect(hold?.remindedAt).toBeNull();
    for (const days of [3, 7, 14]) {
      world.clock.set((hold?.openedAt ?? 0) + days * day + minute);
      await world.app.engine.tick();
      await world.app.engine.idle();
      const [open] = await openHolds();
      expect(open?.remindedAt).toBeGreaterThanOrEqual((hold?.openedAt ?? 0) + days * day);
    }
    expect(world.live()).toHaveLength(20);
  });
});

describe('a connection with two feeds', () => {
  it('does not keep one feed’s few changes waiting behind another’s many', async () => {
    world = await World.create({ limits: { connection_items_per_hour: 20, max_batch_items: 10 } });
    await world.restart(() =>
      world.declare(([first]) => [
        first!,
        { ...first, name: 'small', url: String(first?.url).replace('feed.xml', 'small.xml') },
      ]),
    );
    const small = ads(3, 900);
    world.at('/small.xml').body = estateFeed(small);
    await serve([], 0).catch(() => undefined);
    world.clock.advance(2 * hour);
    world.at('/small.xml').body = estateFeed(small.map((one) => ({ ...one, price: one.price + 1000 })));
    await serve(ads(200), 0);
    const live = world.live().filter((id) => id >= 'A0900');
    expect(live).toHaveLength(3);
    expect(world.payload('A0900')).toMatchObject({ price: { amount: small[0]!.price + 1000 } });
    expect(world.live().length).toBeLessThanOrEqual(20);
  });

  it('says when each feed and each listing is sent, and how much goes before it', async () => {
    world = await World.create({ limits: { connection_items_per_hour: 20, max_batch_items: 20 } });
    await serve(ads(50), minute);
    await world.round();
    const { store } = world.app.services;
    const now = world.clock.now();
    const { feeds } = await status(store, { windowMs: hour, itemsLimit: 20 }, now);
    expect(feeds[0]).toMatchObject({ toSend: 30 });
    // Twenty an hour: ten of the last thirty wait for the second window from now.
    expect(feeds[0]?.eta?.at).toBeGreaterThan(now + hour);
    expect(feeds[0]?.eta?.at).toBeLessThan(now + 2 * hour + minute);
    const [row] = await store.outbox.of(world.connectionId, ['A0033']);
    const eta =
      row === undefined ? null : await etaOfRow(row, { windowMs: hour, itemsLimit: 20 }, now, store);
    expect(eta?.before).toBe(12);
    expect(etaText({ at: now + 40 * minute, before: 312 }, now).en).toBe(
      'sent in about 40 min: 312 are before it',
    );
  });
});
