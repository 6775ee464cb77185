import { afterEach, describe, expect, it } from 'vitest';
import { windowBytes } from '../../src/feed/decode/byte-window.js';
import type { CompiledMapping } from '../../src/mapping/compile/load-mapping.js';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import type { PollReport } from '../../src/sync/reports.js';
import type { Services } from '../../src/sync/services/services.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

/*
 * A tenth of a second is a matter of the machine; how much is done between two turns of the event loop is not. On the slowest machine
 * that runs this, 100 ms are well over what the limits below take.
 */
/** A window of the file, and its first bytes, which may be looked at in the same turn. */
const readBytesMax = windowBytes + 1024;
const mappedBytesMax = (32 + 64) * 1024 * 1.5;
const mappedRecordsMax = 130;
const committedMax = 125;
const stagedMax = 400;

type Work = 'read' | 'mapped' | 'mappedBytes' | 'staged' | 'committed';

/** Counts what is done of each work between two turns, and keeps the most. */
class Turns {
  readonly most: Record<Work, number> = { read: 0, mapped: 0, mappedBytes: 0, staged: 0, committed: 0 };
  readonly all = { ...this.most };
  #now: Partial<Record<Work, number>> = {};
  #stopped = false;

  constructor() {
    const turn = (): void => {
      this.#now = {};
      if (!this.#stopped) setImmediate(turn);
    };
    setImmediate(turn);
  }

  did(work: Work, amount: number): void {
    const sum = (this.#now[work] ?? 0) + amount;
    this.#now[work] = sum;
    this.all[work] += amount;
    this.most[work] = Math.max(this.most[work], sum);
  }

  stop(): void {
    this.#stopped = true;
  }
}

let world: World;
let turns: Turns;
afterEach(async () => {
  turns.stop();
  await world.close();
});

async function start(): Promise<void> {
  world = await World.create();
  // The portal's words and places are known.
  world.feed.body = estateFeed(ads(1));
  await world.round();
  turns = new Turns();
}

/** One poll with all work in this thread, counted. */
async function poll(body: string): Promise<PollReport> {
  world.clock.advance(15 * minute);
  world.feed.body = body;
  const [feed] = world.app.feeds;
  if (feed === undefined) throw new Error('no feed');
  const { services } = world.app;
  return pollFeed(
    { ...feed, mapping: counted(feed.mapping) },
    { ...countedServices(services), threads: null },
  );
}

function counted(mapping: CompiledMapping): CompiledMapping {
  return {
    ...mapping,
    contextOf: (...of) => mapping.contextOf(...of),
    sourceId: (record) => mapping.sourceId(record),
    map: (record, ...of) => {
      turns.did('mapped', 1);
      turns.did('mappedBytes', JSON.stringify(record.value).length);
      return mapping.map(record, ...of);
    },
  };
}

function countedServices(services: Services): Services {
  const { spool, store } = services;
  return {
    ...services,
    spool: over(spool, {
      open: async (path) => {
        const handle = await spool.open(path);
        return {
          read: async (...of) => {
            const bytes = await handle.read(...of);
            turns.did('read', bytes);
            return bytes;
          },
          close: () => handle.close(),
        };
      },
    }),
    store: over(store, {
      records: over(store.records, {
        places: (feedId, sourceIds) => {
          turns.did('staged', sourceIds.length);
          return store.records.places(feedId, sourceIds);
        },
        commitBlock: (connectionId, feedId, decisions, now) => {
          turns.did('committed', decisions.length);
          return store.records.commitBlock(connectionId, feedId, decisions, now);
        },
      }),
    }),
  };
}

/** The same with some members replaced, whatever its own are. */
function over<T extends object>(one: T, changed: Partial<T>): T {
  return new Proxy(one, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in changed ? changed : target, name);
      return typeof value === 'function' && !(name in changed) ? (value.bind(target) as unknown) : value;
    },
  });
}

function expectShortTurns(): void {
  const { read, mapped, mappedBytes, staged, committed } = turns.most;
  expect(read).toBeLessThanOrEqual(readBytesMax);
  expect(mapped).toBeLessThanOrEqual(mappedRecordsMax);
  expect(mappedBytes).toBeLessThanOrEqual(mappedBytesMax);
  expect(staged).toBeLessThanOrEqual(stagedMax);
  expect(committed).toBeLessThanOrEqual(committedMax);
}

describe('fault 36, fault 37, fault 38: a feed leaves the process its turns', () => {
  it('while many listings are new, or all of them changed', async () => {
    await start();
    expect(await poll(estateFeed(ads(700)))).toMatchObject({
      state: 'done',
      balance: { mapped: 699, known: 1 },
    });
    expect(turns.most.committed).toBe(committedMax);
    // Every one is counted, and several in a turn.
    expect(turns.all.mapped).toBeGreaterThanOrEqual(699);
    expect(turns.most.mapped).toBeGreaterThan(10);
    expectShortTurns();
  });

  it('while each listing is nearly as long as it may be', async () => {
    await start();
    const text = 'Lep stan u centru. '.repeat(12_000);
    const report = await poll(estateFeed(Array.from({ length: 30 }, (_, i) => ad(i, { text }))));
    expect(report.balance.seen).toBe(30);
    // They are mapped on the guard thread.
    expect(turns.all.mapped).toBe(0);
    expectShortTurns();
  });

  it.each([
    [
      'attributes',
      Array.from({ length: 7_000 }, (_, i) => ` a${i}=""`)
        .join('')
        .slice(0, 60_000),
      '',
    ],
    ['tags', '', '<a/>'.repeat(12_000)],
    ['entities', '', '&lt;'.repeat(12_000)],
  ])('while records are small and full of %s', async (_, attributes, filling) => {
    await start();
    const record = (code: number): string =>
      `<oglas${attributes.replace(/ [^"]*"?$/, '')}><code>Z${code}</code><opis>${filling}</opis></oglas>`;
    const report = await poll(`<OGLASI>${Array.from({ length: 20 }, (_, i) => record(i)).join('')}</OGLASI>`);
    expect(report.balance.seen).toBe(20);
    // They are mapped on the guard thread.
    expect(turns.all.mapped).toBe(0);
    expectShortTurns();
  });

  it('while one element has no end, be it text, tags or attributes', async () => {
    await start();
    for (const filling of ['x', '<a>', '<oglas>', '<!-- -->'])
      await poll(`<OGLASI><oglas><code>A</code><opis>${filling.repeat(2_200_000 / filling.length)}`);
    expect(turns.most.read).toBeGreaterThan(1_000);
    expectShortTurns();
  });
});
