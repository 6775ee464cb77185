import { afterEach, describe, expect, it } from 'vitest';
import type { PollReport } from '../../src/sync/reports.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { jsonFeed, mappingFor } from '../support/json-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { zipOf } from '../support/zip.js';

let world: World;
afterEach(async () => world.close());

async function poll(body?: Buffer | string, wait = 15 * minute): Promise<PollReport> {
  world.clock.advance(wait);
  if (body !== undefined) world.feed.body = body;
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

/** Polls this, for hours, after which nothing may have been taken off, changed or asked. */
async function changesNothing(body: Buffer | string | undefined, why: RegExp): Promise<void> {
  const { store } = world.app.services;
  const stored = async (): Promise<unknown> => ({
    listings: await store.listings.list({ limit: 200 }),
    holds: await store.holds.all(),
    live: world.live(),
  });
  const before = await stored();
  for (let passed = 0; passed < 2; passed++) {
    const report = await poll(body, 2 * hour);
    expect(report).toMatchObject({ state: 'stalled' });
    expect(report.message).toMatch(why);
    expect(report.message).toMatch(/the last complete snapshot stays in use\.$/);
  }
  expect(await stored()).toEqual(before);
}

const jsonMapping = (): Promise<string> => mappingFor('{ container: json, root: [agency], records: ads }');

describe('a feed whose mapping knows of no pages', () => {
  const all = ads(9);
  const link = (number: number): string | null => (number < 5 ? `/p${number + 1}.json` : null);
  const write = (number: number, around: Record<string, unknown> = {}): void => {
    const answer = number === 1 ? world.feed : world.at(`/p${number}.json`);
    const records = all.slice((number - 1) * 2, number * 2);
    answer.body = jsonFeed(records, { '@odata.count': 9, '@odata.nextLink': link(number), ...around });
  };

  it('is followed along the addresses that its files announce, and counted', async () => {
    world = await World.create({ mapping: await jsonMapping() });
    for (const number of [1, 2, 3, 4, 5]) write(number);
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 9, queued: 9 } });
    expect(world.live()).toHaveLength(9);
    expect(await poll()).toMatchObject({ state: 'unchanged' });

    world.at('/p3.json').status = 500;
    await changesNothing(undefined, /page 3: .*answers 500.*ignore_more/);
    world.at('/p3.json').status = 200;
    write(3, { '@odata.nextLink': 'http://elsewhere.example/p4.json' });
    await changesNothing(undefined, /page 3: the next page is on another host/);
    write(3, { '@odata.nextLink': null });
    await changesNothing(undefined, /\/@odata\.count announces 9 records, and 6 records were read/);
    write(3, { '@odata.nextLink': null, '@odata.count': 6, has_more: true });
    await changesNothing(undefined, /\/has_more announces more \(true\)/);
    write(3);
    expect(await poll(undefined, hour)).toMatchObject({ state: 'unchanged' });
  });

  it('is not whole where it announces more that cannot be followed, until the feed says that it is', async () => {
    world = await World.create({ mapping: await jsonMapping() });
    await poll(jsonFeed(all));
    await changesNothing(
      jsonFeed(all.slice(0, 4), { meta: { total: 9 } }),
      /\/meta\/total announces 9 records/,
    );
    await changesNothing(
      jsonFeed(all.slice(0, 4), { meta: { next_page: 2 } }),
      /write pages: with that parameter in the mapping's format; .*ignore_more: \['\/meta\/next_page'\]/,
    );
    await world.declare(([feed]) => [{ ...feed, ignore_more: ['/meta/total'] }]);
    await world.restart();
    expect(await poll(jsonFeed(all.slice(0, 8), { meta: { total: 9 } }))).toMatchObject({
      state: 'done',
      balance: { seen: 8, inGrace: 1 },
    });
    await changesNothing(jsonFeed(all.slice(0, 4), { meta: { total: 9, has_more: true } }), /has_more/);
  });

  it('is followed and counted by the headers of its replies, a table too', async () => {
    world = await World.create({ mapping: 'csv-header' });
    const head = 'id;transaction;category;title;description;price;city;area';
    const row = ({ code, title, text, price, town, area }: Ad): string =>
      [code, 'prodaja', 'Stan', title, text.replace(/[\s;]+/g, ' '), price, town, area].join(';');
    const table = (list: readonly Ad[]): string => `${[head, ...list.map(row)].join('\n')}\n`;
    const second = world.at('/feed.xml?page=2');
    world.feed.headers = { link: '<?page=2>; rel="next"', 'x-total-count': '4' };
    second.headers = { 'x-total-count': '4' };
    second.body = table(all.slice(2, 4));
    expect(await poll(table(all.slice(0, 2)))).toMatchObject({
      state: 'done',
      balance: { seen: 4, mapped: 4 },
    });
    second.headers = { 'x-total-count': '7' };
    await changesNothing(undefined, /x-total-count announces 7 records, and 4 records were read/);
  });
});

describe('several files in one ZIP', () => {
  const zip = (files: Record<string, string>): Buffer =>
    zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
  const beside = {
    'agents.xml': '<agents><agent><id>1</id></agent></agents>',
    'cene.csv': 'id;cena\n1;2\n',
    'README.txt': 'Export <b>2026</b>',
    '__MACOSX/._prodaja.xml': 'x',
    '.DS_Store': 'x',
  };
  const rent = estateFeed(ads(4));
  const sale = estateFeed(ads(5, 11));

  it('are one feed as far as its mapping reads them, and one of them cut changes nothing', async () => {
    world = await World.create();
    const files = { ...beside, 'izdavanje.xml': rent, 'prodaja.xml': sale };
    expect(await poll(zip(files))).toMatchObject({ state: 'done', balance: { seen: 9, mapped: 9 } });
    expect(world.live()).toHaveLength(9);
    expect(await poll()).toMatchObject({ state: 'unchanged' });
    await changesNothing(zip({ ...files, 'prodaja.xml': sale.slice(0, -60) }), /it was cut off/);
    await changesNothing(
      zip({ ...files, 'prodaja.xml': '' }),
      /"prodaja\.xml" in the ZIP: an empty file came/,
    );
    await changesNothing(
      zip({ ...files, 'prodaja.xml': '<html><p>Error</p></html>' }),
      /"prodaja\.xml" in the ZIP: a web page/,
    );
    await changesNothing(zip({ ...files, 'prodaja.xml': 'Warning: mysql' }), /does not begin as XML does/);
    const changed = { ...files, 'prodaja.xml': estateFeed([...ads(5, 11), ad(21)]) };
    expect(await poll(zip(changed), hour)).toMatchObject({ state: 'done', balance: { known: 9, mapped: 1 } });
  });

  it('that hold the same listings are a question, as one of them may be older', async () => {
    world = await World.create();
    expect(await poll(zip({ 'oglasi.xml': rent }))).toMatchObject({ state: 'done', balance: { mapped: 4 } });
    const older = estateFeed([...ads(3).map((one) => ({ ...one, price: 1 + one.price })), ...ads(2, 31)]);
    await changesNothing(
      zip({ 'oglasi.xml': estateFeed([...ads(4), ad(9)]), 'oglasi-stari.xml': older }),
      /2 files of its ZIP hold the same listings \(3 occur twice\).*"member:"/,
    );
  });
});
