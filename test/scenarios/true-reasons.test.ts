import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../cli/command-line.js';
import { protocolSchema } from '../../src/wire/protocol.js';
import { between } from '../support/between.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function start(count: number, options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(ads(count));
}

interface Told {
  sentence: string;
  clock: { step: string; reason: string | null }[];
  waits: { kind: string; code: string | null; details: { pointer: string; message: string }[] } | null;
}

const explained = async (id: string): Promise<Told> =>
  (await run(world, 'explain', id, '--json')).json().explanation as Told;
const attention = async (): Promise<string[]> =>
  (await world.attention()).map(({ kind, count }) => `${kind} ${count}`);
const listing = (id: string) => world.app.services.store.listings.get(world.connectionId, id);

/** The portal refuses the whole batch for one field of its second listing. */
function refusingSecond(message: string): void {
  const details = [{ pointer: '/listings/1/price/amount', code: 'too_big', message }];
  between(world, async (request, portal) => {
    if (!request.url.endsWith('/batches')) return portal(request);
    const { listings } = (await request.clone().json()) as { listings: { external_id: string }[] };
    if (listings[1]?.external_id !== 'A0002') return portal(request);
    const error = { code: 'validation_failed', message: 'Some items are invalid.', details };
    return Response.json({ error, request_id: crypto.randomUUID() }, { status: 422 });
  });
}

describe('a listing that the portal refuses shows the field and the portal’s own words', () => {
  it('in the sentence, in the text and as data, and in the agency’s language by its name', async () => {
    await start(0);
    world.feed.body = estateFeed([...ads(2), ad(3, { code: 'A0003:rejected' })]);
    await world.round();
    await world.app.services.store.listings.update(
      world.connectionId,
      [
        {
          externalId: 'A0003:rejected',
          details: [{ pointer: '/structure/floor', code: 'too_big', message: 'At most 60.' }],
        },
      ],
      0,
    );
    const { sentence, waits, clock } = await explained('A0003:rejected');
    expect(sentence).toContain('The portal names: floor (“At most 60.”).');
    expect(waits).toMatchObject({
      kind: 'refused',
      code: 'invalid_payload',
      details: [{ pointer: '/structure/floor', message: 'At most 60.' }],
    });
    expect(clock.map(({ reason }) => reason).join()).toContain('/structure/floor: At most 60. (too_big)');
    const { out } = await run(world, 'explain', 'A0003:rejected');
    expect(out).toMatch(
      /What the portal says:\n {2}invalid_payload\n {2}\/structure\/floor: At most 60\. \(too_big\): Too large or too long: floor/,
    );
  });
});

describe('a listing that a refused batch names', () => {
  it('waits for a day with its field and the portal’s words, never with the hourly budget', async () => {
    await start(3);
    refusingSecond('The price is too high; call 064 123 45 67.');
    for (let ticks = 0; ticks < 3; ticks++) await world.tick(ticks * minute);
    await world.tick(minute);
    expect(world.live()).toEqual(['A0001', 'A0003']);
    const { sentence, waits, clock } = await explained('A0002');
    expect(sentence).toContain('because the portal refused the request because of this listing’s content');
    expect(sentence).toContain('/price/amount: The price is too high');
    expect(sentence).not.toContain('064 123 45 67');
    expect(waits).toMatchObject({ kind: 'item_refused', code: 'validation_failed' });
    expect(JSON.stringify([sentence, clock])).not.toContain('hourly budget');
    expect(await attention()).toContain('item_refused 1');
    const { out } = await run(world, 'explain', 'A0002');
    expect(out).toMatch(
      /refused by name \(batch \d+, failure code validation_failed, field \/price\/amount\)/,
    );
    const status = await run(world, 'status');
    expect(status.out).toContain('1 listing waits, because the portal refused the request');
    expect(status.out).not.toContain('1 to send');
  });

  it('goes at once when its content changes', async () => {
    await start(3);
    refusingSecond('Too high.');
    await world.round();
    world.feed.body = estateFeed([ad(1), ad(2, { price: 50_000 }), ad(3)]);
    await world.later(15 * minute);
    await world.later(minute);
    expect(world.live()).toHaveLength(3);
    expect(await attention()).toEqual([]);
  });
});

describe('listings that the agency’s plan has no room for', () => {
  it('say so everywhere, and not that they wait for the hourly budget', async () => {
    await start(5, { sandbox: {} });
    world.sandbox.staff.setQuota(world.connectionId, 2);
    await world.round();
    expect(world.live()).toHaveLength(2);
    const waiting =
      ['A0001', 'A0002', 'A0003', 'A0004', 'A0005'].find((id) => !world.live().includes(id)) ?? '';
    const { sentence, waits, clock } = await explained(waiting);
    expect(sentence).toContain('because the agency’s plan at the portal has no room for another listing');
    expect(waits).toMatchObject({ kind: 'plan_full', code: 'quota_exceeded' });
    expect(JSON.stringify([sentence, clock])).not.toContain('hourly budget');
    expect(await attention()).toEqual(['plan_full 3']);
    const status = await run(world, 'status');
    expect(status.out).toContain('3 listings wait, because the agency’s plan at the portal has no room');
    expect(status.out).not.toContain('3 to send');
    world.sandbox.staff.setQuota(world.connectionId, null);
    for (let hours = 0; hours < 2; hours++) await world.tick(hour);
    await world.tick(minute);
    expect(world.live()).toHaveLength(5);
    expect(await attention()).toEqual([]);
  });
});

/** One listing leaves its feed for good and comes back as it was. */
async function leaveAndReturn(): Promise<void> {
  await world.round();
  world.clock.advance(10 * second);
  await world.round();
  world.feed.body = estateFeed(ads(9, 2));
  for (let hours = 0; hours < 3; hours++) await world.tick(hour);
  expect(world.live()).not.toContain('A0001');
  world.feed.body = estateFeed(ads(10));
  for (let hours = 0; hours < 3; hours++) await world.tick(hour);
  await world.tick(minute);
}

describe('a portal that still compares with content that it removed', () => {
  it.each([
    ['the daemon knows it', true, 1],
    ['the daemon does not know it', false, 2],
  ])('%s: the listing is not live again, and a person is told why', async (_, isKnown, items) => {
    await start(10, {
      protocol: { removed_content_is_held: isKnown },
      sandbox: { protocol: heldBy({ removed_content_is_held: true }) },
    });
    await leaveAndReturn();
    expect(world.spent()).toBe(10 + items);
    expect(await attention()).toEqual(['not_shown 1']);
    const { sentence, waits } = await explained('A0001');
    expect(sentence).toContain('the portal answers that the listing is unchanged, but does not show it');
    expect(waits?.kind).toBe('not_shown');
    for (let days = 0; days < 10; days++) await world.tick(day);
    expect(world.spent()).toBe(10 + items);
    expect((await run(world, 'status')).code).toBe(3);
    // What is sent as new ends it.
    world.feed.body = estateFeed([ad(1, { price: 82_345 }), ...ads(9, 2)]);
    for (let hours = 0; hours < 2; hours++) await world.tick(hour);
    expect(world.live()).toContain('A0001');
    expect(await attention()).toEqual([]);
    expect((await listing('A0001'))?.unchangedSince).toBeNull();
  });

  it.each([
    ['that forgets what it removed', {}],
    ['whose digest covers the date', { removed_content_is_held: true, held_digest_covers_updated_at: true }],
  ])('not one %s: the listing is live again with one item', async (_, change) => {
    await start(10, { protocol: change, sandbox: { protocol: heldBy(change) } });
    await leaveAndReturn();
    expect(world.live()).toContain('A0001');
    expect(world.spent()).toBe(11);
    expect(await attention()).toEqual([]);
  });
});

it('what the portal calls unchanged and leaves out of its list needs a person too', async () => {
  await start(10, { sandbox: { protocol: heldBy({ removed_content_is_held: true }) } });
  between(world, async (request, portal) => {
    const reply = await portal(request);
    if (!/^GET .*\/listings$/.test(`${request.method} ${new URL(request.url).pathname}`)) return reply;
    const page = (await reply.json()) as { listings: { status: string }[]; total: number };
    const listings = page.listings.filter(({ status }) => status !== 'removed');
    return Response.json({ ...page, listings, total: listings.length }, { headers: reply.headers });
  });
  await leaveAndReturn();
  for (let days = 0; days < 4; days++) await world.tick(day);
  expect(world.live()).not.toContain('A0001');
  expect(await attention()).toEqual(['not_shown 1']);
  expect(world.spent()).toBe(12);
});

describe('a portal that still compares with content that it refused', () => {
  it.each([
    [
      'holds it: what is sent again is not shown, and a person is told; no item is spent on asking again',
      true,
    ],
    ['forgets it: what is sent again is live', false],
  ])('%s', async (_, isHeld) => {
    const change = { rejected_content_is_held: isHeld };
    await start(3, { protocol: change, sandbox: { protocol: heldBy(change) } });
    await world.round();
    world.sandbox.staff.setQuota(world.connectionId, 3);
    world.feed.body = estateFeed(ads(4));
    await world.later(15 * minute);
    expect(await listing('A0004')).toMatchObject({ portal: 'rejected', failureCode: 'quota_exceeded' });
    const spent = world.spent();
    world.sandbox.staff.setQuota(world.connectionId, null);
    for (let hours = 0; hours < 3; hours++) await world.tick(hour);
    await world.tick(minute);
    if (isHeld) {
      expect(await attention()).toEqual(['not_shown 1']);
      expect(await listing('A0004')).toMatchObject({ portal: 'rejected', failureCode: 'quota_exceeded' });
      for (let days = 0; days < 3; days++) await world.tick(day);
    } else {
      expect(world.live()).toContain('A0004');
      expect(await attention()).toEqual([]);
    }
    expect(world.spent()).toBe(spent + 1);
  });
});

describe('a portal whose own digest covers ours', () => {
  it.each([
    ['and says so: another digest in the view is other content', true],
    ['and does not say so: the digest in the view is taken for another name of ours', false],
  ])('%s', async (_, covers) => {
    const change = { removed_content_is_held: true, held_digest_covers_digest: covers };
    await start(10, {
      protocol: { held_digest_covers_digest: covers },
      sandbox: { protocol: heldBy(change) },
    });
    await leaveAndReturn();
    expect(await attention()).toEqual(['not_shown 1']);
    const { digestAlias, confirmedDigest } = (await listing('A0001')) ?? {};
    expect(digestAlias).toBe(covers ? null : confirmedDigest);
  });
});

function heldBy(change: Record<string, unknown>) {
  return protocolSchema.parse(change);
}
