import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { mappingEditor } from '../../src/onboard/mapping-editor.js';
import { tryOnLastFile } from '../../src/assemble/inspect.js';
import { readMapping } from '../../src/effective/mappings.js';
import { readableFeed } from '../../src/assemble/readable-feed.js';
import { systemSeams } from '../../src/assemble.js';
import type { RawRecords } from '../../src/feed/parse-records.js';
import { explain, type Explanation, type ReadableFeed } from '../../src/inspect/listing/explain.js';
import { findSubjects } from '../../src/inspect/listing/find-subject.js';
import { ThreadError, type Threads, type ThreadTask } from '../../src/platform/process/threads.js';
import type { CheckJob } from '../../src/sync/map/check-text.js';
import { guardLimits } from '../../src/sync/map/map-guard.js';
import type { ReaderJob } from '../../src/sync/map/record-reader.js';
import { ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { altered } from '../support/altered.js';

let world: World;
afterEach(() => world.close());

const shipped = await readFile('mappings/estate-sistem.yaml', 'utf8');
/** The shipped mapping as an agency would save it: with a word of its own. */
const ownText = shipped.replace(/^name: .*$/m, 'name: estate-own');

/** What of a job makes it fail, and how. */
type Fault = (text: string, ask: string) => 'time' | 'memory' | 'failed' | null;

/** The guard's own threads, but for jobs that would go past their limits: those fail at once. */
class FaultyThreads implements Threads {
  readonly count = 1;
  mapped: number[] = [];
  /** What was asked of single records. */
  read: string[] = [];
  checked = 0;

  constructor(
    private readonly threads: Threads,
    private readonly fault: Fault,
  ) {}

  async run(task: ThreadTask): Promise<unknown> {
    expect(task.limitMs).toBeGreaterThan(0);
    const job = task.job as RawRecords | CheckJob | ReaderJob;
    const failure = this.fault(...this.#note(job));
    if (failure !== null) throw new ThreadError('it was ended', failure);
    return this.threads.run(task);
  }

  #note(job: RawRecords | CheckJob | ReaderJob): [text: string, ask: string] {
    if (!('ask' in job)) {
      this.mapped.push(job.ends.length);
      return [Buffer.from(job.bytes).toString(), 'map'];
    }
    if ('raw' in job) {
      this.read.push(job.ask);
      return [Buffer.from(job.raw.bytes).toString(), job.ask];
    }
    this.checked += 1;
    return [JSON.stringify(job), job.ask];
  }

  rest(): void {
    this.threads.rest();
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}

async function start(list: readonly Ad[]): Promise<void> {
  world = await World.create();
  world.feed.body = estateFeed(list);
  await world.round();
}

async function changeMapping(text = ownText): Promise<void> {
  const { store } = world.app.services;
  const of = { feed: 'agency', connectionId: world.connectionId };
  await store.feedChanges.add(of, [{ kind: 'mapping', subject: '', value: text }], 'ana', world.clock.now());
  await world.app.services.prepareFeeds();
}

function guardWith(fault: Fault = () => null): FaultyThreads {
  const { services } = world.app;
  const given = services.guard!;
  const threads = new FaultyThreads(given.threads, fault);
  altered(services).guard = { ...given, threads };
  return threads;
}

const cheaper = (list: readonly Ad[]): Ad[] => list.map((one) => ({ ...one, price: one.price - 1_000 }));
const prices = (): number[] =>
  world.live().map((id) => (world.payload(id).price as { amount: number }).amount);

describe('a mapping that was changed over the API', () => {
  it('makes of records on the guard thread exactly what it makes of them here', async () => {
    const list = ads(20).map((ad, index) => ({
      ...ad,
      ...(index === 3 && { title: '' }),
      ...(index === 4 && { text: '<ol type="i" start="10000"><li>x</li></ol>' }),
    }));
    await start(list);
    const outcome = async (): Promise<unknown> => [
      prices(),
      await world.app.services.store.records.invalid(null, 30),
      world.live().map((id) => world.payload(id)),
    ];
    const threads = guardWith();
    world.feed.body = estateFeed(cheaper(list));
    await changeMapping();
    await world.later(15 * minute);
    expect(threads.mapped.length).toBeGreaterThan(0);
    expect(threads.checked).toBeGreaterThan(0);
    const apart = await outcome();
    await world.close();
    await start(list);
    altered(world.app.services).guard = null;
    world.feed.body = estateFeed(cheaper(list));
    await changeMapping();
    await world.later(15 * minute);
    expect(apart).toEqual(await outcome());
  });

  it.each(['time', 'memory'] as const)(
    'loses to the limit of %s the one record that is at fault, and no other',
    async (failure) => {
      const list = ads(30);
      await start(list);
      const threads = guardWith((text, ask) => (ask === 'map' && text.includes('A0007') ? failure : null));
      world.feed.body = estateFeed(cheaper(list));
      await changeMapping();
      const { polls } = await world.later(15 * minute);
      expect(polls[0]).toMatchObject({ state: 'done', balance: { seen: 30, mapped: 29, invalid: 1 } });
      await world.tick(minute);
      expect(prices()).toEqual(list.map(({ code, price }) => (code === 'A0007' ? price : price - 1_000)));
      const invalid = await world.app.services.store.records.invalid(null, 10);
      expect(invalid).toMatchObject([{ sourceId: 'A0007', issues: [{ code: 'record_too_costly' }] }]);
      // Halves of a batch, then the record alone, and then its id.
      expect(threads.mapped).toContain(1);
      expect(threads.read).toEqual(['known']);
    },
  );

  it('gives no id either where finding it costs too much: the record may be any, and nothing is missing', async () => {
    const list = ads(30);
    await start(list);
    guardWith((text, ask) => (text.includes('A0007') && ask !== 'check' ? 'time' : null));
    await changeMapping();
    for (let poll = 0; poll < 4; poll++) {
      world.feed.body = estateFeed(
        list.slice(0, -1).map((ad) => ({ ...ad, price: ad.price - poll * 1_000 - 1 })),
      );
      const { polls } = await world.later(hour);
      expect(polls[0]).toMatchObject({ state: 'done', balance: { seen: 29, mapped: 28, invalid: 1 } });
      await world.tick(minute);
    }
    expect(world.live()).toHaveLength(30);
  });

  it('tells a record’s story on the guard thread, and gives up where that costs too much', async () => {
    const list = ads(3);
    await start(list);
    await changeMapping();
    await world.later(15 * minute);
    const threads = guardWith((text, ask) => (text.includes('A0002') && ask === 'trace' ? 'time' : null));
    const { services, settled } = world.app;
    const readable = (name: string): Promise<ReadableFeed | string> => readableFeed(settled, name, services);
    const { store, spool, protocol } = services;
    const story = async (code: string): Promise<Explanation> => {
      const deps = { store, spool, readable, titleField: protocol.title_field, itemWindowMs: hour };
      const [subject] = await findSubjects(
        code,
        {},
        { store, idPrefixOf: () => '', unlisted: async () => [] },
      );
      return explain(subject!, deps, { now: world.clock.now(), showTime: String });
    };
    expect((await story('A0001')).reading?.trace.length).toBeGreaterThan(5);
    expect(await story('A0002')).toMatchObject({ reading: { trace: [] } });
    expect(threads.read).toEqual(['known', 'trace', 'known', 'trace', 'known']);
  });

  it('is guarded as well over the kept file, for which the source is asked for nothing', async () => {
    const list = ads(30);
    await start(list);
    const threads = guardWith((text) => (text.includes('A0007') ? 'time' : null));
    world.feedRequests = [];
    await changeMapping(ownText.replace('title.sr: naslov', "title.sr: { template: 'Ponuda: {naslov}' }"));
    await world.tick(6_000);
    await world.tick(6_000);
    const [run] = await world.app.services.store.runs.list({ kind: 'remap', limit: 1 });
    expect(run).toMatchObject({ state: 'done', balance: { seen: 30, mapped: 29, invalid: 1 } });
    expect(threads.mapped).toContain(1);
    const titles = world.live().map((id) => (world.payload(id).title as { sr: string }).sr);
    expect(titles.filter((title) => title.startsWith('Ponuda: '))).toHaveLength(29);
    expect([titles.length, world.feedRequests]).toEqual([30, []]);
  });

  it('ends the run where too many records are at fault, and takes nothing of the file', async () => {
    const list = ads(30);
    await start(list);
    guardWith((text) => (text.includes('<oglas>') ? 'time' : null));
    world.feed.body = estateFeed(cheaper(list));
    await changeMapping();
    const { polls } = await world.later(15 * minute);
    expect(polls[0]).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(
        /^The mapping takes longer than 2 s on too many records\. Simplify its rules\. /,
      ),
    });
    for (let round = 0; round < 2; round++) await world.tick(15 * minute);
    expect(prices()).toEqual(list.map(({ price }) => price));
    expect(world.live()).toHaveLength(30);
  });

  it('holds up no stop: the run says so, and the next start reads the file', async () => {
    const list = ads(5);
    const own = systemSeams().guard!.threads;
    let [isHanging, hang] = [false, (): void => undefined];
    const hangs = new Promise<void>((resolve) => (hang = resolve));
    const guardThreads: Threads = {
      count: 1,
      run: (task) => {
        if (isHanging || 'ask' in (task.job as object)) return own.run(task);
        isHanging = true;
        hang();
        return new Promise(() => undefined);
      },
      rest: () => own.rest(),
      close: () => own.close(),
    };
    world = await World.create({ guardThreads });
    world.feed.body = estateFeed(list);
    await world.round();
    world.feed.body = estateFeed(cheaper(list));
    await changeMapping();
    world.clock.advance(15 * minute);
    await world.app.engine.tick();
    await hangs;
    const restarting = world.restart();
    world.clock.advance(5_000);
    await restarting;
    const [last] = await world.app.services.store.runs.list({ limit: 1 });
    expect(last).toMatchObject({
      state: 'stalled',
      message: expect.stringMatching(/^feedsync was stopped while it mapped records\. /),
    });
    const { polls } = await world.later(15 * minute);
    expect(polls[0]).toMatchObject({ state: 'done' });
    expect(prices()).toEqual(list.map(({ price }) => price - 1_000));
  });

  it('is checked, tried and refused where reading it takes too long, without being compiled here', async () => {
    await start(ads(3));
    const slow = ownText.replace('estate-own', 'estate-slow');
    const threads = guardWith((text) => (text.includes('estate-slow') ? 'time' : null));
    const { settled, services } = world.app;
    const row = (await services.store.feeds.byName('agency'))!;
    const desk = mappingEditor(world.app);
    const sentence = expect.stringContaining('takes longer than 5 s') as unknown;
    expect(await desk.check(row, slow)).toEqual({
      name: null,
      problems: [{ severity: 'error', line: null, column: null, message: sentence }],
    });
    expect(await desk.whyNot(row, [{ kind: 'mapping', subject: '', value: slow }])).toEqual(sentence);
    const feed = { ...settled.feeds[0]!, mappingText: slow };
    expect(await readMapping(settled, feed, [], { guard: services.guard })).toMatchObject({
      problems: [sentence],
    });
    expect(threads.checked).toBe(3);
    // A text that was saved before: its feed alone is stopped.
    await changeMapping(slow);
    expect(world.app.stopped).toMatchObject([{ name: 'agency', problems: [sentence] }]);
  });

  it('is tried on the last file until that takes too long', async () => {
    const list = ads(30);
    await start(list);
    const { settled, services } = world.app;
    const row = (await services.store.feeds.byName('agency'))!;
    const feed = { ...settled.feeds[0]!, mappingText: ownText };
    const trial = async (): Promise<unknown> => {
      const loaded = await readMapping(settled, feed, [], { guard: services.guard });
      if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
      const { store } = services;
      return tryOnLastFile(row, feed, loaded, { config: settled, store, seams: services, listingsMax: 1 });
    };
    expect(await trial()).toMatchObject({ preview: { records: 30, kinds: { mapped: 30 } } });
    guardWith((text) => (text.includes('A0007') ? 'time' : null));
    expect(await trial()).toEqual(expect.stringContaining('cannot be tried. The mapping takes longer'));
  });
});

describe('the guard thread', () => {
  it('exists without compiled files, and where nothing is mapped in parallel', async () => {
    await start(ads(2));
    const seams = systemSeams();
    expect(seams.threads).toBeNull();
    const guard = seams.guard!;
    expect(guard).toMatchObject(guardLimits);
    const { services } = world.app;
    Object.assign(services, { guard, threads: null });
    const row = (await services.store.feeds.byName('agency'))!;
    expect(await mappingEditor(world.app).check(row, ownText)).toMatchObject({ name: 'estate-own' });
    await guard.threads.close();
  });

  it('maps a record of a shipped mapping that is too large to be mapped between two turns', async () => {
    const list = ads(3);
    await start(list);
    const threads = guardWith();
    const text = 'Lep stan u centru. '.repeat(12_000);
    world.feed.body = estateFeed([...cheaper(list), { ...ads(1, 4)[0]!, text }]);
    const { polls } = await world.later(15 * minute);
    expect(polls[0]).toMatchObject({ state: 'done', balance: { mapped: 4 } });
    expect(threads.mapped).toHaveLength(1);
  });

  it('is not needed by shipped mappings otherwise', async () => {
    const list = ads(30);
    await start(list);
    const threads = guardWith();
    world.feed.body = estateFeed(cheaper(list));
    await world.later(15 * minute);
    expect([threads.mapped, threads.checked]).toEqual([[], 0]);
  });
});
