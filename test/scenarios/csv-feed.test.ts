import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PollReport } from '../../src/sync/reports.js';
import { csvFeed, csvText } from '../support/csv-feed.js';
import { ad, ads, type Ad } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function createWorld(): Promise<void> {
  world = await World.create({ mapping: 'csv-header', feed: { encoding: 'windows-1250' } });
  world.feed.headers = { 'content-type': 'text/csv' };
}

async function poll(body: Buffer, wait = 15 * minute): Promise<PollReport> {
  world.clock.advance(wait);
  world.feed.body = body;
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

/** Bytes between the places where a file is cut: they fall anywhere in rows and cells. */
const cutEvery = repetitions({ tests: 83, soak: 17 });

const serve = (list: readonly Ad[], wait?: number): Promise<PollReport> => poll(csvFeed(list), wait);

/** The server no longer says how long the file is. */
function hideLength(): void {
  world.feed.headers = { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' };
}

async function stored(): Promise<unknown> {
  const { store } = world.app.services;
  return {
    listings: await store.listings.list({ limit: 200 }),
    outbox: await store.outbox.counts(null),
    holds: await store.holds.all(),
    live: world.live(),
  };
}

describe('rows that say that they are sold', () => {
  it('are asked about as such where they are too many, and not as rows that are gone', async () => {
    world = await World.create({ mapping: 'csv-header' });
    const [header = '', ...rows] = csvText(ads(9))
      .trimEnd()
      .split(/\r\n(?=A0)/);
    const table = (sold: number, count = 9): Buffer => {
      const told = rows.slice(0, count).map((row, index) => `${row};${index < sold ? 'prodato' : ''}`);
      return Buffer.from([`${header};status`, ...told, ''].join('\r\n'));
    };
    await poll(table(0));
    await poll(table(4));
    const { store } = world.app.services;
    const reason = async (): Promise<string> => (await store.holds.open({}))[0]?.reason ?? '';
    expect(await reason()).toContain('reports 4 listings that are on the portal as sold');
    for (let hours = 0; hours < 4; hours++) await poll(table(4, 8), 2 * hour);
    expect(await reason()).toContain('no longer has 5 listings that are on the portal, or reports them (4)');
  });
});

describe('a column that is called otherwise', () => {
  const [header = '', ...rows] = csvText(ads(14))
    .trimEnd()
    .split(/\r\n(?=A0)/);
  const table = (column: string, sold: (index: number) => boolean = (index) => index < 5): Buffer => {
    const told = rows.map((row, index) => `${row};${sold(index) ? 'prodato' : ''}`);
    return Buffer.from([`${header};${column}`, ...told, ''].join('\r\n'));
  };

  it('does not publish what it marked as sold before a person is asked', async () => {
    world = await World.create({ mapping: 'csv-header' });
    expect((await poll(table('status'))).state).toBe('done');
    const live = world.live();
    expect(live).toHaveLength(9);
    expect((await poll(table('stanje_prodaje'))).state).toBe('held');
    const [hold] = await world.app.services.store.holds.open({});
    expect(hold).toMatchObject({ kind: 'plan', cause: 'fields' });
    expect(hold?.reason).toContain(
      'the marks of listings that are sold or excluded from the portal (5 of 5)',
    );
    expect(world.live()).toEqual(live);
    expect((await poll(table('status'))).state).toBe('unchanged');
    expect(await world.app.services.store.holds.open({})).toEqual([]);
    expect(world.live()).toEqual(live);
  });

  it('is not meant where rows are on offer again while others are sold still', async () => {
    world = await World.create({ mapping: 'csv-header' });
    await poll(table('status', (index) => index < 6));
    expect((await poll(table('status', (index) => index === 0))).state).toBe('done');
    expect(world.live()).toHaveLength(13);
  });

  it('stays a question under a mapping that was changed for something else', async () => {
    world = await World.create({ mapping: 'csv-header' });
    await poll(table('status'));
    const live = world.live();
    await poll(table('stanje_prodaje'));
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, unmapped: { heating: 'ignore' } })));
    await world.restart();
    expect((await poll(table('stanje_prodaje'))).state).toBe('held');
    expect(world.live()).toEqual(live);
  });

  it('is no question where the file is the same, and its mapping passes over the column', async () => {
    world = await World.create({ mapping: 'csv-header' });
    await poll(table('status'));
    const own = join(world.folder, 'own.yaml');
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping: own })));
    await writeFile(own, 'extends: csv-header\nname: own\nversion: 1\nstate: null\n');
    await world.restart();
    expect((await poll(table('status'))).state).toBe('done');
    expect(world.live()).toHaveLength(14);
  });

  it('is found where some of what is sold has no price', async () => {
    world = await World.create({ mapping: 'csv-header' });
    const unpriced = (column: string): Buffer => {
      let left = 2;
      const text = table(column).toString();
      return Buffer.from(text.replace(/;\d+,00;/g, (price) => (left-- > 0 ? ';;' : price)));
    };
    await poll(unpriced('status'));
    const live = world.live();
    expect((await poll(unpriced('stanje_prodaje'))).state).toBe('held');
    expect(world.live()).toEqual(live);
  });
});

describe('a row that lost its id', () => {
  it('may be the listing that is missing: a person is asked, and only about what is new', async () => {
    world = await World.create({ mapping: 'csv-header' });
    const table = (list: readonly Ad[], nameless: number): Buffer =>
      Buffer.from(
        list.slice(0, nameless).reduce((text, { code }) => text.replace(`${code};`, ';'), csvText(list)),
      );
    const list = ads(9);
    await poll(table(list, 0));
    for (let hours = 0; hours < 4; hours++) await poll(table(list, 1), 2 * hour);
    const { store } = world.app.services;
    expect(await store.holds.open({})).toMatchObject([{ kind: 'removals', lineCount: 1, cause: 'lost_ids' }]);
    expect(world.live()).toHaveLength(9);
    // What was there before is believed when it comes twice.
    for (let polls = 0; polls < 2; polls++) await poll(table(list, 0));
    expect(await store.holds.open({})).toEqual([]);
    // A row that never had one keeps nothing: what is sold goes.
    const withNameless = [ad(99), ...list];
    await poll(table(withNameless, 1));
    for (let hours = 0; hours < 4; hours++) await poll(table(withNameless.slice(0, 9), 1), 2 * hour);
    expect(world.live()).toEqual(list.slice(0, 8).map(({ code }) => code));
  });
});

describe('quotes that were set without care', () => {
  it('and make one row of several, each of its cells in place, change nothing', async () => {
    world = await World.create({ mapping: 'csv-header' });
    const plain = (cell: string): string => cell.slice(1, -1).replaceAll(/""|\r\n|;/g, ' ');
    const table = csvText(ads(12)).replaceAll(/"(?:[^"]|"")*"/g, plain);
    const titles = (third: string, fifth: string): Buffer =>
      Buffer.from(
        table.replace(/Dvosoban stan broj 3[^;]*/, third).replace(/Dvosoban stan broj 5[^;]*/, fifth),
      );
    expect(await poll(titles('Stan u Zemunu', 'Stan na Limanu'))).toMatchObject({
      state: 'done',
      balance: { mapped: 12 },
    });
    const before = await stored();
    for (let hours = 0; hours < 4; hours++)
      expect(await poll(titles('"Lux stan na Limanu', 'Stan sa TV 55"'), 2 * hour)).toMatchObject({
        state: 'stalled',
      });
    expect(await stored()).toEqual(before);
    const careful = titles('"Lux; stan\r\nu dva reda"', 'Stan na Limanu');
    expect(await poll(careful)).toMatchObject({ state: 'done', balance: { known: 11 } });
  });
});

describe('a CSV feed in windows-1250, with semicolons, decimal commas, quotes and line breaks in cells', () => {
  it('is synced as XML feeds are', async () => {
    await createWorld();
    const list = ads(12);
    expect(await serve(list)).toMatchObject({ state: 'done', balance: { seen: 12, mapped: 12, queued: 12 } });
    expect(world.live()).toEqual(list.map((one) => one.code));
    expect(world.payload('A0003')).toMatchObject({
      title: { sr: 'Dvosoban stan broj 3 u mirnoj ulici, "lux"' },
      description: {
        sr: 'Prodaje se lepo održavan stan broj 3, blizu škole i autobuske stanice.\nUz školu; pored šume, đubrište daleko.',
      },
      price: { amount: 90_300, currency: 'EUR' },
      structure: { area_sqm: 54 },
      photos: [
        { url: 'https://photos.agency.example/A0003_1.jpg' },
        { url: 'https://photos.agency.example/A0003_2.jpg' },
      ],
    });

    expect(await serve(list)).toMatchObject({ state: 'unchanged' });
    const spent = world.spent();
    const changed = list.map((one, i) => (i === 4 ? { ...one, price: 95_000.5 } : one));
    expect(await serve([...changed.slice(0, 11), ad(50)])).toMatchObject({
      balance: { seen: 12, known: 10, mapped: 2, queued: 2, inGrace: 1 },
    });
    expect(world.spent()).toBe(spent + 2);
    expect(world.payload('A0005')).toMatchObject({ price: { amount: 95_000.5 } });

    await serve([...changed.slice(0, 11), ad(50)], 2 * hour);
    expect(world.live()).not.toContain('A0012');
    expect(world.live()).toContain('A0050');
  });

  it('is read as the feed’s configuration says it is written', async () => {
    world = await World.create({ mapping: 'csv-header', feed: { delimiter: '!#', quote: "'" } });
    const list = ads(3);
    const text = csvText(list, '!#').replaceAll('""', '`').replaceAll('"', "'").replaceAll('`', '"');
    expect(await poll(Buffer.from(text))).toMatchObject({ state: 'done', balance: { mapped: 3 } });
    expect(world.payload('A0002')).toMatchObject({
      title: { sr: 'Dvosoban stan broj 2 u mirnoj ulici, "lux"' },
    });
    await world.restart();
    expect(await poll(Buffer.from(csvText(list)))).toMatchObject({
      state: 'stalled',
      message: expect.stringContaining('no column "id"') as unknown,
    });
  });

  it('fault 31: cut inside a row it changes nothing, whatever length is announced', async () => {
    await createWorld();
    const list = ads(8);
    await serve(list);
    const whole = csvFeed(list.map((one) => ({ ...one, price: one.price + 1_000 })));
    const rowEnds = new Set<number>();
    // Line breaks stand within cells too: a row ends where the next one begins.
    for (let at = whole.indexOf('\r\nA0'); at !== -1; at = whole.indexOf('\r\nA0', at + 1)) {
      rowEnds.add(at + 1);
      rowEnds.add(at + 2);
    }
    rowEnds.add(whole.length - 1);
    const before = await stored();
    for (const isHidden of [false, true]) {
      if (isHidden) hideLength();
      for (let cut = 1; cut < whole.length; cut += cutEvery) {
        if (rowEnds.has(cut)) continue;
        const report = await poll(whole.subarray(0, cut));
        expect(report, `cut at ${cut}`).toMatchObject({ state: 'stalled' });
        expect(report.message).toMatch(/Nothing was changed; the last complete snapshot stays in use\.$/);
      }
    }
    expect(await stored()).toEqual(before);
  });

  it('fault 10: a header alone changes nothing', async () => {
    await createWorld();
    await serve(ads(3));
    expect(await serve([])).toMatchObject({
      state: 'stalled',
      message: expect.stringContaining('holds no records') as unknown,
    });
    expect(world.live()).toHaveLength(3);
  });
});

describe('fault 31: a CSV feed cut at a row end, its length not announced', () => {
  it('creates and updates, and holds removals beyond max(2, 5 %) for as long as it stays so', async () => {
    await createWorld();
    const list = ads(60);
    await serve(list);
    hideLength();
    const cut = [ad(90), ...list.slice(0, 56).map((one, i) => (i === 0 ? { ...one, price: 70_000 } : one))];
    for (let passed = 0; passed < 24; passed++) await serve(cut, hour);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
    expect(world.live()).toHaveLength(61);
    const [hold] = await world.app.services.store.holds.open({});
    expect(hold).toMatchObject({ kind: 'removals', lineCount: 4 });
    expect(hold?.reason).toContain('more than max(2, 5 %)');
  });

  it('takes off what stays within max(2, 5 %), and only after three polls', async () => {
    await createWorld();
    const list = ads(60);
    await serve(list);
    hideLength();
    await serve(list.slice(0, 57), hour);
    await serve(list.slice(0, 57), 2 * hour);
    expect(world.live()).toHaveLength(60);
    await serve(list.slice(0, 57), hour);
    await world.round();
    expect(world.live()).toHaveLength(57);
    // A day's allowance is used up: the next ones are held until the day is over.
    for (let passed = 0; passed < 12; passed++) await serve(list.slice(0, 56), hour);
    expect(world.live()).toHaveLength(57);
  });
});
