import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/platform/random.js';
import { startStubPortal, type Answer, type StubPortal } from './stub-portal.js';

let portal: StubPortal;
beforeEach(async () => {
  portal = await startStubPortal();
});
afterEach(async () => {
  await portal.close();
});

const connection = {
  id: 'c1',
  status: 'active',
  environment: 'sandbox',
  agency: {
    name: 'Agencija',
    register_number: null,
    verification_status: 'verified',
    listing_quota: { used: 0, limit: null },
    photo_limit: 20,
  },
  created_at: '2026-11-01T00:00:00Z',
  redeemed_at: null,
  certified_at: null,
  paused: null,
  counts: { live: 0, paused: 0, review: 0, failed: 0 },
  last_push_at: null,
};
const ping = {
  app: { id: 'a', environment: 'sandbox', name: 'feedsync' },
  key_id: 'px_sandbox_1',
  partner: { id: 'p', name: 'Partner' },
  server_time: '2026-11-20T10:00:00Z',
  limits: { rate_limit_per_minute: 60, connection_items_per_hour: 500, max_batch_items: 100 },
};
const item = { position: 0, external_id: 'A-1', result: 'accepted' };
const batch = { id: 'b1', status: 'completed', items: [item] };

function refusal(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, json: { error: { code, message: 'No.' }, request_id: 'r1' } };
}

describe('requests', () => {
  it('are signed over exactly what is sent, each with its own nonce, and counted', async () => {
    portal.answer({ status: 200, json: { connections: [connection], next_cursor: null } });
    await portal.client.listConnections();
    portal.answer({ status: 202, json: { batch } });
    const body = Buffer.from('{"listings":[{"title":"č"}]}');
    await portal.client.sendBatch('c/1', body, 'key-12345');
    await portal.client.sendBatch('c/1', body, 'key-12345');

    expect(portal.seen.map(({ method, target, signed }) => [method, target, signed])).toEqual([
      ['GET', '/v1/connections?limit=200', true],
      ['POST', '/v1/connections/c%2F1/batches', true],
      ['POST', '/v1/connections/c%2F1/batches', true],
    ]);
    expect(portal.seen[1]).toMatchObject({
      body: body.toString(),
      headers: { 'idempotency-key': 'key-12345' },
    });
    expect(new Set(portal.seen.map((request) => request.headers['px-nonce'])).size).toBe(3);
    expect(portal.counted.map(({ route, status }) => [route, status])).toEqual([
      ['/connections', 200],
      ['/connections/{id}/batches', 202],
      ['/connections/{id}/batches', 202],
    ]);
  });

  it('fault 74: have nonces of chance, so that two lives of one snapshot do not repeat each other', async () => {
    // The sequence begins anew in a client made from the same key at the same time; 200 of them are as many restarts.
    portal.answer({ status: 200, json: ping });
    for (let lives = 0; lives < 200; lives++) await portal.reborn().ping();
    const nonces = portal.seen.map(({ headers }) => String(headers['px-nonce']));
    expect(new Set(nonces).size).toBe(200);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url').length).toBeGreaterThanOrEqual(16);
    // And of the operating system's chance, which a restored machine does not repeat.
    expect(systemRandom.bytes(24)).not.toEqual(systemRandom.bytes(24));
  });

  it.each(['.', '..'])(
    'with the id %s in their path are not sent: no URL parser would leave it there',
    async (id) => {
      for (const send of [
        () => portal.client.putListing('c1', id, { external_id: id }),
        () => portal.client.removeListing('c1', id, 'sold'),
        () => portal.client.getConnection(id),
      ])
        expect(await send()).toMatchObject({
          kind: 'refused',
          scope: 'not_sendable',
          code: 'id_not_in_a_path',
        });
      expect(portal.seen).toEqual([]);
      for (const spelled of [id, id.replaceAll('.', '%2E'), id.replaceAll('.', '%2e')])
        expect(new URL(`https://portal.example/v1/listings/${spelled}/remove`).pathname).not.toContain(
          spelled,
        );
    },
  );

  it.each<[string, () => Promise<unknown>, string, unknown]>([
    [
      'redeem',
      () => portal.client.redeem('ABCD-1234'),
      'POST /v1/connections',
      { connect_code: 'ABCD-1234' },
    ],
    [
      'disconnect',
      () => portal.client.disconnect('c1', 'moved & gone'),
      'DELETE /v1/connections/c1?reason=moved%20%26%20gone',
      null,
    ],
    [
      'put',
      () => portal.client.putListing('c1', 'a..b', { external_id: 'a..b' }),
      'PUT /v1/connections/c1/listings/a..b',
      { external_id: 'a..b' },
    ],
    [
      'remove',
      () => portal.client.removeListing('c1', 'a:b', 'sold'),
      'POST /v1/connections/c1/listings/a%3Ab/remove',
      { reason: 'sold' },
    ],
    [
      'view page',
      () => portal.client.viewPage('c1', 'x=1'),
      'GET /v1/connections/c1/listings?cursor=x%3D1&limit=200',
      null,
    ],
    [
      'reconcile',
      () => portal.client.reconcile('c1', ['a'], { idempotencyKey: 'key-12345', confirmMassRemoval: true }),
      'POST /v1/connections/c1/reconcile',
      { external_ids: ['a'], confirm_mass_removal: true },
    ],
    [
      'validate',
      () => portal.client.validate([{}], 'c1'),
      'POST /v1/validate',
      { listings: [{}], connection_id: 'c1' },
    ],
    [
      'places',
      () => portal.client.places({ q: 'Ниш' }),
      'GET /v1/places?limit=200&q=%D0%9D%D0%B8%D1%88',
      null,
    ],
  ])('%s goes to its path with its body', async (_, call, line, body) => {
    portal.answer(refusal(404, 'connection_not_found'));
    await call();
    const [request] = portal.seen;
    expect(`${request?.method ?? ''} ${request?.target ?? ''}`).toBe(line);
    expect(request?.body === '' ? null : JSON.parse(request?.body ?? '')).toEqual(body);
    expect(request?.signed).toBe(true);
  });
});

describe('replies', () => {
  it('that are good carry the body, and whether it is a replay', async () => {
    portal.answer({ status: 202, headers: { 'Idempotent-Replayed': 'true' }, json: { batch } });
    expect(await portal.client.sendBatch('c1', Buffer.from('{}'), 'key-12345')).toMatchObject({
      kind: 'ok',
      replayed: true,
      body: { id: 'b1', items: [{ external_id: 'A-1', result: 'accepted' }] },
      receivedAt: portal.time.ours,
    });
    portal.answer({ status: 200, json: batch });
    expect(await portal.client.getBatch('b1')).toMatchObject({
      kind: 'ok',
      replayed: false,
      body: { id: 'b1' },
    });
  });

  it('of removals may be empty', async () => {
    portal.answer({ status: 200 });
    expect(await portal.client.removeListing('c1', 'A-1', 'sold')).toMatchObject({
      kind: 'ok',
      body: { item: null },
    });
  });

  it('say by 304 that the vocabulary still stands, and only when asked so', async () => {
    portal.answer({
      status: 200,
      headers: { ETag: '"v1"' },
      json: { version: 'sha256:1', categories: ['flat'] },
    });
    expect(await portal.client.vocabularies(null)).toMatchObject({
      kind: 'ok',
      body: { etag: '"v1"', document: { categories: ['flat'] } },
    });
    portal.answer({ status: 304 });
    expect(await portal.client.vocabularies('"v1"')).toMatchObject({ kind: 'ok', body: null });
    expect(portal.seen.at(-1)?.headers['if-none-match']).toBe('"v1"');
    expect(await portal.client.vocabularies(null)).toMatchObject({ kind: 'unknown' });
  });

  it.each<[string, Answer, object]>([
    [
      'fault 63: 429 of the item budget',
      refusal(429, 'connection_item_limit', { 'Retry-After': '90' }),
      { scope: 'connection_items', retryAfterMs: 90_000 },
    ],
    [
      'fault 63: 429 of the item budget for ten years',
      refusal(429, 'connection_item_limit', { 'Retry-After': '315360000' }),
      { scope: 'connection_items', retryAfterMs: 3_600_000 },
    ],
    [
      'fault 63: 429 of the key',
      refusal(429, 'too_many_requests'),
      { scope: 'key_rate', retryAfterMs: 60_000 },
    ],
    [
      'fault 63: 429 of a proxy',
      { status: 429, text: '<html>slow down</html>' },
      { scope: 'key_rate', code: 'http_429' },
    ],
    ['403', refusal(403, 'key_revoked'), { scope: 'key_auth', code: 'key_revoked', requestId: 'r1' }],
    ['409 of a paused connection', refusal(409, 'connection_not_active'), { scope: 'connection_state' }],
    ['fault 64: 409 in progress', refusal(409, 'idempotency_in_progress'), { scope: 'in_progress' }],
    ['409 of a mass removal', refusal(409, 'mass_removal_requires_confirmation'), { scope: 'request' }],
    ['fault 65: 422 of another body', refusal(422, 'idempotency_key_reused'), { scope: 'request' }],
    ['404', refusal(404, 'batch_not_found'), { scope: 'not_found' }],
  ])('%s: a refusal for certain', async (_, answer, expected) => {
    portal.answer(answer);
    expect(await portal.client.getBatch('b1')).toMatchObject({ kind: 'refused', ...expected });
  });

  it.each<[string, Answer, number | null]>([
    ['fault 62: a server error', refusal(500, 'internal_error'), 500],
    ['fault 62: a gateway error', { status: 502, text: 'Bad gateway' }, 502],
    ['fault 76: a redirect', { status: 307, headers: { Location: 'http://127.0.0.1:1/' } }, 307],
    ['fault 78: a login page', { status: 200, text: '<html>Sign in</html>' }, 200],
    ['fault 61: cut JSON', { status: 200, text: '{"batch":{"id":"b1","sta' }, 200],
    ['an unexpected shape', { status: 200, json: { ok: true } }, 200],
    ["a proxy's 404", { status: 404, text: '<html>not found</html>' }, 404],
    ['fault 59: a reset before headers', (response) => response.destroy(), null],
    [
      'fault 60: a reset within the reply',
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"batch"', () => response.destroy());
      },
      null,
    ],
  ])('%s: proves nothing', async (_, answer, status) => {
    portal.answer(answer);
    expect(await portal.client.getBatch('b1')).toMatchObject({ kind: 'unknown', status });
    expect(portal.seen).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['a connection', () => portal.client.getConnection('c2'), { connection }],
    ['a connection that ends', () => portal.client.disconnect('c2'), { connection }],
    ['a batch', () => portal.client.getBatch('b2'), { batch }],
    [
      'a listing',
      () => portal.client.putListing('c1', 'A-2', { external_id: 'A-2' }),
      { item: { external_id: 'A-1', result: 'accepted' } },
    ],
    [
      'a place',
      () => portal.client.getPlace('p2'),
      { place: { id: 'p1', type: 'city', name_sr: 'Novi Sad' } },
    ],
  ])('about %s of another id prove nothing', async (_, ask, json) => {
    portal.answer({ status: 200, json });
    expect(await ask()).toMatchObject({
      kind: 'unknown',
      status: 200,
      reason: 'The portal answered 200, but its reply is about another id than was asked for.',
    });
  });

  it('fault 29: lost on a kept connection are asked for once more at once, signed anew; what changes something is not', async () => {
    const ok: Answer = { status: 200, json: { connection } };
    const reset: Answer = (response) => response.socket?.resetAndDestroy();
    portal.answer(ok, reset, ok);
    expect(await portal.client.getConnection('c1')).toMatchObject({ kind: 'ok' });
    expect(await portal.client.getConnection('c1')).toMatchObject({ kind: 'ok' });
    const nonces = portal.seen.map(({ headers }) => headers['px-nonce']);
    expect([nonces.length, new Set(nonces).size]).toEqual([3, 3]);
    expect(portal.counted.map(({ status }) => status)).toEqual([200, null, 200]);

    portal.answer(reset);
    expect(await portal.client.disconnect('c1')).toMatchObject({ kind: 'unknown', status: null });
    expect(portal.seen).toHaveLength(4);
  });

  it('fault 58: that never come are given up at the deadline', async () => {
    const slow = await startStubPortal({ timeoutMs: 50 });
    slow.answer(() => undefined);
    expect(await slow.client.ping()).toMatchObject({ kind: 'unknown', status: null });
    expect(slow.counted).toMatchObject([{ status: null }]);
    await slow.close();
  });

  it('are certain not to exist where nobody listens', async () => {
    await portal.close();
    expect(await portal.client.ping()).toMatchObject({ kind: 'unreachable' });
    portal = await startStubPortal();
  });

  it('ask to wait after an overload', async () => {
    portal.answer(refusal(503, 'busy', { 'Retry-After': '7' }));
    expect(await portal.client.ping()).toMatchObject({ kind: 'unknown', retryAfterMs: 7000 });
  });
});

describe('lists', () => {
  const record = (id: string): object => ({ external_id: id, status: 'live' });
  const page = (ids: string[], next_cursor: string | null, more: object = {}): Answer => ({
    status: 200,
    json: { listings: ids.map(record), next_cursor, ...more },
  });

  it('are read to the end', async () => {
    portal.answer(page(['a', 'b'], 'n1', { total: 3 }), page(['c'], null, { total: 3 }));
    const reply = await portal.client.view('c1');
    expect(reply.kind === 'ok' && reply.body.map((each) => each.external_id)).toEqual(['a', 'b', 'c']);
    expect(portal.seen[1]?.target).toContain('cursor=n1');
  });

  it.each<[string, Answer[], string]>([
    ['a page fails', [page(['a'], 'n1'), { status: 500 }], 'unknown'],
    ['a page is refused', [page(['a'], 'n1'), refusal(409, 'connection_not_active')], 'refused'],
    ['a cursor repeats', [page(['a'], 'n1'), page(['b'], 'n1')], 'unknown'],
    ['a page repeats', [page(['a'], 'n1'), page(['a'], null)], 'unknown'],
    ['the total changes', [page(['a'], 'n1', { total: 2 }), page(['b'], null, { total: 3 })], 'unknown'],
  ])('fault 79: are nothing at all when %s', async (_, answers, kind) => {
    portal.answer(...answers);
    expect(await portal.client.view('c1')).toMatchObject({ kind });
  });
});

describe('the clock', () => {
  const portalDate = { Date: 'Fri, 20 Nov 2026 10:10:00 GMT' };
  const ahead = 600_000;

  it('fault 73: corrects itself once after a 401 that it explains, for a quarter of an hour', async () => {
    portal.answer(refusal(401, 'timestamp_skewed', portalDate), {
      status: 200,
      headers: portalDate,
      json: ping,
    });
    expect(await portal.client.ping()).toMatchObject({ kind: 'ok' });
    expect(
      portal.seen.map((request) => Number(request.headers['px-timestamp']) * 1000 - portal.time.ours),
    ).toEqual([0, ahead]);
    expect(portal.client.clockOffset()).toBe(ahead + 500);
    expect(portal.client.portalTime()).toBe(portal.time.ours + portal.client.clockOffset());
    expect(portal.client.clockCorrectedUntil()).toBe(portal.time.ours + 900_000);
    expect(portal.counted).toHaveLength(2);

    portal.time.ours += 900_000;
    expect(portal.client.clockCorrectedUntil()).toBeNull();
    await portal.client.ping();
    expect(Number(portal.seen.at(-1)?.headers['px-timestamp']) * 1000).toBe(portal.time.ours);
  });

  it('fault 71: is not blamed for a 401 within five seconds, nor twice', async () => {
    portal.answer(refusal(401, 'signature_invalid', { Date: 'Fri, 20 Nov 2026 10:00:04 GMT' }));
    expect(await portal.client.ping()).toMatchObject({ kind: 'refused', scope: 'key_auth' });
    expect(portal.seen).toHaveLength(1);

    portal.answer(refusal(401, 'signature_invalid', portalDate));
    expect(await portal.client.ping()).toMatchObject({ kind: 'refused', scope: 'key_auth' });
    expect(portal.seen).toHaveLength(3);
    expect(await portal.client.ping()).toMatchObject({ kind: 'refused', scope: 'key_auth' });
    expect(portal.seen).toHaveLength(4);
  });

  it('shows the offset of good replies, without using it for signatures', async () => {
    portal.answer({ status: 200, headers: portalDate, json: ping });
    await portal.client.ping();
    await portal.client.ping();
    expect(portal.client.clockOffset()).toBe(ahead + 500);
    expect(Number(portal.seen[1]?.headers['px-timestamp']) * 1000).toBe(portal.time.ours);
  });
});
