import { afterEach, expect, it } from 'vitest';
import { ads } from '../support/estate-feed.js';
import { csvText } from '../support/csv-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** Ids as tables hold them. Left: the cell. Middle: the listing that release 0.1.0 made of it. Right: that of a new feed. */
const ids = [
  ['="00123"', '__3d__2200123__22', '00123'],
  ['A\u200b1', 'A__201', 'A1'],
  ['\u00a0A2\u00a0', 'A2', 'A2'],
  ['1,23E+05', '1__2c23E__2b05', null],
] as const;

/** A file with a byte order mark, the columns ID and id, and these ids. */
function table(): Buffer {
  const [header = '', ...rows] = csvText(ads(ids.length))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  const cells = rows.map((row, index) => `X${index};${ids[index]?.[0] ?? ''}${row.slice(row.indexOf(';'))}`);
  return Buffer.from(`\ufeff${[`ID;${header}`, ...cells, ''].join('\r\n')}`);
}

async function pollTwice(before: () => Promise<void>): Promise<string[][]> {
  world = await World.create({ mapping: 'csv-header' });
  await before();
  const live: string[][] = [];
  for (let poll = 0; poll < 2; poll++) {
    world.feed.body = table();
    world.clock.advance(15 * minute);
    await world.round();
    live.push(world.live().toSorted());
    // An upgrade, or any other restart, makes no other ids of the same file.
    await world.restart();
  }
  return live;
}

it('of a feed that release 0.1.0 stored stay what that release made of them', async () => {
  const then = ids.map(([, id]) => id).toSorted();
  const live = await pollTwice(async () => {
    const { store } = world.app.services;
    const [feed] = await store.feeds.all();
    if (feed === undefined) throw new Error('no feed is stored');
    // As the migration leaves the feeds of that release.
    await store.feeds.update(feed.id, { cleansIds: false });
    await world.restart();
  });
  expect(live).toEqual([then, then]);
});

it('of a new feed are cleaned, and one that a spreadsheet shortened is not published', async () => {
  const now = ids.flatMap(([, , id]) => id ?? []).toSorted();
  expect(await pollTwice(() => Promise.resolve())).toEqual([now, now]);
  world.clock.advance(15 * minute);
  world.feed.body = Buffer.concat([table(), Buffer.from('\r\n')]);
  const { polls } = await world.round();
  expect(polls[0]).toMatchObject({
    message: expect.stringContaining('1 not publishable') as unknown,
    balance: { seen: 4, invalid: 1, absent: 0 },
  });
});
