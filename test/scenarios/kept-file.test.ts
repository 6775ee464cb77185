import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FeedChange } from '../../src/core/setup/feed-changes.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import type { Run } from '../../src/model/run.js';
import type { FeedRecord } from '../../src/model/feed.js';
import { changeFeedLife } from '../../src/sync/decisions/change-feed-life.js';
import { ApiWorld } from '../server/api-world.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
let reached: (point: CrashPoint) => void = () => undefined;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  reached = () => undefined;
  for (const close of closing.splice(0).reverse()) await close();
});

/** One feed, read and live; nothing of it is due for the next two minutes. */
async function start(list: readonly Ad[] = ads(6), options: WorldOptions = {}): Promise<void> {
  world = await World.create({ ...options, crashPoints: { reach: (point) => reached(point) } });
  closing.push(() => world.close());
  world.feed.body = estateFeed(list);
  await world.round();
  world.feedRequests = [];
}

async function row(): Promise<FeedRecord> {
  const [found] = await world.app.services.store.feeds.all();
  return found!;
}

async function runs(kind: Run['kind'] = 'remap'): Promise<Run[]> {
  return (await world.app.services.store.runs.list({ kind, limit: 1_000 })).reverse();
}

/** What people change of the feed by API or console. */
async function change(...changes: FeedChange[]): Promise<void> {
  const { store } = world.app.services;
  const of = { feed: 'agency', connectionId: world.connectionId };
  await store.feedChanges.add(of, changes, 'ana', world.clock.now());
  await world.app.services.prepareFeeds();
}

const means = (key: string): FeedChange => ({ kind: 'word', subject: 'heating\nCG', value: key });

async function text(edit: (text: string) => string): Promise<FeedChange> {
  return { kind: 'mapping', subject: '', value: edit(await readFile('mappings/estate-sistem.yaml', 'utf8')) };
}

/** When a job has read its records and committed none of them. */
function onceStaged(): Promise<void> {
  return new Promise((staged) => {
    reached = (point) => {
      if (point !== 'records.staged') return;
      reached = () => undefined;
      staged();
    };
  });
}

/** Without a poll: a feed's next one is minutes away. */
async function soon(times = 3): Promise<void> {
  for (let time = 0; time < times; time++) await world.tick(6_000);
}

const heating = (code = 'A0001'): unknown => (world.payload(code).structure as { heating?: unknown }).heating;
const title = (code = 'A0001'): unknown => (world.payload(code).title as { sr: string }).sr;
const otherTitle = (of: string): string =>
  of.replace('title.sr: naslov', "title.sr: { template: 'Ponuda: {naslov}' }");
/** What a poll of the source changes of its feed, and nothing else. */
const polled = ({
  lastPollAt,
  lastCompleteAt,
  nextPollAt,
  failures,
  life,
  stallReason,
}: FeedRecord): unknown => ({
  ...{ lastPollAt, lastCompleteAt, nextPollAt, failures, life, stallReason },
});
async function holds(): Promise<string[]> {
  return (await world.app.services.store.holds.open({})).map(({ kind }) => kind);
}

/** A multiple of three, so that the last one says `geothermal`. */
const changes = repetitions({ tests: 60, soak: 300 });
const everyMs = 200;

describe('what people change of a feed', () => {
  it('time and again, over the API too: its host is asked for nothing, and the portal has what was said last', async () => {
    const api = await ApiWorld.create();
    closing.push(() => api.close());
    ({ world } = api);
    const agency = await api.signedIn('a@agency.example', 'agency', [api.a]);
    world.feedRequests = [];
    const before = polled(await row());
    const keys = ['heat_pump', 'gas', 'geothermal'];
    for (let time = 0; time < changes; time++) {
      const key = keys[time % 3]!;
      if (time % 10 > 0) await change(means(key));
      else {
        const body = { words: [{ table: 'heating', word: 'CG', key }] };
        const reply = await agency.ask('PUT', '/feeds/agency/words', { body });
        expect(reply.status, reply.text).toBe(200);
      }
      world.clock.advance(everyMs);
    }
    await soon();
    expect(world.feedRequests).toEqual([]);
    expect([heating(), world.live().length]).toEqual(['geothermal', 3]);
    expect(polled(await row())).toEqual(before);
    // One at once, and then one for all that was changed in three seconds.
    expect((await runs()).length).toBeLessThanOrEqual(2 + (changes * everyMs) / 3_000);
    expect((await agency.get<{ runs: { kind: string }[] }>('/runs?kind=remap')).runs[0]).toMatchObject({
      kind: 'remap',
      state: 'done',
    });
  }, 30_000);

  it('while it is mapped again starts one more turn, with what was said last', async () => {
    await start();
    const changed = onceStaged().then(async () => {
      await change(means('gas'));
      await change(means('geothermal'));
    });
    await change(means('heat_pump'));
    await world.tick(1_000);
    await changed;
    await soon();
    expect((await runs()).map(({ state }) => state)).toEqual(['done', 'done']);
    expect([heating(), world.feedRequests]).toEqual(['geothermal', []]);
  });

  it('while its source is read is mapped after that, without another request', async () => {
    await start();
    const changed = onceStaged().then(() => change(means('heat_pump')));
    world.feed.body = estateFeed([...ads(6), ad(7)]);
    await world.tick(15 * minute);
    await changed;
    await soon();
    expect([heating('A0007'), world.feedRequests.length]).toEqual(['heat_pump', 1]);
  });

  it('when its poll is due as well: one request, and the newest mapping over the newest file', async () => {
    await start();
    world.feed.body = estateFeed([...ads(6), ad(7)]);
    world.clock.advance(15 * minute);
    await change(means('heat_pump'));
    await world.tick();
    await soon();
    expect([heating(), heating('A0007'), world.feedRequests.length]).toEqual(['heat_pump', 'heat_pump', 1]);
    expect((await runs('poll')).at(-1)).toMatchObject({ state: 'done' });
  });

  it('is under a changed mapping once more when its source says that it has nothing new', async () => {
    await start();
    await change(means('heat_pump'));
    await soon();
    expect((await row()).context).toMatch(/^kept:/);
    await world.tick(15 * minute);
    expect((await runs('poll')).at(-1)).toMatchObject({
      state: 'done',
      balance: { seen: 6, known: 6, queued: 0 },
    });
    await world.tick(15 * minute);
    expect((await runs('poll')).at(-1)).toMatchObject({ state: 'unchanged' });
    expect(world.feedRequests.map(({ status }) => status)).toEqual([304, 304]);
  });

  it('and took back leaves the feed as it was', async () => {
    await start();
    await change(means('heat_pump'));
    await soon();
    await change(means('central'));
    await soon();
    await world.tick(15 * minute);
    expect([heating(), (await runs()).length]).toEqual(['central', 2]);
  });
});

describe('a changed configuration', () => {
  it('with another text of the mapping counts at once after a restart, a reload, and never after a mere restart', async () => {
    await start();
    const file = join(world.folder, 'own.yaml');
    const shipped = await readFile('mappings/estate-sistem.yaml', 'utf8');
    await writeFile(file, shipped);
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping: file })));
    await world.restart();
    await soon();
    expect(await runs()).toEqual([]);
    await world.restart(() => writeFile(file, otherTitle(shipped)));
    await soon();
    expect([title(), world.feedRequests]).toEqual(['Ponuda: Dvosoban stan broj 1 u mirnoj ulici', []]);
    await world.restart();
    await soon();
    expect(await runs()).toHaveLength(1);
    await writeFile(file, shipped);
    const loaded = await loadConfig(world.configFile, diskDeps({}));
    if (!loaded.ok) throw new Error('the configuration has a problem');
    await world.app.reload(loaded.config);
    await soon();
    expect([title(), world.feedRequests]).toEqual(['Dvosoban stan broj 1 u mirnoj ulici', []]);
  });

  it('that reads from elsewhere as well waits for the file from there', async () => {
    await start();
    world.at('/elsewhere.xml').body = estateFeed(ads(6).map((one) => ({ ...one, heating: 'TA' })));
    await world.declare((feeds) =>
      feeds.map((feed) => ({
        ...feed,
        url: `${world.feedUrl}/elsewhere.xml`,
        tables: { heating: { CG: 'heat_pump' } },
      })),
    );
    await world.restart();
    await soon();
    expect([await runs(), heating()]).toEqual([[], 'central']);
  });
});

describe('a kept file under a changed mapping', () => {
  it('that is gone is not asked for: the next poll by schedule maps what the source has, though that is unchanged', async () => {
    await start();
    await rm(join(world.folder, 'data', 'snapshots'), { recursive: true });
    for (let time = 0; time < 20; time++) {
      await change(means(time % 2 === 0 ? 'gas' : 'heat_pump'));
      await world.tick(1_000);
    }
    expect([world.feedRequests, await runs()]).toEqual([[], []]);
    await world.tick(15 * minute);
    await soon();
    expect([heating(), world.feedRequests.length]).toEqual(['heat_pump', 1]);
  });

  it('ages nothing that is missing, and takes nothing off, however often', async () => {
    await start();
    world.feed.body = estateFeed(ads(5));
    await world.tick(15 * minute);
    const waiting = async (): Promise<unknown> =>
      (await world.app.services.store.listings.waiting((await row()).id)).map(
        ({ externalId, gracePolls }) => [externalId, gracePolls],
      );
    expect(await waiting()).toEqual([['A0006', 1]]);
    for (let time = 0; time < 12; time++) {
      await change(means(time % 2 === 0 ? 'gas' : 'heat_pump'));
      await world.tick(6_000);
    }
    expect(await runs()).toHaveLength(12);
    expect(await waiting()).toEqual([['A0006', 1]]);
    expect(world.live()).toHaveLength(6);
    for (let polls = 0; polls < 6; polls++) await world.tick(15 * minute);
    expect([world.live().length, await holds()]).toEqual([5, []]);
  });

  it('takes off what its records say is off, through the guard, and lets go of ids only with the source', async () => {
    await start([...ads(5), ad(6, { type: 'Kuća' })]);
    await change(
      await text(
        (of) => `${of}\noutcomes:\n  - { when: "field('vrstanekretnine') == 'Stan'", remove: withdrawn }\n`,
      ),
    );
    await soon();
    expect([world.live().length, await holds()]).toEqual([6, ['removals']]);
    // Taken back, nothing is asked any more.
    await change({
      kind: 'mapping',
      subject: '',
      value: await readFile('mappings/estate-sistem.yaml', 'utf8'),
    });
    await soon();
    expect([world.live().length, await holds(), world.feedRequests]).toEqual([6, [], []]);
  });

  it('under other ids is held whole, and the question ends when the mapping is as it was', async () => {
    await start(ads(12));
    await change(await text((of) => of.replace('source_id: code', 'source_id: id')));
    await soon();
    expect(await holds()).toEqual(['plan']);
    expect((await runs()).at(-1)).toMatchObject({ state: 'held' });
    await change({
      kind: 'mapping',
      subject: '',
      value: await readFile('mappings/estate-sistem.yaml', 'utf8'),
    });
    await soon();
    expect([await holds(), world.live().length, world.feedRequests]).toEqual([[], 12, []]);
  });

  it('in part under other ids: the new ones are sent, and the old ones go by the grace that the source has', async () => {
    const odd = (one: Ad, index: number): Ad => ({ ...one, area: index < 3 ? '55.00' : '54.00' });
    await start(ads(12).map(odd));
    await change(
      await text((of) =>
        of.replace(
          'source_id: code',
          `source_id:\n  - { from: id, when: "field('kvadratura') == '55.00'" }\n  - code`,
        ),
      ),
    );
    await soon();
    expect((await runs()).at(-1)).toMatchObject({ state: 'done', balance: { untouched: 3, queued: 3 } });
    expect([world.live().length, world.feedRequests]).toEqual([15, []]);
    for (let polls = 0; polls < 6; polls++) await world.tick(15 * minute);
    expect([world.live().length, await holds()]).toEqual([12, []]);
  });

  it('goes on though its source cannot be read, which it does not hide', async () => {
    await start();
    world.feed.status = 503;
    await world.tick(15 * minute);
    const before = polled(await row());
    expect(before).toMatchObject({ failures: 1, life: 'stalled' });
    world.feedRequests = [];
    await change(means('heat_pump'));
    await soon();
    expect([heating(), world.feedRequests]).toEqual(['heat_pump', []]);
    expect(polled(await row())).toEqual(before);
  });

  it('loses nothing to a mapping that was changed for a file which could not be read', async () => {
    await start();
    world.feed.status = 503;
    await world.tick(15 * minute);
    await change(await text((of) => of.replace('from: brojkupatila', 'from: kupatila')));
    await soon();
    expect((await runs()).at(-1)).toMatchObject({
      state: 'unchanged',
      message: expect.stringContaining('nothing was changed'),
    });
    expect([world.payload('A0001').structure, await holds()]).toEqual([
      expect.objectContaining({ bathrooms: 1 }),
      [],
    ]);
  });

  it('of a feed that is paused rests until it is resumed', async () => {
    await start();
    const { services } = world.app;
    await changeFeedLife({ feed: 'agency', kind: 'pause', author: 'ana' }, services);
    await change(means('heat_pump'));
    await soon();
    await world.tick(hour);
    expect([heating(), await runs(), world.feedRequests]).toEqual(['central', [], []]);
    await changeFeedLife({ feed: 'agency', kind: 'resume', author: 'ana' }, services);
    await soon();
    expect([heating(), world.feedRequests.length]).toEqual(['heat_pump', 1]);
  });
});
