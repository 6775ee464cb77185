import { afterEach, describe, expect, it } from 'vitest';
import { cutConnection } from '../../src/platform/http/http-server.js';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import type { TransportRequest } from '../../src/platform/http/transport.js';
import { between, pushesOf, type SentRequest } from '../support/between.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

async function start(count: number, options: WorldOptions = {}): Promise<void> {
  world = await World.create(options);
  world.feed.body = estateFeed(ads(count));
}

const keyOf = ({ headers }: SentRequest): string =>
  `${headers['idempotency-key']} ${headers['content-digest']}`;

/** Waits for a few milliseconds alone where the address holds `operation`. */
function impatientTransport() {
  const http = createHttpTransport();
  const impatient = {
    operation: null as string | null,
    send: (request: TransportRequest) => {
      const isShort = impatient.operation !== null && request.url.includes(impatient.operation);
      return http.send({ ...request, ...(isShort && { timeoutMs: 20 }) });
    },
    close: () => http.close(),
  };
  return impatient;
}

/** Half of a reply, then a reset. */
async function tornApart(request: Request, reply: Response): Promise<Response> {
  const bytes = new Uint8Array(await reply.arrayBuffer());
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isBegun) cutConnection(request);
      else controller.enqueue(bytes.subarray(0, bytes.length / 2));
      isBegun = true;
    },
  });
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Response(body, { status: reply.status, headers });
}

describe('a batch whose reply is lost', () => {
  const faults: [string, () => void][] = [
    [
      'fault 58: after the portal applied it',
      () => world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } }),
    ],
    [
      'fault 59: reset before its headers',
      () => world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'before' } }),
    ],
    [
      'fault 61: cut in the midst of its JSON, with status 200',
      () => world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'truncated' } }),
    ],
    [
      'fault 78: in the place of which a login page comes with status 200',
      () => world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'html' } }),
    ],
  ];
  it.each(faults)('%s is sent again as it was, and has one effect', async (_, fault) => {
    await start(3);
    const sent = between(world);
    fault();
    const [push] = (await world.round()).pushes;
    expect(push).toMatchObject({ state: 'stalled', sent: 0, results: {} });
    expect(push?.message).toContain('retried automatically');
    await world.later(minute);
    const pushes = pushesOf(sent);
    expect(pushes).toHaveLength(2);
    expect(new Set(pushes.map(keyOf)).size).toBe(1);
    expect(world.live()).toHaveLength(3);
    expect(world.spent()).toBe(3);
    await world.later(hour);
    expect(pushesOf(sent)).toHaveLength(2);
  });

  it('is sent again at once when a person asks for a sync', async () => {
    await start(3);
    const sent = between(world);
    world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'before' } });
    await world.round();
    expect(world.live()).toEqual([]);
    await world.round();
    expect(new Set(pushesOf(sent).map(keyOf)).size).toBe(1);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
  });

  it('fault 60: reset in the midst of it, the batch is sent again as it was, and has one effect', async () => {
    await start(3);
    let isTorn = false;
    const sent = between(world, async (request, portal) => {
      const reply = await portal(request);
      if (isTorn || !request.url.endsWith('/batches')) return reply;
      isTorn = true;
      return tornApart(request, reply);
    });
    expect((await world.round()).pushes[0]).toMatchObject({ state: 'stalled', sent: 0 });
    await world.later(minute);
    expect(new Set(pushesOf(sent).map(keyOf)).size).toBe(1);
    expect(pushesOf(sent)).toHaveLength(2);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
  });

  it('fault 58: because it took longer than the deadline, has one effect', async () => {
    const impatient = impatientTransport();
    await start(3, { transport: impatient });
    const sent = between(world);
    const gate = world.sandbox.gate({ at: 'after', operation: 'push_batch' });
    // Only the reply that never comes is waited for so little.
    impatient.operation = '/batches';
    expect((await world.round()).pushes[0]).toMatchObject({ state: 'stalled', sent: 0 });
    impatient.operation = null;
    gate.cut();
    gate.open();
    expect(world.spent()).toBe(3);
    await world.later(minute);
    expect(new Set(pushesOf(sent).map(keyOf)).size).toBe(1);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
    impatient.close();
  });

  it('fault 61: for six days is given up by its key: the view says what the portal holds', async () => {
    await start(3);
    const sent = between(world);
    world.sandbox.faults.add({ operation: 'push_batch', times: 100, does: { kind: 'truncated' } });
    for (let hours = 0; hours <= 7 * 24; hours += 12) await world.later(12 * hour);
    expect(new Set(pushesOf(sent).map(keyOf)).size).toBe(1);
    world.sandbox.faults.clear();
    await world.later(day);
    await world.later(hour);
    expect(world.live()).toHaveLength(3);
    expect(await world.app.services.store.batches.unsettled(world.connectionId)).toEqual([]);
    // The view showed our digests: that settles it.
    expect(world.spent()).toBe(3);
  });

  it('for six days is settled from the view where that has our digest: only the rest is sent again', async () => {
    await start(5);
    let isLost = true;
    const sent = between(world, async (request, portal) => {
      if (!isLost || !request.url.endsWith('/batches')) return portal(request);
      await portal(request);
      cutConnection(request);
      return new Response();
    });
    await world.round();
    // One is gone from there by the time that the view is read, and one has another content.
    world.sandbox.staff.setListing(world.connectionId, 'A0002', { status: 'removed' });
    for (let hours = 0; hours < 7 * 24; hours += 12) await world.tick(12 * hour);
    isLost = false;
    sent.length = 0;
    for (let minutes = 0; minutes < 30; minutes++) await world.tick(minute);
    const carried = world.sandbox.staff
      .requestLog()
      .flatMap(({ operation, items, status }) =>
        operation === 'push_batch' && status === 202 ? [String(items)] : [],
      );
    expect(carried.at(-1)).toBe('1');
    expect(world.live()).toHaveLength(5);
    expect(world.spent()).toBe(6);
  });
});

describe('each attempt', () => {
  it('fault 75: is signed anew, at its own time and with its own nonce, under the same key', async () => {
    await start(3);
    const sent = between(world);
    world.sandbox.faults.add({ operation: 'push_batch', times: 2, does: { kind: 'cut', when: 'after' } });
    await world.round();
    await world.later(minute);
    await world.later(10 * minute);
    const pushes = pushesOf(sent);
    expect(pushes).toHaveLength(3);
    const distinct = (name: string): number => new Set(pushes.map(({ headers }) => headers[name])).size;
    expect(['px-timestamp', 'px-nonce', 'px-signature'].map(distinct)).toEqual([3, 3, 3]);
    expect(['idempotency-key', 'content-digest'].map(distinct)).toEqual([1, 1]);
    expect(world.spent()).toBe(3);
  });
});

describe('a portal in trouble', () => {
  it('fault 62: 500, 502, 503, 504 are asked again at growing distances, and nothing is lost', async () => {
    await start(3);
    await world.round();
    world.feed.body = estateFeed(ads(5));
    for (let requests = 0; requests < 200; requests++) {
      const status = [500, 502, 503, 504][requests % 4] ?? 500;
      world.sandbox.faults.add({ does: { kind: 'status', status } });
    }
    const sent = between(world);
    for (let ticks = 0; ticks < 60; ticks++) await world.tick(3 * minute);
    expect(sent.filter(({ at }) => at > world.clock.now() - hour).length).toBeLessThanOrEqual(12);
    expect(new Set(pushesOf(sent).map(keyOf)).size).toBe(1);
    world.sandbox.faults.clear();
    for (let ticks = 0; ticks < 4; ticks++) await world.tick(5 * minute);
    expect([world.live().length, world.spent()]).toEqual([5, 5]);
  });

  it('fault 62: at the very first start is asked for its words ever more rarely, and then all goes on', async () => {
    await start(3);
    world.sandbox.faults.add({ times: 1000, does: { kind: 'status', status: 503 } });
    const sent = between(world);
    for (let ticks = 0; ticks < 90; ticks++) await world.tick(2 * minute);
    const words = sent.filter(({ line }) => line.endsWith('/vocabularies'));
    expect(words.filter(({ at }) => at > world.clock.now() - hour).length).toBeLessThanOrEqual(5);
    expect(words.length).toBeGreaterThan(8);
    world.sandbox.faults.clear();
    for (let ticks = 0; ticks < 8; ticks++) await world.tick(5 * minute);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
  });

  it('fault 62: is given a jittered wait by each daemon, so that they do not come back together', async () => {
    await start(3);
    await world.round();
    world.sandbox.faults.add({ operation: 'push_batch', times: 12, does: { kind: 'status', status: 503 } });
    world.feed.body = estateFeed(ads(4));
    await world.later(hour);
    const waits: number[] = [];
    for (let attempts = 0; attempts < 12; attempts++) {
      const [batch] = await world.app.services.store.batches.unsettled(world.connectionId);
      const wait = (batch?.nextAttemptAt ?? 0) - world.clock.now();
      waits.push(wait);
      await world.later(Math.max(wait, 0));
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(15 * minute);
    expect(Math.max(...waits)).toBeGreaterThan(minute);
    // Full jitter: no two alike, and not a mere doubling.
    expect(new Set(waits).size).toBeGreaterThan(9);
    expect(waits.some((wait, index) => index > 0 && wait < (waits[index - 1] ?? 0))).toBe(true);
  });

  const retryAfters: [string, string | undefined, number][] = [
    ['in seconds', '30', 30 * second],
    ['as a date', new Date(Date.UTC(2026, 0, 15, 9, 0, 40)).toUTCString(), 40 * second],
    ['in the past', new Date(Date.UTC(2020, 0, 1)).toUTCString(), second],
    ['not at all', undefined, minute],
    ['in ten years', '315360000', minute],
    ['beyond every timer', '99999999999999', minute],
  ];
  it.each(retryAfters)('fault 63: 429 that names its end %s is obeyed', async (_, retryAfter, wait) => {
    await start(3);
    const sent = between(world);
    const does = { kind: 'status', status: 429, code: 'rate_limit_exceeded' } as const;
    world.sandbox.faults.add({
      operation: 'push_batch',
      does: { ...does, ...(retryAfter !== undefined && { retryAfter }) },
    });
    while (pushesOf(sent).length === 0) await world.tick();
    const from = world.clock.now();
    expect(pushesOf(sent)).toHaveLength(1);
    while (pushesOf(sent).length === 1 && world.clock.now() < from + 10 * minute) await world.tick(second);
    const [, again] = pushesOf(sent);
    expect((again?.at ?? 0) - from).toBeGreaterThanOrEqual(wait - second);
    expect((again?.at ?? 0) - from).toBeLessThanOrEqual(wait + 2 * second);
    expect([world.live().length, world.spent()]).toEqual([3, 3]);
  });

  it('fault 80: that answers later than anybody waits, for an hour, gets a bounded backlog', async () => {
    const impatient = impatientTransport();
    await start(12, { transport: impatient });
    await world.round();
    const gate = world.sandbox.gate({ at: 'before' });
    impatient.operation = '/v1';
    const sent = between(world);
    const { store } = world.app.services;
    for (let minutes = 1; minutes <= 60; minutes++) {
      world.feed.body = estateFeed(ads(12).map((one) => ({ ...one, price: one.price + minutes })));
      await world.tick(minute);
    }
    expect(world.feedRequests.length).toBeGreaterThan(3);
    expect(sent.length).toBeLessThan(60);
    expect((await store.batches.unsettled(world.connectionId)).length).toBeLessThanOrEqual(1);
    expect((await store.outbox.counts(null)).upserts).toBeLessThanOrEqual(12);
    impatient.operation = null;
    gate.cut();
    gate.open();
    for (let ticks = 0; ticks < 8; ticks++) await world.tick(5 * minute);
    expect(world.payload('A0012').price).toMatchObject({ amount: 91_260 });
    expect(world.spent()).toBeLessThanOrEqual(48);
    impatient.close();
  });
});
