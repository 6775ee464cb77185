import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import type { PollReport } from '../../src/sync/reports.js';
import { changesFeed, changesMapping, type ChangesFile } from '../support/changes-feed.js';
import { ad, ads } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** A delta feed whose files say nothing of their place among each other. */
async function deltaWorld(): Promise<void> {
  world = await World.create();
  const mapping = join(world.folder, 'changes.yaml');
  await writeFile(mapping, await changesMapping((text) => text.replace(/^sequence: .*$/m, '')));
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, kind: 'delta', mapping })));
  await world.restart();
}

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
    const tenfold = { ads: ads(10).map((one, index) => ad(index + 1, { price: one.price * 10 })) };
    expect(await poll(tenfold)).toMatchObject({ state: 'held' });
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
