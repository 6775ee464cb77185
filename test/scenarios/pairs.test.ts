import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PollReport } from '../../src/sync/reports.js';
import { run } from '../cli/command-line.js';
import { changesFeed, changesMapping, type ChangesFile } from '../support/changes-feed.js';
import { ad, ads, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function createWorld(
  kind: 'full' | 'delta' = 'full',
  feed: Record<string, unknown> = {},
): Promise<void> {
  world = await World.create();
  const mapping = join(world.folder, 'changes.yaml');
  await writeFile(mapping, await changesMapping((text) => text.replace(/^(sequence|kind): .*$/gm, '')));
  await world.declare((feeds) => feeds.map((one) => ({ ...one, ...feed, kind, mapping })));
  await world.restart();
}

const others = ads(4, 11);
const sale = (price = 90_000): Ad => ad(1, { price });
const rent = (price = 500): Ad => ad(1, { sale: false, price });

async function serve(list: readonly Ad[], more: ChangesFile = {}): Promise<PollReport> {
  world.clock.advance(15 * minute);
  world.feed.body = changesFeed({ ...more, ads: list });
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  expect(report.state).not.toBe('failed');
  return report;
}

const hours = async (): Promise<void> => {
  for (let polls = 0; polls < 3; polls++) await world.later(2 * hour);
};

/** What a visitor sees of the property: by id, for what and for how much. */
function shown(): Record<string, unknown> {
  const own = world
    .listings()
    .filter(({ externalId, status }) => externalId.includes('A0001') && status === 'live');
  return Object.fromEntries(
    own.map(({ externalId, payload }) => {
      const { transaction, price, rent: paid } = payload as Record<string, { amount: number } | undefined>;
      return [externalId, [transaction, (price ?? paid)?.amount]];
    }),
  );
}

describe('two records with one id, one for sale and one for rent', () => {
  it.each<[string, (Ad | null)[][], Record<string, unknown>]>([
    [
      'new, in either order: the sale has the id',
      [[sale(), rent()]],
      { A0001: ['sale', 90_000], A0001__rent: ['rent', 500] },
    ],
    ['new, in the other order', [[rent(), sale()]], { A0001: ['sale', 90_000], A0001__rent: ['rent', 500] }],
    [
      'the sale was live alone',
      [[sale()], [rent(), sale()]],
      { A0001: ['sale', 90_000], A0001__rent: ['rent', 500] },
    ],
    [
      'the rental was live alone',
      [[rent()], [sale(), rent()]],
      { A0001: ['rent', 500], A0001__sale: ['sale', 90_000] },
    ],
    [
      'the rental was live alone, and comes first',
      [[rent()], [rent(), sale()]],
      { A0001: ['rent', 500], A0001__sale: ['sale', 90_000] },
    ],
    [
      'the live one changes as the other comes',
      [[rent()], [sale(), rent(600)]],
      { A0001: ['rent', 600], A0001__sale: ['sale', 90_000] },
    ],
    [
      'both change',
      [
        [rent(), sale()],
        [sale(80_000), rent(600)],
      ],
      { A0001: ['sale', 80_000], A0001__rent: ['rent', 600] },
    ],
    [
      'one is twice',
      [[sale()], [sale(), rent(), rent()]],
      { A0001: ['sale', 90_000], A0001__rent: ['rent', 500] },
    ],
    [
      'the sale is twice and differs: it stays, the rental is another',
      [[sale()], [sale(80_000), rent(), sale(70_000)]],
      { A0001: ['sale', 90_000], A0001__rent: ['rent', 500] },
    ],
  ])('%s', async (_what, files, expected) => {
    await createWorld();
    for (const file of files) await serve([...others, ...file.filter((one) => one !== null)]);
    expect(shown()).toEqual(expected);
    // Nothing moves, and nothing is sent again, however often the file is read.
    const spent = world.spent();
    await serve([...(files.at(-1) ?? []).filter((one) => one !== null), ...others]);
    expect([shown(), world.spent()]).toEqual([expected, spent]);
  });

  it('neither moves when the other leaves, changes or comes back', async () => {
    await createWorld();
    await serve([...others, sale(), rent()]);
    await serve([...others, rent(550)]);
    await hours();
    expect(shown()).toEqual({ A0001__rent: ['rent', 550] });
    await serve([...others, rent(560)]);
    expect(shown()).toEqual({ A0001__rent: ['rent', 560] });
    await serve([...others, rent(560), sale(85_000)]);
    expect(shown()).toEqual({ A0001: ['sale', 85_000], A0001__rent: ['rent', 560] });
    await serve([...others, sale(84_000)]);
    await hours();
    expect(shown()).toEqual({ A0001: ['sale', 84_000] });
  });

  it('of a delta feed each is changed and taken off by itself, and both by a deletion that names the id alone', async () => {
    await createWorld('delta');
    await serve([...others, sale(), rent()]);
    await serve([rent(700)]);
    expect(shown()).toEqual({ A0001: ['sale', 90_000], A0001__rent: ['rent', 700] });
    await serve([sale(80_000)]);
    expect(shown()).toEqual({ A0001: ['sale', 80_000], A0001__rent: ['rent', 700] });
    await serve([], { gone: ['A0001'] });
    expect(shown()).toEqual({});
  });

  it('with a prefix and an id that is encoded they are unique too', async () => {
    await createWorld('full', { id_prefix: 'x-' });
    const strange = (one: Ad): Ad => ({ ...one, code: 'A0001 b' });
    await serve([...others, strange(rent()), strange(sale())]);
    expect(Object.keys(shown()).sort()).toEqual(['x-A0001__20b', 'x-A0001__20b__rent']);
  });

  it('are explained each from its own record', async () => {
    await createWorld();
    await serve([...others, rent(500), sale(90_000)]);
    for (const [id, amount] of [
      ['A0001', '90000'],
      ['A0001__rent', '500'],
    ] as const) {
      const { out } = await run(world, 'explain', id);
      expect(out).toMatch(new RegExp(`amount +cena +${amount}`));
    }
  });

  it('become one record that offers nothing else, without a removal of what stays', async () => {
    await createWorld();
    await serve([...others, sale(), rent()]);
    world.requests();
    await serve([...others, sale(), sale()]);
    expect(world.requests().filter((request) => request.endsWith('/remove'))).toEqual([]);
    expect(shown()).toMatchObject({ A0001: ['sale', 90_000] });
  });
});
