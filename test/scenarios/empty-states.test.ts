import { afterEach, describe, expect, it } from 'vitest';
import type { PollReport } from '../../src/sync/reports.js';
import { emptyStates } from '../../src/store/facts/empty-states.js';
import { csvText } from '../support/csv-feed.js';
import { ads } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

function table(...states: string[]): Buffer {
  const [header = '', ...rows] = csvText(ads(states.length))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  return Buffer.from(
    [`${header};status`, ...rows.map((row, index) => `${row};${states[index] ?? ''}`), ''].join('\r\n'),
  );
}

async function create(states: string[], feed: Record<string, unknown> = {}): Promise<void> {
  world = await World.create({ mapping: 'csv-header', feed });
  world.feed.headers = { 'content-type': 'text/csv' };
  await poll(states);
}

async function poll(states: string[]): Promise<PollReport | undefined> {
  world.clock.advance(15 * minute);
  world.feed.body = table(...states);
  return (await world.round()).polls[0];
}

/** Unknown words of states, with the number of their records. */
async function asked(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { store } = world.app.services;
  const [feed] = await store.feeds.all();
  for await (const block of store.quality.issues(feed?.id ?? 0))
    for (const { issues } of block)
      for (const { code, pointer, value = '' } of issues)
        if (code === 'unmapped_word' && pointer === '/state') counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const decided = async (): Promise<string[]> => [...(await emptyStates(world.app.services.store)).values()];

describe('an empty cell for the state', () => {
  it.each([
    ['is on offer where most records have none', ['', '', '', 'prodato'], 'on_offer', {}],
    ['is on offer where as many have one as have none', ['aktivan', '', '', 'prodato'], 'on_offer', {}],
    [
      'is a word that is asked about where most have one',
      ['aktivan', 'aktivan', '', 'prodato', 'rezervisan'],
      'word',
      { '(empty)': 1 },
    ],
    ['is a word where all have one', ['aktivan', 'aktivan', 'U7'], 'word', { U7: 1 }],
  ])('%s', async (_title, states, expected, words) => {
    await create(states);
    expect(await decided()).toEqual([expected]);
    expect(await asked()).toEqual(words);
    // Known records stay known: a poll of the same rows maps none of them.
    expect((await poll([...states, 'aktivan']))?.balance).toMatchObject({ known: states.length });
  });

  it('is what it was decided to be when the share crosses over, and after a restart', async () => {
    await create(['aktivan', 'aktivan', '']);
    await poll(['', '', '', '', 'aktivan']);
    expect(await decided()).toEqual(['word']);
    expect(await asked()).toEqual({ '(empty)': 4 });
    await world.restart();
    expect((await world.round()).polls[0]).toMatchObject({ state: 'unchanged', planned: [] });
    expect(await asked()).toEqual({ '(empty)': 4 });
  });

  it('is on offer where the configuration says so, and gets a meaning like any word', async () => {
    await create(['aktivan', 'aktivan', ''], { empty_state: 'on_offer' });
    expect([await decided(), await asked()]).toEqual([[], {}]);
    await world.close();
    await create(['aktivan', 'aktivan', ''], { tables: { state: { '(empty)': 'withdrawn' } } });
    expect([await decided(), await asked(), world.live()]).toEqual([['word'], {}, ['A0001', 'A0002']]);
  });
});

it('is not decided by a dry run: the first file that is taken over decides', async () => {
  world = await World.create({ mapping: 'csv-header' });
  world.feed.headers = { 'content-type': 'text/csv' };
  world.feed.body = table('aktivan', 'aktivan', '', 'U7');
  await world.round({ dryRun: true });
  expect(await decided()).toEqual([]);
  await poll(['', '', '', 'prodato']);
  expect(await decided()).toEqual(['on_offer']);
});
