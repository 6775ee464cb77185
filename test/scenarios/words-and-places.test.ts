import { afterEach, describe, expect, it } from 'vitest';
import type { Fetcher } from '../../src/platform/http/fetcher.js';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { dueWork } from '../../src/sync/due-work.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import { refreshReference } from '../../src/sync/reference/refresh-reference.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** What the daemon does by itself: jobs as they fall due. */
async function tick(ms = 0): Promise<void> {
  world.clock.advance(ms);
  await world.app.engine.tick();
  await world.app.engine.idle();
}

async function later(ms: number): ReturnType<World['round']> {
  world.clock.advance(ms);
  return world.round();
}

async function waiting(): Promise<{ kind: string; count: number }[]> {
  return (await world.attention()).map(({ kind, count }) => ({ kind, count }));
}

function break_(path: string): void {
  world.sandbox.faults.add({ path, times: 1000, does: { kind: 'status', status: 503 } });
}

describe.each(['/vocabularies', '/places'])('%s unreachable at the first start', (path) => {
  it('snapshots are taken and kept, mapping waits, and the first answer lets everything go on', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    break_(path);
    const { store } = world.app.services;
    const first = await world.round();
    expect(first.polls[0]).toMatchObject({ state: 'deferred' });
    expect(first.polls[0]?.message).toContain('mapping waits');
    expect(first.problems.join()).toContain('could not be read');
    const [feed] = await store.feeds.all();
    expect(feed).toMatchObject({ life: 'active', stallReason: null });
    expect(await store.snapshots.ofFeed(feed?.id ?? 0)).toMatchObject([
      { state: 'deferred', recordCount: 3 },
    ]);

    // The same file again, and another one: the newest waits, each is asked for with care.
    expect((await later(15 * minute)).polls[0]).toMatchObject({ state: 'deferred' });
    expect(await store.snapshots.ofFeed(feed?.id ?? 0)).toHaveLength(1);
    world.feed.body = estateFeed(ads(4));
    expect((await later(15 * minute)).polls[0]?.message).toContain('4 records');
    expect(world.listings()).toEqual([]);

    world.sandbox.faults.clear();
    world.feedRequests = [];
    const round = await later(minute);
    expect(round.polls[0]).toMatchObject({ state: 'done' });
    expect(world.live()).toHaveLength(4);
    const snapshots = await store.snapshots.ofFeed(feed?.id ?? 0);
    expect(snapshots.filter(({ state }) => state === 'committed')).toHaveLength(1);
  });

  it('the daemon polls on schedule meanwhile, and plans the kept file as soon as the answer is there', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    break_(path);
    for (let minutes = 0; minutes < 40; minutes++) await tick(minute);
    expect(world.feedRequests.length).toBeGreaterThan(1);
    expect(world.feedRequests.length).toBeLessThan(6);
    expect((await world.app.services.store.feeds.all())[0]).toMatchObject({ life: 'active' });
    world.sandbox.faults.clear();
    // It asked less and less often: every quarter of an hour by now.
    for (let minutes = 0; minutes < 16; minutes++) await tick(minute);
    expect(world.live()).toHaveLength(3);
  });

  it('a file that is cut stalls the feed as ever', async () => {
    world = await World.create();
    const body = estateFeed(ads(3));
    world.feed.body = body.slice(0, body.length - 20);
    break_(path);
    expect((await world.round()).polls[0]).toMatchObject({ state: 'stalled' });
    expect(await world.app.services.store.snapshots.ofFeed(1)).toEqual([]);
  });
});

describe('words that come while a feed is due', () => {
  /** Long before the feed's next scheduled poll. */
  async function publishesSoon(): Promise<void> {
    for (let minutes = 0; minutes < 3; minutes++) await tick(minute);
    expect(world.live()).toHaveLength(3);
  }

  it('the first file waits for the places as it does for the words', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    const gate = world.sandbox.gate({ at: 'before', path: '/places' });
    await world.app.engine.tick();
    await gate.someoneArrived();
    const due = await dueWork(world.app.feeds, world.app.services);
    expect(due.map(({ key }) => key)).not.toContain('poll:1');
    gate.open();
    await world.app.engine.idle();
    await publishesSoon();
  });

  it('a file that was fetched without them is planned at once', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    break_('/places');
    await refreshReference(world.app.services);
    world.sandbox.faults.clear();
    const { services, feeds } = world.app;
    const fetcher: Fetcher = {
      open: async (request) => {
        await refreshReference(services);
        return services.fetcher.open(request);
      },
    };
    for (const feed of feeds)
      expect(await pollFeed(feed, { ...services, fetcher })).toMatchObject({ state: 'deferred' });
    await publishesSoon();
  });
});

describe('a vocabulary that lost words', () => {
  const flats = [...ads(3), ad(4, { type: 'Kuća' })];

  /** The portal's answer forgets what a flat is. */
  async function lose(): Promise<string> {
    world = await World.create();
    world.feed.body = estateFeed(flats);
    await world.round();
    const flat = String(world.payload('A0001').category);
    world.sandbox.staff.setVocabulary((document) => ({
      ...document,
      categories: document.categories.filter(({ key }) => key !== flat),
    }));
    return flat;
  }

  it('is suspect: the old copy serves, listings stay, and a person is told', async () => {
    const flat = await lose();
    const round = await later(day);
    expect(round.problems).toEqual([]);
    expect(await waiting()).toEqual([{ kind: 'vocabulary', count: 1 }]);
    expect(world.live()).toHaveLength(4);
    const { store } = world.app.services;
    const serving = await store.reference.vocabulary();
    expect(serving?.vocabulary.fields.category.map(({ key }) => key)).toContain(flat);

    // A restart forgets nothing, and the same answer is suspected from the same hour on.
    await world.restart();
    await later(12 * hour);
    expect(await waiting()).toEqual([{ kind: 'vocabulary', count: 1 }]);
  });

  it('is accepted after 24 hours: what it cannot name any more stays published as it was', async () => {
    await lose();
    await later(day);
    await later(day);
    expect((await waiting()).map(({ kind }) => kind)).not.toContain('vocabulary');
    await later(hour);
    expect(world.live()).toHaveLength(4);
    const { store } = world.app.services;
    expect(await store.records.invalid(null, 10)).toHaveLength(3);
    expect(await store.outbox.counts(null)).toMatchObject({ removals: 0 });
  });

  it('is accepted at once where a person says so', async () => {
    await lose();
    await later(day);
    const wish = { kind: 'accept_vocabulary', payload: {}, author: 'test' } as const;
    expect(await executeDecision(wish, world.app.services)).toMatchObject({ ok: true });
    expect(await executeDecision(wish, world.app.services)).toMatchObject({ ok: false });
    expect((await waiting()).map(({ kind }) => kind)).not.toContain('vocabulary');
    await later(hour);
    expect(world.live()).toHaveLength(4);
  });

  it('that takes its words back is trusted again', async () => {
    await lose();
    const { store } = world.app.services;
    const serving = await store.reference.vocabulary();
    await later(day);
    world.sandbox.staff.setVocabulary(() => serving?.document as never);
    await later(hour);
    expect(await waiting()).toEqual([]);
  });

  it('and more of them later is suspected anew', async () => {
    await lose();
    await later(day);
    world.sandbox.staff.setVocabulary((document) => ({ ...document, heating: [] }));
    await later(23 * hour);
    await later(2 * hour);
    expect((await waiting())[0]?.kind).toBe('vocabulary');
    await later(day);
    expect((await waiting()).map(({ kind }) => kind)).not.toContain('vocabulary');
  });

  it('and names no category at all is no vocabulary, however long it lasts', async () => {
    await lose();
    world.sandbox.staff.setVocabulary((document) => ({ ...document, categories: [] }));
    for (let days = 0; days < 3; days++) {
      const round = await later(day);
      expect(round.problems.join()).toContain('vocabulary could not be read');
    }
    expect(world.live()).toHaveLength(4);
    expect(await world.app.services.store.records.invalid(null, 10)).toEqual([]);
  });
});
