import { setImmediate } from 'node:timers/promises';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log/log.js';
import { createWebhookGate, receiveWebhook, type WebhookGate } from '../../src/server/webhooks.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { ManualClock } from '../support/manual-clock.js';

const secret = Buffer.from('a secret that only two know').toString('base64');
let clock: ManualClock;
let gate: WebhookGate;
let store: Store;

beforeEach(async () => {
  clock = new ManualClock();
  gate = createWebhookGate({ log: silentLog, clock });
  store = await openStore('sqlite::memory:', { clock });
  await store.connections.ensure(['c1', 'c2']);
  for (const id of ['c1', 'c2'])
    await store.connections.update(id, { status: 'active', readAt: 1, nextPushAt: clock.now() + 60_000 });
});
afterEach(() => store.close());

interface Sent {
  id?: string;
  event?: Record<string, unknown>;
  body?: string | ReadableStream<Uint8Array>;
  headers?: Record<string, string | null>;
  /** Seconds since it was signed. */
  age?: number;
  /** A byte of the body was changed since. */
  tampered?: boolean;
}

function request({
  id = 'evt_1',
  event = {},
  body = JSON.stringify(event),
  headers = {},
  age = 0,
  tampered = false,
}: Sent = {}): Request {
  const timestamp = String(Math.floor(clock.now() / 1000) - age);
  const mac = createHmac('sha256', Buffer.from(secret, 'base64')).update(
    `${id}.${timestamp}.${typeof body === 'string' ? body : ''}`,
  );
  const all: Record<string, string | null> = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac.digest('base64')}`,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const streaming: object = typeof body === 'string' ? {} : { duplex: 'half' };
  const arrived = tampered && typeof body === 'string' ? body.replace('revoked', 'revokee') : body;
  const init = { method: 'POST', headers: given, body: arrived, ...streaming };
  return new Request('http://127.0.0.1/webhooks', init);
}

async function receive(
  sent: Request,
  webhooks: Store['webhooks'] = store.webhooks,
  sender = 'portal',
): Promise<number> {
  const deps = {
    webhooks,
    secrets: [secret],
    protocol: defaultProtocol,
    clock,
    portalTime: () => clock.now(),
    log: silentLog,
    gate,
    sender,
  };
  return (await receiveWebhook(sent, deps)).status;
}

const statusChanged = { type: 'connection.status_changed', data: { connection_id: 'c1', status: 'revoked' } };

describe('a webhook is a hint', () => {
  it('makes the connection due to be read again, and takes nothing from the payload', async () => {
    expect(await receive(request({ event: statusChanged }))).toBe(200);
    expect(await store.connections.get('c1')).toMatchObject({
      status: 'active',
      readAt: null,
      nextPushAt: clock.now(),
    });
    expect((await store.connections.get('c2'))?.readAt).toBe(1);
  });

  it('makes the view due where it speaks of a listing, of all connections where it names none', async () => {
    const event = { type: 'listing.live', data: { external_id: 'A1', status: 'removed' } };
    expect(await receive(request({ event }))).toBe(200);
    for (const id of ['c1', 'c2']) expect((await store.connections.get(id))?.outcomesDueAt).toBe(clock.now());
  });

  it.each([300, -300])('fault 91: that was signed %i seconds ago is still taken', async (age) => {
    expect(await receive(request({ event: statusChanged, age }))).toBe(200);
    expect((await store.connections.get('c1'))?.readAt).toBe(null);
  });

  it('fault 97: is taken where one of several signatures fits', async () => {
    const right = request({ event: statusChanged }).headers.get('webhook-signature') ?? '';
    const headers = { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${right}` };
    expect(await receive(request({ event: statusChanged, headers }))).toBe(200);
    const wrong = { 'webhook-signature': headers['webhook-signature'].split(' ')[0] ?? '' };
    expect(await receive(request({ id: 'evt_2', event: statusChanged, headers: wrong }))).toBe(401);
  });

  it('keeps the staff’s note word for word', async () => {
    const event = {
      type: 'connection.certification_rejected',
      data: { connection_id: 'c1', details: { by: 'staff', reason: 'Titles <b>shout</b>.' } },
    };
    await receive(request({ event }));
    expect((await store.connections.get('c1'))?.certificationNote).toBe('Titles <b>shout</b>.');
  });

  it('fault 96: answers 200 to an event that it does not know, and does nothing', async () => {
    const before = await store.connections.all();
    expect(await receive(request({ event: { type: 'agency.renamed', connection_id: 'c1' } }))).toBe(200);
    expect(await store.connections.all()).toEqual(before);
  });

  it('fault 93: has one effect where the same event comes a hundred times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => receive(request({ event: statusChanged }))),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    await store.connections.update('c1', { readAt: 5 });
    expect(await receive(request({ event: statusChanged }))).toBe(200);
    expect((await store.connections.get('c1'))?.readAt).toBe(5);
  });
});

describe('a webhook is refused, and nothing is stored', () => {
  const cases: [string, number, Sent][] = [
    ['fault 89: a bad signature', 401, { headers: { 'webhook-signature': 'v1,AAAA' } }],
    ['fault 90: one byte of the body changed', 401, { tampered: true }],
    ['fault 91: five minutes and a second ago', 401, { age: 301 }],
    ['fault 91: in five minutes and a second', 401, { age: -301 }],
    ['fault 92: no signature', 401, { headers: { 'webhook-signature': null } }],
    ['fault 92: no id', 401, { headers: { 'webhook-id': null } }],
    ['fault 92: no timestamp', 401, { headers: { 'webhook-timestamp': null } }],
    ['fault 91: an old timestamp', 401, { headers: { 'webhook-timestamp': '1' } }],
    ['a body that is no JSON', 400, { body: 'hello' }],
    ['another type', 415, { headers: { 'content-type': 'text/plain' } }],
    ['fault 95: a compressed body', 415, { headers: { 'content-encoding': 'gzip' } }],
    ['fault 95: ten megabytes', 413, { body: JSON.stringify({ type: 'x'.repeat(10 * 1024 * 1024) }) }],
    ['fault 95: a long body', 413, { body: 'x'.repeat(64 * 1024 + 1) }],
    ['fault 95: a long body that is announced', 413, { headers: { 'content-length': '10000000' } }],
  ];
  it.each(cases)('%s: %i', async (_name, status, sent) => {
    const before = await store.connections.all();
    expect(await receive(request({ event: statusChanged, ...sent }))).toBe(status);
    expect(await store.connections.all()).toEqual(before);
    // The same event, now as it should be, still counts as new.
    await receive(request({ event: statusChanged }));
    expect((await store.connections.get('c1'))?.readAt).toBe(null);
  });

  it('fault 95: gives up on a body that never ends, in little memory', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    expect(await receive(request({ body: endless }))).toBe(413);
    expect(sent).toBeLessThan(512 * 1024);
  });

  it('fault 95: gives up on a body that does not arrive', async () => {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const status = receive(request({ body: silent }));
    await Promise.resolve();
    clock.advance(10_001);
    expect(await status).toBe(408);
  });

  it('is read although a stranger leaves hundreds open: of all bodies few are under way, of one sender fewer', async () => {
    let asked = 0;
    const silent = () =>
      new ReadableStream<Uint8Array>(
        {
          pull: () => {
            asked++;
            return new Promise(() => undefined);
          },
        },
        { highWaterMark: 0 },
      );
    const open = Array.from({ length: 600 }, () => receive(request({ body: silent() })));
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(asked).toBe(8);
    expect(await receive(request({ event: statusChanged }), store.webhooks, 'another')).toBe(200);
    clock.advance(10_001);
    const statuses = await Promise.all(open);
    expect([408, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([8, 592]);
    expect(asked).toBe(8);
    expect(await receive(request({ id: 'evt_2', event: statusChanged }))).toBe(200);
  });

  it('asks for it again while the store cannot keep it', async () => {
    const broken = { ...store.webhooks, receive: () => Promise.reject(new Error('disk full')) };
    expect(await receive(request({ event: statusChanged }), broken)).toBe(503);
    expect(await receive(request({ event: statusChanged }))).toBe(200);
    expect((await store.connections.get('c1'))?.readAt).toBe(null);
  });
});
