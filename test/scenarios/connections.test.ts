import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { systemRandom } from '../../src/platform/random.js';
import { dueWork } from '../../src/sync/due-work.js';
import type { FailureCode } from '../../src/wire/error-codes.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function start(count: number, options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(ads(count));
}

function states(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of world.listings()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function kinds(): Promise<string[]> {
  return (await world.attention()).map((item) => item.kind);
}

const batches = (): number => world.requests().filter((request) => request.endsWith('/batches')).length;

async function resend(code: string): Promise<void> {
  const payload = { code, connectionId: null, feedId: null };
  await executeDecision({ kind: 'resend', payload, author: 'test' }, world.app.services);
}

describe('a connection that is being certified', () => {
  it('gets one batch of the best listings after a dry run; the rest follows once it is active', async () => {
    await start(0, { connectionStatus: 'certifying', limits: { max_batch_items: 5 } });
    const bare = Array.from({ length: 6 }, (_, index) => ad(index + 1, { photos: 0 }));
    world.feed.body = estateFeed([...bare, ...ads(5, 50)]);
    await world.round();
    expect(states()).toEqual({ needs_review: 5 });
    expect(world.listings().map((listing) => listing.externalId)).toEqual(ads(5, 50).map((one) => one.code));
    const requests = world.requests();
    expect(requests).toContain('POST /v1/validate');
    expect(requests.indexOf('POST /v1/validate')).toBeLessThan(
      requests.findIndex((request) => request.endsWith('/batches')),
    );

    for (let minutes = 0; minutes < 30; minutes++) await world.tick(minute);
    const asked = world.requests().filter((request) => request.startsWith('POST '));
    expect(asked).toEqual([]);
    world.sandbox.staff.certify(world.connectionId);
    await world.later(10 * minute);
    expect(world.live()).toHaveLength(11);
    expect(await kinds()).toEqual([]);
  });

  it('that is sent back asks a person, shows the note word for word, and goes again when it is told to', async () => {
    await start(4, { connectionStatus: 'certifying', limits: { max_batch_items: 2 } });
    await world.round();
    world.sandbox.staff.sendBack(world.connectionId, 'Naslovi su prekratki.');
    await world.later(10 * minute);
    expect(states()).toEqual({ rejected: 2 });
    await world.app.services.store.connections.update(world.connectionId, {
      certificationNote: 'Naslovi su prekratki.',
    });
    expect(await world.attention()).toMatchObject([
      { kind: 'connection_sent_back', count: 2, note: 'Naslovi su prekratki.' },
    ]);
    await world.later(day);
    expect(states()).toEqual({ rejected: 2 });

    await resend('certification_rejected');
    await world.later(10 * minute);
    expect(states()).toEqual({ needs_review: 2 });
    world.sandbox.staff.certify(world.connectionId);
    await world.later(10 * minute);
    expect(world.live()).toHaveLength(4);
  });
});

describe('a connection that is paused midway', () => {
  it('fault 70: stops at once, keeps its queue, is asked at growing distances, and goes on by itself', async () => {
    await start(3);
    await world.round();
    await world.tick();
    world.sandbox.staff.pause(world.connectionId, 'inventory', 'agency');
    world.feed.body = estateFeed([ad(1, { price: 50_000 }), ad(2), ad(3), ad(4)]);
    await world.later(10 * minute);
    world.requests();
    expect((await world.app.services.store.outbox.counts(world.connectionId)).upserts).toBe(2);

    for (let minutes = 0; minutes < 120; minutes++) await world.tick(minute);
    const asked = world.requests().filter((request) => !request.includes('/vocabularies'));
    expect(asked.every((request) => request.startsWith('GET '))).toBe(true);
    expect(asked.length).toBeGreaterThan(7);
    expect(asked.length).toBeLessThan(40);
    expect(await kinds()).toEqual(['connection_paused']);

    world.sandbox.staff.resume(world.connectionId);
    await world.tick(15 * minute);
    expect(world.live()).toHaveLength(4);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 50_000 } });
    expect(await kinds()).toEqual([]);
  });
});

describe('a revoked connection', () => {
  it('fault 70: releases its listings and its feeds stop', async () => {
    await start(3);
    await world.round();
    world.sandbox.staff.revoke(world.connectionId);
    world.feed.body = estateFeed(ads(4));
    await world.later(61 * minute);
    const { store } = world.app.services;
    expect(await store.listings.countsByPortalState({})).toEqual({ released: 3 });
    expect(await store.outbox.counts(null)).toMatchObject({ upserts: 0, removals: 0 });
    expect(await kinds()).toEqual(['connection_revoked']);

    const polled = world.feedRequests.length;
    world.requests();
    for (let hours = 0; hours < 12; hours++) await world.tick(hour);
    expect((await world.later(hour)).problems).toHaveLength(1);
    expect(world.feedRequests).toHaveLength(polled);
    expect(world.requests().filter((request) => request.includes('/connections'))).toEqual([]);
  });
});

describe('a full plan', () => {
  it('is never pushed into; with room again, those that wait longest go first', async () => {
    await start(6);
    world.sandbox.staff.setQuota(world.connectionId, 3);
    await world.round();
    expect(world.live()).toHaveLength(3);
    expect(world.spent()).toBe(3);
    for (let hours = 0; hours < 5; hours++) await world.later(hour);
    expect(world.spent()).toBe(3);

    // A change of a live listing needs no place.
    world.feed.body = estateFeed([ad(1, { price: 70_000 }), ...ads(6, 2)]);
    await world.later(hour);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });

    world.sandbox.staff.setQuota(world.connectionId, 5);
    await world.later(2 * hour);
    expect(world.live()).toEqual(['A0001', 'A0002', 'A0003', 'A0004', 'A0005']);
  });

  it('that was found full by a refusal is tried again only when the connection shows room', async () => {
    await start(2);
    await world.round();
    world.sandbox.staff.setQuota(world.connectionId, 2);
    // Refused for want of room although the last reading showed some: somebody else took it.
    world.sandbox.staff.setListing(world.connectionId, 'A0002', {
      status: 'rejected',
      failureCode: 'quota_exceeded',
    });
    world.sandbox.staff.setListing(world.connectionId, 'of-another', { status: 'live' });
    const { store, clock } = world.app.services;
    await store.connections.update(world.connectionId, { outcomesDueAt: clock.now() });
    await world.tick();
    world.requests();
    for (let hours = 0; hours < 4; hours++) await world.tick(61 * minute);
    expect(batches()).toBe(0);
    world.sandbox.staff.setQuota(world.connectionId, 3);
    for (let hours = 0; hours < 3; hours++) await world.tick(31 * minute);
    expect(world.live()).toEqual(['A0001', 'A0002', 'of-another']);
  });

  it('that refuses though the last reading shows room is tried again at growing distances', async () => {
    await start(1);
    await world.round();
    // Since the last reading the plan became a smaller one.
    world.sandbox.staff.setQuota(world.connectionId, 1);
    world.feed.body = estateFeed(ads(2));
    await world.later(16 * minute);
    world.requests();
    for (let minutes = 0; minutes < 14; minutes++) await world.tick(minute);
    expect(batches()).toBe(0);
    world.sandbox.staff.setQuota(world.connectionId, 2);
    for (let hours = 0; hours < 3; hours++) await world.tick(31 * minute);
    expect(world.live()).toEqual(['A0001', 'A0002']);
  });
});

describe('a key that the portal refuses midway', () => {
  it('fault 71: stops everything but one ping every 15 minutes, survives a restart, and resumes by itself', async () => {
    await start(2);
    await world.round();
    const ping = await world.app.services.portal.ping();
    const appId = ping.kind === 'ok' ? ping.body.app.id : '';
    world.sandbox.staff.suspendApp(appId);
    world.feed.body = estateFeed(ads(3));
    await world.later(61 * minute);
    expect(await kinds()).toEqual(['key']);
    await world.restart();
    world.requests();
    for (let seconds = 0; seconds < 3600; seconds += 30) await world.tick(30 * second);
    expect(world.requests()).toEqual(Array<string>(4).fill('GET /v1/ping'));
    // Polling goes on.
    expect(world.feedRequests.length).toBeGreaterThan(2);
    expect(world.live()).toHaveLength(2);

    world.sandbox.staff.suspendApp(appId, false);
    await world.tick(15 * minute);
    await world.tick(second);
    expect(world.live()).toHaveLength(3);
    expect(await kinds()).toEqual([]);
  });

  it('fault 71: is not waited for any more where another one was put in its place', async () => {
    await start(2);
    const { privateKeyFile } = world.app.config.portal;
    const right = await readFile(privateKeyFile, 'utf8');
    await world.restart(() => writeFile(privateKeyFile, generateKeyPair(systemRandom).privateKeyPem));
    await world.round();
    expect(await kinds()).toContain('key');
    await world.restart(() => writeFile(privateKeyFile, right));
    await world.later(second);
    expect(await kinds()).toEqual([]);
    expect(world.live()).toHaveLength(2);
  });

  it('fault 71: with a 401 of any code is as stopped, and nothing of the queue is lost', async () => {
    await start(2);
    await world.round();
    world.sandbox.faults.add({ times: 1000, does: { kind: 'status', status: 401, code: 'key_revoked' } });
    world.feed.body = estateFeed([ad(1, { price: 60_000 }), ad(2)]);
    await world.later(10 * minute);
    expect(await kinds()).toEqual(['key']);
    world.sandbox.faults.clear();
    await world.later(16 * minute);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 60_000 } });
  });
});

describe('what the portal refused', () => {
  /** The portal changes its mind about a live listing. */
  async function refuse(failureCode: FailureCode): Promise<void> {
    world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'rejected', failureCode });
    const { store, clock } = world.app.services;
    await store.connections.update(world.connectionId, { outcomesDueAt: clock.now() });
    await world.tick();
  }

  it('keeps nothing busy for one that left its feed meanwhile, though the plan has room again', async () => {
    await start(4);
    await world.round();
    await refuse('quota_exceeded');
    world.feed.body = estateFeed(ads(3, 2));
    await world.later(20 * minute);
    const jobs = await dueWork(world.app.feeds, world.app.services);
    expect(jobs.map(({ key }) => key)).toEqual([]);
  });

  const patient: [FailureCode, number[]][] = [
    ['worker_error', [15 * minute, hour, 6 * hour, day, day]],
    ['photo_fetch_failed', [15 * minute, hour, 6 * hour, day, day]],
  ];
  it.each(patient)('for %s is sent again at growing distances', async (code, waits) => {
    await start(1);
    await world.round();
    for (const wait of waits) {
      await refuse(code);
      world.requests();
      await world.tick(wait - minute);
      expect(batches()).toBe(0);
      await world.tick(2 * minute);
      await world.tick(second);
      expect(batches()).toBe(1);
    }
  });

  it.each<FailureCode>([
    'moderation_blocked',
    'duplicate',
    'geo_unresolved',
    'invalid_payload',
    'schema_invalid',
    'missing_required',
    'unmappable_category',
    'photo_minimum',
    'mandate_missing',
    'certification_rejected',
  ])('for %s is not sent again by time, but when a person says so', async (code) => {
    await start(2);
    await world.round();
    await refuse(code);
    world.requests();
    for (let days = 0; days < 3; days++) await world.tick(day);
    expect(batches()).toBe(0);
    await resend(code);
    await world.tick(second);
    await world.tick(second);
    expect(batches()).toBe(1);
    await world.tick(6 * second);
    expect(world.live()).toEqual(['A0001', 'A0002']);
  });

  it('goes again when its content changes', async () => {
    await start(2);
    await world.round();
    await refuse('invalid_payload');
    world.feed.body = estateFeed([ad(1, { price: 77_000 }), ad(2)]);
    await world.later(20 * minute);
    expect(world.live()).toEqual(['A0001', 'A0002']);
  });
});

describe('a refusal of newer content', () => {
  /** The listing goes off at the portal, and what is sent under its id after that is refused at once. */
  it('stays the last word on a listing that is off there, through nights of comparing', async () => {
    await start(0);
    const refused = ad(9, { code: 'A0009:rejected' });
    world.feed.body = estateFeed([ad(1), refused]);
    await world.round();
    world.sandbox.staff.setListing(world.connectionId, refused.code, { status: 'removed' });
    const { store, clock } = world.app.services;
    await store.connections.update(world.connectionId, { outcomesDueAt: clock.now() });
    await world.tick();
    world.requests();
    for (let passed = 0; passed < 6; passed++) await world.tick(5 * hour);
    expect(batches()).toBe(0);
    expect(await store.listings.get(world.connectionId, refused.code)).toMatchObject({
      portal: 'rejected',
      failureCode: 'invalid_payload',
    });
  });

  it('is not forgotten where the former content waits for the portal’s staff', async () => {
    await start(1);
    await world.round();
    const { store, clock } = world.app.services;
    const { digest } = world.listings()[0] ?? {};
    await store.listings.update(
      world.connectionId,
      [{ externalId: 'A0001', portal: 'rejected', failureCode: 'invalid_payload', wantedDigest: 'newer' }],
      0,
    );
    for (const status of ['needs_review', 'live'] as const) {
      world.sandbox.staff.setListing(world.connectionId, 'A0001', { status, digest: digest ?? '' });
      await store.connections.update(world.connectionId, { outcomesDueAt: clock.now() });
      await world.tick();
      expect(await store.listings.get(world.connectionId, 'A0001')).toMatchObject({
        portal: 'rejected',
        failureCode: 'invalid_payload',
      });
    }
  });
});

describe('a cause outside the listing that is gone', () => {
  /** A listing that is refused for this, and the number of batches that `cure` brings about. */
  async function sentAfter(code: FailureCode, cure: () => Promise<void>): Promise<number> {
    await start(2);
    await world.round();
    world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'rejected', failureCode: code });
    const { store, clock } = world.app.services;
    await store.connections.update(world.connectionId, { outcomesDueAt: clock.now() });
    await world.tick();
    await world.later(25 * hour);
    expect(world.live()).toEqual(['A0002']);
    world.requests();
    await cure();
    await world.later(25 * hour);
    return batches();
  }

  it('another place directory sends geo_unresolved again', async () => {
    const sent = await sentAfter('geo_unresolved', async () => {
      const { store, clock } = world.app.services;
      const places = (await store.reference.places())?.places ?? [];
      await store.reference.savePlaces(places.slice(1), clock.now());
    });
    expect(sent).toBe(1);
  });

  it('another vocabulary sends unmappable_category again', async () => {
    const sent = await sentAfter('unmappable_category', () => {
      world.sandbox.staff.setVocabulary(({ version, ...document }) => ({ ...document, added: version }));
      return Promise.resolve();
    });
    expect(sent).toBe(1);
  });

  it.each<FailureCode>(['certification_rejected', 'invalid_payload'])(
    'another configuration of the feed sends %s again',
    async (code) => {
      const sent = await sentAfter(code, async () => {
        const config = JSON.parse(await readFile(world.configFile, 'utf8')) as {
          feeds: { constants: Record<string, unknown> }[];
        };
        Object.assign(config.feeds[0]?.constants ?? {}, { 'rent.type': 'short_term' });
        await writeFile(world.configFile, JSON.stringify(config));
        world.clock.advance(second);
        await world.restart();
      });
      expect(sent).toBe(1);
    },
  );

  it('another agency summary sends listings without their agent again', async () => {
    await start(2);
    await world.round();
    const { store } = world.app.services;
    const warnings = [{ code: 'agent_not_member', message: 'no member' }];
    await store.listings.update(world.connectionId, [{ externalId: 'A0001', warnings }], 0);
    world.sandbox.staff.setAgency(world.connectionId, { verification_status: 'pending' });
    await world.later(30 * minute);
    expect(batches()).toBe(1);
    await world.later(61 * minute);
    expect(batches()).toBe(1);
    await world.later(61 * minute);
    expect(batches()).toBe(0);
  });

  it('a portal that answers “unchanged” to that looked at nothing: the warning stands, and the next occasion counts', async () => {
    await start(1);
    await world.round();
    await world.later(minute);
    const { store } = world.app.services;
    const warnings = [{ code: 'agent_not_member', message: 'no member' }];
    await store.listings.update(world.connectionId, [{ externalId: 'A0001', warnings }], 0);
    for (const status of ['pending', 'verified'] as const) {
      batches();
      world.sandbox.staff.setAgency(world.connectionId, { verification_status: status });
      await world.later(61 * minute);
      expect(batches()).toBe(1);
      const story = await store.listings.events(world.connectionId, 'A0001');
      expect(story.at(-1)).toMatchObject({ kind: 'unchanged' });
      const row = await store.listings.get(world.connectionId, 'A0001');
      expect(row).toMatchObject({ portal: 'live', warnings });
    }
  });
});

describe('the agency’s plan', () => {
  it('sends listings without some of their photos again only where it may keep more of them', async () => {
    await start(0);
    world.feed.body = estateFeed([ad(1, { photos: 5 })]);
    await world.round();
    await world.later(minute);
    const { store } = world.app.services;
    const warnings = [{ code: 'photo_cap_applied', message: '4 photos dropped' }];
    await store.listings.update(world.connectionId, [{ externalId: 'A0001', warnings }], 0);
    const { staff } = world.sandbox;
    const sentAfter = async (change: () => void): Promise<number> => {
      batches();
      change();
      await world.later(61 * minute);
      return batches();
    };
    expect(await sentAfter(() => staff.setQuota(world.connectionId, 40))).toBe(0);
    expect(await sentAfter(() => staff.setQuota(world.connectionId, null))).toBe(0);
    expect(
      await sentAfter(() => staff.setAgency(world.connectionId, { verification_status: 'pending' })),
    ).toBe(0);
    expect(await sentAfter(() => staff.setPhotoLimit(world.connectionId, 40))).toBe(1);
    // It was lower in between, and the portal dropped photos then.
    expect(await sentAfter(() => staff.setPhotoLimit(world.connectionId, 6))).toBe(1);
    expect(await sentAfter(() => undefined)).toBe(0);
  });

  it('with more photos sends them by itself', async () => {
    await start(0);
    world.sandbox.staff.setPhotoLimit(world.connectionId, 2);
    world.feed.body = estateFeed([ad(1, { photos: 5 })]);
    await world.round();
    expect(world.payload('A0001').photos).toHaveLength(2);
    world.sandbox.staff.setPhotoLimit(world.connectionId, 4);
    await world.later(61 * minute);
    await world.later(minute);
    expect(world.payload('A0001').photos).toHaveLength(4);
  });
});
