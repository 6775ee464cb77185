import { afterEach, describe, expect, it } from 'vitest';
import { run } from '../cli/command-line.js';
import { putByHand } from '../../src/sync/decisions/manual-listing.js';
import { stoppedKey } from '../../src/store/facts/stopped-key.js';
import { between, type SentRequest } from '../support/between.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** Minutes between two looks of the daemon. */
const step = repetitions({ tests: 30, soak: 10 });

/** A proxy that answers 401 where `isRefused`, as one does that changes what was signed. */
async function behindProxy(
  count: number,
  isRefused: (line: string, body: string) => boolean,
  options: WorldOptions = {},
): Promise<SentRequest[]> {
  world = await World.create(options);
  world.feed.body = estateFeed(ads(count));
  await world.round();
  await world.later(minute);
  return between(world, async (request, portal) => {
    const body = await request.clone().text();
    return isRefused(`${request.method} ${new URL(request.url).pathname}`, body)
      ? refused()
      : portal(request);
  });
}

function refused(): Response {
  const error = { code: 'signature_invalid', message: 'The signature does not match.' };
  const headers = { date: new Date(world.clock.now()).toUTCString() };
  return Response.json({ error, request_id: crypto.randomUUID() }, { status: 401, headers });
}

const store = () => world.app.services.store;
const entry = async (id: string) => (await store().outbox.of(world.connectionId, [id]))[0];
/** Kind, count, and whether the operator is to look now. */
const attention = async (): Promise<string[]> =>
  (await world.attention()).map(({ kind, count, operator }) => `${kind} ${count} ${operator}`);
const linesOf = (sent: readonly SentRequest[], part: string): number =>
  sent.filter(({ line }) => line.includes(part)).length;

/** Two listings leave the feed for good; one of them cannot be removed. */
async function removeTwo(): Promise<void> {
  world.feed.body = estateFeed([...ads(10, 3), ad(13, { price: 70_000 })]);
  for (let hours = 0; hours < 3; hours++) await world.tick(hour);
}

describe('a request that is refused although the key is taken', () => {
  it('waits alone: a removal whose path is always refused stops neither the key nor its connection', async () => {
    const sent = await behindProxy(12, (line) => line.endsWith('/A0001/remove'));
    await removeTwo();
    expect(world.live()).not.toContain('A0002');
    expect(world.live()).toContain('A0001');
    expect(world.live()).toContain('A0013');
    expect(await stoppedKey(store())).toBeNull();
    expect(await entry('A0001')).toMatchObject({
      op: 'remove',
      waits: { kind: 'request_refused', code: 'signature_invalid', message: 'The signature does not match.' },
    });
    const [parked] = await store().parkedRequests.all();
    expect(parked).toMatchObject({
      connectionId: world.connectionId,
      status: 401,
      code: 'signature_invalid',
    });
    expect(parked?.request).toMatch(/^POST \/connections\/.*\/listings\/A0001\/remove$/);

    const { out } = await run(world, 'explain', 'A0001');
    expect(out).toContain('because the portal refuses this one request although it accepts the key');
    expect(out).toContain('The signature does not match.');
    expect(out).not.toContain('budget');
    expect(await attention()).toEqual(['request_refused 1 true']);
    expect((await run(world, 'status')).code).toBe(3);

    sent.length = 0;
    for (let minutes = 0; minutes < 24 * 60; minutes += step) await world.tick(step * minute);
    expect(linesOf(sent, '/A0001/remove')).toBeLessThanOrEqual(6);
    world.feed.body = estateFeed([...ads(10, 3), ad(13, { price: 71_000 })]);
    await world.tick(15 * minute);
    await world.tick(minute);
    expect(world.payload('A0013').price).toMatchObject({ amount: 71_000 });
  });

  it('goes again by itself once the way is free, and is forgotten', async () => {
    let isBroken = true;
    await behindProxy(12, (line) => isBroken && line.endsWith('/A0001/remove'));
    await removeTwo();
    expect(world.live()).toContain('A0001');
    isBroken = false;
    for (let hours = 0; hours < 25; hours++) await world.tick(hour);
    expect(world.live()).not.toContain('A0001');
    expect(await store().parkedRequests.all()).toEqual([]);
    expect(await entry('A0001')).toBeUndefined();
  });

  it('is tried at once by a sync that a person asks for', async () => {
    let isBroken = true;
    await behindProxy(12, (line) => isBroken && line.endsWith('/A0001/remove'));
    await removeTwo();
    isBroken = false;
    await world.round();
    expect(world.live()).not.toContain('A0001');
  });

  it('has the key tried at once by a sync that a person asks for, where that is refused', async () => {
    let isBroken = true;
    await behindProxy(3, () => isBroken);
    world.feed.body = estateFeed(ads(4));
    await world.tick(15 * minute);
    await world.tick(minute);
    expect(await stoppedKey(store())).not.toBeNull();
    isBroken = false;
    await world.round();
    expect(await stoppedKey(store())).toBeNull();
    expect(world.live()).toHaveLength(4);
  });

  it('stops the key where the ping is refused too', async () => {
    const sent = await behindProxy(3, () => true);
    world.feed.body = estateFeed(ads(4));
    await world.tick(15 * minute);
    await world.tick(minute);
    expect(await stoppedKey(store())).toMatchObject({ code: 'signature_invalid' });
    expect(await store().parkedRequests.all()).toEqual([]);
    const before = sent.length;
    await world.tick(minute);
    expect(sent.length).toBe(before);
  });

  it.each([
    ['batches', /POST .*\/batches$/],
    ['the view', /GET .*\/listings$/],
    ['the connection', /GET \/v1\/connections\/[^/]+$/],
  ])('only %s: removals go on, and the others are asked for', async (_, path) => {
    const sent = await behindProxy(12, (line) => path.test(line));
    await removeTwo();
    expect(world.live()).not.toContain('A0001');
    expect(await stoppedKey(store())).toBeNull();
    expect((await store().parkedRequests.all()).map(({ request }) => request)).toEqual([
      expect.stringMatching(new RegExp(path.source.replace('\\/v1', ''))),
    ]);
    sent.length = 0;
    for (let minutes = 0; minutes < 24 * 60; minutes += step) await world.tick(step * minute);
    expect(sent.filter(({ line }) => path.test(line)).length).toBeLessThanOrEqual(12);
    expect(await attention()).toContain('request_refused 1 true');
    // Of batches it is their one listing that waits.
    if (path.test('POST /batches')) return;
    const { out } = await run(world, 'doctor');
    expect(out).toMatch(
      /The portal refuses these requests although it accepts the key: \w+ \/connections\/.*signature_invalid/,
    );
  });

  it('is one listing of a batch that a filter on the way does not let through: it is found, the others go', async () => {
    await behindProxy(3, (line, body) => line.endsWith('/batches') && body.includes('union select'));
    const bad = ad(40, { text: 'Stan sa terasom; union select iz tabele, odmah useljiv i svetao.' });
    world.feed.body = estateFeed([...ads(3), ...ads(20, 20), bad, ...ads(20, 50)]);
    await world.tick(15 * minute);
    for (let minutes = 0; minutes < 5; minutes++) await world.tick(minute);
    expect(world.live()).toHaveLength(43);
    expect(await entry('A0040')).toMatchObject({
      waits: { kind: 'request_refused', code: 'signature_invalid' },
    });
    expect(await store().parkedRequests.all()).toEqual([]);
  });

  it('is a 422 for a removal: it waits for a day with the portal’s words, and the next one goes', async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(12));
    await world.round();
    await world.later(minute);
    between(world, (request, portal) => {
      if (!request.url.endsWith('/A0001/remove')) return portal(request);
      const details = [{ pointer: '/reason', code: 'invalid_enum', message: 'Not a reason here.' }];
      const error = { code: 'validation_failed', message: 'Invalid.', details };
      return Promise.resolve(Response.json({ error, request_id: crypto.randomUUID() }, { status: 422 }));
    });
    await removeTwo();
    expect(world.live()).not.toContain('A0002');
    expect(world.live()).toContain('A0013');
    expect(await entry('A0001')).toMatchObject({
      waits: {
        kind: 'item_refused',
        details: [{ pointer: '/reason', code: 'invalid_enum', message: 'Not a reason here.' }],
      },
    });
  });

  it('is a removal that is never answered: it steps behind the others', async () => {
    await behindProxy(12, () => false);
    world.sandbox.faults.clear();
    between(world, (request, portal) =>
      request.url.endsWith('/A0001/remove')
        ? Promise.resolve(new Response('Bad gateway', { status: 502 }))
        : portal(request),
    );
    await removeTwo();
    for (let minutes = 0; minutes < 60; minutes += 5) await world.tick(5 * minute);
    expect(world.live()).not.toContain('A0002');
    expect(world.live()).toContain('A0013');
    expect(await entry('A0001')).toMatchObject({ waits: { kind: 'no_answer', code: 'http_502' } });
  });
});

describe('an id that no address can carry', () => {
  it.each(['.', '..'])('%s: its removal is never sent, and says why', async (id) => {
    const sent = await behindProxy(3, () => false);
    await store().outbox.put([
      {
        ...{ connectionId: world.connectionId, externalId: id, op: 'remove', lane: 'removal', digest: null },
        ...{ removeReason: 'withdrawn', queuedAt: world.clock.now(), notBefore: world.clock.now() },
      },
    ]);
    world.feed.body = estateFeed(ads(4));
    await world.tick(15 * minute);
    await world.tick(minute);
    expect(world.live()).toHaveLength(4);
    expect(linesOf(sent, '/remove')).toBe(0);
    expect(await stoppedKey(store())).toBeNull();
    expect(await entry(id)).toMatchObject({ waits: { kind: 'not_sendable', code: 'id_not_in_a_path' } });
  });

  it('is refused where a person would put it: it could never be removed again', async () => {
    await behindProxy(3, () => false);
    const listing = { ...world.payload('A0001'), external_id: '..' };
    const wish = { connectionId: world.connectionId, listing, author: 'test' };
    expect(await putByHand(wish, world.app.services)).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be an external_id'),
    });
  });
});

it('restarts and the days after do not forget what is parked', async () => {
  const sent = await behindProxy(12, (line) => line.endsWith('/A0001/remove'));
  await removeTwo();
  await world.tick(day);
  await world.restart();
  sent.length = 0;
  await world.tick(minute);
  await world.tick(minute);
  expect(linesOf(sent, '/A0001/remove')).toBe(0);
});
