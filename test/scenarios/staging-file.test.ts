import { readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { erasePerson } from '../../src/sync/decisions/erase.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

const folder = (): string => join(world.app.config.dataDir, 'tmp');
const temporary = async (): Promise<string[]> =>
  (await readdir(folder()).catch(() => [])).map((name) => join(folder(), name));

/** A world in which something happens to the working file of a poll, between its writing and its reading, as long as it is armed. */
async function worldWith(act: (point: CrashPoint) => void): Promise<{ arm: (on: boolean) => void }> {
  let isArmed = false;
  world = await World.create({
    crashPoints: {
      reach: (point) => {
        if (isArmed) act(point);
      },
    },
  });
  return { arm: (on) => (isArmed = on) };
}

/** Changes staged bytes at the end of the poll's working file, which is the newest one. */
async function damageNewest(): Promise<void> {
  const files = await Promise.all(
    (await temporary()).map(async (file) => {
      const { mtimeMs, size } = await stat(file);
      return { file, mtimeMs, size };
    }),
  );
  const newest = files.sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (newest !== undefined) await truncate(newest.file, newest.size - 7);
}

describe('the working file of a poll', () => {
  it('that is damaged before it is read back is a failed run that takes over nothing, and the next poll reads the feed anew', async () => {
    let damaging: Promise<void> | null = null;
    const { arm } = await worldWith((point) => {
      if (point === 'staging.sealed') damaging = damageNewest();
    });
    world.feed.body = estateFeed(ads(4));
    await world.round();
    const before = world.live();
    expect(before).toHaveLength(4);

    const { services } = world.app;
    const withStored = services.store.records.withStored.bind(services.store.records);
    // The first block is read at the seal; the file is damaged before the next one is.
    Object.assign(services.store.records, {
      withStored: async (...of: Parameters<typeof withStored>) => {
        await damaging;
        return withStored(...of);
      },
    });
    arm(true);
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(3, 2), ad(9)]);
    world.clock.advance(15 * minute);
    await world.round();
    const [run] = await services.store.runs.list({ kind: 'poll', limit: 1 });
    expect(run).toMatchObject({ state: 'failed', message: expect.stringContaining('is damaged') });
    expect(run?.message).toContain('are read again by the next poll');
    expect(await temporary()).toEqual([]);
    expect(world.live()).toEqual(before);

    arm(false);
    world.clock.advance(hour);
    await world.round();
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0009']);
    expect(world.payload('A0001').price).toMatchObject({ amount: 70_000 });
  });

  it('exists while the poll runs, and no row of a record before its outcome is committed', async () => {
    let rows = -1;
    let files: Promise<string[]> = Promise.resolve([]);
    const { arm } = await worldWith((point) => {
      if (point !== 'records.staged') return;
      files = temporary();
      rows = countRows('record') + countRows('staged');
    });
    arm(true);
    world.feed.body = estateFeed(ads(4));
    await world.round();
    expect(rows).toBe(0);
    expect(countRows('staged')).toBe(0);
    expect(countRows('record')).toBe(4);
    expect((await files).length).toBeGreaterThan(0);
    expect(await temporary()).toEqual([]);
  });

  it('of a dry run leaves nothing behind, neither a row nor a file', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(1));
    await world.round();
    const [feed] = world.app.feeds;
    if (feed === undefined) throw new Error('no feed');
    world.feed.body = estateFeed(ads(5));
    const report = await pollFeed(feed, world.app.services, { dryRun: true });
    expect(report.planned).toHaveLength(4);
    expect(countRows('record')).toBe(1);
    expect(await temporary()).toEqual([]);
  });

  it('that a process left behind is removed when a person is erased', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(1));
    await world.round();
    const left = join(folder(), 'other-host-1-00_7_1');
    await writeFile(left, 'a person');
    const { services } = world.app;
    expect(await erasePerson({ text: '+381 64 123-45-67', author: 'ana' }, services)).toMatchObject({
      ok: true,
    });
    expect(await temporary()).toEqual([]);
    await world.restart(async () => writeFile(left, 'a person'));
    expect(await temporary()).toEqual([]);
  });
});

it('what an earlier release staged when it was stopped is discarded by the next poll', async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(3));
  await world.round();
  const stored = openSqlite(storePath());
  stored
    .prepare(
      `insert into record (feed_id, ordinal, source_id, listing_count, has_error, codes, issues, uses)
        values (1, 3, 'A0004', 0, 0, '[]', '[]', '[]')`,
    )
    .run();
  stored
    .prepare(
      `insert into staged (feed_id, ordinal, fingerprint, content) values (1, 3, x'00', x'00'), (1, 0, x'01', x'00')`,
    )
    .run();
  stored.close();
  world.feed.body = estateFeed([ad(1, { price: 71_000 }), ...ads(2, 2), ad(5)]);
  world.clock.advance(15 * minute);
  await world.round();
  expect(countRows('staged')).toBe(0);
  expect(await world.app.services.store.records.get(1, 'A0004')).toBeNull();
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0005']);
  expect(world.payload('A0001').price).toMatchObject({ amount: 71_000 });
});

it('a decision that adds a record while a file is read ends the poll, and the next one takes the file over', async () => {
  let isAdded = false;
  const { arm } = await worldWith((point) => {
    if (point !== 'records.staged' || isAdded) return;
    isAdded = true;
    const stored = openSqlite(storePath());
    stored
      .prepare(
        `insert into record (feed_id, ordinal, source_id, kind, listing_count, has_error, codes, issues, uses)
          values (1, 3, 'A0009', 'keep', 0, 0, '[]', '[]', '[]')`,
      )
      .run();
    stored.close();
  });
  world.feed.body = estateFeed(ads(3));
  await world.round();
  arm(true);
  world.feed.body = estateFeed(ads(5));
  world.clock.advance(15 * minute);
  await world.round();
  const [run] = await world.app.services.store.runs.list({ kind: 'poll', limit: 1 });
  expect(run).toMatchObject({ state: 'failed', message: expect.stringContaining('A decision changed') });
  const { records } = world.app.services.store;
  expect(await records.get(1, 'A0009')).toMatchObject({ ordinal: 3, kind: 'keep' });
  world.clock.advance(hour);
  await world.round();
  expect(world.live()).toHaveLength(5);
  expect(await records.get(1, 'A0004')).toMatchObject({ ordinal: 4, kind: 'mapped' });
});

function storePath(): string {
  const { store } = world.app.config;
  if (store.kind !== 'sqlite') throw new Error('this test needs a store in a file');
  return store.path;
}

function countRows(table: 'record' | 'staged'): number {
  const reader = openSqlite(storePath(), { readonly: true });
  try {
    return Number(reader.prepare(`select count(*) from ${table}`).pluck().get());
  } finally {
    reader.close();
  }
}
