import { afterEach, describe, expect, it } from 'vitest';
import { feedDeaths } from '../../src/store/facts/feed-deaths.js';
import { changeFeedLife } from '../../src/sync/decisions/change-feed-life.js';
import { dueWork } from '../../src/sync/due-work.js';
import { beginReading, noteStop } from '../../src/sync/poll/feed-deaths.js';
import type { Job } from '../../src/sync/job.js';
import type { Feed } from '../../src/sync/services/services.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(() => world.close());

const names = ['agency', 'b', 'c', 'hostile'];

/** Four feeds of four agencies, all read once. */
async function start(): Promise<void> {
  world = await World.create();
  const others = names.slice(1).map((name) => ({
    name,
    connection: world.sandbox.staff.addConnection({ agency: { name } }),
  }));
  await world.declare(([feed]) => [
    feed!,
    ...others.map((other) => ({ ...feed, ...other, url: `${world.feedUrl}/${other.name}.xml` })),
  ]);
  for (const [index, name] of names.entries())
    world.at(`/${name === 'agency' ? 'feed' : name}.xml`).body = estateFeed(ads(3, 100 * index + 1));
  await world.restart();
  await world.round();
}

const feed = (name: string): Feed => world.app.feeds.find((one) => one.name === name)!;
const life = async (name: string): Promise<string | undefined> =>
  (await world.app.services.store.feeds.byName(name))?.life;

/** The process dies while these are read: their runs have begun, and nothing ends them. */
async function dieReading(...reading: string[]): Promise<void> {
  return dieIn('poll', ...reading);
}

async function dieIn(kind: 'poll' | 'remap', ...reading: string[]): Promise<void> {
  const { store, clock } = world.app.services;
  for (const name of reading) {
    const { id: feedId, connectionId } = feed(name);
    await store.runs.start({ kind, connectionId, feedId, now: clock.now() });
  }
  await world.restart();
}

const polls = async (): Promise<Job[]> =>
  (await dueWork(world.app.feeds, world.app.services)).filter(({ key }) => key.startsWith('poll:'));
const polled = async (): Promise<string[]> =>
  (await polls()).map(({ key }) => names.find((name) => key === `poll:${feed(name).id}`)!);

describe('after a death of the process', () => {
  it('the feeds that were read are read alone, and only one that kills it alone is suspended', async () => {
    await start();
    world.clock.advance(20 * minute);
    expect((await polled()).sort()).toEqual(names);
    await dieReading(...names);
    // One after the other; the innocent ones come through.
    const readAlone: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const [only, ...others] = await polls();
      expect(others).toEqual([]);
      const [name] = await polled();
      readAlone.push(name!);
      if (name !== 'hostile') await only!.run();
      else {
        await beginReading(feed(name), world.app.services);
        await dieReading(name);
      }
    }
    expect(readAlone.sort()).toEqual(names);
    expect(await Promise.all(names.map(life))).toEqual(['active', 'active', 'active', 'paused']);
    world.clock.advance(20 * minute);
    expect((await polled()).sort()).toEqual(['agency', 'b', 'c']);
  });

  it('a feed that died beside others twice is not suspended', async () => {
    await start();
    for (let death = 0; death < 6; death++) await dieReading('agency', 'b');
    expect(await Promise.all(names.map(life))).toEqual(['active', 'active', 'active', 'active']);
    world.clock.advance(20 * minute);
    await world.tick();
    await world.tick();
    await world.tick();
    expect(await feedDeaths(world.app.services.store)).toEqual({});
  });

  it('a feed that ends the process twice while its kept file is mapped again is suspended, and mapped no more', async () => {
    await start();
    await dieIn('remap', 'hostile');
    const { store } = world.app.services;
    await store.feeds.update(feed('agency').id, { remapAskedAt: world.clock.now() });
    // While it is to be read alone, nothing kept is mapped either.
    expect((await dueWork(world.app.feeds, world.app.services)).map(({ key }) => key)).not.toContain(
      `remap:${feed('agency').id}`,
    );
    await beginReading(feed('hostile'), world.app.services);
    await dieIn('remap', 'hostile');
    expect(await life('hostile')).toBe('paused');
    await world.app.services.store.feeds.update(feed('hostile').id, { remapAskedAt: world.clock.now() });
    const due = (await dueWork(world.app.feeds, world.app.services)).map(({ key }) => key);
    expect(due).toContain(`remap:${feed('agency').id}`);
    expect(due).not.toContain(`remap:${feed('hostile').id}`);
  });

  it('a process that was asked to stop and was killed then is no death', async () => {
    await start();
    for (let stop = 0; stop < 3; stop++) {
      await noteStop(world.app.services);
      await dieReading('hostile');
    }
    expect(await feedDeaths(world.app.services.store)).toEqual({});
    expect(await life('hostile')).toBe('active');
  });

  it('a process that ended itself for a job that could not be ended is a death of what that job read, and of nothing else', async () => {
    await start();
    const stuck = feed('agency').id;
    for (let restart = 0; restart < 3; restart++) {
      await noteStop(world.app.services, 'push:of-another');
      await dieReading('hostile');
    }
    expect(await feedDeaths(world.app.services.store)).toEqual({});
    await noteStop(world.app.services, `poll:${stuck}`);
    await dieReading('hostile');
    expect(Object.keys(await feedDeaths(world.app.services.store))).toEqual([String(stuck)]);
    expect([await life('hostile'), await life('agency')]).toEqual(['active', 'active']);
  });

  it('a death that no read had a part in counts for no feed', async () => {
    await start();
    for (let death = 0; death < 3; death++) await world.restart();
    expect(await feedDeaths(world.app.services.store)).toEqual({});
  });

  it('an agency that was read for the first time waits, and is not read before the others again', async () => {
    await start();
    const { store } = world.app.services;
    for (const name of ['kills', 'waits']) {
      world.at(`/${name}.xml`).body = estateFeed(ads(4, 901));
      const source = { url: `${world.feedUrl}/${name}.xml` };
      const agency = {
        name,
        title: name,
        email: `${name}@agency.example`,
        language: 'en' as const,
        feed: source,
      };
      await store.setups.add(agency, 'partner', world.clock.now());
      world.clock.advance(1);
    }
    await store.meta.set('setup.reading', 'kills');
    await world.restart();
    await world.tick(1_000);
    const read = async (name: string) => (await world.app.services.store.setups.byName(name))?.reading;
    expect(await read('waits')).toMatchObject({ ok: true });
    expect(await read('kills')).toMatchObject({ ok: false, failures: 1 });
    await world.tick(2 * minute);
    expect(await read('kills')).toMatchObject({ ok: true });
  });
});

describe('a suspended feed', () => {
  async function suspend(): Promise<void> {
    await start();
    world.clock.advance(20 * minute);
    await dieReading('hostile');
    await beginReading(feed('hostile'), world.app.services);
    await dieReading('hostile');
    expect(await life('hostile')).toBe('paused');
  }

  it('is reported as something that only the operator can end, with what to do', async () => {
    await suspend();
    const [item] = await world.attention();
    expect(item).toMatchObject({ kind: 'feed_suspended', feed: 'hostile', count: 1, operator: true });
    expect(item?.sentence.en).toContain('hostile');
    expect(item?.next.en).toContain('feedsync resume');
  });

  it('is polled again when a person resumes it', async () => {
    await suspend();
    const change = { feed: 'hostile', kind: 'resume', author: 'ana' } as const;
    expect(await changeFeedLife(change, world.app.services)).toMatchObject({ ok: true });
    await world.tick(minute);
    expect(await life('hostile')).toBe('active');
    expect(await feedDeaths(world.app.services.store)).toEqual({});
  });

  it('is polled again under a changed mapping, and not after a mere restart', async () => {
    await suspend();
    await world.restart();
    expect(await life('hostile')).toBe('paused');
    const { store, clock } = world.app.services;
    const of = { feed: 'hostile', connectionId: feed('hostile').connectionId };
    const word = { kind: 'word', subject: 'heating\nKamin', value: null } as const;
    await store.feedChanges.add(of, [word], 'ana', clock.now());
    await world.app.services.prepareFeeds();
    expect(await life('hostile')).toBe('active');
  });
});
