import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../cli/command-line.js';
import { learnedSize } from '../../src/store/facts/batch-size.js';
import { between, pushesOf, type SentRequest } from '../support/between.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

const nginx = '<html><head><title>413 Request Entity Too Large</title></head></html>';
const bare = (): Response =>
  new Response(nginx, { status: 413, headers: { 'content-type': 'text/html', connection: 'close' } });
const enveloped = (): Response => {
  const error = { code: 'payload_too_large', message: 'The body is larger than 20 kB.' };
  return Response.json({ error, request_id: crypto.randomUUID() }, { status: 413 });
};

let limit = 20_000;
const sizes: number[] = [];

/** A portal behind a proxy that takes bodies of so many bytes. */
async function behindLimit(count: number, answer: () => Response): Promise<SentRequest[]> {
  limit = 20_000;
  sizes.length = 0;
  world = await World.create();
  world.feed.body = estateFeed(ads(count));
  return between(world, async (request, portal) => {
    const bytes = (await request.clone().arrayBuffer()).byteLength;
    if (request.url.endsWith('/batches')) sizes.push(bytes);
    return bytes > limit ? answer() : portal(request);
  });
}

const entry = async (id: string) => (await world.app.services.store.outbox.of(world.connectionId, [id]))[0];

describe.each([
  ['a proxy’s page', bare],
  ['the portal’s envelope', enveloped],
])('a batch that is refused for its size with %s', (_, answer) => {
  it('is halved until it fits, and the size is kept for the next ones', async () => {
    const sent = await behindLimit(60, answer);
    await world.round();
    expect(world.live()).toHaveLength(60);
    expect(world.spent()).toBe(60);
    const learned = await learnedSize(world.app.services.store);
    expect(learned?.bytes).toBeLessThanOrEqual(limit);
    expect(learned?.bytes).toBeGreaterThan(limit / 4);
    const refusals = sizes.filter((size) => size > limit).length;
    expect(refusals).toBeLessThanOrEqual(3);
    const { out } = await run(world, 'doctor');
    expect(out).toMatch(/has refused larger batches \(413\) since .*: batches hold at most 1\d kB now/);

    await world.restart();
    sizes.length = 0;
    sent.length = 0;
    world.feed.body = estateFeed([...ads(60), ...ads(60, 100)]);
    await world.later(hour);
    expect(world.live()).toHaveLength(120);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect(pushesOf(sent).length).toBeGreaterThan(2);
  });

  it('is one listing: it is parked with that reason, and the others go', async () => {
    await behindLimit(0, answer);
    const huge = ad(3, { text: `Prodaje se stan. ${'Opis je veoma dugačak. '.repeat(300)}`, photos: 20 });
    limit = 6000;
    world.feed.body = estateFeed([...ads(2), huge, ...ads(4, 4)]);
    for (let minutes = 0; minutes < 20; minutes++) await world.tick(minute);
    expect(world.live()).toHaveLength(6);
    const { waits } = (await entry('A0003')) ?? {};
    expect(waits).toMatchObject({ kind: 'too_large', tries: 1 });
    expect(waits?.code).toMatch(/payload_too_large|http_413/);
    const explained = await run(world, 'explain', 'A0003');
    expect(explained.out).toContain(
      'because it is larger than the portal accepts, even in a request of its own',
    );
    expect(explained.out).not.toContain('budget');
    expect(await world.attention()).toMatchObject([
      {
        ...{ kind: 'item_refused', count: 1 },
        sentence: { sr: expect.stringContaining('veći je nego što portal prima') as string },
      },
    ]);
    // A day later it is tried alone: it takes no other listing with it.
    sizes.length = 0;
    world.feed.body = estateFeed([
      ...ads(2, 1).map((one) => ({ ...one, price: one.price + 1 })),
      huge,
      ...ads(4, 4),
    ]);
    for (let hours = 0; hours < 26; hours++) await world.tick(hour);
    expect((await entry('A0003'))?.waits).toMatchObject({ kind: 'too_large', tries: 2 });
    expect(sizes.filter((size) => size > limit)).toHaveLength(1);
    expect(world.payload('A0001').price).toMatchObject({ amount: 90_101 });
  });
});

it('a batch without an answer that is too large when it is sent again is settled from the view', async () => {
  await behindLimit(40, bare);
  limit = 10_000_000;
  world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
  await world.round();
  limit = 20_000;
  await world.later(minute);
  for (let minutes = 0; minutes < 5; minutes++) await world.later(2 * minute);
  expect([world.live().length, world.spent()]).toEqual([40, 40]);
});

it('the size grows again, a little each day, once the portal takes more', async () => {
  // As many bytes as the other feeds here, in fewer listings: they change each day.
  const list = ads(12).map((one) => ({ ...one, text: one.text.repeat(20) }));
  await behindLimit(0, bare);
  world.feed.body = estateFeed(list);
  await world.round();
  expect(sizes.some((size) => size > limit)).toBe(true);
  const before = (await learnedSize(world.app.services.store))?.bytes ?? 0;
  limit = 100_000_000;
  const isLearned = async (): Promise<boolean> => (await learnedSize(world.app.services.store)) !== null;
  let days = 0;
  while (days < 60 && (await isLearned())) {
    days++;
    world.feed.body = estateFeed(list.map((one) => ({ ...one, price: one.price + days })));
    await world.later(day);
    if (days === 9) {
      const grown = (await learnedSize(world.app.services.store))?.bytes ?? 0;
      expect(grown).toBeGreaterThan(before);
      expect(grown).toBeLessThan(before * 8);
    }
  }
  expect(days).toBeGreaterThan(9);
  expect(await isLearned()).toBe(false);
});
