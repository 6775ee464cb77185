import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { executeDecision, type Done } from '../../src/sync/decisions/execute-decision.js';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import type { RoundReport } from '../../src/sync/sync-round.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { killed } from '../support/killed.js';
import { hour, minute } from '../support/manual-clock.js';
import { putByHand, removeByHand } from '../../src/sync/decisions/manual-listing.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

type Raw = Record<string, unknown>;

async function round(wait = 15 * minute): Promise<RoundReport> {
  world.clock.advance(wait);
  return world.round();
}

/** Hours of polls: whatever would be removed is removed by now. */
async function hoursOfRounds(): Promise<void> {
  for (let poll = 0; poll < 4; poll++) await round(2 * hour);
}

/** Takes over the changed configuration as the running daemon does. */
async function reload(change: (feeds: Raw[]) => Raw[] = (feeds) => feeds): Promise<void> {
  await world.declare(change);
  const loaded = await loadConfig(world.configFile, diskDeps({}));
  if (!loaded.ok) throw new Error('the configuration has problems');
  await world.app.reload(loaded.config);
}

/** The second feed, in the same connection unless told otherwise. */
function second([first]: Raw[], change: Raw = {}): Raw {
  const url = String(first?.url).replace('/feed.xml', '/b.xml');
  return { ...first, name: 'agency-b', url, ...change };
}

async function twoFeeds(a = ads(6), b = ads(6, 11)): Promise<void> {
  world = await World.create();
  world.feed.body = estateFeed(a);
  world.at('/b.xml').body = estateFeed(b);
  await reload((feeds) => [...feeds, second(feeds)]);
  await round();
}

async function openHolds(): ReturnType<World['app']['services']['store']['holds']['open']> {
  return world.app.services.store.holds.open({});
}

function approve(change: { giveTo?: string } = {}): ReturnType<typeof decideHold> {
  return decide('approve', change);
}

async function decide(
  kind: 'approve' | 'reject',
  change: { giveTo?: string } = {},
): ReturnType<typeof decideHold> {
  const [hold] = await openHolds();
  const decision = {
    holdId: hold?.id ?? 0,
    kind,
    expect: null,
    author: 'test',
    ...change,
  } as const;
  return decideHold(decision, world.app.services);
}

function ask(kind: 'pause' | 'resume' | 'retire', feed: string): Promise<Done> {
  return executeDecision({ kind, payload: { feed }, author: 'test' }, world.app.services);
}

/** A person takes it off. @returns makes it free again */
async function keepOff(externalId: string): Promise<() => Promise<Done>> {
  const listing = { connectionId: world.connectionId, externalId };
  const wish = { ...listing, reason: 'the owner asked', until: null };
  await executeDecision({ kind: 'suppress', payload: wish, author: 'test' }, world.app.services);
  await round();
  return () => executeDecision({ kind: 'unsuppress', payload: listing, author: 'test' }, world.app.services);
}

function spentBy(work: () => Promise<unknown>): Promise<number> {
  const before = world.spent();
  return work().then(() => world.spent() - before);
}

const changes: [string, (feeds: Raw[]) => Raw[]][] = [
  ['deleted', (feeds) => feeds.slice(0, 1)],
  ['renamed', ([first = {}, other]) => [first, { ...other, name: 'agency-c' }]],
];

describe('a feed that the configuration lost', () => {
  it.each(changes)('%s: nothing is removed, and one hold asks', async (_, change) => {
    await twoFeeds();
    await reload(change);
    await hoursOfRounds();
    await world.restart();
    await hoursOfRounds();
    expect(world.live()).toHaveLength(12);
    expect(await openHolds()).toMatchObject([{ kind: 'orphan', lineCount: 6 }]);
  });

  it('pointed to another connection: its listings stay where they are, and one hold asks', async () => {
    await twoFeeds();
    const connection = world.sandbox.staff.addConnection({ status: 'active' });
    await reload(([first = {}, other]) => [first, { ...other, connection }]);
    await hoursOfRounds();
    expect(world.live()).toHaveLength(12);
    expect(world.sandbox.staff.listings(connection).filter(({ status }) => status === 'live')).toHaveLength(
      6,
    );
    expect(await openHolds()).toMatchObject([{ kind: 'orphan', lineCount: 6 }]);

    // Pointed back: the question has its answer.
    await reload(([first = {}, other]) => [first, { ...other, connection: world.connectionId }]);
    const holds = await openHolds();
    expect(holds.map(({ connectionId }) => connectionId)).toEqual([connection]);
  });

  it('what a person took off is on again when it is back, though its file is the same', async () => {
    await twoFeeds();
    await reload((feeds) => feeds.slice(0, 1));
    await approve();
    await hoursOfRounds();
    expect(world.live()).toHaveLength(6);
    await reload((feeds) => [...feeds, second(feeds)]);
    await hoursOfRounds();
    expect(world.live()).toHaveLength(12);
  });

  it('back before its listings were ever sent: they are published with its next file', async () => {
    world = await World.create({ connectionStatus: 'certifying', limits: { max_batch_items: 2 } });
    world.feed.body = estateFeed(ads(2));
    world.at('/b.xml').body = estateFeed(ads(6, 11));
    await round();
    await reload((feeds) => [...feeds, second(feeds)]);
    await round();
    await reload((feeds) => feeds.slice(0, 1));
    await decide('reject');
    world.sandbox.staff.certify(world.connectionId);
    await world.tick(15 * minute);
    expect(world.live()).toHaveLength(2);
    await reload((feeds) => [...feeds, second(feeds)]);
    for (let tick = 0; tick < 4; tick++) await world.tick(10 * minute);
    expect(world.live()).toHaveLength(8);
  });

  it('is taken off when a person says so, though its connection has no feed left', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(6));
    await round();
    await reload(() => []);
    expect(await approve()).toMatchObject({ ok: true, listings: 6 });
    await round();
    expect(world.live()).toEqual([]);
  });

  it('stays published when a person keeps it, and is not asked about again', async () => {
    await twoFeeds();
    await reload((feeds) => feeds.slice(0, 1));
    const [hold] = await openHolds();
    await decideHold(
      { holdId: hold?.id ?? 0, kind: 'reject', expect: null, author: 'test' },
      world.app.services,
    );
    await hoursOfRounds();
    await world.restart();
    expect(world.live()).toHaveLength(12);
    expect(await openHolds()).toEqual([]);
  });

  it('gives its listings to the feed of its new name: nothing removed, nothing sent again', async () => {
    await twoFeeds();
    const spent = await spentBy(async () => {
      await reload(([first = {}, other]) => [first, { ...other, name: 'agency-c' }]);
      const polled = await round();
      expect(polled.polls.at(-1)?.balance.conflicts).toBe(6);
      expect(await approve({ giveTo: 'agency-c' })).toMatchObject({ ok: true, listings: 6 });
      await hoursOfRounds();
    });
    expect(spent).toBe(0);
    expect(world.live()).toHaveLength(12);
    world.at('/b.xml').body = estateFeed(ads(6, 11).map((one) => ({ ...one, price: 50_000 })));
    await round();
    expect(world.payload('A0011')).toMatchObject({ price: { amount: 50_000 } });
  });

  it('does not move listings into another connection', async () => {
    await twoFeeds();
    const connection = world.sandbox.staff.addConnection({ status: 'active' });
    await reload((feeds) => [{ ...feeds[0], name: 'elsewhere', connection }]);
    const [hold] = await openHolds();
    const decided = await decideHold(
      { holdId: hold?.id ?? 0, kind: 'approve', expect: null, author: 'test', giveTo: 'elsewhere' },
      world.app.services,
    );
    expect(decided).toMatchObject({ ok: false });
    expect(world.live()).toHaveLength(12);
  });
});

describe('a feed that goes on', () => {
  it('keeps its history under renamed_from, and sends nothing again', async () => {
    await twoFeeds();
    const spent = await spentBy(async () => {
      await reload(([first = {}, other]) => [
        first,
        { ...other, name: 'agency-c', renamed_from: 'agency-b' },
      ]);
      await hoursOfRounds();
    });
    expect(spent).toBe(0);
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(12);
  });

  it('takes its listings over where renamed_from is written late', async () => {
    await twoFeeds();
    const spent = await spentBy(async () => {
      await reload(([first = {}, other]) => [first, { ...other, name: 'agency-c' }]);
      await round();
      expect(await openHolds()).toHaveLength(1);
      await reload(([first = {}, other]) => [first, { ...other, renamed_from: 'agency-b' }]);
      await hoursOfRounds();
    });
    expect(spent).toBe(0);
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(12);
  });

  it('takes nothing over by a renamed_from that is still there when a later feed has the old name', async () => {
    await twoFeeds();
    const renamed = { name: 'agency-c', renamed_from: 'agency-b' };
    await reload(([first = {}, other]) => [first, { ...other, ...renamed }]);
    await round();
    world.at('/d.xml').body = estateFeed(ads(2, 21));
    const url = `${world.feedUrl}/d.xml`;
    await reload(([first = {}, other = {}]) => [first, other, { ...first, name: 'agency-b', url }]);
    await round();
    expect(world.live()).toHaveLength(14);
    await reload((feeds) => feeds.slice(0, 2));
    await hoursOfRounds();
    expect(world.live()).toHaveLength(14);
    expect(await openHolds()).toMatchObject([{ kind: 'orphan', lineCount: 2 }]);
  });

  it('is refused with another id_prefix once it was pushed', async () => {
    await twoFeeds();
    await reload(([first = {}, other]) => [first, { ...other, id_prefix: 'x-' }]);
    expect(world.app.stopped).toMatchObject([{ name: 'agency-b' }]);
    expect(world.app.stopped[0]?.problems[0]).toContain('id_prefix was ""');
    await hoursOfRounds();
    expect(world.live()).toHaveLength(12);
    expect(await openHolds()).toEqual([]);
  });

  it('stays as it is while it is paused, also over a restart', async () => {
    await twoFeeds();
    expect(await ask('pause', 'agency-b')).toMatchObject({ ok: true });
    world.at('/b.xml').body = estateFeed(ads(1, 11));
    await hoursOfRounds();
    await world.restart();
    const paused = await round();
    expect(paused.resting).toEqual([{ feed: 'agency-b', life: 'paused' }]);
    expect(world.live()).toHaveLength(12);
    await ask('resume', 'agency-b');
    expect((await round()).polls.map((poll) => poll.feed)).toContain('agency-b');
  });

  it('asks what shall become of its listings when it is retired', async () => {
    await twoFeeds();
    expect(await ask('retire', 'agency-b')).toMatchObject({ ok: true });
    await hoursOfRounds();
    expect(world.live()).toHaveLength(12);
    expect(await openHolds()).toMatchObject([{ kind: 'orphan', lineCount: 6 }]);
    await approve();
    await round();
    expect(world.live()).toHaveLength(6);
    await world.restart();
    expect((await round()).resting).toEqual([{ feed: 'agency-b', life: 'retired' }]);
  });
});

describe('two feeds of one connection', () => {
  it.each([
    ['the owner is polled first', false],
    ['the new owner is polled first', true],
  ])('hand a listing over without a removal: %s', async (_, isOtherFirst) => {
    await twoFeeds();
    const spent = await spentBy(async () => {
      if (isOtherFirst) {
        world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
        await round();
      }
      world.feed.body = estateFeed(ads(5, 2));
      world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
      await hoursOfRounds();
    });
    expect(spent).toBe(0);
    expect(world.live()).toHaveLength(12);
    expect(world.requests().filter((request) => request.endsWith('/remove'))).toEqual([]);
    world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1, { price: 70_000 })]);
    await round();
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
  });

  it('call a removal off that was not sent, when the other has the listing now and cannot publish it', async () => {
    await twoFeeds();
    world.sandbox.staff.pause(world.connectionId);
    world.feed.body = estateFeed(ads(5, 2));
    await hoursOfRounds();
    const wishes = (): Promise<{ op: string }[]> =>
      world.app.services.store.outbox.of(world.connectionId, ['A0001']);
    expect(await wishes()).toMatchObject([{ op: 'remove' }]);
    world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1, { type: 'Ne zna se' })]);
    await hoursOfRounds();
    expect(await wishes()).toEqual([]);
    world.sandbox.staff.resume(world.connectionId);
    await hoursOfRounds();
    expect(world.live()).toHaveLength(12);
  });

  it('name an id that both have, and send it from its owner only', async () => {
    await twoFeeds(ads(6), [...ads(6, 11), ad(1, { price: 1000 })]);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
    const { store } = world.app.services;
    const [conflict] = await store.records.invalid(null, 10);
    expect(conflict?.issues.map(({ message }) => message).join()).toContain('belongs to feed agency of this');
    const events = await store.listings.events(world.connectionId, 'A0001');
    expect(events).toContainEqual(expect.objectContaining({ kind: 'also_in', data: { feed: 'agency-b' } }));
    await hoursOfRounds();
    expect(
      (await store.listings.events(world.connectionId, 'A0001')).filter((e) => e.kind === 'also_in'),
    ).toHaveLength(1);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
  });

  it('let a listing that one took off be published by the other', async () => {
    await twoFeeds();
    world.feed.body = estateFeed(ads(5, 2));
    await hoursOfRounds();
    expect(world.live()).toHaveLength(11);
    world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
    await round();
    expect(world.live()).toHaveLength(12);
  });
});

describe('a shared file', () => {
  const novi = "field('mesto') == 'Novi Sad'";
  const others = `!(${novi})`;
  const file = (moved = 0): string =>
    estateFeed([
      ...ads(6).map((one, index) => (index < moved ? { ...one, town: 'Futog' } : one)),
      // An id that both agencies use.
      ...ads(5, 6).map((one) => ({ ...one, town: 'Futog' })),
    ]);

  it('is fetched once for the feeds of two connections, each of which takes its own records', async () => {
    world = await World.create({ feed: { where: novi } });
    const connection = world.sandbox.staff.addConnection({ status: 'active' });
    world.feed.body = file();
    await reload((feeds) => [...feeds, { ...feeds[0], name: 'agency-b', connection, where: others }]);
    const { polls } = await round();
    expect(polls.map(({ balance }) => [balance.seen, balance.elsewhere, balance.mapped])).toEqual([
      [11, 5, 6],
      [11, 6, 5],
    ]);
    expect(world.feedRequests).toMatchObject([{ status: 200 }]);
    expect(world.live()).toHaveLength(6);
    const other = world.sandbox.staff.listings(connection).map(({ externalId }) => externalId);
    expect(other.sort()).toEqual(ads(5, 6).map(({ code }) => code));

    // The same file: one conditional request, nothing parsed.
    await round();
    expect(world.feedRequests.map(({ status }) => status)).toEqual([200, 304]);
    world.feed.body = `${file()}<!-- again -->`;
    const again = await round();
    expect(again.polls.map(({ balance }) => [balance.known, balance.elsewhere])).toEqual([
      [6, 5],
      [5, 6],
    ]);
    expect(world.feedRequests.map(({ status }) => status)).toEqual([200, 304, 200]);
  });

  it('takes a record that is another feed’s now for absent here', async () => {
    world = await World.create({ feed: { where: novi } });
    world.feed.body = file();
    await round();
    world.feed.body = file(1);
    const moved = await round();
    expect(moved.polls[0]).toMatchObject({ state: 'done', balance: { elsewhere: 6, inGrace: 1 } });
    await hoursOfRounds();
    expect(world.live()).toHaveLength(5);
  });

  it('stalls a feed that picks nothing of it', async () => {
    world = await World.create({ feed: { where: novi } });
    world.feed.body = file();
    await round();
    world.feed.body = estateFeed(ads(5).map((one) => ({ ...one, town: 'Futog' })));
    const empty = await round();
    expect(empty.polls[0]).toMatchObject({ state: 'stalled' });
    expect(empty.polls[0]?.message).toContain('`where` picks');
    await hoursOfRounds();
    expect(world.live()).toHaveLength(6);
  });
});

describe('a configuration that changes what a feed reads', () => {
  const town = (name: string): string => `field('mesto') == '${name}'`;
  const lists = [...ads(9), ad(10, { town: 'Futog' })];

  it.each<[string, () => Promise<void>, (feeds: Raw[]) => Raw[], (feeds: Raw[]) => Raw[]]>([
    [
      'one url less',
      async () => {
        world.feed.body = estateFeed(lists.slice(0, 9));
        world.at('/b.xml').body = estateFeed(lists.slice(9));
        await reload(([{ url, ...first } = {}]) => [
          { ...first, urls: [url, String(url).replace('/feed.xml', '/b.xml')] },
        ]);
      },
      ([first]) => [{ ...first, urls: [`${world.feedUrl}/feed.xml`] }],
      ([first]) => [{ ...first, urls: [`${world.feedUrl}/feed.xml`, `${world.feedUrl}/b.xml`] }],
    ],
    [
      'a narrower `where`',
      async () => {
        world.feed.body = estateFeed(lists);
        await reload(([first]) => [{ ...first, where: `${town('Novi Sad')} || ${town('Futog')}` }]);
      },
      ([first]) => [{ ...first, where: town('Novi Sad') }],
      ([first]) => [{ ...first, where: `${town('Novi Sad')} || ${town('Futog')}` }],
    ],
    [
      'other credentials',
      async () => {
        world.feed.body = estateFeed(lists);
        await reload(([first]) => [{ ...first, headers: { 'x-branches': 'all' } }]);
      },
      ([first]) => {
        world.feed.body = estateFeed(lists.slice(0, 9));
        return [{ ...first, headers: { 'x-branches': 'one' } }];
      },
      ([first]) => {
        world.feed.body = estateFeed(lists);
        return [{ ...first, headers: { 'x-branches': 'all' } }];
      },
    ],
  ])('takes nothing off for %s: it asks, until that is taken back', async (_, prepare, narrow, widen) => {
    world = await World.create();
    await prepare();
    await round();
    expect(world.live()).toHaveLength(10);
    await reload(narrow);
    await round();
    expect(await openHolds()).toMatchObject([{ kind: 'removals', lineCount: 1, cause: 'scope' }]);
    const reason = (await openHolds())[0]?.reason;
    expect(reason).toContain('no longer has 1 listing that is on the portal');
    expect(reason).toContain('configuration alone removes nothing');
    await hoursOfRounds();
    world.clock.advance(9 * 24 * hour);
    await hoursOfRounds();
    expect(world.live()).toHaveLength(10);
    await reload(widen);
    await round();
    expect(await openHolds()).toEqual([]);
    await reload(narrow);
    await round();
    expect(await approve()).toMatchObject({ ok: true, listings: 1 });
    await hoursOfRounds();
    expect(world.live()).toHaveLength(9);
  });

  it('asks also where the process is killed in the midst', async () => {
    let armed = false;
    world = await World.create({
      crashPoints: {
        reach(point): void {
          if (armed && point === 'removals.planned') killed(world);
        },
      },
    });
    world.feed.body = estateFeed(lists);
    await round();
    await reload(([first]) => [{ ...first, where: town('Novi Sad') }]);
    armed = true;
    await expect(round()).rejects.toThrow('killed');
    armed = false;
    await world.restart();
    await hoursOfRounds();
    expect(await openHolds()).toMatchObject([{ kind: 'removals', lineCount: 1, cause: 'scope' }]);
    expect(world.live()).toHaveLength(10);
  });

  it('asks nothing for another address with the same file, and believes later files as ever', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(9));
    await round();
    const url = `${world.feedUrl}/feed.xml?token=other`;
    world.at('/feed.xml?token=other').body = world.feed.body;
    await reload(([first]) => [{ ...first, url }]);
    await round();
    world.at('/feed.xml?token=other').body = estateFeed(ads(8));
    await hoursOfRounds();
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(8);
  });
});

describe('what makes a feed whole', () => {
  it('stalls below min_records', async () => {
    world = await World.create({ feed: { min_records: 4 } });
    world.feed.body = estateFeed(ads(6));
    await round();
    world.feed.body = estateFeed(ads(3));
    const { polls } = await round();
    expect(polls[0]).toMatchObject({ state: 'stalled' });
    expect(polls[0]?.message).toContain('min_records asks for 4');
    await hoursOfRounds();
    expect(world.live()).toHaveLength(6);
  });

  it('reads all of several urls, or none', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(4));
    world.at('/b.xml').body = estateFeed(ads(4, 11));
    await reload(([{ url, ...first } = {}]) => [
      { ...first, urls: [url, String(url).replace('/feed.xml', '/b.xml')] },
    ]);
    await round();
    expect(world.live()).toHaveLength(8);
    world.at('/b.xml').status = 500;
    world.feed.body = estateFeed(ads(5));
    expect((await round()).polls[0]).toMatchObject({ state: 'stalled' });
    await hoursOfRounds();
    expect(world.live()).toHaveLength(8);
    world.at('/b.xml').status = 200;
    expect((await round(hour)).polls[0]).toMatchObject({ state: 'done' });
    expect((await round()).polls[0]).toMatchObject({ state: 'unchanged' });
    expect(world.live()).toHaveLength(9);
  });
});

describe('several urls of one feed', () => {
  it('are each asked by their own validators; a part that is unchanged comes from the last copy', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(4));
    world.at('/b.xml').body = estateFeed(ads(4, 11));
    await reload(([{ url, ...first } = {}]) => [
      { ...first, urls: [url, String(url).replace('/feed.xml', '/b.xml')] },
    ]);
    await round();
    world.feedRequests = [];
    expect((await round()).polls[0]).toMatchObject({ state: 'unchanged' });
    expect(world.feedRequests).toEqual([
      { status: 304, path: '/feed.xml' },
      { status: 304, path: '/b.xml' },
    ]);

    world.feedRequests = [];
    world.at('/b.xml').body = estateFeed([...ads(4, 11), ad(15)]);
    expect((await round()).polls[0]).toMatchObject({ state: 'done', balance: { seen: 9 } });
    expect(world.feedRequests.map(({ status }) => status)).toEqual([304, 200]);
    expect(world.live()).toHaveLength(9);
    await hoursOfRounds();
    expect(world.live()).toHaveLength(9);

    // Another second url has another file, whatever the first one's validators say.
    world.at('/c.xml').body = estateFeed(ads(4, 31));
    await reload(([first = {}]) => [
      { ...first, urls: (first.urls as string[]).map((url) => url.replace('/b.xml', '/c.xml')) },
    ]);
    world.feedRequests = [];
    await round();
    expect(world.feedRequests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are asked for whole once a day', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(4));
    world.at('/b.xml').body = estateFeed(ads(4, 11));
    await reload(([{ url, ...first } = {}]) => [
      { ...first, urls: [url, String(url).replace('/feed.xml', '/b.xml')] },
    ]);
    await round();
    world.feedRequests = [];
    expect((await round(25 * hour)).polls[0]).toMatchObject({ state: 'unchanged' });
    expect(world.feedRequests.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a configuration that changes while the daemon runs', () => {
  it('stops the feeds of a broken file only, and takes none of them for gone', async () => {
    const folder = (): string => join(world.folder, 'feeds.d');
    world = await World.create();
    const document = await world
      .declare((feeds) => feeds)
      .then(() => loadConfig(world.configFile, diskDeps({})));
    const first = document.ok ? document.config.feeds[0] : undefined;
    await mkdir(folder());
    const other = {
      name: 'agency-b',
      connection: world.connectionId,
      url: first?.urls[0]?.replace('/feed.xml', '/b.xml'),
      mapping: 'estate-sistem',
      answers: { mandate_attested: true, owner_lives_nearby: false },
      constants: { 'price.currency': 'EUR' },
    };
    await writeFile(join(folder(), 'b.yaml'), JSON.stringify({ feeds: [other] }));
    await world.configure({ feeds_dir: folder() });
    world.feed.body = estateFeed(ads(6));
    world.at('/b.xml').body = estateFeed(ads(6, 11));
    await reload();
    await round();
    expect(world.live()).toHaveLength(12);

    await writeFile(join(folder(), 'b.yaml'), 'feeds: [');
    await reload();
    expect(world.app.feeds.map(({ name }) => name)).toEqual(['agency']);
    world.feed.body = estateFeed(ads(7));
    await hoursOfRounds();
    expect(world.live()).toHaveLength(13);
    expect(await openHolds()).toEqual([]);
  });
});

describe('a listing of a held file', () => {
  it('is not taken off for having left its former feed', async () => {
    await twoFeeds();
    world.feed.body = estateFeed(ads(5, 2));
    const moved = [...ads(6, 11).map((one) => ({ ...one, photos: 0 })), ad(1)];
    world.at('/b.xml').body = estateFeed(moved);
    await hoursOfRounds();
    expect((await openHolds()).map(({ kind }) => kind).sort()).toEqual(['plan', 'removals']);
    expect(world.live()).toContain('A0001');
    const plan = (await openHolds()).find(({ kind }) => kind === 'plan');
    const approval = { holdId: plan?.id ?? 0, kind: 'approve', expect: null, author: 'test' } as const;
    expect(await decideHold(approval, world.app.services)).toMatchObject({ ok: true });
    await hoursOfRounds();
    expect(await openHolds()).toEqual([]);
    expect(world.live()).toHaveLength(12);
  });

  it('passes to the feed that has it now when the file is approved: it is not taken off', async () => {
    await twoFeeds();
    // All ids of the first feed are renamed but one, which the second feed has from now on.
    world.feed.body = estateFeed(ads(6, 101));
    world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
    await round();
    expect((await openHolds()).map(({ kind }) => kind)).toEqual(['plan']);
    expect(await approve()).toMatchObject({ ok: true, listings: 5 });
    await hoursOfRounds();
    expect(world.live()).toContain('A0001');
    expect(world.live()).not.toContain('A0002');
  });
});

it('a listing that moved to a feed which was paused then is not taken off', async () => {
  await twoFeeds();
  world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
  await round();
  await executeDecision({ kind: 'pause', payload: { feed: 'agency-b' }, author: 'test' }, world.app.services);
  world.feed.body = estateFeed(ads(5, 2));
  await hoursOfRounds();
  expect(world.live()).toContain('A0001');
});

it('a listing that moved to a feed which then left the configuration is not taken off, but asked about with its others', async () => {
  await twoFeeds();
  world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
  await round();
  await reload((feeds) => feeds.slice(0, 1));
  world.feed.body = estateFeed(ads(5, 2));
  await hoursOfRounds();
  expect(world.live()).toContain('A0001');
  expect(await openHolds()).toMatchObject([{ kind: 'orphan', lineCount: 7 }]);
  expect(await approve()).toMatchObject({ ok: true, listings: 7 });
  await round();
  expect(world.live()).toHaveLength(5);
});

it('a listing of a feed that is gone passes to the feed that has it too, where the others are taken off', async () => {
  await twoFeeds([...ads(6), ad(11, { price: 70_000 })]);
  await reload(([, other = {}]) => [other]);
  expect(await openHolds()).toMatchObject([{ kind: 'orphan', lineCount: 7 }]);
  expect(await approve()).toMatchObject({ ok: true, listings: 6 });
  await hoursOfRounds();
  expect(world.live()).toHaveLength(6);
  expect(world.payload('A0011')).toMatchObject({ price: { amount: 91_100 } });
  expect(world.requests().filter((request) => request.endsWith('A0011/remove'))).toEqual([]);
});

it('a listing that a person keeps off stays its owner’s, whoever else has it', async () => {
  await twoFeeds();
  const liftIt = await keepOff('A0001');
  world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1, { price: 1000 })]);
  await round();
  expect((await round()).polls.map(({ state }) => state)).not.toContain('failed');
  await liftIt();
  await hoursOfRounds();
  expect(world.payload('A0001')).toMatchObject({ price: { amount: 90_100 } });
});

it('a listing that moved while a person kept it off is published by the feed that has it, once it may be', async () => {
  await twoFeeds();
  const liftIt = await keepOff('A0001');
  world.feed.body = estateFeed(ads(5, 2));
  world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1, { price: 70_000 })]);
  await hoursOfRounds();
  expect(world.live()).not.toContain('A0001');
  await liftIt();
  await hoursOfRounds();
  expect(world.live()).toContain('A0001');
  expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
});

it('a listing that waits for a person stays where another feed has it by then', async () => {
  await twoFeeds();
  world.feed.body = estateFeed(ads(1, 6));
  await hoursOfRounds();
  expect(await openHolds()).toMatchObject([{ kind: 'removals', lineCount: 5 }]);
  world.at('/b.xml').body = estateFeed([...ads(6, 11), ad(1)]);
  // The owner is not polled before the decision.
  await executeDecision({ kind: 'pause', payload: { feed: 'agency' }, author: 'test' }, world.app.services);
  await round();
  expect(await approve()).toMatchObject({ ok: true, listings: 4 });
  await hoursOfRounds();
  expect(world.live()).toContain('A0001');
  expect(world.live()).toHaveLength(8);
});

it.each<[string, (feed: string) => string]>([
  ['cannot be published', (feed) => feed.replace('<vrstanekretnine>Stan<', '<vrstanekretnine>Zamak<')],
  ['cannot be read', (feed) => feed.replace('<cena>90100</cena>', '<cena>90100</cijena>')],
])('a listing that moved to another feed, where its record %s, is not taken off', async (_what, spoil) => {
  await twoFeeds();
  world.feed.body = estateFeed(ads(5, 2));
  world.at('/b.xml').body = spoil(estateFeed([ad(1), ...ads(6, 11)]));
  await hoursOfRounds();
  expect(world.live()).toContain('A0001');
  world.at('/b.xml').body = estateFeed([ad(1, { price: 70_000 }), ...ads(6, 11)]);
  await round();
  expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
});

describe('a listing that was put by hand', () => {
  it('passes to the feed that has it too when it is removed by hand, though the file is the same', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    await round();
    const { connectionId, app } = world;
    const byHand = { connectionId, author: 'test' };
    const listing = { ...world.payload('A0001'), external_id: 'A0004' };
    expect(await putByHand({ ...byHand, listing }, app.services)).toMatchObject({ ok: true });
    world.feed.body = estateFeed(ads(4));
    await hoursOfRounds();
    expect(world.payload('A0004').price).toMatchObject({ amount: ad(1).price });

    const removal = { ...byHand, externalId: 'A0004', reason: 'withdrawn' } as const;
    expect(await removeByHand(removal, app.services)).toMatchObject({ ok: true });
    await hoursOfRounds();
    expect(world.live()).toHaveLength(4);
    expect(world.payload('A0004').price).toMatchObject({ amount: ad(4).price });
  });
});
