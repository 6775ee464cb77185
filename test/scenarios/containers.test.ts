import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PollReport } from '../../src/sync/reports.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { jsonAd, jsonFeed, mappingFor } from '../support/json-feed.js';
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

/** The server no longer says how long its files are. */
const hidden = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };

async function stored(): Promise<unknown> {
  const { store } = world.app.services;
  const holds = await store.holds.all();
  return { listings: await store.listings.list({ limit: 200 }), holds, live: world.live() };
}

/** Polls this, for hours, after which nothing may have been taken off, changed or asked. */
async function changesNothing(body: Buffer | string | undefined, why: RegExp): Promise<void> {
  const before = await stored();
  for (let passed = 0; passed < 3; passed++) {
    const report = await poll(body, 2 * hour);
    expect(report).toMatchObject({ state: 'stalled' });
    expect(report.message).toMatch(why);
    expect(report.message).toMatch(/the last complete snapshot stays in use\.$/);
  }
  expect(await stored()).toEqual(before);
}

const codes = (list: readonly Ad[]): string[] => list.map(({ code }) => code);

describe('a JSON feed', () => {
  it('is synced as others are, and cut in its middle changes nothing', async () => {
    const mapping = await mappingFor(
      '{ container: json, root: [agency], records: ads, declared_count: total }',
    );
    world = await World.create({ mapping });
    world.feed.headers = hidden;
    const list = ads(12);
    const feed = (of: readonly Ad[]): string => jsonFeed(of, { total: of.length });
    expect(await poll(feed(list))).toMatchObject({
      state: 'done',
      balance: { seen: 12, mapped: 12, queued: 12 },
    });
    expect(world.live()).toEqual(codes(list));
    expect(world.payload('A0003')).toMatchObject({
      price: { amount: 90_300 },
      structure: { area_sqm: 54, elevator: true },
      photos: [{ url: 'https://photos.agency.example/A0003_1.jpg' }, {}],
    });

    const changed = list.map((one, i) => (i === 4 ? { ...one, price: 95_000 } : one)).slice(0, 11);
    expect(await poll(feed(changed))).toMatchObject({
      balance: { known: 10, mapped: 1, queued: 1, inGrace: 1 },
    });
    const whole = feed(changed.slice(0, 8));
    for (const part of [0.3, 0.7, 0.99]) await changesNothing(whole.slice(0, whole.length * part), /cut off/);
    await changesNothing(jsonFeed(changed.slice(0, 8), { total: 11 }), /declares 11 records but holds 8/);
    await poll(feed(changed), 2 * hour);
    expect(world.live()).not.toContain('A0012');
    expect(world.live()).toHaveLength(11);
  });
});

describe('a feed in sections with separators of its own', () => {
  it('is synced, and without its last line changes nothing', async () => {
    const columns = ['id', 'transaction', 'category', 'title', 'description', 'price', 'city', 'area'];
    const sections =
      "sections: { columns: '#DEFINITION#', rows: '#DATA#', end: '#END#', delimiter: EOF, record_end: EOR }";
    const mapping = await mappingFor(
      `{ container: csv, quote: '', columns: [${columns.join(', ')}], ${sections} }`,
    );
    world = await World.create({ mapping });
    world.feed.headers = hidden;
    const feed = (list: readonly Ad[]): string => {
      const rows = list.map((one) => `${columns.map((name) => String(jsonAd(one)[name])).join('^')}^~\n`);
      return `#HEADER#\nEOF : '^'\nEOR : '~'\n#DEFINITION#\n${columns.join('^')}^~\n#DATA#\n${rows.join('')}#END#\n`;
    };
    expect(await poll(feed(ads(6)))).toMatchObject({ state: 'done', balance: { mapped: 6 } });
    expect(world.payload('A0002')).toMatchObject({ price: { amount: 90_200 } });
    await changesNothing(feed(ads(3)).replace('#END#', ''), /does not begin with "#END#"/);
    expect(world.live()).toHaveLength(6);
  });
});

describe('a feed in a ZIP', () => {
  const packed = (list: readonly Ad[], photo = 'a'): Buffer =>
    zipOf([
      { name: `${photo}.jpg`, content: photo },
      { name: 'export/oglasi.xml', content: estateFeed(list) },
    ]);

  it('is the file in it: unchanged where only the ZIP is another, and cut it changes nothing', async () => {
    world = await World.create();
    expect(await poll(packed(ads(6)))).toMatchObject({ state: 'done', balance: { mapped: 6 } });
    expect(await poll()).toMatchObject({ state: 'unchanged' });
    expect(world.feedRequests.map(({ status }) => status)).toEqual([200, 304]);
    expect(await poll(packed(ads(6), 'b'))).toMatchObject({ state: 'unchanged' });
    const less = packed(ads(3));
    await changesNothing(less.subarray(0, less.length - 30), /ZIP is damaged, or was cut/);
    await changesNothing(zipOf([{ name: 'a.jpg', content: 'a' }]), /holds no file that may be a feed/);
    expect(await poll(packed([...ads(6), ad(9)]))).toMatchObject({
      state: 'done',
      balance: { mapped: 1, known: 6 },
    });
    expect(world.live()).toHaveLength(7);
  });

  it('is read again as soon as it changes, though another file of the ZIP comes first and stays', async () => {
    world = await World.create();
    const agents = '<agenti><agent>Mira</agent></agenti>';
    const zip = (list: readonly Ad[]): Buffer =>
      zipOf([
        { name: 'agenti.xml', content: agents },
        { name: 'oglasi.xml', content: estateFeed(list) },
      ]);
    expect(await poll(zip(ads(6)))).toMatchObject({ state: 'done', balance: { mapped: 6 } });
    expect(await poll(zip([...ads(6), ad(9)]))).toMatchObject({ state: 'done', balance: { mapped: 1 } });
  });

  it('may be another one of the same ZIP, as soon as the mapping says so', async () => {
    const format = '{ container: json, records: ads, member: "sales*" }';
    const mapping = await mappingFor(format);
    world = await World.create({ mapping });
    const zip = zipOf([
      { name: 'all.json', content: jsonFeed(ads(8)) },
      { name: 'Sales-2026.json', content: jsonFeed(ads(5)) },
    ]);
    expect(await poll(zip)).toMatchObject({ state: 'done', balance: { mapped: 5 } });
    await writeFile(mapping, (await readFile(mapping, 'utf8')).replace('sales*', 'all.json'));
    await world.restart();
    expect(await poll()).toMatchObject({ state: 'done', balance: { seen: 8 } });
    expect(world.live()).toHaveLength(8);
  });

  it('or gzipped may lie on this machine', async () => {
    world = await World.create();
    const file = join(world.folder, 'feed.bin');
    await writeFile(file, packed(ads(4)));
    await world.declare(([feed]) => [{ ...feed, url: pathToFileURL(file).href }]);
    await world.restart();
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 4 } });
    await writeFile(file, gzipSync(estateFeed(ads(5))));
    expect(await poll()).toMatchObject({ state: 'done', balance: { seen: 5 } });
    expect(await poll()).toMatchObject({ state: 'unchanged' });
  });
});

describe('one file for each category, its address saying which', () => {
  const withoutCategory = (list: readonly Ad[]): string =>
    jsonFeed(list).replaceAll('"category":"Stan",', '');

  async function declare(kinds: readonly string[]): Promise<void> {
    const [source] = world.app.feeds[0]?.sources ?? [];
    const urls = kinds.map((kind, i) => ({ url: new URL(`/${i}.json`, source?.url).href, header: { kind } }));
    await world.declare(([{ url: _, ...first } = {}]) => [{ ...first, urls }]);
    await world.restart();
  }

  it('is one feed, of which one file missing changes nothing', async () => {
    const mapping = await mappingFor('{ container: json, records: ads }', (text) =>
      text.replace('category: { from: category,', 'category: { from: /kind,'),
    );
    world = await World.create({ mapping });
    await declare(['Stan', 'Kuća', 'Stan']);
    for (const i of [0, 1, 2]) world.at(`/${i}.json`).body = withoutCategory(ads(3, 10 * i + 1));
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 9, queued: 9 } });
    const category = (code: string): unknown => world.payload(code).category;
    expect(category('A0011')).not.toEqual(category('A0001'));
    expect(category('A0021')).toEqual(category('A0001'));
    expect(await poll()).toMatchObject({ state: 'unchanged' });

    world.at('/1.json').status = 500;
    world.at('/0.json').body = withoutCategory(ads(2));
    await changesNothing(undefined, /answers 500/);
    world.at('/1.json').status = 200;
    expect(await poll(undefined, hour)).toMatchObject({ state: 'done', balance: { seen: 8, known: 8 } });
    world.at('/0.json').body = withoutCategory(ads(3));
    await poll();

    // Only the records of the file whose word changed are mapped anew.
    await declare(['Stan', 'Kuća', 'Kuća']);
    expect(await poll()).toMatchObject({ state: 'done', balance: { known: 6, mapped: 3, queued: 3 } });
    expect(category('A0021')).toEqual(category('A0011'));

    // Read again from disk under another mapping, each file still means what it meant.
    await writeFile(mapping, (await readFile(mapping, 'utf8')).replace(/^version: .*/m, 'version: 99'));
    await world.restart();
    world.feedRequests = [];
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 9, queued: 0 } });
    expect(world.feedRequests.map(({ status }) => status)).toEqual([304, 304, 304]);
    expect(world.live()).toHaveLength(9);
  });
});

describe('a feed in pages', () => {
  const all = ads(9);
  const lastPage = 5;
  const pageOf = (number: number): Ad[] => all.slice((number - 1) * 2, number * 2);

  it('counted by a parameter is one feed, of which one page missing changes nothing', async () => {
    const mapping = await mappingFor('{ container: json, records: ads, pages: { parameter: page } }');
    world = await World.create({ mapping });
    const page = (number: number) => world.at(`/feed.xml?page=${number}`);
    for (let number = 1; number <= lastPage + 1; number++) page(number).body = jsonFeed(pageOf(number));
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 9 } });
    expect(world.feedRequests.map(({ path }) => path)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `/feed.xml?page=${number}`),
    );
    expect(await poll()).toMatchObject({ state: 'unchanged' });

    page(1).body = jsonFeed(pageOf(1).slice(1));
    page(3).status = 500;
    await changesNothing(undefined, /page 3: .*answers 500/);
    page(3).status = 200;
    page(4).body = jsonFeed(pageOf(4)).slice(0, -40);
    await changesNothing(undefined, /page 4: .*cut off/);
    page(4).body = jsonFeed(pageOf(2));
    await changesNothing(undefined, /page 4 holds the same records as page 2/);
    page(4).body = jsonFeed(pageOf(4));
    expect(await poll(undefined, hour)).toMatchObject({ state: 'done', balance: { seen: 8, inGrace: 1 } });
  });

  it('that ends where a page has no content is believed to be whole as little as a cut table is', async () => {
    const mapping = await mappingFor('{ container: json, records: ads, pages: { parameter: page } }');
    world = await World.create({ mapping });
    const page = (number: number) => world.at(`/feed.xml?page=${number}`);
    for (let number = 1; number <= lastPage; number++) page(number).body = jsonFeed(pageOf(number));
    page(lastPage + 1).status = 204;
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 9 } });
    page(4).status = 204;
    for (let hours = 0; hours < 6; hours++) await poll(undefined, hour);
    expect(await poll(undefined, hour)).toMatchObject({ balance: { held: 3, queuedForRemoval: 0 } });
    expect(world.live()).toHaveLength(9);
  });

  it('goes on where the header of each says', async () => {
    const mapping = await mappingFor('{ container: json, records: ads, next_page: links/next }');
    world = await World.create({ mapping });
    const answer = (number: number) => (number === 1 ? world.feed : world.at(`/p${number}.json`));
    const link = (number: number): string | null => (number < lastPage ? `/p${number + 1}.json` : null);
    const write = (number: number, next = link(number)): void => {
      answer(number).body = jsonFeed(pageOf(number), { links: { next } });
    };
    for (let number = 1; number <= lastPage; number++) write(number);
    expect(await poll()).toMatchObject({ state: 'done', balance: { mapped: 9 } });

    for (const [next, why] of [
      ['/p2.json', /page 4 holds the same records as page 2/],
      ['http://elsewhere.example/p4.json', /page 3: the next page is on another host/],
      ['/none.json', /page 4: .*answers 404/],
    ] as const) {
      world.at('/none.json').status = 404;
      write(3, next);
      await changesNothing(undefined, why);
    }
    write(3);
    expect(await poll(undefined, hour)).toMatchObject({ state: 'unchanged' });
    expect(world.live()).toHaveLength(9);
  });
});
