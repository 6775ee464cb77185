import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import type { PollReport } from '../../src/sync/reports.js';
import { run } from '../cli/command-line.js';
import { changesFeed, changesMapping, type ChangesFile } from '../support/changes-feed.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { killed } from '../support/killed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** A world whose feed is one of changes; the mapping lies beside its configuration, so that a test may rewrite it. */
async function createWorld(kind: 'full' | 'delta' | 'auto', options: WorldOptions = {}): Promise<void> {
  world = await World.create({ mapping: 'estate-sistem', ...options });
  await map((text) => text);
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, kind, mapping: mappingFile() })));
  await world.restart();
}

function mappingFile(): string {
  return join(world.folder, 'changes.yaml');
}

async function map(change: (text: string) => string): Promise<void> {
  await writeFile(mappingFile(), await changesMapping(change));
}

/** Another mapping from the next start on. */
async function remap(change: (text: string) => string): Promise<void> {
  await map(change);
  await world.restart();
}

async function poll(file: ChangesFile | null, wait = 15 * minute): Promise<PollReport> {
  world.clock.advance(wait);
  if (file !== null) world.feed.body = changesFeed(file);
  const [report] = (await world.round()).polls;
  if (report === undefined) throw new Error('nothing was polled');
  return report;
}

const priceOf = (code: string): unknown => (world.payload(code).price as { amount: number }).amount;
const titleOf = (code: string): unknown => (world.payload(code).title as { sr: string }).sr;

/** All listings lost their photos: a file that is asked about as a whole. */
const bare = (count: number): ReturnType<typeof ads> =>
  ads(count).map((one) => ({ ...one, price: one.price + 1_000, photos: 0 }));

const otherTitle = (text: string): string =>
  text.replace('title.sr: naslov', "title.sr: { template: 'Ponuda: {naslov}' }");

async function holds(): Promise<{ kind: string; lineCount: number }[]> {
  const open = await world.app.services.store.holds.open({});
  return open.map(({ kind, lineCount }) => ({ kind, lineCount }));
}

async function decide(kind: 'approve' | 'reject'): Promise<void> {
  const [hold] = await world.app.services.store.holds.open({});
  const decision = { holdId: hold?.id ?? 0, kind, author: 'test', expect: null };
  expect(await decideHold(decision, world.app.services)).toMatchObject({ ok: true });
}

describe('a feed of changes', () => {
  it('has no listings hidden for a season: what it sent last is kept, and would show them at once', async () => {
    await createWorld('delta');
    await poll({ ads: ads(12) });
    await poll({ gone: ads(12).map(({ code }) => code), number: 2 });
    const { store } = world.app.services;
    const [hold] = await store.holds.open({});
    if (hold === undefined) throw new Error('nothing was held');
    const decision = { holdId: hold.id, kind: 'approve', author: 'test', expect: hold.lineCount } as const;
    const hidden = { ...decision, hideUntil: world.clock.now() + 48 * hour };
    expect(await decideHold(hidden, world.app.services)).toMatchObject({
      ok: false,
      message: expect.stringContaining('sends changes') as string,
    });
    expect((await store.holds.open({})).map(({ id }) => id)).toEqual([hold.id]);
    expect(world.listings().map(({ status }) => status)).toEqual(Array(12).fill('live'));
  });

  it('a day of it: what a file does not speak of stays, however long, and only what it says is gone goes', async () => {
    await createWorld('delta');
    expect(await poll({ ads: ads(6) })).toMatchObject({ state: 'done', balance: { mapped: 6, queued: 6 } });
    const spent = world.spent();
    const update = { ads: [ad(2, { price: 95_000 }), ad(7)], number: 2 };
    expect(await poll(update)).toMatchObject({
      state: 'done',
      balance: { seen: 2, mapped: 2, queued: 2, untouched: 5, absent: 0 },
    });
    expect(world.spent()).toBe(spent + 2);
    expect(priceOf('A0002')).toBe(95_000);

    expect(await poll({ number: 3 })).toMatchObject({ state: 'done', balance: { seen: 0, untouched: 7 } });
    for (let number = 4; number < 10; number++)
      expect(await poll({ ads: [ad(1, { price: 80_000 + number })], number }, 6 * hour)).toMatchObject({
        state: 'done',
        absences: { inGrace: 0, held: 0, removals: [] },
      });
    for (let polls = 0; polls < 5; polls++)
      expect(await poll(null, 6 * hour)).toMatchObject({ state: 'unchanged', absences: { inGrace: 0 } });
    expect(world.live()).toHaveLength(7);
    expect(await holds()).toEqual([]);

    expect(await poll({ gone: ['A0003'], number: 10 })).toMatchObject({
      state: 'done',
      balance: { removals: 1, queuedForRemoval: 1, untouched: 6 },
    });
    expect(world.live()).toHaveLength(6);
    expect(world.live()).not.toContain('A0003');
    expect(await poll({ ads: [ad(3)], number: 11 })).toMatchObject({ balance: { mapped: 1 } });
    expect(world.live()).toContain('A0003');
  });

  it('applies none that is older than the last', async () => {
    await createWorld('delta');
    const first = { ads: ads(3), number: 1 };
    await poll(first);
    await poll({ ads: [ad(1, { price: 99_000 })], number: 2 });
    const spent = world.spent();
    const again = await poll(first);
    expect(again).toMatchObject({ state: 'unchanged' });
    expect(again.message).toContain('older than the one that was applied last');
    const older = await poll({ ads: [ad(1, { price: 70_000 })], gone: ['A0002'], number: 1 });
    expect(older).toMatchObject({ state: 'unchanged' });
    expect(older.message).toContain('older than the one that was applied last');
    expect(world.spent()).toBe(spent);
    expect(priceOf('A0001')).toBe(99_000);
    expect(world.live()).toHaveLength(3);
    expect(await poll({ ads: [ad(1, { price: 98_000 })], number: 3 })).toMatchObject({ state: 'done' });
    expect(priceOf('A0001')).toBe(98_000);
  });

  it('a changed mapping re-maps every record without the source, each under what was said of it last', async () => {
    await createWorld('delta');
    await poll({ ads: ads(4), number: 1 });
    await poll({ ads: [ad(2, { price: 95_000 })], gone: ['A0004'], number: 2 });
    expect(await poll({ prices: [['A0003', 71_000]], number: 3 })).toMatchObject({
      state: 'done',
      balance: { invalid: 1 },
    });
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003']);
    expect(priceOf('A0003')).toBe(90_300);

    await remap(otherTitle);
    world.feed.status = 503;
    expect(await poll(null)).toMatchObject({ state: 'stalled' });
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003']);
    for (const code of world.live()) expect(titleOf(code)).toMatch(/^Ponuda: /);
    expect([priceOf('A0002'), priceOf('A0003')]).toEqual([95_000, 90_300]);
    expect(await world.app.services.store.records.get(1, 'A0003')).toMatchObject({ kind: 'invalid' });

    const spent = world.spent();
    world.feed.status = 200;
    await poll(null);
    await poll(null);
    expect(world.spent()).toBe(spent);
  });

  it('does not re-map under other ids: nobody would ever say that the old ones are gone', async () => {
    await createWorld('delta');
    await poll({ ads: ads(3) });
    await remap((text) => text.replace('source_id: code', 'source_id: id'));
    const report = await poll(null);
    expect(report).toMatchObject({ state: 'stalled' });
    expect(report.message).toContain('3 kept records have another id');
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003']);
    await remap((text) => text);
    expect(await poll(null)).toMatchObject({ state: 'unchanged' });
  });

  it('the guard holds deletions of 60 %; what a person lets go does not come back with another mapping', async () => {
    await createWorld('delta');
    await poll({ ads: ads(10), number: 1 });
    const gone = ads(6).map(({ code }) => code);
    expect(await poll({ gone, number: 2 }, 8 * day)).toMatchObject({ balance: { removals: 6, held: 6 } });
    await poll({ ads: [ad(10, { price: 50_000 })], number: 3 }, day);
    expect(world.live()).toHaveLength(10);
    expect(await holds()).toEqual([{ kind: 'removals', lineCount: 6 }]);
    await decide('approve');
    await remap(otherTitle);
    await poll({ number: 4 });
    expect(world.live()).toEqual(ads(4, 7).map(({ code }) => code));
    expect(titleOf('A0010')).toMatch(/^Ponuda: /);
    await poll(null);
    expect(world.live()).toHaveLength(4);
  });

  it('under a changed mapping is mapped again at once from what is kept of all its files, and its source is asked for nothing', async () => {
    await createWorld('delta');
    await poll({ ads: ads(6) });
    await poll({ ads: [ad(2, { price: 95_000 }), ad(7)], gone: ['A0003'], number: 2 });
    const { lastPollAt, lastCompleteAt, nextPollAt } = (await world.app.services.store.feeds.all())[0]!;
    world.feedRequests = [];
    await remap(otherTitle);
    await world.tick(6_000);
    await world.tick(6_000);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0004', 'A0005', 'A0006', 'A0007']);
    for (const code of world.live()) expect(titleOf(code)).toMatch(/^Ponuda: /);
    expect([priceOf('A0002'), world.feedRequests]).toEqual([95_000, []]);
    expect((await world.app.services.store.feeds.all())[0]).toMatchObject({
      lastPollAt,
      lastCompleteAt,
      nextPollAt,
    });
    expect(await poll({ number: 3 })).toMatchObject({ state: 'done', balance: { queued: 0, untouched: 6 } });
  });

  it('a suppressed listing comes back from what is kept of it', async () => {
    await createWorld('delta');
    await poll({ ads: ads(3) });
    const { store } = world.app.services;
    const id = { connectionId: world.connectionId, externalId: 'A0002' };
    await store.suppressions.add({ ...id, reason: 'r', until: null, author: 'test', at: world.clock.now() });
    await poll({ number: 2 });
    expect(world.live()).toEqual(['A0001', 'A0003']);
    await store.suppressions.lift(world.connectionId, 'A0002', 'test', world.clock.now());
    await poll({ number: 3 });
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003']);
  });

  it('what it says last of a listing counts when another feed hands it over, not that it was gone once', async () => {
    await createWorld('delta');
    await world.declare(([changes = {}]) => [
      changes,
      {
        ...changes,
        name: 'whole',
        kind: 'full',
        url: String(changes.url).replace('/feed.xml', '/whole.xml'),
      },
    ]);
    await world.restart();
    const whole = world.at('/whole.xml');
    whole.body = estateFeed(ads(3, 11));
    await poll({ ads: ads(3), number: 1 });
    whole.body = estateFeed([...ads(3, 11), ad(1)]);
    await poll(null, hour);
    await poll({ gone: ['A0001'], number: 2 });
    await poll({ ads: [ad(1)], number: 3 });
    whole.body = estateFeed(ads(3, 11));
    for (let hours = 0; hours < 4; hours++) await poll(null, hour);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0011', 'A0012', 'A0013']);
    expect(await world.app.services.store.listings.get(world.connectionId, 'A0001')).toMatchObject({
      feedId: 1,
    });
  });

  it('fault 51: a file that was dated in the future makes none of the later ones old', async () => {
    await createWorld('delta');
    await remap((text) => text.replace(/^sequence: .*$/m, 'sequence: { from: /last_modify, date: iso }'));
    const pollDated = (file: ChangesFile, at: string): ReturnType<typeof poll> => {
      world.clock.advance(15 * minute);
      world.feed.body = changesFeed(file).replace(/<last_modify>[^<]*/, `<last_modify>${at}`);
      return poll(null, 0);
    };
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    await pollDated({ ads: ads(3) }, '2031-01-01T10:00:00');
    await pollDated({ ads: [ad(1, { price: 70_000 })] }, `${today}T09:00:00`);
    await pollDated({ gone: ['A0003'] }, `${today}T10:00:00`);
    expect(world.live()).toEqual(['A0001', 'A0002']);
    expect(priceOf('A0001')).toBe(70_000);
    // Among right dates the order counts as ever.
    const late = await pollDated({ ads: [ad(1, { price: 60_000 })] }, `${today}T09:30:00`);
    expect(late.message).toContain('is older than the one that was applied last');
    expect(priceOf('A0001')).toBe(70_000);
  });

  it('status says what such a feed takes, and explain reads a listing long after its file is gone', async () => {
    await createWorld('auto');
    await poll({ ads: ads(2), content: 'sve', number: 1 });
    await poll({ ads: [ad(3)], number: 2 }, 10 * day);
    for (let number = 3; number < 9; number++) await poll({ number }, day);
    const files = await world.app.services.store.snapshots.ofFeed(1);
    expect(files.find(({ sequence }) => sequence === 2)?.parts ?? []).toEqual([]);

    const status = await run(world, 'status');
    expect(status.out).toContain(
      'agency takes full files and delta files (kind: auto); the last one applied is a delta file (0 records), fetched ',
    );
    const document = JSON.parse((await run(world, 'status', '--json')).out) as { feeds: unknown[] };
    expect(document.feeds).toMatchObject([{ kind: 'auto', last_file: { kind: 'delta', sequence: 8 } }]);
    const explained = await run(world, 'explain', 'A0003');
    expect(explained.out).toContain('agency, which takes full files and delta files (kind: auto)');
    expect(explained.out).toMatch(/title\.sr +naslov +Dvosoban stan broj 3/);
    expect(explained.out).not.toContain('No kept snapshot');
  });

  it('forgets the records of what is gone, after as long as files are kept', async () => {
    await createWorld('delta');
    await poll({ ads: ads(3), number: 1 });
    await poll({ gone: ['A0002'], number: 2 });
    const { store } = world.app.services;
    expect(await store.rawRecords.of(1, 'A0002')).toHaveLength(1);
    await poll({ number: 3 }, 8 * day);
    await world.app.engine.tick();
    await world.app.engine.idle();
    expect(await store.rawRecords.of(1, 'A0002')).toEqual([]);
    expect(await store.rawRecords.of(1, 'A0001')).toHaveLength(1);
  });
});

describe('files follow each other in their order', () => {
  it.each(['snapshot.kept', 'records.block-committed', 'records.committed', 'removals.planned'])(
    'killed at %s, the next process applies the file first, though the source has another by now',
    async (place) => {
      let armed = false;
      const crashPoints = {
        reach(name: string): void {
          if (!armed || name !== place) return;
          armed = false;
          killed(world);
        },
      };
      await createWorld('delta', { crashPoints });
      await poll({ ads: ads(5), number: 1 });
      armed = true;
      await expect(
        poll({ ads: [ad(1, { price: 70_000 }), ad(6)], gone: ['A0005'], number: 2 }),
      ).rejects.toThrow('killed');
      await world.restart();
      await poll({ ads: [ad(1, { price: 71_000 })], number: 3 });
      await world.round();
      expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0006']);
      expect(priceOf('A0001')).toBe(71_000);
      const snapshots = await world.app.services.store.snapshots.ofFeed(1);
      expect(snapshots.map(({ state, sequence }) => [state, sequence])).toEqual([
        ['committed', 3],
        ['committed', 2],
        ['committed', 1],
      ]);
    },
  );

  it('killed between keeping a file and asking about it, the next process asks', async () => {
    let armed = false;
    const crashPoints = {
      reach(name: string): void {
        if (!armed || name !== 'snapshot.kept') return;
        armed = false;
        killed(world);
      },
    };
    await createWorld('delta', { crashPoints });
    await poll({ ads: ads(12), number: 1 });
    armed = true;
    await expect(poll({ ads: bare(12), number: 2 })).rejects.toThrow('killed');
    await world.restart();
    await poll({ ads: [ad(1, { price: 70_000 })], number: 3 });
    expect(await holds()).toEqual([{ kind: 'plan', lineCount: 0 }]);
    await decide('approve');
    await poll(null);
    expect([priceOf('A0001'), priceOf('A0002')]).toEqual([70_000, ad(2).price + 1_000]);
  });

  it('a person is asked about each file, also soon after refusing another', async () => {
    await createWorld('delta');
    await poll({ ads: ads(12), number: 1 });
    await poll({ ads: bare(12), number: 2 });
    await decide('reject');
    expect(await poll(null)).toMatchObject({ state: 'unchanged' });
    expect(await holds()).toEqual([]);
    await poll({ ads: bare(11), number: 3 });
    expect(await holds()).toEqual([{ kind: 'plan', lineCount: 0 }]);
    await decide('approve');
    await poll(null);
    expect([priceOf('A0011'), priceOf('A0012')]).toEqual([ad(11).price + 1_000, ad(12).price]);
  });

  it('what came before the portal’s words were known waits, all of it', async () => {
    await createWorld('delta');
    world.sandbox.faults.add({ path: '/places', times: 1000, does: { kind: 'status', status: 503 } });
    expect(await poll({ ads: ads(3), number: 1 })).toMatchObject({ state: 'deferred' });
    // Its source delivers all that it has: that is not why the feed is behind.
    expect(await poll(null)).toMatchObject({ state: 'deferred' });
    await poll({ ads: [ad(1, { price: 70_000 })], number: 2 });
    await poll({ gone: ['A0003'], number: 3 });
    await poll({ ads: [ad(1, { price: 60_000 })], number: 2 });
    expect(world.listings()).toEqual([]);
    world.sandbox.faults.clear();
    expect(await poll({ number: 4 })).toMatchObject({ state: 'done' });
    const snapshots = await world.app.services.store.snapshots.ofFeed(1);
    expect(snapshots.map(({ state, sequence }) => [state, sequence])).toEqual([
      ['committed', 4],
      ['kept', 2],
      ['committed', 3],
      ['committed', 2],
      ['committed', 1],
    ]);
    expect(world.live()).toEqual(['A0001', 'A0002']);
    expect(priceOf('A0001')).toBe(70_000);
  });
});

describe('kind: auto', () => {
  it('a full file takes off what it lacks, after its grace; files of changes in between neither begin nor end that', async () => {
    await createWorld('auto');
    await poll({ ads: ads(6), content: 'sve', number: 1 });
    expect(await poll({ ads: [ad(1, { price: 70_000 })], number: 2 })).toMatchObject({
      balance: { seen: 1, untouched: 5 },
    });
    expect(await poll({ ads: ads(5), content: 'sve', number: 3 })).toMatchObject({
      balance: { seen: 5, inGrace: 1 },
    });
    for (let number = 4; number < 8; number++)
      expect(await poll({ ads: [ad(2, { price: 60_000 + number })], number }, 3 * hour)).toMatchObject({
        balance: { inGrace: 0, absent: 0 },
      });
    for (let polls = 0; polls < 3; polls++)
      expect(await poll(null, 6 * hour)).toMatchObject({ state: 'unchanged', balance: { absent: 0 } });
    expect(world.live()).toHaveLength(6);
    expect(await poll({ ads: ads(5), content: 'sve', number: 8 })).toMatchObject({
      balance: { queuedForRemoval: 1 },
    });
    expect(world.live()).toHaveLength(5);
  });

  it('an implausible full file raises a hold, which files of changes leave as it is', async () => {
    await createWorld('auto');
    await poll({ ads: ads(10), content: 'sve', number: 1 });
    await poll({ ads: ads(4), content: 'sve', number: 2 }, 8 * day);
    await poll({ ads: ads(4), content: 'sve', number: 3 }, 2 * hour);
    expect(await holds()).toEqual([{ kind: 'removals', lineCount: 6 }]);
    await poll({ ads: [ad(1, { price: 70_000 })], number: 4 }, 2 * hour);
    await poll({ ads: [ad(9, { price: 71_000 })], gone: ['A0002'], number: 5 }, 2 * hour);
    expect(world.live()).toHaveLength(10);
    expect([priceOf('A0001'), priceOf('A0009')]).toEqual([70_000, 71_000]);
    expect(await holds()).toEqual([{ kind: 'removals', lineCount: 6 }]);
    // What a person lets go stays gone, though its record is kept and the mapping another.
    await decide('approve');
    await remap(otherTitle);
    await poll({ number: 6 });
    await poll({ number: 7 });
    expect(world.live()).toEqual(['A0001', 'A0003', 'A0004', 'A0009']);
    expect(titleOf('A0009')).toMatch(/^Ponuda: /);
  });

  it('while a person is asked about a whole file, files of changes wait behind it', async () => {
    await createWorld('auto');
    await poll({ ads: ads(8), content: 'sve', number: 1 });
    expect(await poll({ ads: ads(8, 50), content: 'sve', number: 2 })).toMatchObject({ state: 'held' });
    const waits = await poll({ ads: [ad(50, { price: 70_000 })], number: 3 });
    expect(waits).toMatchObject({ state: 'held' });
    expect(waits.message).toContain('is kept and waits');
    expect(world.live()).toHaveLength(8);
    await decide('reject');
    await poll({ ads: [ad(1, { price: 72_000 })], number: 4 });
    expect([priceOf('A0001'), priceOf('A0050')]).toEqual([72_000, 70_000]);
    expect(world.live()).toHaveLength(9);
  });

  it('a whole file is no question any more where the source goes back to the one before', async () => {
    await createWorld('auto');
    await poll({ ads: ads(8), content: 'sve', number: 1 });
    expect(await poll({ ads: ads(8, 50), content: 'sve', number: 2 })).toMatchObject({ state: 'held' });
    expect(await poll({ ads: ads(8), content: 'sve', number: 1 })).toMatchObject({ state: 'unchanged' });
    expect(await holds()).toEqual([]);
    await poll({ ads: [ad(1, { price: 72_000 })], number: 2 });
    expect(priceOf('A0001')).toBe(72_000);
  });

  it('what a person is asked about stays a question when the kept records are mapped anew, or the file comes again', async () => {
    await createWorld('delta');
    await poll({ ads: ads(12), number: 1 });
    expect(await poll({ ads: bare(12), number: 2 })).toMatchObject({ state: 'held' });
    await remap(otherTitle);
    await poll(null);
    await poll({ ads: [ad(1, { price: 70_000 })], number: 3 });
    expect(titleOf('A0002')).toMatch(/^Ponuda: /);
    expect(await holds()).toMatchObject([{ kind: 'plan' }]);
    await decide('approve');
    await poll(null);
    expect([priceOf('A0001'), priceOf('A0002')]).toEqual([70_000, ad(2).price + 1_000]);
  });

  it('a file that says neither stalls the feed, with what it says', async () => {
    await createWorld('auto');
    await poll({ ads: ads(3), content: 'sve', number: 1 });
    const report = await poll({ ads: ads(1), content: 'sta bilo', number: 2 });
    expect(report).toMatchObject({ state: 'stalled' });
    expect(report.message).toContain('whether it is full or a delta: it says "sta bilo"');
    expect(report.message).toContain('kind: in the mapping estate-changes');
    expect(await poll({ content: 'sve', number: 3 })).toMatchObject({ state: 'stalled' });
    expect(world.live()).toHaveLength(3);
  });

  it('needs a mapping that knows where the file says it', async () => {
    await createWorld('delta');
    await poll({ ads: ads(3) });
    const { config } = world.app;
    const feeds = config.feeds.map((feed) => ({ ...feed, kind: 'auto' as const, mapping: 'estate-sistem' }));
    await world.app.reload({ ...config, feeds });
    expect(world.app.stopped).toMatchObject([
      { name: 'agency', problems: [expect.stringContaining('does not say where')] },
    ]);
    expect(world.live()).toHaveLength(3);
  });
});

describe('a feed that changes its kind', () => {
  it('from full to delta: nothing becomes absent, and its records are kept from then on', async () => {
    await createWorld('full');
    await poll({ ads: ads(6), content: 'sve' });
    const spent = world.spent();
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, kind: 'delta' })));
    await world.restart();
    await poll({ ads: [ad(1, { price: 70_000 })], number: 2 });
    for (let number = 3; number < 6; number++) await poll({ number }, 6 * hour);
    expect(world.live()).toHaveLength(6);
    expect(world.spent()).toBe(spent + 1);
    await remap(otherTitle);
    await poll({ number: 6 });
    for (const code of world.live()) expect(titleOf(code)).toMatch(/^Ponuda: /);
    expect(priceOf('A0001')).toBe(70_000);
  });

  it('from delta to full: its last file of changes is never taken for the whole', async () => {
    await createWorld('delta');
    await poll({ ads: ads(6), number: 1 });
    await poll({ ads: [ad(1)], number: 2 });
    await world.declare((feeds) => feeds.map((feed) => ({ ...feed, kind: 'full' })));
    await remap(otherTitle);
    for (let polls = 0; polls < 3; polls++)
      expect(await poll(null, 6 * hour)).toMatchObject({ state: 'stalled' });
    const report = await poll({ ads: [ad(1)], number: 3 });
    expect(report).toMatchObject({ state: 'stalled' });
    expect(report.message).toContain('Write kind: auto');
    expect(world.live()).toHaveLength(6);
    await poll({ ads: ads(6), content: 'sve', number: 4 });
    expect(world.live()).toHaveLength(6);
    expect(titleOf('A0005')).toMatch(/^Ponuda: /);
  });

  it('a file of a feed without such a mapping is what the configuration says', async () => {
    world = await World.create({ feed: { kind: 'delta' } });
    world.feed.body = estateFeed(ads(3));
    await world.round();
    world.feed.body = estateFeed([ad(4)]);
    for (let polls = 0; polls < 4; polls++) {
      world.clock.advance(6 * hour);
      await world.round();
    }
    expect(world.live()).toHaveLength(4);
  });
});
