import { beforeEach, describe, expect, it } from 'vitest';
import { createBench, Partner, sale, type Answer, type Bench } from './partner.js';
import { Receiver } from './webhook-receiver.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let bench: Bench;
beforeEach(async () => {
  bench = await createBench({ outcomeDelayMs: 10 * minute });
});

const put = (id: string, partner = bench.partner, connection = bench.connection): Promise<Answer> =>
  partner.put(`/connections/${connection}/listings/${id}`, sale(bench, id));
const counts = async (): Promise<unknown> =>
  (await bench.partner.get(`/connections/${bench.connection}`)).body.connection.counts;
const advance = (ms: number, appId?: string): Promise<void> => bench.sandbox.time.advance(ms, appId);
const statusOf = (id: string): string | undefined =>
  bench.sandbox.staff.listings(bench.connection).find(({ externalId }) => externalId === id)?.status;

/** A second app with a key and an active connection of its own. */
function neighbour(): { app: string; partner: Partner; connection: string } {
  const { staff } = bench.sandbox;
  const app = staff.addApp({ name: 'Neighbour' });
  const partner = new Partner(bench.sandbox, bench.clock);
  partner.keyId = staff.registerKey(partner.publicKeyPem, 'sandbox', app);
  return { app, partner, connection: staff.addConnection({ appId: app }) };
}

describe('time that is moved on', () => {
  it('brings outcomes, and signatures stay as good as they were', async () => {
    await put('A1');
    expect(await counts()).toMatchObject({ live: 0 });
    await advance(10 * minute);
    expect(await counts()).toMatchObject({ live: 1 });
    const ping = await bench.partner.get('/ping');
    expect([ping.status, ping.headers.get('date')]).toEqual([200, 'Mon, 02 Mar 2026 08:00:00 GMT']);
  });

  it('frees both budgets and lets idempotency keys age', async () => {
    bench.sandbox.staff.setLimits({ connection_items_per_hour: 1, rate_limit_per_minute: 4 });
    const push = (id: string): Promise<Answer> =>
      bench.partner.post(
        `/connections/${bench.connection}/batches`,
        { listings: [sale(bench, id)] },
        { 'Idempotency-Key': 'key-0001' },
      );
    expect((await push('A1')).status).toBe(202);
    expect((await put('A2')).body.error.code).toBe('connection_item_limit');
    expect((await put('A2')).body.error.code).toBe('rate_limit_exceeded');
    await advance(hour);
    expect((await put('A2')).status).toBe(202);
    expect((await push('A3')).body.error.code).toBe('idempotency_key_reused');
    await advance(7 * day);
    expect((await push('A3')).status).toBe(202);
  });

  it('finishes batches and gives a lapsed code a successor on the same connection', async () => {
    const { code, connectionId } = bench.sandbox.staff.issueCode();
    const { body } = await bench.partner.post(`/connections/${bench.connection}/batches`, {
      listings: [sale(bench, 'A1:late-batch')],
    });
    expect(body.batch).toMatchObject({ status: 'received', items: [] });
    await advance(minute / 2);
    const read = async (): Promise<string> =>
      (await bench.partner.get(`/batches/${body.batch.id}`)).body.batch.status;
    expect(await read()).toBe('processing');
    await advance(minute / 2);
    expect(await read()).toBe('completed');
    await advance(7 * day);
    const lapsed = await bench.partner.post('/connections', { connect_code: code });
    expect(lapsed.body.error.code).toBe('connect_code_invalid');
    const { code: successor } = bench.sandbox.staff.connection(connectionId);
    expect(successor).not.toBe(code);
    const redeemed = await bench.partner.post('/connections', { connect_code: successor });
    expect(redeemed.body.connection.id).toBe(connectionId);
  });

  it('stops wherever something falls due, so that each thing bears its own time', async () => {
    const receiver = new Receiver();
    bench = await createBench({ outcomeDelayMs: 10 * minute, transport: receiver });
    bench.sandbox.webhooks.addEndpoint({ url: 'http://localhost/' });
    await put('A1:moderated');
    await advance(day);
    expect(receiver.received.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ['listing.live', '2026-03-02T08:10:00.000Z'],
      ['listing.taken_down', '2026-03-02T08:11:00.000Z'],
    ]);
  });

  it('ticks by the clock until it is told to stop', async () => {
    await put('A1');
    const stop = new AbortController();
    const waited: number[] = [];
    bench.clock.sleep = async (ms) => {
      waited.push(ms);
      bench.clock.advance(10 * minute);
      if (waited.length === 2) stop.abort();
    };
    await bench.sandbox.time.run(stop.signal);
    expect([waited, statusOf('A1')]).toEqual([[250, 250], 'live']);
  });
});

describe('an app by itself', () => {
  it('has its own clock, skew, limits, faults, requests and budgets', async () => {
    const { app, partner, connection } = neighbour();
    const { staff, faults } = bench.sandbox;
    await put('A1');
    await put('B1', partner, connection);
    await advance(10 * minute, app);
    expect([statusOf('A1'), staff.listings(connection)[0]!.status]).toEqual(['accepted', 'live']);

    staff.setClockOffset(hour, app);
    expect((await partner.get('/ping')).body.error.code).toBe('timestamp_skewed');
    expect((await partner.get('/ping')).headers.get('date')).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
    expect((await bench.partner.get('/ping')).status).toBe(200);
    staff.setClockOffset(0, app);

    staff.setLimits({ connection_items_per_hour: 1 }, app);
    expect((await put('B2', partner, connection)).body.error.code).toBe('connection_item_limit');
    expect((await put('A2')).status).toBe(202);

    faults.add({ app, does: { kind: 'status', status: 503 } });
    expect((await bench.partner.get('/ping')).status).toBe(200);
    expect((await partner.get('/ping')).status).toBe(503);

    expect(new Set(staff.requestLog(app).map(({ appId }) => appId))).toEqual(new Set([app]));
    expect((await bench.partner.get(`/connections/${connection}`)).status).toBe(404);
  });
});

describe('reset', () => {
  it('empties one app and leaves the other, its key and its endpoints alone', async () => {
    const { app, partner, connection } = neighbour();
    const { sandbox } = bench;
    await put('A1');
    await put('B1', partner, connection);
    await advance(day, app);
    sandbox.faults.add({ app, times: 9, does: { kind: 'html' } });
    const gate = sandbox.gate({ app, at: 'before' });
    sandbox.reset(app);
    expect(gate.waiting).toBe(0);
    expect((await partner.get('/connections')).body.connections).toEqual([]);
    expect(sandbox.staff.requestLog(app).map(({ operation }) => operation)).toEqual(['list_connections']);
    expect((await bench.partner.get('/connections')).body.connections).toHaveLength(1);
    expect(statusOf('A1')).toBe('accepted');
  });

  it('brings limits, clock and vocabulary of the whole portal back', async () => {
    const { sandbox, partner } = bench;
    const { version } = (await partner.get('/vocabularies')).body;
    const staff = (method: string, path: string, body: object): Promise<Response> =>
      sandbox.fetch(new Request(`http://localhost/_sandbox${path}`, { method, body: JSON.stringify(body) }));
    const entry = { list: 'heating', key: 'geothermal', label_en: 'Geothermal', label_sr: 'Geotermalno' };
    const changed = await staff('PATCH', '/vocabulary', {
      add: [entry],
      remove: [{ list: 'heating', key: bench.words.central }],
    });
    expect(changed.status).toBe(204);
    const heating = (await partner.get('/vocabularies')).body.heating.map(({ key }) => key);
    expect(heating).toContain('geothermal');
    expect(heating).not.toContain(bench.words.central);
    expect((await put('A1')).body.error.details).toMatchObject([
      { pointer: '/structure/heating', code: 'invalid_enum' },
    ]);
    sandbox.staff.setLimits({ max_batch_items: 1 });
    sandbox.staff.setClockOffset(hour);
    expect((await staff('POST', '/reset', {})).status).toBe(204);
    const { body } = await partner.get('/ping');
    expect(body).toMatchObject({ limits: { max_batch_items: 100 }, server_time: '2026-03-02T08:00:00.000Z' });
    expect((await partner.get('/vocabularies')).body.version).toBe(version);
    expect((await partner.get('/connections')).body.connections).toEqual([]);
  });
});

describe('a slow body', () => {
  it('comes in pieces, by the clock', async () => {
    bench.sandbox.faults.add({ does: { kind: 'slow_body', pieces: 4, ms: minute } });
    const before = bench.clock.now();
    expect((await bench.partner.get('/ping')).status).toBe(200);
    expect(bench.clock.now() - before).toBe(4 * minute);
  });
});
