import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import type { PollReport } from '../../src/sync/reports.js';
import { run } from '../cli/command-line.js';
import { changesFeed, changesMapping, type ChangesFile } from '../support/changes-feed.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** A feed whose full file and changes have an address each. Neither says what it is. */
async function twoAddresses(): Promise<void> {
  world = await World.create();
  const mapping = join(world.folder, 'changes.yaml');
  await writeFile(mapping, await changesMapping((text) => text.replace(/^(sequence|kind): .*$/gm, '')));
  const changes_url = `${world.feedUrl}/daily.xml`;
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping, changes_url })));
  await world.restart();
  changes({});
}

/** The full file, exported so long ago. */
function full(list: Parameters<typeof estateFeed>[0], ago = 0): void {
  world.feed.body = estateFeed(list);
  world.feed.headers = dated(ago);
}

function changes(file: ChangesFile, ago = 0): void {
  world.at('/daily.xml').body = changesFeed(file);
  world.at('/daily.xml').headers = dated(ago);
}

const dated = (ago: number): Record<string, string> => ({
  'content-type': 'application/xml',
  'last-modified': new Date(world.clock.now() - ago).toUTCString(),
});

async function poll(wait = 15 * minute): Promise<PollReport> {
  const [report] = (await world.later(wait)).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

const priceOf = (code: string): unknown => (world.payload(code).price as { amount: number }).amount;
const row = async () => (await world.app.services.store.feeds.all())[0]!;

describe('a full file and its changes, each at an address', () => {
  it('are one feed: a price, a new one and a sold one of the day reach the portal, and absence counts from the full file only', async () => {
    await twoAddresses();
    full(ads(6));
    expect(await poll()).toMatchObject({ state: 'done', balance: { queued: 6 } });
    changes({ ads: [ad(2, { price: 77_000 }), ad(7)], gone: ['A0003'] });
    expect(await poll()).toMatchObject({ balance: { seen: 3, queued: 2, removals: 1 } });
    expect([priceOf('A0002'), world.live()]).toEqual([
      77_000,
      ['A0001', 'A0002', 'A0004', 'A0005', 'A0006', 'A0007'],
    ]);
    // Nothing new at either address, for long: what is only in the changes stays.
    for (let polls = 0; polls < 4; polls++)
      expect(await poll(6 * hour)).toMatchObject({ state: 'unchanged' });
    changes({ ads: [ad(1, { price: 66_000 })] });
    await poll();
    expect(world.live()).toHaveLength(6);
    // The next full file lacks one, and was exported before the last change.
    full([ad(1), ad(2, { price: 77_000 }), ...ads(2, 4), ad(7)], hour);
    for (let polls = 0; polls < 3; polls++) await poll(hour);
    expect([priceOf('A0001'), world.live()]).toEqual([66_000, ['A0001', 'A0002', 'A0004', 'A0005', 'A0007']]);
  });

  it('changes that are older than the full file say nothing', async () => {
    await twoAddresses();
    changes({ ads: [ad(1, { price: 50_000 })], gone: ['A0002'] }, day);
    full(ads(3));
    expect((await poll()).message).toContain(
      'older than the one that was applied last (by the time of the full file)',
    );
    expect([priceOf('A0001'), world.live().length]).toEqual([90_100, 3]);
    changes({ gone: ['A0002'] });
    await poll();
    expect(world.live()).toEqual(['A0001', 'A0003']);
  });

  it('each is asked by its own validators, and changes that come again after others are applied again', async () => {
    await twoAddresses();
    full(ads(3));
    await poll();
    world.feedRequests = [];
    await poll();
    expect(world.feedRequests).toEqual([
      { path: '/feed.xml', status: 304 },
      { path: '/daily.xml', status: 304 },
    ]);
    for (const price of [80_000, 70_000, 80_000]) {
      changes({ ads: [ad(1, { price })] });
      await poll();
      expect(priceOf('A0001')).toBe(price);
    }
    await world.restart();
    expect(await poll()).toMatchObject({ state: 'unchanged' });
  });

  it('the changes go on while the full file cannot be read, and the reverse; the feed says which fails', async () => {
    await twoAddresses();
    full(ads(3));
    await poll();
    world.feed.status = 503;
    changes({ ads: [ad(1, { price: 80_000 })] });
    expect(await poll()).toMatchObject({ state: 'stalled' });
    expect(priceOf('A0001')).toBe(80_000);
    expect(await row()).toMatchObject({ life: 'stalled', failures: 1 });
    world.feed.status = 200;
    world.at('/daily.xml').status = 404;
    full([ad(1, { price: 79_000 }), ...ads(3, 2)]);
    for (const failures of [1, 2]) {
      expect(await poll(hour)).toMatchObject({ state: 'stalled' });
      expect(await row()).toMatchObject({ life: 'stalled', failures });
    }
    expect([priceOf('A0001'), world.live().length]).toEqual([79_000, 4]);
    expect((await row()).stallReason).toContain('/daily.xml');
    const doctor = await run(world, 'doctor');
    expect(doctor.out).toContain('feed agency, changes');
    world.at('/daily.xml').status = 200;
    await poll(hour);
    expect(await row()).toMatchObject({ life: 'active', failures: 0, stalledSince: null });
  });

  it('an implausible file of changes asks, and is applied once a person approves it', async () => {
    await twoAddresses();
    full(ads(10));
    await poll();
    changes({ ads: ads(10).map((one) => ({ ...one, price: one.price + 1_000, photos: 0 })) });
    await poll();
    const [hold] = await world.app.services.store.holds.open({});
    expect(hold).toMatchObject({ kind: 'plan', cause: 'fields' });
    expect(priceOf('A0001')).toBe(90_100);
    const decision = { holdId: hold?.id ?? 0, kind: 'approve', author: 'test', expect: null } as const;
    await decideHold(decision, world.app.services);
    await poll();
    expect(priceOf('A0001')).toBe(91_100);
    expect(await poll()).toMatchObject({ state: 'unchanged' });
  });

  it('the address of changes may come and go: nothing is removed by it', async () => {
    await twoAddresses();
    full(ads(4));
    await poll();
    changes({ ads: [ad(9)] });
    await poll();
    await world.declare((feeds) => feeds.map(({ changes_url: _, ...feed }) => feed));
    await world.restart();
    full(ads(4), 1);
    for (let polls = 0; polls < 3; polls++) await poll(hour);
    expect(await world.app.services.store.holds.open({})).toMatchObject([{ kind: 'removals', lineCount: 1 }]);
    expect(world.live()).toContain('A0009');
    await world.declare((feeds) =>
      feeds.map((feed) => ({ ...feed, changes_url: `${world.feedUrl}/daily.xml` })),
    );
    await world.restart();
    changes({ ads: [ad(9)] });
    await poll();
    expect(await world.app.services.store.holds.open({})).toEqual([]);
    expect(world.live()).toContain('A0009');
  });
});
