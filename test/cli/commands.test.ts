import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteRestart, restartFile } from '../../src/platform/watchdog/last-restart.js';
import { runIntents } from '../../src/sync/run-requests.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { besideDaemon, run, runAlone } from './command-line.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(6));
});
afterEach(async () => world.close());

/** The feed lost most of its ads, and their grace is over: the guard holds them. */
async function holdRemovals(): Promise<void> {
  await world.round();
  world.feed.body = estateFeed(ads(2));
  await world.round();
  world.clock.advance(61 * minute);
  await world.round();
}

describe('sync', () => {
  it('publishes, and says so to people and to programs', async () => {
    const text = await runAlone(world, 'sync');
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toContain('agency: done: 6 records, 6 to send');
    expect(text.out).toContain('6 sent in 1 batch, 6 accepted');
    expect(world.live()).toHaveLength(6);

    world.clock.advance(minute);
    const { code, json } = await runAlone(world, 'sync', '--json');
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      dry_run: false,
      feeds: [{ feed: 'agency', state: 'unchanged', balance: { absent: 0 } }],
      pushes: [{ connection: world.connectionId, state: 'unchanged', sent: 0 }],
      problems: [],
    });
    expect(json()).not.toHaveProperty('attention');
  });

  it('shows with --dry-run what it would do, and does nothing', async () => {
    await world.round();
    world.feed.body = estateFeed([...ads(5).slice(1), ad(2, { price: 89_000 }), ad(9)].slice(1));
    const { code, json } = await runAlone(world, 'sync', '--dry-run', '--json');
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      dry_run: true,
      feeds: [
        {
          creates: [{ external_id: 'A0009', action: 'create', lane: 'new' }],
          updates: [{ external_id: 'A0002' }],
        },
      ],
    });
    expect(world.live()).toHaveLength(6);
    expect((await run(world, 'listings', '--text', 'A0009')).out).toContain('No listings match.');
  });

  it('exits with 3 while removals wait for a person; --attention narrows that', async () => {
    await holdRemovals();
    expect(world.live()).toHaveLength(6);
    world.clock.advance(minute);
    const { code, json } = await runAlone(world, 'sync', '--json');
    expect(code).toBe(3);
    expect(json()).toMatchObject({ attention: [{ kind: 'hold', count: 4, new: false }] });
    expect((await runAlone(world, 'sync', '--attention', 'holds')).code).toBe(3);
    expect((await runAlone(world, 'sync', '--attention', 'new')).code).toBe(0);
  });

  it('exits with 1 where a feed stalls, and with 0 for a record that cannot be published', async () => {
    world.feed.body = estateFeed([...ads(3), ad(4, { type: 'Svemirski brod' })]);
    expect((await runAlone(world, 'sync')).code).toBe(0);
    expect(world.live()).toHaveLength(3);
    const invalid = (await run(world, 'listings', '--invalid', '--json')).json();
    expect(invalid).toMatchObject({
      listings: [
        { external_id: 'A0004', feed: 'agency', issues: [{ code: 'unmapped_word', pointer: '/category' }] },
      ],
    });

    world.clock.advance(minute);
    Object.assign(world.feed, { status: 500, etag: false });
    const stalled = await runAlone(world, 'sync');
    expect(stalled.code).toBe(1);
    expect(stalled.out).toContain('agency: stalled');
  });

  it('is done by the daemon beside it, which prints the same', async () => {
    await world.round();
    world.feed.body = estateFeed([ad(1, { price: 89_000 }), ...ads(6, 2)]);
    world.clock.advance(minute);
    const dry = await besideDaemon(world, 'sync', '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(dry.json()).toMatchObject({
      dry_run: true,
      feeds: [{ creates: [{ external_id: 'A0007' }], updates: [{ external_id: 'A0001' }] }],
    });
    expect(world.live()).toHaveLength(6);
    const done = await besideDaemon(world, 'sync', '--feed', 'agency');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain('agency: done: 7 records, 2 to send');
    expect(done.out).toContain('2 sent in 1 batch, 2 accepted');
    expect(world.live()).toHaveLength(7);
  });

  it('says so where the daemon does not run a feed of the configuration, or ends', async () => {
    await world.round();
    await world.declare(([first]) => [
      first ?? {},
      { ...first, name: 'new', id_prefix: 'n', url: `${String(first?.url)}?of=new` },
    ]);
    const unknown = await besideDaemon(world, 'sync', '--feed', 'new');
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain('the daemon does not run feed new');
    const asking = run(world, 'sync');
    while ((await world.app.services.store.intents.pending()).length === 0) await new Promise(setImmediate);
    await world.app.close();
    const ended = await whileTimePasses(asking);
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('The daemon ended before this was done.');
    await world.restart();
  });

  it('names the feeds where one is unknown', async () => {
    const unknown = await runAlone(world, 'sync', '--feed', 'agencz');
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('Known feeds: agency.');
  });
});

describe('holds', () => {
  it('are shown with numbers, limit, titles and the command', async () => {
    await holdRemovals();
    const { code, out } = await run(world, 'holds');
    expect(code).toBe(3);
    expect(out).toContain('Hold 1: removals of agency, 4 listings');
    expect(out).toContain('removals.max_share');
    expect(out).toContain('A0003  Dvosoban stan broj 3');
    expect(out).toContain('`feedsync approve 1` removes them');

    const document = (await run(world, 'holds', '--json')).json();
    expect(document).toMatchObject({
      holds: [{ id: 1, kind: 'removals', state: 'open', feed: 'agency', count: 4, decided_at: null }],
      attention: [{ kind: 'hold', count: 4, since: new Date(world.clock.now()).toISOString(), new: true }],
    });
  });

  it('are approved without a daemon: the next round takes off exactly those', async () => {
    await holdRemovals();
    expect(await runAlone(world, 'approve', '1', '--expect', '3')).toMatchObject({ code: 1 });
    const { code, out } = await runAlone(world, 'approve', '1', '--expect', '4');
    expect(code).toBe(0);
    expect(out).toContain('4 listings are removed');
    expect((await runAlone(world, 'sync')).code).toBe(0);
    expect(world.live()).toEqual(['A0001', 'A0002']);
    expect((await run(world, 'holds', '--json')).json()).toEqual({ holds: [], questions: [] });
    expect((await runAlone(world, 'approve', '1')).err).toContain('already approved');
  });

  it('are decided by the daemon beside which the command runs', async () => {
    await holdRemovals();
    const rejecting = run(world, 'reject', '1');
    while ((await world.app.services.store.intents.pending()).length === 0) await new Promise(setImmediate);
    await runIntents(world.app.services);
    const ran = await whileTimePasses(rejecting);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('4 listings stay on the portal');
  });

  it('are left to a daemon that does not answer in time', async () => {
    await holdRemovals();
    const ran = await whileTimePasses(run(world, 'approve', '1', '--json'));
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toMatchObject({ ok: true, pending: true });
    for (let ticks = 0; ticks < 2; ticks++) {
      await world.app.engine.tick();
      await world.app.engine.idle();
    }
    expect(world.live()).toHaveLength(2);
  });
});

async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  while (!state.isDone) {
    await new Promise(setImmediate);
    world.clock.advance(250);
  }
  return done;
}

describe('status', () => {
  it('says whether a process works on the store', async () => {
    const status = async () => ({
      text: (await run(world, 'status')).out,
      json: (await run(world, 'status', '--json')).json(),
    });
    const running = await status();
    expect(running.text).not.toContain('The daemon is not running');
    expect(running.json).toMatchObject({ daemon: { running: true } });
    await world.restart(async () => {
      const alone = await status();
      expect(alone.text).toContain(
        'The daemon is not running: nothing is polled or sent until `feedsync run`',
      );
      expect(alone.json).toMatchObject({ daemon: { running: false } });
    });
  });

  it('shows when the watchdog ended the process last, and why', async () => {
    expect((await run(world, 'status', '--json')).json()).toMatchObject({ last_restart: null });
    const file = restartFile(world.app.config.dataDir, 'all');
    expect(noteRestart(file, { at: world.clock.now() - hour, reason: 'blocked' })).toBe(true);
    expect((await run(world, 'status', '--json')).json()).toMatchObject({
      last_restart: { at: new Date(world.clock.now() - hour).toISOString(), reason: 'blocked' },
    });
    const { out } = await run(world, 'status');
    expect(out).toMatch(
      /Last restart by feedsync itself: .*60 min ago.*, because the process was blocked for a minute\./,
    );
  });
});

describe('what is known', () => {
  it('is told by status, runs and listings, as text and as documents', async () => {
    await world.round();
    const status = await run(world, 'status', '--json');
    expect(status.code).toBe(0);
    expect(status.json()).toMatchObject({
      feeds: [{ name: 'agency', life: 'active', published: 6, pending: 0, refused: 0, invalid: 0 }],
      connections: [{ id: world.connectionId, status: 'active', items_spent: 6, outbox: { upserts: 0 } }],
      holds: [],
    });
    expect((await run(world, 'status')).out).toContain('Nothing needs attention.');
    expect((await run(world, 'runs', '--kind', 'poll', '--json')).json()).toMatchObject({
      runs: [{ kind: 'poll', feed: 'agency', state: 'done', balance: { seen: 6 } }],
    });
    const listings = (await run(world, 'listings', '--json')).json().listings as Record<string, unknown>[];
    expect(listings).toHaveLength(6);
    expect(listings[0]).toMatchObject({
      external_id: 'A0001',
      connection: world.connectionId,
      feed: 'agency',
      portal: 'live',
      presence: 'present',
      queued: null,
    });
    expect((await run(world, 'listings', '--limit', '2')).out).toContain(
      'There may be more: use --limit, or --after A0002.',
    );
  });

  it('shows nothing of a feed that would control a terminal', async () => {
    await world.round();
    await world.app.services.store.listings.update(
      world.connectionId,
      [{ externalId: 'A0001', title: '\u001b[2J\u001b]0;owned\u0007Stan\u202e\nA0099 live' }],
      0,
    );
    const { out } = await run(world, 'listings');
    expect(out).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(out).toContain('Stan A0099 live');
    expect((await run(world, 'listings', '--json')).out).not.toMatch(/[\u001b\u0007\u202e]/);
  });

  it('counts the words that no table knows', async () => {
    world.feed.body = estateFeed([ad(1, { heating: 'Plazma' }), ad(2)]);
    await world.round();
    expect((await run(world, 'unmapped', '--json')).json()).toMatchObject({
      unmapped: [{ feed: 'agency', name: 'heating', count: 1, samples: ['A0001'] }],
    });
  });
});

describe('explain', () => {
  it('opens with one sentence, then tells where each field comes from', async () => {
    await world.round();
    const { code, out } = await run(world, 'explain', 'A0001');
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toBe('It is on the portal, as its feed has it.');
    expect(out).toMatch(/price\.amount +cena +90100/);
    expect(out).toMatch(/accepted \(digest [0-9a-f]{12}, result accepted, batch 1\)/);
  });

  it('tells what the portal has not got yet, and why it waits', async () => {
    await world.round();
    world.sandbox.staff.pause(world.connectionId, 'unpaid');
    world.clock.advance(2 * hour);
    world.feed.body = estateFeed([ad(1, { price: 77_000 }), ...ads(5, 2)]);
    await world.round();
    const { json } = await run(world, 'explain', 'A0001', '--json');
    expect(json()).toMatchObject({
      explanation: {
        sentence:
          'It is on the portal as it was before, and its change waits in the outbox, because the connection is paused by the portal’s staff (“unpaid”). The portal’s staff resume it: contact them. Everything is then sent automatically.',
        agreement: 'different',
        unsent: [{ pointer: '/price/amount', before: 90_100, after: 77_000 }],
        unplanned: [],
        outbox: { op: 'upsert', lane: 'state_or_price' },
      },
      attention: [{ kind: 'connection_paused' }],
    });
  });

  it('lists the matches where several are meant, and says so where there is none', async () => {
    await world.round();
    const several = await run(world, 'explain', 'Dvosoban stan');
    expect(several.code).toBe(0);
    expect(several.out).toContain('6 listings match "Dvosoban stan"');
    const none = await run(world, 'explain', 'nobody', '--json');
    expect(none.code).toBe(1);
    expect(none.json()).toHaveProperty('error.message');
  });
});

describe('the portal by hand', () => {
  it('answers ping, connections, places and vocabularies', async () => {
    expect((await run(world, 'ping', '--json')).json()).toMatchObject({ ping: { limits: {} } });
    expect((await run(world, 'connections', '--json')).json()).toMatchObject({
      connections: [{ id: world.connectionId, feeds: ['agency'] }],
    });
    expect((await run(world, 'places', 'Beočin')).out).toContain('Beočin');
    expect((await run(world, 'vocabularies', 'heating')).code).toBe(0);
    expect((await run(world, 'vocabularies', 'colour')).code).toBe(2);
  });

  it('redeems a connect code', async () => {
    const { code } = world.sandbox.staff.issueCode();
    expect((await run(world, 'connect', code, '--json')).json()).toHaveProperty('connection.id');
    const again = await run(world, 'connect', code);
    expect(again.code).toBe(1);
    expect(again.err).toContain('The portal refused');
  });
});

describe('doctor and config check', () => {
  it('find nothing wrong where nothing is', async () => {
    await world.round();
    const { code, json } = await run(world, 'doctor', '--json');
    expect(code).toBe(0);
    const checks = json().checks as { about: string; state: string }[];
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(checks.map(({ about }) => about.split(' ')[0])).toEqual([
      'configuration',
      'mapping',
      'key',
      'store',
      'disk',
      'portal',
      'clock',
      'connection',
      'due',
      'backups',
      'notices',
      'drift',
      'requests',
      'feed',
    ]);
    expect((await run(world, 'config', 'check')).out).toContain('1 feed (agency)');
  });

  it('name a folder of mappings that does not exist, although the mapping is found elsewhere', async () => {
    await world.round();
    await world.configure({ mappings: 'mapings' });
    const checked = await run(world, 'config', 'check');
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('There is no folder mapings')]);
    expect((await run(world, 'config', 'check', '--json')).json()).toMatchObject({
      warnings: [expect.stringContaining('mapings')],
    });
    expect((await run(world, 'doctor')).out).toMatch(/warn +mappings: There is no folder mapings/);
  });

  it('tell a wrong clock, a paused connection and a feed that is gone, each with what to do', async () => {
    await world.round();
    world.sandbox.staff.pause(world.connectionId, 'unpaid');
    world.sandbox.staff.setClockOffset(20_000);
    Object.assign(world.feed, { status: 404, etag: false });
    const { code, out } = await run(world, 'doctor');
    expect(code).toBe(1);
    expect(out).toMatch(/warn +clock: .*2\d s behind/);
    expect(out).toMatch(/warn +connection .*: .*paused by staff \(unpaid\)/);
    expect(out).toMatch(/FAIL +feed agency: .*404/);
    expect(out.match(/→/g)).toHaveLength(3);
  });

  it('tell that a feed which answers has given nothing for days', async () => {
    await world.round();
    Object.assign(world.feed, { status: 204, etag: false });
    world.clock.advance(day);
    await world.round();
    expect((await run(world, 'doctor')).out).toMatch(/ok +feed agency: .*last complete poll/);
    world.clock.advance(2 * day);
    await world.round();
    expect((await run(world, 'doctor')).out).toMatch(/warn +feed agency: .*was empty \(204\)/);
  });
});
