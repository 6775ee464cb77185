import { rm, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openApp, systemSeams } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { TransportError } from '../../src/platform/http/transport.js';
import { beginReading } from '../../src/sync/poll/feed-deaths.js';
import { reconcile } from '../../src/sync/reconcile/reconcile.js';
import { run } from '../cli/command-line.js';
import { between } from '../support/between.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World, type WorldOptions } from '../support/world.js';
import { altered } from '../support/altered.js';

let world: World;
afterEach(async () => world.close());

/** The daemon works; time goes by in steps that are no longer than its schedules. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 15 * minute) await world.tick(Math.min(left, 15 * minute));
}

/** A night's comparison is within. */
const allIsWellMs = repetitions({ tests: 26, soak: 72 }) * hour;

interface State {
  options?: WorldOptions;
  /** Ads that its feed has before it comes about; 3 without it. */
  count?: number;
  make: () => Promise<unknown>;
  kind: string;
  /** What the sentence says of the cause. */
  names: RegExp;
  /** 3 where only the operator can end it. */
  code: 0 | 3;
}

const feedAnswers = async (change: Partial<World['feed']>, ms = 4 * hour): Promise<void> => {
  Object.assign(world.feed, change);
  await pass(ms);
};

/** From now on batches get this answer in the portal's place, and one listing is new. */
async function batchesGet(answer: (request: Request) => Response, ms = 5 * hour): Promise<void> {
  between(world, async (request, portal) =>
    request.method === 'POST' && request.url.endsWith('/batches') ? answer(request) : portal(request),
  );
  world.feed.body = estateFeed(ads(4));
  await pass(ms);
}

const refusal =
  (status: number, code: string, details: unknown[] = []) =>
  (): Response =>
    Response.json(
      { error: { code, message: 'The words of the portal.', details }, request_id: crypto.randomUUID() },
      { status },
    );

async function withMapping(mapping: string): Promise<void> {
  await world.declare((feeds) => feeds.map((feed) => ({ ...feed, mapping })));
  await world.app.close();
  const loaded = await loadConfig(world.configFile, diskDeps({}));
  if (!loaded.ok) throw new Error('the configuration is refused as a whole');
  world.app = await openApp(loaded.config, { ...systemSeams(), clock: world.clock });
}

const states: Readonly<Record<string, State>> = {
  'a feed whose host answers 500': {
    make: () => feedAnswers({ status: 500 }),
    ...{ kind: 'feed_behind', names: /its file cannot be read \(.*500/, code: 0 },
  },
  'a feed whose host wants a password': {
    make: () => feedAnswers({ status: 401 }),
    ...{ kind: 'feed_behind', names: /its file cannot be read \(.*401/, code: 0 },
  },
  'a feed whose every record is broken': {
    make: () => feedAnswers({ body: estateFeed(ads(3)).replaceAll('</naslov>', '</title>') }),
    ...{
      kind: 'feed_unreadable',
      names: /no record of the feed can be read \(3\).*closing tag.*line \d+/,
      code: 3,
    },
  },
  'a feed that is a web page': {
    make: () => feedAnswers({ body: '<!doctype html><html><body>Maintenance</body></html>' }),
    ...{ kind: 'feed_behind', names: /its file cannot be read \(.*a web page came instead/, code: 0 },
  },
  'a feed that is cut off': {
    make: () => feedAnswers({ body: estateFeed(ads(3)).slice(0, -300) }),
    ...{ kind: 'feed_behind', names: /its file cannot be read \(.*cut off/, code: 0 },
  },
  'a feed that is empty': {
    make: () => feedAnswers({ body: estateFeed([]) }),
    ...{ kind: 'feed_behind', names: /its file cannot be read \(.*holds no records/, code: 0 },
  },
  'a feed that no process reads': {
    make: async () => {
      world.clock.advance(4 * hour);
      await Promise.resolve();
    },
    ...{ kind: 'feed_behind', names: /it is due and no process reads it/, code: 3 },
  },
  'a feed whose mapping is not there': {
    make: async () => {
      await withMapping('no-such-mapping');
      await pass(4 * hour);
    },
    ...{ kind: 'feed_behind', names: /its configuration cannot be used \(.*no-such-mapping/, code: 3 },
  },
  'a folder for data that cannot be written to': {
    make: async () => {
      const { dataDir } = world.app.config;
      await rm(dataDir, { recursive: true });
      await writeFile(dataDir, '');
      world.feed.body = estateFeed(ads(4));
      await pass(6 * hour);
      await rm(dataDir);
    },
    ...{
      kind: 'feed_failed',
      names: /feedsync fails to process the feed.*could not be written to the data folder \(ENOTDIR\)/,
      code: 3,
    },
  },
  'a key that the portal does not take': {
    make: async () => {
      world.sandbox.staff.revokeKey(world.app.config.portal.keyId);
      world.feed.body = estateFeed(ads(4));
      await pass(5 * hour);
    },
    ...{ kind: 'key', names: /refuses the key/, code: 3 },
  },
  'a clock that was set back': {
    make: async () => {
      world.clock.jump(-12 * hour);
      await Promise.resolve();
    },
    ...{ kind: 'clock', names: /clock of this machine shows an earlier time/, code: 3 },
  },
  'a batch that is refused as forbidden': {
    make: () => batchesGet(refusal(403, 'forbidden')),
    ...{ kind: 'request_refused', names: /although it accepts the key.*forbidden/, code: 3 },
  },
  'a batch that is always 401 although the key is taken': {
    make: () => batchesGet(refusal(401, 'unauthorized')),
    ...{ kind: 'request_refused', names: /although it accepts the key/, code: 3 },
  },
  'a batch that is refused for what one listing holds': {
    make: () =>
      batchesGet(
        refusal(422, 'validation_failed', [
          { pointer: '/listings/0/price/amount', code: 'too_big', message: 'Too high.' },
        ]),
      ),
    ...{ kind: 'item_refused', names: /refused the request because of this listing’s content/, code: 0 },
  },
  'a listing that is too large for the portal': {
    make: () => batchesGet(() => new Response('too large', { status: 413 })),
    ...{ kind: 'item_refused', names: /larger than the portal accepts/, code: 0 },
  },
  'a portal that answers 500': {
    make: () => batchesGet(refusal(500, 'internal_error')),
    ...{
      kind: 'listings_behind',
      names: /the portal (does not accept them now|gives no usable answer)/,
      code: 0,
    },
  },
  'a portal that is down for maintenance': {
    make: () => batchesGet(() => new Response('Back soon', { status: 503 })),
    ...{
      kind: 'listings_behind',
      names: /the portal (does not accept them now|gives no usable answer)/,
      code: 0,
    },
  },
  'a portal that answers 429 to every batch': {
    make: () => batchesGet(refusal(429, 'rate_limited')),
    ...{
      kind: 'listings_behind',
      names: /the portal (does not accept them now|gives no usable answer)/,
      code: 0,
    },
  },
  'a portal that cuts every batch’s connection': {
    make: () =>
      batchesGet(() => {
        throw new TransportError('refused', 'cut');
      }),
    ...{
      kind: 'listings_behind',
      names: /the portal (does not accept them now|gives no usable answer)/,
      code: 0,
    },
  },
  'a plan that is full': {
    options: { sandbox: {} },
    make: async () => {
      world.sandbox.staff.setQuota(world.connectionId, 2);
      world.feed.body = estateFeed(ads(5));
      await pass(5 * hour);
    },
    ...{ kind: 'plan_full', names: /plan at the portal has no room/, code: 0 },
  },
  'more changes than the budget takes in a day': {
    options: { limits: { connection_items_per_hour: 1 } },
    count: 60,
    make: () => pass(26 * hour),
    ...{ kind: 'listings_behind', names: /more changes than the hourly budget allows/, code: 0 },
  },
  'a paused connection': {
    make: async () => {
      world.sandbox.staff.pause(world.connectionId);
      world.feed.body = estateFeed(ads(4));
      await pass(5 * hour);
    },
    ...{ kind: 'connection_paused', names: /the connection is paused/, code: 0 },
  },
  'a revoked connection': {
    make: async () => {
      world.sandbox.staff.revoke(world.connectionId);
      await pass(5 * hour);
    },
    ...{ kind: 'connection_revoked', names: /the agency revoked the connection/, code: 3 },
  },
  'a first push that the staff looks at for a day': {
    options: { connectionStatus: 'certifying', config: { certifying: { first_push: 2 } } },
    make: () => pass(5 * hour),
    ...{ kind: 'listings_behind', names: /still certify/, code: 0 },
  },
  'a push that an exception ends': {
    make: async () => {
      const { portal } = world.app.services;
      altered(world.app.services).portal = {
        ...portal,
        sendBatch: () => Promise.reject(new Error('a mistake')),
      };
      world.feed.body = estateFeed(ads(4));
      await pass(5 * hour);
    },
    ...{
      kind: 'listings_behind',
      names: /feedsync fails to send them \(feedsync failed in this job/,
      code: 3,
    },
  },
  'listings that no process sends': {
    make: async () => {
      const isDown = { yes: true };
      between(world, async (request, portal) =>
        isDown.yes && request.url.endsWith('/batches') ? refusal(500, 'down')() : portal(request),
      );
      world.feed.body = estateFeed(ads(4));
      await pass(15 * minute);
      isDown.yes = false;
      world.clock.advance(5 * hour);
    },
    ...{ kind: 'listings_behind', names: /no process sends them/, code: 3 },
  },
  'half of the listings gone from a file': {
    count: 30,
    make: () => feedAnswers({ body: estateFeed(ads(12)) }, 5 * hour),
    ...{ kind: 'hold', names: /^Hold 1 \(removals\) of .*: 18 listings wait for a decision/, code: 3 },
  },
  'a price that is in doubt': {
    make: () => feedAnswers({ body: estateFeed(ads(3).map((one) => ({ ...one, price: 1 }))) }, hour),
    ...{ kind: 'hold', names: /^Hold 1 \(content\) of .*: 3 values wait for a confirmation/, code: 0 },
  },
  'a file of which every id is another one': {
    count: 30,
    make: () => feedAnswers({ body: estateFeed(ads(30, 501)) }, 5 * hour),
    ...{ kind: 'hold', names: /^Hold 1 \(plan\) of .*: 30 listings wait for a decision/, code: 3 },
  },
  'a feed that the configuration lost': {
    make: async () => {
      await world.declare(([feed]) => [{ ...feed, name: 'renamed' }]);
      await world.restart();
      await pass(3 * hour);
    },
    ...{ kind: 'hold', names: /^Hold 1 \(orphan\) of .*: 3 listings wait for a decision/, code: 3 },
  },
  'listings on the portal that nothing knows': {
    make: async () => {
      world.sandbox.staff.setListing(world.connectionId, 'F0001', { status: 'live' });
      await reconcile(world.connectionId, world.app.services);
    },
    ...{ kind: 'hold', names: /^Hold 1 \(foreign\) of .*: 1 listing waits for a decision/, code: 3 },
  },
  'listings that were taken off and are all on the portal again': {
    count: 30,
    make: async () => {
      for (const left of [21, 15]) {
        world.feed.body = estateFeed(ads(left));
        const step = repetitions({ tests: 6, soak: 3 });
        for (let hours = 0; hours < 9 * 24; hours += step) await world.tick(step * hour);
      }
      for (const { code } of ads(15, 16))
        world.sandbox.staff.setListing(world.connectionId, code, { status: 'live' });
      await reconcile(world.connectionId, world.app.services);
    },
    ...{ kind: 'hold', names: /^Hold 1 \(confirmation\) of .*: 15 listings wait for a decision/, code: 3 },
  },
  'a feed that ends the process when it is read alone': {
    make: async () => {
      for (let death = 0; death < 2; death++) {
        const [feed] = world.app.feeds;
        const { store, clock } = world.app.services;
        if (feed === undefined) throw new Error('no feed');
        await beginReading(feed, world.app.services);
        const { id: feedId, connectionId } = feed;
        await store.runs.start({ kind: 'poll', connectionId, feedId, now: clock.now() });
        await world.restart();
      }
      await pass(5 * hour);
    },
    ...{ kind: 'feed_suspended', names: /suspended, because the process died/, code: 3 },
  },
};

describe('what is behind is never silent, and its sentence names the cause', () => {
  it.each(Object.entries(states))('%s', async (_, { options, count = 3, make, kind, names, code }) => {
    world = await World.create(options);
    world.feed.body = estateFeed(ads(count));
    await pass(30 * minute);
    await make();
    const found = await world.attention();
    const own = found.find((item) => item.kind === kind);
    expect(own, JSON.stringify(found.map((item) => [item.kind, item.sentence.en]))).toBeDefined();
    expect(own?.sentence.en).toMatch(names);
    expect(own?.sentence.sr).not.toBe('');
    expect(found.some(({ operator }) => operator)).toBe(code === 3);
    const status = await run(world, 'status', '--json');
    expect(status.code).toBe(code);
    expect(JSON.stringify(status.json().attention)).toContain(`"${kind}"`);
  });

  it('while all goes well there is nothing', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(3));
    await pass(allIsWellMs);
    expect(await world.attention()).toEqual([]);
    expect((await run(world, 'status')).code).toBe(0);
  });
});
