import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log.js';
import { receiveWebhook } from '../../src/server/webhooks.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { ManualClock } from '../support/manual-clock.js';

const secret = Buffer.from('a secret that only two know').toString('base64');
let clock: ManualClock;
let store: Store;

beforeEach(async () => {
  clock = new ManualClock();
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
}

function request({
  id = 'evt_1',
  event = {},
  body = JSON.stringify(event),
  headers = {},
}: Sent = {}): Request {
  const timestamp = String(Math.floor(clock.now() / 1000));
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
  return new Request('http://127.0.0.1/webhooks', { method: 'POST', headers: given, body, ...streaming });
}

async function receive(sent: Request, webhooks: Store['webhooks'] = store.webhooks): Promise<number> {
  const deps = {
    webhooks,
    secrets: [secret],
    protocol: defaultProtocol,
    clock,
    portalTime: () => clock.now(),
    log: silentLog,
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

  it('keeps the staff’s note word for word', async () => {
    const event = {
      type: 'connection.certification_rejected',
      data: { connection_id: 'c1', details: { by: 'staff', reason: 'Titles <b>shout</b>.' } },
    };
    await receive(request({ event }));
    expect((await store.connections.get('c1'))?.certificationNote).toBe('Titles <b>shout</b>.');
  });

  it('answers 200 to an event that it does not know, and does nothing', async () => {
    const before = await store.connections.all();
    expect(await receive(request({ event: { type: 'agency.renamed', connection_id: 'c1' } }))).toBe(200);
    expect(await store.connections.all()).toEqual(before);
  });

  it('has one effect where the same event comes a hundred times at once', async () => {
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
    ['a bad signature', 401, { headers: { 'webhook-signature': 'v1,AAAA' } }],
    ['no signature', 401, { headers: { 'webhook-signature': null } }],
    ['no id', 401, { headers: { 'webhook-id': null } }],
    ['no timestamp', 401, { headers: { 'webhook-timestamp': null } }],
    ['an old timestamp', 401, { headers: { 'webhook-timestamp': '1' } }],
    ['a body that is no JSON', 400, { body: 'hello' }],
    ['another type', 415, { headers: { 'content-type': 'text/plain' } }],
    ['a compressed body', 415, { headers: { 'content-encoding': 'gzip' } }],
    ['a long body', 413, { body: 'x'.repeat(1024 * 1024 + 1) }],
    ['a long body that is announced', 413, { headers: { 'content-length': '10000000' } }],
  ];
  it.each(cases)('%s: %i', async (_name, status, sent) => {
    const before = await store.connections.all();
    expect(await receive(request({ event: statusChanged, ...sent }))).toBe(status);
    expect(await store.connections.all()).toEqual(before);
    // The same event, now as it should be, still counts as new.
    await receive(request({ event: statusChanged }));
    expect((await store.connections.get('c1'))?.readAt).toBe(null);
  });

  it('gives up on a body that never ends, in little memory', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    expect(await receive(request({ body: endless }))).toBe(413);
    expect(sent).toBeLessThan(4 * 1024 * 1024);
  });

  it('gives up on a body that does not arrive', async () => {
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const status = receive(request({ body: silent }));
    await Promise.resolve();
    clock.advance(10_001);
    expect(await status).toBe(408);
  });

  it('asks for it again while the store cannot keep it', async () => {
    const broken = { ...store.webhooks, receive: () => Promise.reject(new Error('disk full')) };
    expect(await receive(request({ event: statusChanged }), broken)).toBe(503);
    expect(await receive(request({ event: statusChanged }))).toBe(200);
    expect((await store.connections.get('c1'))?.readAt).toBe(null);
  });
});
