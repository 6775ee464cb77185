import { beforeEach, describe, expect, it } from 'vitest';
import { listen, type HttpServer } from '../../src/platform/http/http-server.js';
import { systemRandom } from '../../src/platform/random.js';
import { ConnectionCut, createSandbox } from '../../src/sandbox/sandbox.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { createBench, Partner, sale, type Answer, type Bench } from './partner.js';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});

const push = (ids: readonly string[], key = 'key-0001'): Promise<Answer> =>
  bench.partner.post(
    `/connections/${bench.connection}/batches`,
    { listings: ids.map((id) => sale(bench, id)) },
    { 'Idempotency-Key': key },
  );
const held = (): string[] =>
  bench.sandbox.staff.listings(bench.connection).map(({ externalId }) => externalId);

interface StaffReply {
  id: string;
  key_id: string;
  code: string;
  status: string;
  listings: unknown[];
  spends: unknown[];
  requests: unknown[];
}

describe('a gate', () => {
  it('holds requests before anything is read, and lets them pass one by one', async () => {
    const gate = bench.sandbox.gate({ at: 'before', operation: 'push_batch' });
    const first = push(['A1'], 'key-0001');
    const second = push(['A2'], 'key-0002');
    await gate.someoneArrived(2);
    expect([gate.waiting, held()]).toEqual([2, []]);
    expect((await bench.partner.get('/ping')).status).toBe(200);
    gate.letPass(1);
    expect((await first).status).toBe(202);
    expect([gate.waiting, held()]).toEqual([1, ['A1']]);
    gate.open();
    expect((await second).status).toBe(202);
    expect((await push(['A3'], 'key-0003')).status).toBe(202);
  });

  it('holds the reply of what is applied already', async () => {
    const gate = bench.sandbox.gate({ at: 'after', operation: ['push_batch', 'put_listing'] });
    const reply = push(['A1']);
    await gate.someoneArrived();
    expect(held()).toEqual(['A1']);
    gate.cut();
    await expect(reply).rejects.toThrow(ConnectionCut);
    gate.open();
    expect((await push(['A1'])).headers.get('idempotent-replayed')).toBe('true');
  });

  it('cuts before anything is applied', async () => {
    const gate = bench.sandbox.gate({ at: 'before', path: bench.connection });
    const reply = push(['A1']);
    await gate.someoneArrived();
    gate.cut();
    await expect(reply).rejects.toThrow(ConnectionCut);
    gate.open();
    expect([held(), bench.sandbox.staff.requestLog().at(-1)?.operation]).toEqual([[], 'search_places']);
  });
});

describe('a fault', () => {
  it('acts on the next matching requests only, in order', async () => {
    const { faults } = bench.sandbox;
    faults.add({ operation: 'push_batch', times: 2, does: { kind: 'status', status: 503 } });
    faults.add({
      operation: 'push_batch',
      does: { kind: 'status', status: 429, code: 'slow_down', retryAfter: 'Fri, 31 Dec 1999 23:59:59 GMT' },
    });
    expect((await bench.partner.get('/ping')).status).toBe(200);
    expect([(await push(['A1'])).status, (await push(['A1'])).status]).toEqual([503, 503]);
    bench.partner.holdsRepliesToDocument = false;
    const limited = await push(['A1']);
    expect([limited.status, limited.body.error.code, limited.headers.get('retry-after')]).toEqual([
      429,
      'slow_down',
      'Fri, 31 Dec 1999 23:59:59 GMT',
    ]);
    expect(held()).toEqual([]);
    expect((await push(['A1'])).status).toBe(202);
  });

  it('leaves a line in the request log and counts for the coverage, though the portal never saw the request', async () => {
    const { sandbox, partner } = bench;
    const { faults, staff } = sandbox;
    faults.add({ does: { kind: 'status', status: 429, code: 'rate_limit_exceeded', retryAfter: '5' } });
    faults.add({ does: { kind: 'status', status: 503 } });
    faults.add({ does: { kind: 'html' } });
    faults.add({ does: { kind: 'cut', when: 'before' } });
    faults.add({ does: { kind: 'truncated' } });
    staff.clearRequestLog();
    const limited = await push(['A1']);
    await push(['A1']);
    await push(['A1']);
    await expect(push(['A1'])).rejects.toThrow(ConnectionCut);
    await expect(partner.get('/ping')).rejects.toThrow(SyntaxError);
    const log = staff.requestLog();
    expect(
      log.map(({ operation, status, errorCode, fault }) => [operation, status, errorCode, fault]),
    ).toEqual([
      ['push_batch', 429, 'rate_limit_exceeded', 'status'],
      ['push_batch', 503, 'internal_error', 'status'],
      ['push_batch', 200, null, 'html'],
      ['push_batch', null, null, 'cut'],
      ['ping', 200, null, null],
    ]);
    expect(log[0]).toMatchObject({
      keyId: partner.keyId,
      requestId: limited.headers.get('px-request-id'),
      refusal: { message: 'A fault that was asked for.' },
    });
    expect(limited.body.request_id).toBe(log[0]?.requestId);
    const coverage = (await (
      await sandbox.fetch(new Request(`http://localhost/_sandbox/apps/${log[0]?.appId ?? ''}/coverage`))
    ).json()) as { kinds: { kind: string; entries: { name: string; count: number }[] }[] };
    const count = (of: string, name: string): number | undefined =>
      coverage.kinds.find(({ kind }) => kind === of)?.entries.find((each) => each.name === name)?.count;
    expect([count('operations', 'push_batch'), count('error_codes', 'internal_error')]).toEqual([4, 1]);
    const page = await sandbox.fetch(new Request('http://localhost/_sandbox/page/requests'));
    expect(await page.text()).toMatch(/cut<\/span>[\s\S]*by a fault \(cut\)/);
  });

  it('names its request id as the settings name the headers', async () => {
    const protocol = { ...defaultProtocol, header_prefix: 'X-Portal-' };
    const sandbox = createSandbox({ clock: bench.clock, random: systemRandom, protocol });
    sandbox.faults.add({ does: { kind: 'status', status: 503 } });
    const { headers } = await sandbox.fetch(new Request('http://sandbox.test/v1/ping'));
    expect(headers.get('x-portal-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has('px-request-id')).toBe(false);
  });

  it('cuts before or after the request is applied', async () => {
    const { faults } = bench.sandbox;
    faults.add({ does: { kind: 'cut', when: 'before' } });
    await expect(push(['A1'])).rejects.toThrow(ConnectionCut);
    expect(held()).toEqual([]);
    faults.add({ does: { kind: 'cut', when: 'after' } });
    await expect(push(['A1'])).rejects.toThrow(ConnectionCut);
    expect(held()).toEqual(['A1']);
  });

  it('sends half a reply, or a login page', async () => {
    const { faults } = bench.sandbox;
    faults.add({ does: { kind: 'truncated' } });
    await expect(push(['A1'])).rejects.toThrow(SyntaxError);
    expect(held()).toEqual(['A1']);
    faults.add({ does: { kind: 'html' } });
    const page = await push(['A2'], 'key-0002');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(held()).toEqual(['A1']);
  });

  it('waits by the clock, leaves out results, and changes their order', async () => {
    const { faults } = bench.sandbox;
    const before = bench.clock.now();
    faults.add({ does: { kind: 'latency', ms: 30_000 } });
    await push(['A1']);
    expect(bench.clock.now()).toBe(before + 30_000);
    faults.add({ does: { kind: 'drop_items', positions: [1] } });
    const partial = await push(['B1', 'B2', 'B3'], 'key-0002');
    expect(partial.body.batch.items.map(({ external_id }) => external_id)).toEqual(['B1', 'B3']);
    faults.add({ does: { kind: 'reverse_items' } });
    const reversed = await push(['C1', 'C2'], 'key-0003');
    expect(reversed.body.batch.items.map(({ position }) => position)).toEqual([1, 0]);
    faults.add({ times: 5, does: { kind: 'html' } });
    faults.clear();
    expect((await bench.partner.get('/ping')).status).toBe(200);
  });
});

describe('the staff side over HTTP', () => {
  let server: HttpServer;
  const staff = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: StaffReply }> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/_sandbox${path}`, init);
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text === '' ? '{}' : text) as StaffReply };
  };
  const withServer = async (run: (partner: Partner) => Promise<void>): Promise<void> => {
    server = await listen({ port: 0, host: '127.0.0.1', handler: (request) => bench.sandbox.fetch(request) });
    try {
      await run(new Partner({ fetch: (request) => fetch(request) }, bench.clock, server.url));
    } finally {
      await server.close();
    }
  };

  it('sets up an app, a key and a connection, and carries them through their life', async () => {
    await withServer(async (partner) => {
      const { id: appId } = (await staff('POST', '/apps', { name: 'Mine' })).body;
      const key = await staff('POST', '/keys', { public_key: partner.publicKeyPem, app_id: appId });
      partner.keyId = key.body.key_id;
      const { body: made } = await staff('POST', '/codes', {
        app_id: appId,
        agency: { name: 'Dunav', listing_limit: null },
      });
      const redeemed = await partner.post('/connections', { connect_code: made.code });
      const { id } = redeemed.body.connection;
      expect(redeemed.body.connection.agency).toMatchObject({ listing_quota: { used: 0, limit: null } });
      const put = (): Promise<Answer> => partner.put(`/connections/${id}/listings/A1`, sale(bench, 'A1'));
      expect((await put()).body.item.result).toBe('needs_review');
      expect((await staff('POST', `/connections/${id}/certify`)).status).toBe(204);
      expect((await staff('GET', `/connections/${id}/listings`)).body.listings).toMatchObject([
        { status: 'live' },
      ]);
      await staff('POST', `/connections/${id}/pause`, { reason: 'Vacation' });
      expect((await put()).body.error.code).toBe('connection_not_active');
      await staff('POST', `/connections/${id}/resume`);
      await staff('PUT', `/connections/${id}/listings/foreign-1`, { status: 'live' });
      await staff('PATCH', `/connections/${id}/agency`, { photo_limit: 3 });
      expect((await partner.get(`/connections/${id}`)).body.connection).toMatchObject({
        status: 'active',
        counts: { live: 2 },
        agency: { photo_limit: 3 },
      });
      expect((await staff('GET', `/connections/${id}/ledger`)).body.spends).toMatchObject([{ count: 1 }]);
      const { requests } = (await staff('GET', '/requests')).body;
      expect(requests.at(-1)).toMatchObject({ operation: 'get_connection', status: 200, connectionId: id });
      expect((await staff('POST', `/connections/${id}/certify`)).status).toBe(409);
      await staff('POST', `/connections/${id}/revoke`);
      expect((await staff('GET', `/connections/${id}`)).body.status).toBe('revoked');
      await staff('DELETE', `/keys/${partner.keyId}`);
      expect((await put()).body.error.code).toBe('key_revoked');
    });
  });

  it('holds and cuts real connections', async () => {
    await withServer(async (partner) => {
      partner.keyId = bench.sandbox.staff.registerKey(partner.publicKeyPem);
      const { body: gate } = await staff('POST', '/gates', { at: 'after', operation: 'put_listing' });
      const put = (): Promise<Answer> =>
        partner.put(`/connections/${bench.connection}/listings/A1`, sale(bench, 'A1'));
      const cut = expect(put()).rejects.toThrow();
      expect((await staff('POST', `/gates/${gate.id}/wait`, { count: 1 })).body).toMatchObject({
        waiting: 1,
      });
      expect(held()).toEqual(['A1']);
      await staff('POST', `/gates/${gate.id}/cut`);
      await cut;
      const passed = put();
      await staff('POST', `/gates/${gate.id}/wait`, { count: 2 });
      await staff('POST', `/gates/${gate.id}/pass`);
      expect((await passed).body.item.result).toBe('unchanged');
      expect((await staff('DELETE', `/gates/${gate.id}`)).status).toBe(204);
      expect((await staff('GET', `/gates/${gate.id}`)).status).toBe(404);

      await staff('POST', '/faults', { does: { kind: 'cut', when: 'before' } });
      await expect(partner.get('/ping')).rejects.toThrow();
      await staff('POST', '/faults', { times: 9, does: { kind: 'html' } });
      await staff('DELETE', '/faults');
      await staff('PUT', '/clock', { offset_ms: 3_600_000 });
      const skewed = await partner.get('/ping');
      expect(skewed.body.error.code).toBe('timestamp_skewed');
      expect(skewed.headers.get('date')).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
    });
  });

  it('is strict, and answers this machine alone', async () => {
    await withServer(async () => {
      expect((await staff('POST', '/gates', { at: 'during' })).status).toBe(422);
      expect((await staff('PATCH', '/limits', { max_batch_item: 1 })).status).toBe(422);
      expect((await staff('POST', '/connections/nobody/certify')).status).toBe(404);
      expect((await staff('GET', '/nothing')).status).toBe(404);
    });
    const ask = async (url: string, headers = {}): Promise<number> =>
      (await bench.sandbox.fetch(new Request(url, { headers }))).status;
    expect(await ask('http://localhost:8080/_sandbox/requests')).toBe(200);
    expect(await ask('http://evil.example/_sandbox/requests')).toBe(403);
    expect(await ask('http://127.0.0.1/_sandbox/requests', { Origin: 'https://evil.example' })).toBe(403);
  });
});
