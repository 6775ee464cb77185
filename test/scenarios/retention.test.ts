import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
beforeEach(async () => {
  world = await World.create({
    config: { retention: { snapshots: 3, snapshot_days: 7, history_days: 180, logs_days: 30 } },
  });
});
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], wait: number): ReturnType<World['round']> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list, new Date(world.clock.now()).toISOString().slice(0, 19));
  return world.round();
}

/** Takes A0005 off: two complete polls miss it. */
async function loseOne(): Promise<void> {
  await serve(ads(5), hour);
  await serve(ads(4), hour);
  await serve(ads(4), 3 * hour);
  await serve(ads(4), hour);
  expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004']);
}

async function files(): Promise<string[]> {
  return (await readdir(join(world.folder, 'data', 'snapshots', 'agency'))).sort();
}

const known = async (id: string): Promise<boolean> =>
  (await world.app.services.store.listings.get(world.connectionId, id)) !== null;

describe('retention', () => {
  it('forgets a listing with its payload and story, 180 days after it left, and nothing that is on', async () => {
    await loseOne();
    const { store } = world.app.services;
    await serve(ads(4), 179 * day);
    expect(await known('A0005')).toBe(true);
    await serve(ads(4), 2 * day);
    expect(await known('A0005')).toBe(false);
    expect(await store.listings.payload(world.connectionId, 'A0005')).toBeNull();
    expect(await known('A0004')).toBe(true);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004']);
    // Back after all: as new as any other.
    await serve(ads(5), hour);
    expect(world.live()).toContain('A0005');
  });

  it('keeps a suppressed listing known, however long it is off', async () => {
    await serve(ads(5), hour);
    const payload = { connectionId: world.connectionId, externalId: 'A0002', reason: 'asked', until: null };
    await executeDecision({ kind: 'suppress', payload, author: 'test' }, world.app.services);
    await world.round();
    await serve(ads(5), 200 * day);
    expect(await known('A0002')).toBe(true);
    expect(world.live()).not.toContain('A0002');
  });

  it('keeps the newest files for their days, of a quiet feed and of one that is not polled too', async () => {
    for (let poll = 0; poll < 5; poll++) await serve(ads(5), hour);
    expect(await files()).toHaveLength(3);
    // Nothing new comes: the one that was taken over last stays.
    world.clock.advance(8 * day);
    await world.round();
    expect(await files()).toHaveLength(1);
    await executeDecision({ kind: 'pause', payload: { feed: 'agency' }, author: 'test' }, world.app.services);
    world.clock.advance(300 * day);
    await world.round();
    expect(await files()).toHaveLength(1);
  });

  it('keeps a held file while its hold is open, and lets it go when it is decided', async () => {
    await serve(ads(40), hour);
    const { store } = world.app.services;
    const renamed = ads(40).map((one) => ({ ...one, code: `B${one.code}` }));
    await serve(renamed, hour);
    const [hold] = await store.holds.open({});
    const snapshotId = hold?.snapshotId ?? 0;
    // Nothing follows that file: its source is out of reach.
    world.feed.status = 503;
    world.clock.advance(20 * day);
    await world.round();
    expect(await store.snapshots.get(snapshotId)).not.toBeNull();
    await executeDecision(
      { kind: 'reject', payload: { holdId: hold?.id, expect: null }, author: 'test' },
      world.app.services,
    );
    world.clock.advance(2 * day);
    await world.round();
    expect(await store.snapshots.get(snapshotId)).toBeNull();
  });

  it('forgets runs but the newest of each kind, what was asked for, and batches as old as history', async () => {
    await loseOne();
    const { store } = world.app.services;
    const intent = await store.intents.add({
      kind: 'resend',
      payload: { code: 'worker_error', connectionId: null, feedId: null },
      author: 'test',
      now: world.clock.now(),
    });
    await world.round();
    const before = await store.runs.list({ limit: 1000 });
    await serve(ads(4), 31 * day);
    const after = await store.runs.list({ limit: 1000 });
    expect(after.length).toBeLessThan(before.length);
    expect(new Set(after.map(({ kind }) => kind))).toEqual(new Set(before.map(({ kind }) => kind)));
    expect(await store.intents.get(intent)).toBeNull();
    const batches = async (): Promise<number> =>
      (await store.agencies.count({ connectionId: world.connectionId, feeds: [] })).batch ?? 0;
    expect(await batches()).toBeGreaterThan(0);
    await serve(ads(4), 181 * day);
    expect(await batches()).toBe(0);
  });

  it('forgets what was read of a retired feed once it is over, and begins anew when it is resumed', async () => {
    await serve(ads(5), hour);
    const { store } = world.app.services;
    await executeDecision(
      { kind: 'retire', payload: { feed: 'agency' }, author: 'test' },
      world.app.services,
    );
    const [hold] = await store.holds.open({});
    const approve = { holdId: hold?.id ?? 0, expect: null };
    // While the question is open nothing goes.
    world.clock.advance(200 * day);
    await world.round();
    expect(await files()).toHaveLength(1);
    await executeDecision({ kind: 'approve', payload: approve, author: 'test' }, world.app.services);
    await world.round();
    expect(world.live()).toEqual([]);
    world.clock.advance(200 * day);
    await world.round();
    expect(await files()).toEqual([]);
    expect(await known('A0001')).toBe(false);
    await executeDecision(
      { kind: 'resume', payload: { feed: 'agency' }, author: 'test' },
      world.app.services,
    );
    await world.round();
    expect(world.live()).toHaveLength(5);
  });
});
