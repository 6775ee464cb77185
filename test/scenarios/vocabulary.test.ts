import { afterEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { kyeroFeed, properties, type Property } from '../support/kyero-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { run } from '../cli/command-line.js';

let world: World;
afterEach(async () => world.close());

async function later(ms: number): ReturnType<World['round']> {
  world.clock.advance(ms);
  return world.round();
}

/** Takes a changed configuration over, as the daemon does. */
async function reconfigure(feed: Record<string, unknown>): Promise<void> {
  await world.declare((feeds) => feeds.map((one) => ({ ...one, ...feed })));
  await world.restart();
}

/** Ids that were sent since the last call. */
function sent(): string[] {
  const bodies = world.sandbox.staff.requestLog().filter(({ path }) => path.endsWith('/batches'));
  world.sandbox.staff.clearRequestLog();
  return bodies.length === 0 ? [] : changedSince();
}

let formerPayloads = new Map<string, string>();
function changedSince(): string[] {
  const now = new Map(
    world.listings().map(({ externalId, payload }) => [externalId, JSON.stringify(payload)]),
  );
  const changed = [...now].filter(([id, text]) => formerPayloads.get(id) !== text).map(([id]) => id);
  formerPayloads = now;
  return changed.sort();
}

const heatings = [
  ...ads(3),
  ad(4, { heating: 'Plazma' }),
  ad(5, { heating: 'Plazma' }),
  ad(6, { heating: 'GAS' }),
  ad(7, { heating: null }),
];

describe('a table entry that is changed', () => {
  it('sends exactly the listings that used it again', async () => {
    world = await World.create({ feed: { tables: { heating: { GAS: 'Centralno grejanje' } } } });
    world.feed.body = estateFeed(heatings);
    await world.round();
    expect(world.live()).toHaveLength(7);
    sent();
    const spent = world.spent();
    await reconfigure({ tables: { heating: { GAS: 'Gas' } } });
    await later(15 * minute);
    expect(sent()).toEqual(['A0006']);
    expect(world.spent() - spent).toBe(1);

    // And a word that had no meaning, once it has one.
    await reconfigure({ tables: { heating: { GAS: 'Gas', plazma: 'Centralno grejanje' } } });
    await later(15 * minute);
    expect(sent()).toEqual(['A0004', 'A0005']);
    expect(world.spent() - spent).toBe(3);
    expect(world.live()).toHaveLength(7);
  });
});

describe('words that nobody gave a meaning', () => {
  it('are left out or make their listings wait, as the feed says', async () => {
    world = await World.create();
    world.feed.body = estateFeed(heatings);
    await world.round();
    expect(world.live()).toHaveLength(7);
    expect(world.payload('A0004').structure).not.toHaveProperty('heating');

    // Those that are live stay as they are; new ones wait.
    await reconfigure({ unmapped: { heating: 'wait' } });
    world.feed.body = estateFeed([...heatings, ad(8, { heating: 'Plazma' }), ad(9)]);
    await later(15 * minute);
    const { store } = world.app.services;
    expect((await store.records.invalid(null, 10)).map(({ sourceId }) => sourceId)).toEqual([
      'A0004',
      'A0005',
      'A0008',
    ]);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0005', 'A0006', 'A0007', 'A0009']);
    expect(await store.outbox.counts(null)).toMatchObject({ removals: 0 });

    await reconfigure({ unmapped: { heating: { use: 'CG' } } });
    await later(15 * minute);
    expect(world.live()).toHaveLength(9);
    expect(world.payload('A0008').structure).toHaveProperty('heating');
  });

  it('are told once when they appear after the feed went live, until they have a meaning', async () => {
    world = await World.create();
    world.feed.body = estateFeed(heatings);
    const kinds = async (): Promise<string[]> =>
      (await world.attention()).map(({ kind, count }) => `${kind} ${count}`);
    expect((await world.round()).polls[0]).toMatchObject({ newWords: 0 });
    expect(await kinds()).toEqual([]);

    world.feed.body = estateFeed([
      ...heatings,
      ad(8, { heating: 'Fotoćelija' }),
      ad(9, { heating: 'fotocelija' }),
    ]);
    const [poll] = (await later(15 * minute)).polls;
    expect(poll).toMatchObject({ newWords: 1 });
    expect(await kinds()).toEqual(['new_word 1']);
    expect((await run(world, 'logs')).out).toContain('new unmapped value');
    const { metrics, services } = world.app;
    if (poll !== undefined) metrics.observe({ kind: 'poll', report: poll });
    expect((await metrics.render(services)).text).toContain('feedsync_new_words_total{feed="agency"} 1');
    world.feed.body = estateFeed([...heatings, ad(8, { heating: 'Fotoćelija', price: 100_000 })]);
    expect((await later(15 * minute)).polls[0]).toMatchObject({ newWords: 0 });
    expect(await kinds()).toEqual(['new_word 1']);

    await reconfigure({ tables: { heating: { fotocelija: null } } });
    await later(15 * minute);
    expect(await kinds()).toEqual([]);
  });

  it('are shown with what they may mean and the lines that say so', async () => {
    world = await World.create();
    world.feed.body = estateFeed([
      ad(1, { heating: 'Centralno grejanje - CG' }),
      ad(2, { heating: 'centralno  grejanje - cg' }),
      ad(3, { type: 'Qxyzzk' }),
    ]);
    await world.round();
    const { out } = await run(world, 'unmapped');
    expect(out).toMatch(/ {4}"Centralno grejanje - CG": "Centralno grejanje" {2}# \d\d %, like "/);
    expect(out).toContain('  category:\n    "Qxyzzk + u zgradi": null');
    expect((await run(world, 'unmapped', '--json')).json().unmapped).toMatchObject([
      {
        feed: 'agency',
        field: 'structure.heating',
        name: 'heating',
        table: 'heating',
        word: 'Centralno grejanje - CG',
        count: 2,
        samples: ['A0001', 'A0002'],
        yaml: 'tables: { heating: { "Centralno grejanje - CG": "Centralno grejanje" } }',
      },
      { field: 'category', word: 'Qxyzzk + u zgradi', count: 1, suggestions: [] },
    ]);
  });

  it('may be names of places', async () => {
    world = await World.create({ mapping: 'kyero-v3' });
    const [home] = properties(1);
    world.feed.body = kyeroFeed([{ ...home, town: 'Novi Sadd' } as Property]);
    await world.round();
    expect((await run(world, 'unmapped', '--json')).json().unmapped).toMatchObject([
      {
        field: 'location.place_id',
        word: expect.stringContaining('Novi Sadd') as string,
        suggestions: [{ label: 'Novi Sad', confidence: 0.83 }],
      },
    ]);
  });
});

describe('a vocabulary that lost a value', () => {
  it('fault 72: makes exactly its listings wait, and they stay published', async () => {
    world = await World.create();
    world.feed.body = estateFeed([...ads(3), ad(4, { type: 'Kuća' }), ad(5, { type: 'Kuća' })]);
    await world.round();
    sent();
    const house = String(world.payload('A0004').category);
    world.sandbox.staff.setVocabulary((document) => ({
      ...document,
      categories: document.categories.filter(({ key }) => key !== house),
    }));
    // Suspect for a day, then it serves.
    for (let days = 0; days < 2; days++) await later(day);
    world.feed.body = estateFeed([
      ...ads(3),
      ad(4, { type: 'Kuća', price: 1 }),
      ad(5, { type: 'Kuća' }),
      ad(6, { type: 'Kuća' }),
    ]);
    await later(hour);
    const { store } = world.app.services;
    expect((await store.records.invalid(null, 10)).map(({ sourceId }) => sourceId)).toEqual([
      'A0004',
      'A0005',
      'A0006',
    ]);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0005']);
    expect(world.payload('A0004').price).toMatchObject({ amount: 90_400 });
    expect(await store.outbox.counts(null)).toMatchObject({ upserts: 0, removals: 0 });
    expect(sent()).toEqual([]);
  });
});
