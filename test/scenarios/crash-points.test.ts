import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import { reconcile } from '../../src/sync/reconcile/reconcile.js';
import { between } from '../support/between.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

/** Every step that a poll, a push or a comparison takes: before it and behind it the process may end. */
const points: Record<CrashPoint, true> = {
  'snapshot.spooled': true,
  'snapshot.kept': true,
  'staging.appended': true,
  'staging.sealed': true,
  'records.staged': true,
  'records.block-committed': true,
  'records.committed': true,
  'removals.planned': true,
  'run.finished': true,
  'batch.stored': true,
  'batch.sent': true,
  'batch.replied': true,
  'batch.settled': true,
  'removal.sent': true,
  'removal.settled': true,
  'reconcile.planned': true,
  'reconcile.sent': true,
};

let world: World;
afterEach(async () => world.close());

/** Dies once at each point: what is on disk at that moment is all that the next life finds. */
class Deaths {
  readonly places: CrashPoint[] = [];
  isArmed = false;
  isDead = false;
  onDeath: (point: CrashPoint) => void = () => undefined;

  reach(point: CrashPoint): void {
    if (this.isDead) throw new Error('the dead do nothing');
    if (!this.isArmed || this.places.includes(point)) return;
    this.places.push(point);
    this.onDeath(point);
    copyFiles(world.folder, join(world.folder, 'image'));
    this.isDead = true;
    throw new Error(`died at ${point}`);
  }

  /** Does it again in a new life until nobody dies of it. */
  async survive(work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await work().catch((error: unknown) => {
        if (!this.isDead) throw error;
      });
      if (!this.isDead) return;
      await world.restart(async () => copyFiles(join(world.folder, 'image'), world.folder));
      this.isDead = false;
      await resumeSuspended();
      world.clock.advance(minute);
    }
  }
}

/** A feed that is read alone when the process dies again is suspended; here it is at fault for none of the deaths. */
async function resumeSuspended(): Promise<void> {
  const { store } = world.app.services;
  const payload = { feed: 'agency' };
  if ((await store.feeds.byName('agency'))?.life === 'paused')
    await store.intents.add({ kind: 'resume', payload, author: 'ana', now: world.clock.now() });
}

function copyFiles(from: string, to: string): void {
  for (const name of ['store/feedsync.db', 'store/feedsync.db-wal', 'store/feedsync.db-shm', 'data'])
    rmSync(join(to, name), { recursive: true, force: true });
  mkdirSync(join(to, 'store'), { recursive: true });
  for (const name of ['store/feedsync.db', 'store/feedsync.db-wal'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  cpSync(join(from, 'data'), join(to, 'data'), { recursive: true });
}

describe('fault 99: a process that dies', () => {
  it('at each step of a poll, a push and a comparison loses no change, does nothing twice, archives nothing unplanned', async () => {
    const deaths = new Deaths();
    world = await World.create({
      crashPoints: { reach: (point) => deaths.reach(point) },
      limits: { max_batch_items: 2 },
    });
    world.feed.body = estateFeed(ads(8));
    await world.round();
    const sent = between(world, (request, portal) =>
      deaths.isDead ? Promise.resolve(new Response(null, { status: 503 })) : portal(request),
    );
    const callsAt = new Map<CrashPoint, number>();
    const calls = (): number => sent.filter(({ line }) => line.endsWith('/reconcile')).length;
    deaths.isArmed = true;

    const edited = [ad(1, { price: 70_000 }), ad(2, { price: 71_000 }), ...ads(5, 3), ad(9), ad(10)];
    world.feed.body = estateFeed(edited);
    world.clock.advance(15 * minute);
    await deaths.survive(() => world.round());
    world.clock.advance(61 * minute);
    await deaths.survive(() => world.round());
    expect(world.live()).toEqual(edited.map(({ code }) => code));

    // Somebody puts on again what was taken off: the nightly comparison takes it off once more.
    world.clock.advance(8 * day);
    await deaths.survive(() => world.round());
    world.sandbox.staff.setListing(world.connectionId, 'A0008', { status: 'live' });
    deaths.onDeath = (point) => callsAt.set(point, calls());
    await deaths.survive(() => reconcile(world.connectionId, world.app.services));
    expect([callsAt.get('reconcile.planned'), callsAt.get('reconcile.sent')]).toEqual([0, 1]);

    expect(deaths.places.sort()).toEqual(Object.keys(points).sort());
    expect(world.live()).toEqual(edited.map(({ code }) => code));
    for (const { code, price } of edited) expect(world.payload(code).price).toMatchObject({ amount: price });
    expect(world.spent()).toBe(8 + 4);
    expect(world.listings().find(({ externalId }) => externalId === 'A0008')?.status).toBe('archived');
    const { store } = world.app.services;
    expect(await store.batches.unsettled(world.connectionId)).toEqual([]);
    expect(await store.outbox.counts(null)).toMatchObject({ upserts: 0, removals: 0 });
    expect(await store.reconciles.unfinished(world.connectionId)).toBeNull();
  });

  it.each(
    (['records.block-committed', 'records.committed', 'removals.planned'] as const).flatMap((point) =>
      (['dies', 'fails'] as const).map((how) => ({ point, how })),
    ),
  )(
    'or a poll that $how at $point leaves nothing of a file behind that the source takes back before it is read again',
    async ({ point, how }) => {
      const deaths = new Deaths();
      deaths.places.push(...(Object.keys(points) as CrashPoint[]).filter((other) => other !== point));
      let fails = false;
      world = await World.create({
        crashPoints: {
          reach: (reached) => {
            if (fails && reached === point) throw new Error(`failed at ${point}`);
            deaths.reach(reached);
          },
        },
      });
      const former = estateFeed(ads(8));
      world.feed.body = former;
      await world.round();

      world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(5, 2), ad(9)]);
      world.clock.advance(15 * minute);
      if (how === 'dies') {
        deaths.isArmed = true;
        await world.round().catch(() => undefined);
        expect(deaths.isDead).toBe(true);
        await world.restart(async () => copyFiles(join(world.folder, 'image'), world.folder));
        deaths.isDead = false;
      } else {
        fails = true;
        expect((await world.round()).polls).toMatchObject([{ state: 'failed' }]);
        fails = false;
      }
      world.feed.body = former;
      for (let polls = 0; polls < 4; polls++) {
        world.clock.advance(hour);
        await world.round();
      }

      expect(world.live()).toEqual(ads(8).map(({ code }) => code));
      expect(world.payload('A0001').price).toMatchObject({ amount: ad(1).price });
    },
  );
});
