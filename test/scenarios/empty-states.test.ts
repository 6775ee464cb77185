import { afterEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../src/model/hold.js';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
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

/** Files of ads whose states cross over: by empty cells they say what they said by words before, or the reverse. */
describe('a file whose empty cells for the state cross over', () => {
  const offered = ['', '', '', '', '', ''];
  const withSold = [...offered, 'prodato', 'prodato'];
  const turned = [...offered.map(() => 'aktivan'), '', ''];

  async function held(): Promise<Hold[]> {
    return world.app.services.store.holds.open({});
  }

  async function approve(): Promise<void> {
    const [hold] = await held();
    const decision = { holdId: hold?.id ?? 0, kind: 'approve', expect: null, author: 'ana' } as const;
    expect(await decideHold(decision, world.app.services)).toMatchObject({ ok: true });
  }

  it('is one question, publishes nothing that was sold, and is no question once the cells are as before', async () => {
    await create(withSold);
    const live = world.live();
    expect(live).toHaveLength(6);
    expect((await poll(turned))?.state).toBe('held');
    expect(await held()).toMatchObject([{ kind: 'plan', cause: 'states' }]);
    expect((await held())[0]?.reason).toContain(
      '75 % of the records that it does not take off offer, not 0 % as before',
    );
    expect(world.live()).toEqual(live);
    await poll([...withSold, '']);
    expect([await held(), world.live().length]).toEqual([[], 7]);
  });

  it('is taken over once a person approves it, and not asked about again', async () => {
    await create(withSold);
    await poll(turned);
    await approve();
    await poll(turned);
    expect(world.live()).toHaveLength(8);
    expect((await poll([...turned, 'aktivan']))?.state).toBe('done');
    expect(await held()).toEqual([]);
  });

  it('asks too where the empty cell is a word with a meaning, and removes nothing by itself', async () => {
    const tables = { state: { '(empty)': 'withdrawn' } };
    await create(['aktivan', 'aktivan', 'aktivan', 'aktivan', 'aktivan', ''], { tables });
    expect((await poll(['', '', '', '', '', 'aktivan']))?.state).toBe('held');
    expect(world.live()).toHaveLength(5);
  });

  it('asks where two columns of the table swapped their cells', async () => {
    const swapped = (states: readonly string[], notes: readonly string[]): Buffer => {
      const [header = '', ...rows] = csvText(ads(states.length))
        .trimEnd()
        .split(/\r\n(?=A0)/);
      const told = rows.map((row, index) => `${row};${states[index] ?? ''};${notes[index] ?? ''}`);
      return Buffer.from([`${header};status;note`, ...told, ''].join('\r\n'));
    };
    const notes = ['da', 'da', 'da', 'da', 'da', 'da', '', ''];
    await create(withSold);
    world.feed.body = swapped(withSold, notes);
    await world.later(15 * minute);
    expect(world.live()).toHaveLength(6);
    world.feed.body = swapped(notes, withSold);
    expect((await world.later(15 * minute)).polls[0]?.state).toBe('held');
    await world.later(15 * minute);
    expect(world.live()).toHaveLength(6);
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
