import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { dueWork } from '../../src/sync/due-work.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import type { Feed } from '../../src/sync/services/services.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(3));
  await world.round();
});
afterEach(() => world.close());

const day = 24 * 3_600_000;

/** The store, with each call of it noted as `part.method`. */
function noted(store: Store, calls: string[]): Store {
  return new Proxy(store, {
    get(target, part) {
      const methods: unknown = Reflect.get(target, part);
      if (typeof methods !== 'object' || methods === null) return methods;
      return new Proxy(methods, {
        get(own, name): unknown {
          calls.push(`${String(part)}.${String(name)}`);
          return Reflect.get(own, name);
        },
      });
    },
  });
}

it('a poll of a feed that did not change writes its beginning and its end, and asks the store little', async () => {
  const { feeds, services } = world.app;
  const [feed] = feeds as [Feed];
  const calls: string[] = [];
  const report = await pollFeed(feed, { ...services, store: noted(services.store, calls) });
  expect(report).toMatchObject({ state: 'unchanged', message: 'the file is unchanged' });
  expect(calls.filter((call) => /start|finish|end|update|add|set|save|close/.test(call))).toEqual([
    'runs.start',
    'feeds.endPoll',
  ]);
  // Thousands of feeds are polled in a minute: each question more is one for each of them.
  expect(calls.length).toBeLessThanOrEqual(15);
});

it('a look at what is due asks no more where many feeds are due than where one is', async () => {
  const { feeds, services } = world.app;
  const [feed] = feeds as [Feed];
  const look = async (among: readonly Feed[]): Promise<{ jobs: string[]; calls: string[] }> => {
    const calls: string[] = [];
    const jobs = await dueWork(among, { ...services, store: noted(services.store, calls) });
    return { jobs: jobs.map(({ key }) => key).filter((key) => key.startsWith('poll:')), calls };
  };
  world.clock.advance(day / 2);
  // The first one plans the night.
  await look(feeds);
  const one = await look(feeds);
  expect(one.jobs).toEqual([`poll:${feed.id}`]);

  const { store, clock } = services;
  const others: Feed[] = [];
  for (let number = 0; number < 12; number++) {
    const connectionId = `another-${number}`;
    await store.connections.ensure([connectionId]);
    const change = { status: 'active', readAt: clock.now(), nextReconcileAt: clock.now() + day / 2 } as const;
    await store.connections.update(connectionId, change);
    const row = await store.feeds.declare(
      { name: connectionId, connectionId, sourceHash: 's', mapping: 'estate-sistem', idPrefix: '' },
      clock.now(),
    );
    others.push({ ...feed, id: row.id, name: row.name, connectionId });
  }
  const many = await look([...feeds, ...others]);
  expect(many.jobs).toHaveLength(13);
  expect(many.calls.sort()).toEqual(one.calls.sort());
});
