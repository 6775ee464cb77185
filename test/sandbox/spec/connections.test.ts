import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { dateTime, nobody, refusal, startService, uuid, type Service } from './service.js';

let service: Service;
let client: SpecClient;
let staff: Sandbox['staff'];
beforeAll(async () => {
  service = await startService();
  client = service.client;
  staff = service.sandbox.staff;
});
afterAll(() => service.close());

const redeem = (code: unknown, by: SpecClient = client) => by.post('/connections', { connect_code: code });
const read = async (id: string) => (await client.get(`/connections/${id}`)).body.connection;
const at = (ms: number): string => new Date(ms).toISOString();

describe('the connection', () => {
  const row = (n: number): string => `Connection · row ${n}`;
  rule(
    'connection/fields',
    ['Connection · ¶1', row(1), row(3), row(4)],
    'these fields, always all of them',
    async () => {
      const shapes = ['certifying', 'active', 'paused', 'revoked'] as const;
      for (const status of shapes) {
        const connection = await read(service.connect({ status }));
        expect(Object.keys(connection).sort()).toEqual([
          'agency',
          'certified_at',
          'counts',
          'created_at',
          'environment',
          'id',
          'last_push_at',
          'paused',
          'redeemed_at',
          'status',
        ]);
        expect(connection).toMatchObject({ id: expect.stringMatching(uuid), status, environment: 'sandbox' });
      }
      const other = service.stranger('live');
      const { code } = staff.issueCode({
        environment: 'live',
        appId: ((await other.get('/ping')).body as unknown as { app: { id: string } }).app.id,
      });
      expect((await redeem(code, other)).body.connection.environment).toBe('live');
    },
  );
  rule(
    'connection/status',
    row(2),
    'certifying, active, paused or revoked; a pending one is never returned',
    async () => {
      const id = service.connect({ status: 'pending' });
      const { connections } = (await client.get('/connections?limit=200')).body;
      expect(connections.map((each) => each.id)).not.toContain(id);
      expect(new Set(connections.map(({ status }) => status))).not.toContain('pending');
    },
  );
  rule(
    'connection/times',
    [row(5), row(6), row(7), row(10)],
    'made, redeemed, certified and last pushed; null until then',
    async () => {
      const { code, connectionId: id } = staff.issueCode();
      const created = service.clock.now();
      service.clock.advance(1000);
      const { connection } = (await redeem(code)).body;
      expect(connection).toMatchObject({
        created_at: at(created),
        redeemed_at: at(created + 1000),
        certified_at: null,
        last_push_at: null,
      });
      expect(connection.created_at).toMatch(dateTime);
      service.clock.advance(1000);
      await service.push(id, service.sale('A1'));
      expect((await read(id)).last_push_at).toBe(at(created + 2000));
      service.clock.advance(1000);
      staff.certify(id);
      await client.post(`/connections/${id}/batches`, { listings: [service.sale('A2')] });
      expect(await read(id)).toMatchObject({
        certified_at: at(created + 3000),
        last_push_at: at(created + 3000),
      });
    },
  );
  rule('connection/paused', row(8), 'when, by whom and why, while paused', async () => {
    const id = service.connect();
    expect((await read(id)).paused).toBeNull();
    staff.pause(id, 'Proveravamo oglase', 'agency');
    expect((await read(id)).paused).toEqual({
      at: at(service.clock.now()),
      by: 'agency',
      reason: 'Proveravamo oglase',
    });
    staff.resume(id);
    expect((await read(id)).paused).toBeNull();
    staff.pause(id);
    expect((await read(id)).paused).toMatchObject({ by: 'staff', reason: null });
  });
  choice(
    'connection/counts',
    [row(9), 'Listing lifecycle · ¶1'],
    'live, paused, review, failed; how listings move between them is not shown',
    { choice: 'live; inactive; needs_review; rejected. What was taken off is in none', setting: 'fixed' },
    async () => {
      const id = service.connect({ status: 'certifying' });
      expect((await read(id)).counts).toEqual({ live: 0, paused: 0, review: 0, failed: 0 });
      for (const each of ['A1', 'A2', 'A3']) await service.push(id, service.sale(each));
      await service.push(id, service.sale('A4', { state: 'inactive' }));
      expect((await read(id)).counts).toMatchObject({ live: 0, failed: 0 });
      staff.certify(id);
      expect((await read(id)).counts).toEqual({ live: 3, paused: 1, review: 0, failed: 0 });
      const rent = { amount: 400, currency: 'EUR', type: 'long_term' };
      await service.push(id, service.rental('A5', { rent }));
      expect((await read(id)).counts).toEqual({ live: 3, paused: 1, review: 0, failed: 1 });
      await client.post(`/connections/${id}/listings/A1/remove`, { reason: 'sold' });
      expect((await read(id)).counts).toEqual({ live: 2, paused: 1, review: 0, failed: 1 });
    },
  );
});

describe('the agency', () => {
  const row = (n: number): string => `Agency summary · row ${n}`;
  rule(
    'agency/fields',
    [row(1), row(2), row(3), row(5), 'Connection · ¶1'],
    'these fields; no id of its own',
    async () => {
      const agency = { name: 'Nekretnine Ana', register_number: '1234', photo_limit: 7 };
      for (const verification_status of ['unverified', 'pending', 'verified', 'rejected'] as const) {
        const connection = await read(service.connect({ agency: { ...agency, verification_status } }));
        expect(connection.agency).toEqual({
          ...agency,
          verification_status,
          listing_quota: { used: 0, limit: 1000 },
        });
      }
      const without = await read(service.connect({ agency: { register_number: null } }));
      expect(without.agency).toMatchObject({ register_number: null });
    },
  );
  rule('agency/listing_quota', row(4), 'how many are used, of how many; null is no limit', async () => {
    const id = service.connect({ agency: { listing_limit: 2 } });
    await service.push(id, service.sale('A1'));
    await service.push(id, service.sale('A2', { state: 'inactive' }));
    expect((await read(id)).agency).toMatchObject({ listing_quota: { used: 1, limit: 2 } });
    staff.setQuota(id, null);
    expect((await read(id)).agency).toMatchObject({ listing_quota: { used: 1, limit: null } });
  });
  choice(
    'agency/defaults',
    'What the service does · 5',
    'onboarding, certification and plans on the agency side',
    { choice: 'staff functions and /_sandbox; 20 photos, 1,000 listings', setting: 'settings.photoLimit' },
    async () => {
      expect((await read(service.connect())).agency).toMatchObject({
        photo_limit: 20,
        listing_quota: { limit: 1000 },
      });
    },
  );
});

describe('the list', () => {
  const where = 'GET /connections · ¶1';
  rule('list/pages', [where, 'Limits · row 7'], 'until next_cursor is null; only of this app', async () => {
    const other = service.stranger();
    const { app } = (await other.get('/ping')).body as unknown as { app: { id: string } };
    const ids = Array.from({ length: 5 }, () => service.connect({ appId: app.id }));
    const seen: string[] = [];
    for (let query: string | null = ''; query !== null;) {
      const { body } = await other.get(`/connections?limit=2${query}`);
      expect(Object.keys(body).sort()).toEqual(['connections', 'next_cursor']);
      seen.push(...body.connections.map(({ id }) => id));
      query = body.next_cursor === null ? null : `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
    expect(seen).toEqual(ids);
  });
  rule('list/status', where, 'four words filter it', async () => {
    for (const status of ['certifying', 'active', 'paused', 'revoked'] as const) {
      const id = service.connect({ status });
      const { connections } = (await client.get(`/connections?limit=200&status=${status}`)).body;
      expect(connections.map((each) => each.id)).toContain(id);
      expect(new Set(connections.map((each) => each.status))).toEqual(new Set([status]));
    }
    expect(refusal(await client.get('/connections?status=pending'))).toBe(
      '422 validation_failed invalid_enum /status',
    );
  });
  rule('list/limit', [where, 'Limits · row 7'], '1 to 3 digits, 1 to 200', async () => {
    const at = async (query: string): Promise<string> => refusal(await client.get(`/connections?${query}`));
    for (const [value, code] of [
      ['201', 'too_big'],
      ['0', 'too_small'],
      ['000', 'too_small'],
      ['0200', 'invalid_format'],
      ['-1', 'invalid_format'],
      ['ten', 'invalid_format'],
    ] as const)
      expect([value, await at(`limit=${value}`)]).toEqual([value, `422 validation_failed ${code} /limit`]);
    for (const value of ['1', '200', '020', ''])
      expect((await client.get(`/connections?limit=${value}`)).status).toBe(200);
  });
  rule('list/cursor', [where, 'Limits · row 8'], 'up to 512 characters, one that was given out', async () => {
    const at = async (query: string): Promise<string> => refusal(await client.get(`/connections?${query}`));
    expect(await at(`cursor=${'x'.repeat(513)}`)).toBe('422 validation_failed too_big /cursor');
    expect(await at(`cursor=${'x'.repeat(512)}`)).toBe('422 validation_failed invalid_format /cursor');
  });
  rule(
    'list/strict',
    [where, 'Error codes by operation · row 12'],
    'unknown and repeated parameters are refused',
    async () => {
      expect(refusal(await client.get('/connections?page=2'))).toBe(
        '422 validation_failed unknown_field /page',
      );
      expect(refusal(await client.get('/connections?page='))).toBe(
        '422 validation_failed unknown_field /page',
      );
      expect(refusal(await client.get('/connections?limit=1&limit=2'))).toBe(
        '422 validation_failed invalid_type /limit',
      );
    },
  );
  choice(
    'list/page-size',
    'Limits · row 7',
    'page size without a limit',
    { choice: '100', setting: 'fixed' },
    async () => {
      const other = service.stranger();
      const { app } = (await other.get('/ping')).body as unknown as { app: { id: string } };
      for (let n = 0; n < 101; n++) service.connect({ appId: app.id });
      expect((await other.get('/connections')).body.connections).toHaveLength(100);
      expect((await other.get('/connections?limit=200')).body.connections).toHaveLength(101);
    },
  );
});

describe('reading and disconnecting', () => {
  rule('read/one', 'GET /connections/{id} · ¶1', '200 and the connection', async () => {
    const id = service.connect();
    const { status, body } = await client.get(`/connections/${id}`);
    expect([status, Object.keys(body), body.connection.id]).toEqual([200, ['connection'], id]);
    expect(refusal(await client.get(`/connections/${id}?a=1`))).toBe(
      '422 validation_failed unknown_field /a',
    );
  });
  rule(
    'read/not-found',
    ['GET /connections/{id} · ¶1', 'Error codes by operation · row 4', 'Behaviour per state · ¶1'],
    'unknown, of another app, pending: the same 404',
    async () => {
      const pending = service.connect({ status: 'pending' });
      const replies = await Promise.all([
        client.get(`/connections/${nobody}`),
        client.get(`/connections/${pending}`),
        service.stranger().get(`/connections/${service.connect()}`),
      ]);
      expect(replies.map(refusal)).toEqual(Array(3).fill('404 connection_not_found'));
      expect(new Set(replies.map(({ body }) => body.error.message)).size).toBe(1);
    },
  );
  choice(
    'read/malformed-id',
    'Endpoints · ¶1',
    'an id is a UUID; another text is not shown',
    { choice: '404, as unknown', setting: 'fixed' },
    async () => {
      expect(refusal(await client.get('/connections/17'))).toBe('404 connection_not_found');
      expect(refusal(await client.get('/batches/17'))).toBe('404 batch_not_found');
      expect(refusal(await client.get('/places/17'))).toBe('404 place_not_found');
    },
  );
  rule(
    'disconnect/revokes',
    ['DELETE /connections/{id} · ¶1', 'Connection states · row 10'],
    '200 with status revoked, again and again',
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1'));
      for (let n = 0; n < 2; n++) {
        const { status, body } = await client.delete(`/connections/${id}?reason=Kraj`);
        expect([status, body.connection.status]).toEqual([200, 'revoked']);
      }
      expect((await read(id)).counts).toEqual({ live: 0, paused: 0, review: 0, failed: 0 });
      expect(staff.listings(id)).toMatchObject([{ externalId: 'A1', status: 'released' }]);
    },
  );
  rule(
    'disconnect/reason',
    ['DELETE /connections/{id} · ¶1', 'Limits · row 9'],
    'up to 200 characters, optional; nothing else',
    async () => {
      const id = service.connect();
      const at = async (query: string): Promise<string> =>
        refusal(await client.delete(`/connections/${id}${query}`));
      expect(await at(`?reason=${'x'.repeat(201)}`)).toBe('422 validation_failed too_big /reason');
      expect(await at('?because=1')).toBe('422 validation_failed unknown_field /because');
      expect((await read(id)).status).toBe('active');
      expect(
        (await client.delete(`/connections/${id}?reason=${encodeURIComponent('š'.repeat(200))}`)).status,
      ).toBe(200);
      expect(refusal(await client.delete(`/connections/${nobody}`))).toBe('404 connection_not_found');
      expect(refusal(await client.delete(`/connections/${service.connect({ status: 'pending' })}`))).toBe(
        '404 connection_not_found',
      );
    },
  );
});

inTheTable('connections.test.ts');
