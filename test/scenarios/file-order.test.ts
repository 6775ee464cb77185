import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import type { PollReport } from '../../src/sync/reports.js';
import { changesFeed, changesMapping, type ChangesFile } from '../support/changes-feed.js';
import { ad, ads } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** A feed whose files say nothing of their place among each other. */
async function worldOf(kind: 'full' | 'delta' | 'auto'): Promise<void> {
  world = await World.create();
  const mapping = join(world.folder, 'changes.yaml');
  await writeFile(mapping, await changesMapping((text) => text.replace(/^sequence: .*$/m, '')));
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, kind, mapping })));
  await world.restart();
}

const deltaWorld = (): Promise<void> => worldOf('delta');

async function poll(file: ChangesFile | null = null): Promise<PollReport> {
  world.clock.advance(15 * minute);
  if (file !== null) world.feed.body = changesFeed(file);
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

const priceOf = (code: string): unknown => (world.payload(code).price as { amount: number }).amount;
const atPrice = (price: number): ChangesFile => ({ ads: [ad(1, { price })] });

describe('a delta file without a number or date', () => {
  it('is a new file where it comes again after a different one', async () => {
    await deltaWorld();
    await poll({ ads: ads(3) });
    for (const price of [100_000, 90_000, 100_000, 90_000]) {
      expect(await poll(atPrice(price))).toMatchObject({ state: 'done', balance: { queued: 1 } });
      expect(priceOf('A0001')).toBe(price);
    }
    for (const isGone of [true, false, true]) {
      await poll(isGone ? { gone: ['A0002'] } : { ads: [ad(2)] });
      expect(world.live().includes('A0002')).toBe(!isGone);
    }
    expect(priceOf('A0001')).toBe(90_000);
  });

  it('is one file where consecutive polls bring it, with or without an answer 304, a failure or a restart between', async () => {
    await deltaWorld();
    await poll({ ads: ads(3) });
    await poll(atPrice(95_000));
    const spent = world.spent();
    for (const etag of [true, false]) {
      world.feed.etag = etag;
      expect(await poll(atPrice(95_000))).toMatchObject({ state: 'unchanged' });
      world.feed.status = 503;
      await poll();
      await world.restart();
      world.feed.status = 200;
      expect(await poll()).toMatchObject({ state: 'unchanged' });
    }
    expect(world.spent()).toBe(spent);
  });

  it('waits for its turn behind a file about which a person is asked, each time that it comes again', async () => {
    await deltaWorld();
    await poll({ ads: ads(10) });
    const bare = { ads: ads(10).map((one) => ({ ...one, price: one.price + 1_000, photos: 0 })) };
    expect(await poll(bare)).toMatchObject({ state: 'held' });
    await poll(atPrice(95_000));
    await poll({ gone: ['A0002'] });
    await poll({ ads: [ad(2)] });
    expect(await poll({ ads: [ad(2)] })).toMatchObject({ state: 'unchanged' });
    await poll({ gone: ['A0002'] });
    await poll(atPrice(97_000));
    await poll(atPrice(95_000));
    expect([priceOf('A0001'), world.live().length]).toEqual([90_100, 10]);
    const [hold] = await world.app.services.store.holds.open({});
    const decision = { holdId: hold?.id ?? 0, kind: 'reject', author: 'test', expect: null } as const;
    expect(await decideHold(decision, world.app.services)).toMatchObject({ ok: true });
    await poll();
    expect([priceOf('A0001'), world.live().includes('A0002')]).toEqual([95_000, false]);
  });
});

const full = (change: ChangesFile): ChangesFile => ({ content: 'sve', ...change });

/** Serves a file that was written so long ago. */
async function pollWritten(ago: number, file: ChangesFile): Promise<PollReport> {
  world.clock.advance(15 * minute);
  const written = new Date(world.clock.now() - ago).toUTCString();
  world.feed.headers = { ...world.feed.headers, 'last-modified': written };
  world.feed.body = changesFeed(file);
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

describe('a full file that is older than the last one, by its Last-Modified', () => {
  const older = full({ ads: [ad(1, { price: 80_000 }), ad(2)] });
  const newer = full({ ads: [ad(1, { price: 70_000 }), ad(2), ad(3)] });

  it('brings nothing back, whether it was applied before or never seen, and the next newer one is taken over', async () => {
    await worldOf('full');
    await pollWritten(2 * hour, older);
    expect(await pollWritten(0, newer)).toMatchObject({ state: 'done' });
    for (const file of [older, older, full({ ads: [ad(1, { price: 60_000 })] })]) {
      const report = await pollWritten(5 * hour, file);
      expect(report).toMatchObject({ state: 'unchanged', balance: { queued: 0, inGrace: 0 } });
      expect(report.message).toContain('older than the one that was applied last (by its Last-Modified)');
    }
    expect([priceOf('A0001'), world.live().length]).toEqual([70_000, 3]);
    // Put back on purpose, which a later date shows: it waits a poll, and is taken over.
    expect(await pollWritten(0, older)).toMatchObject({ state: 'deferred' });
    expect(await poll()).toMatchObject({ state: 'done', balance: { queued: 1 } });
    expect(priceOf('A0001')).toBe(80_000);
  });

  it('is named as the reason why the feed is behind, and is asked about in the end', async () => {
    await worldOf('full');
    await pollWritten(0, newer);
    for (let polls = 0; polls < 4; polls++) await pollWritten(day, older);
    world.clock.advance(6 * hour);
    await pollWritten(day, older);
    expect(await world.attention()).toMatchObject([{ kind: 'feed_behind' }]);
    expect(JSON.stringify(await world.attention())).toContain('serves an older file than the last one');
    world.clock.advance(3 * day);
    expect(await pollWritten(5 * day, older)).toMatchObject({ state: 'held' });
    expect(await pollWritten(5 * day, older)).toMatchObject({ state: 'held' });
    expect(priceOf('A0001')).toBe(70_000);
    const [hold] = await world.app.services.store.holds.open({});
    expect(hold).toMatchObject({ kind: 'plan', cause: 'older', lineCount: 0 });
    const decision = { holdId: hold?.id ?? 0, kind: 'approve', author: 'test', expect: null } as const;
    await decideHold(decision, world.app.services);
    expect(await poll()).toMatchObject({ state: 'done' });
    expect(priceOf('A0001')).toBe(80_000);
  });

  it('is no older for being from another address', async () => {
    await worldOf('full');
    await pollWritten(0, newer);
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, url: `${world.feedUrl}/b.xml` })));
    await world.restart();
    world.at('/b.xml').headers = { 'last-modified': new Date(world.clock.now() - day).toUTCString() };
    world.at('/b.xml').body = changesFeed(older);
    expect(await poll()).toMatchObject({ state: 'done' });
    expect(priceOf('A0001')).toBe(80_000);
  });
});

it('a full file that is older than a delta file decides nothing about the records of that one', async () => {
  await worldOf('auto');
  await pollWritten(0, full({ ads: ads(5) }));
  const day1 = { ads: [ad(2, { price: 77_000 }), ad(7), ad(4)], gone: ['A0003'] };
  expect(await pollWritten(0, day1)).toMatchObject({ state: 'done', balance: { queued: 2, removals: 1 } });
  // Exported before that: with the former price, the sold one, and without the new ones.
  const late = full({ ads: [ad(1, { price: 66_000 }), ...ads(2, 2), ad(6)] });
  const report = await pollWritten(20 * minute, late);
  expect(report).toMatchObject({ state: 'done', balance: { queued: 2, untouched: 2, inGrace: 1 } });
  expect([priceOf('A0001'), priceOf('A0002')]).toEqual([66_000, 77_000]);
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0004', 'A0005', 'A0006', 'A0007']);
  for (let polls = 0; polls < 4; polls++) await world.later(hour);
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0004', 'A0006', 'A0007']);
  // A full file that is newer decides again.
  expect(await pollWritten(0, full({ ads: [...ads(6), ad(8)] }))).toMatchObject({ state: 'done' });
  expect([priceOf('A0002'), world.live().includes('A0003')]).toEqual([90_200, true]);
  for (let polls = 0; polls < 4; polls++) await world.later(hour);
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0005', 'A0006', 'A0008']);
});
