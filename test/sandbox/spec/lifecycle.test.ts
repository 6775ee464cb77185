import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { refusal, startService, type Payload, type Service } from './service.js';

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

describe('redeeming', () => {
  const line = (n: number): string => `POST /connections · ${n}`;
  rule(
    'redeem/created',
    ['POST /connections · ¶1', 'What the service does · 2'],
    '201 and the connection, certifying',
    async () => {
      const { code, connectionId } = staff.issueCode();
      const reply = await redeem(code);
      expect([reply.status, Object.keys(reply.body)]).toEqual([201, ['connection']]);
      expect(reply.body.connection).toMatchObject({ id: connectionId, status: 'certifying' });
    },
  );
  rule(
    'redeem/length',
    ['POST /connections · ¶1', 'Limits · row 10'],
    'a code has 12 to 32 characters',
    async () => {
      const at = async (code: unknown): Promise<string> => refusal(await redeem(code));
      expect(await at('x'.repeat(11))).toBe('422 validation_failed too_small /connect_code');
      expect(await at('x'.repeat(33))).toBe('422 validation_failed too_big /connect_code');
      for (const length of [12, 32]) expect(await at('x'.repeat(length))).toBe('404 connect_code_invalid');
      expect(await at(123456789012)).toBe('422 validation_failed invalid_type /connect_code');
      expect(await at('')).toBe('422 validation_failed required /connect_code');
      expect(refusal(await client.post('/connections', {}))).toBe(
        '422 validation_failed required /connect_code',
      );
      expect(refusal(await client.post('/connections', { connect_code: 'x'.repeat(12), note: null }))).toBe(
        '422 validation_failed unknown_field /note',
      );
      expect(refusal(await client.post('/connections?a=1', { connect_code: 'x'.repeat(12) }))).toBe(
        '422 validation_failed unknown_field /a',
      );
    },
  );
  rule('redeem/normalised', line(1), 'with or without prefix and dashes, in any case', async () => {
    const ways: ((code: string) => string)[] = [
      (code) => code.toLowerCase(),
      (code) => code.replaceAll('-', ''),
      (code) => code.replace(/^[A-Z]+-/, ''),
      (code) =>
        ` ${code
          .replace(/^[A-Z]+-/, '')
          .replaceAll('-', '')
          .toLowerCase()} `,
    ];
    for (const way of ways) expect((await redeem(way(staff.issueCode().code))).status).toBe(201);
  });
  rule(
    'redeem/invalid',
    [line(2), 'Error codes by operation · row 3'],
    "unknown, lapsed, used, another app's: all 404",
    async () => {
      const invalid = '404 connect_code_invalid';
      expect(refusal(await redeem('PX-AAAA-BBBB-CCCC'))).toBe(invalid);
      const used = staff.issueCode().code;
      await redeem(used);
      expect(refusal(await redeem(used))).toBe(invalid);
      expect(refusal(await redeem(staff.issueCode().code, service.stranger()))).toBe(invalid);
      const lapsed = staff.issueCode().code;
      service.clock.advance(8 * 24 * 3600_000);
      expect(refusal(await redeem(lapsed))).toBe(invalid);
    },
  );
  rule('redeem/once', line(3), 'a retry finds the connection in the list', async () => {
    const { code, connectionId } = staff.issueCode();
    await redeem(code);
    expect(refusal(await redeem(code))).toBe('404 connect_code_invalid');
    const { connections } = (await client.get('/connections?status=certifying&limit=200')).body;
    expect(connections.map(({ id }) => id)).toContain(connectionId);
  });
  rule(
    'redeem/environment',
    line(4),
    'a sandbox key redeems sandbox codes, a live key live ones',
    async () => {
      const live = service.stranger('live');
      expect(refusal(await redeem(staff.issueCode().code, live))).toBe('404 connect_code_invalid');
      const { app } = (await live.get('/ping')).body as unknown as { app: { id: string } };
      const { code } = staff.issueCode({ appId: app.id });
      expect(refusal(await redeem(code))).toBe('404 connect_code_invalid');
      expect((await redeem(code, live)).status).toBe(201);
    },
  );
  rule('redeem/no-idempotency', line(5), 'an Idempotency-Key changes nothing', async () => {
    const body = { connect_code: staff.issueCode().code };
    const key = { 'Idempotency-Key': 'redeem-1' };
    expect((await client.post('/connections', body, key)).status).toBe(201);
    const again = await client.post('/connections', body, key);
    expect([refusal(again), again.headers['idempotent-replayed']]).toEqual([
      '404 connect_code_invalid',
      undefined,
    ]);
  });
  rule(
    'redeem/eligible',
    ['POST /connections · ¶1', 'Error codes by operation · row 11'],
    'the reason is told; the code stays good',
    async () => {
      for (const [agency, reason] of [
        [{ register_number: null }, 'register_number_missing'],
        [{ blocked: true }, 'account_blocked'],
      ] as const) {
        const { code, connectionId } = staff.issueCode({ agency });
        const reply = await redeem(code);
        expect([reply.status, reply.body.error.code]).toEqual([422, 'agency_not_eligible']);
        expect(reply.body.error.details).toEqual({ reason });
        staff.setAgency(connectionId, { register_number: '1', blocked: false });
        expect((await redeem(code)).status).toBe(201);
      }
    },
  );
  choice(
    'redeem/lifetime',
    line(2),
    'how long a code lives',
    { choice: '7 days', setting: 'settings.codeLifetimeMs' },
    async () => {
      const { code } = staff.issueCode();
      service.clock.advance(7 * 24 * 3600_000 - 1000);
      expect((await redeem(code)).status).toBe(201);
    },
  );
});

describe('states', () => {
  const row = (n: number): string => `Connection states · row ${n}`;
  rule(
    'states/all',
    ['Connection states · ¶1', row(1)],
    'five, the first pending, the last revoked',
    async () => {
      const { connectionId: id } = staff.issueCode();
      expect(staff.connection(id).status).toBe('pending');
      staff.revoke(id);
      expect(() => staff.certify(id)).toThrow();
      expect(() => staff.resume(id)).toThrow();
      expect(() => staff.pause(id)).toThrow();
      expect((await read(id)).status).toBe('revoked');
    },
  );
  rule('states/redeem', row(2), 'pending → certifying', async () => {
    const { code, connectionId: id } = staff.issueCode();
    await redeem(code);
    expect((await read(id)).status).toBe('certifying');
  });
  rule('states/lapse', row(3), 'a lapsed code is replaced on the same connection', async () => {
    const { code, connectionId: id } = staff.issueCode();
    service.clock.advance(8 * 24 * 3600_000);
    expect(refusal(await redeem(code))).toBe('404 connect_code_invalid');
    const again = staff.issueCode({ connectionId: id });
    expect(again.connectionId).toBe(id);
    expect((await redeem(again.code)).body.connection.id).toBe(id);
  });
  rule('states/certify', row(4), 'certifying → active; what waited is published', async () => {
    const id = service.connect({ status: 'certifying' });
    await service.push(id, service.sale('A1'));
    staff.certify(id);
    expect((await read(id)).status).toBe('active');
    expect(await service.view(id)).toMatchObject([{ status: 'live' }]);
  });
  choice(
    'states/send-back',
    row(5),
    'certifying → certifying; what becomes of the listings is not shown',
    { choice: 'those in review are rejected with certification_rejected', setting: 'fixed' },
    async () => {
      const id = service.connect({ status: 'certifying' });
      await service.push(id, service.sale('A1'));
      staff.sendBack(id, 'Fotografije nisu vaše.');
      expect((await read(id)).status).toBe('certifying');
      expect(await service.view(id)).toMatchObject([
        { status: 'rejected', failure_code: 'certification_rejected' },
      ]);
      expect((await service.push(id, service.sale('A1'))).result).toBe('needs_review');
    },
  );
  rule('states/pause', row(6), 'certifying, active or paused → paused, by agency or staff', async () => {
    for (const status of ['certifying', 'active', 'paused'] as const) {
      const id = service.connect({ status });
      staff.pause(id, null, 'agency');
      expect((await read(id)).status).toBe('paused');
    }
  });
  rule(
    'states/resume',
    [row(7), row(8)],
    'back to what it was: never from certifying straight to active',
    async () => {
      for (const status of ['active', 'certifying'] as const) {
        const id = service.connect({ status });
        staff.pause(id);
        staff.pause(id);
        staff.resume(id);
        expect((await read(id)).status).toBe(status);
      }
    },
  );
  rule('states/revoke', row(9), 'from any state; the listings are released', async () => {
    for (const status of ['pending', 'certifying', 'active', 'paused'] as const) {
      const id = service.connect({ status });
      if (status === 'active') await service.push(id, service.sale('A1'));
      staff.revoke(id);
      expect((await read(id)).status).toBe('revoked');
      expect(staff.listings(id).map((held) => held.status)).toEqual(status === 'active' ? ['released'] : []);
    }
  });
});

describe('what each state allows', () => {
  const writes = (id: string): [string, string, () => Payload][] => [
    ['PUT', `/connections/${id}/listings/A1`, () => service.sale('A1')],
    ['POST', `/connections/${id}/batches`, () => ({ listings: [service.sale('A2')] })],
    ['POST', `/connections/${id}/listings/A1/remove`, () => ({ reason: 'sold' })],
    ['POST', `/connections/${id}/reconcile`, () => ({ external_ids: [] })],
    ['POST', '/validate', () => ({ listing: service.sale('A1'), connection_id: id })],
  ];
  const states = [
    ['pending', 404, 409],
    ['certifying', 200, 200],
    ['active', 200, 200],
    ['paused', 200, 200],
    ['revoked', 200, 409],
  ] as const;
  states.forEach(([state, reading, viewing], index) => {
    const refuses = state !== 'certifying' && state !== 'active';
    const where = [`Behaviour per state · row ${index + 1}`, 'Error codes by operation · row 8'];
    rule(
      `state/${state}`,
      where,
      `writes ${refuses ? 'refused' : 'accepted'}; read ${reading}, view ${viewing}`,
      async () => {
        const id = service.connect({ status: state });
        for (const [method, path, body] of writes(id)) {
          const reply = await client.send(method, path, body());
          if (!refuses) {
            expect(reply.status).toBeLessThan(300);
            continue;
          }
          expect([path, reply.status, reply.body.error.code]).toEqual([path, 409, 'connection_not_active']);
          expect(reply.body.error.details).toEqual({ status: state });
        }
        expect((await client.get(`/connections/${id}`)).status).toBe(reading);
        const view = await client.get(`/connections/${id}/listings`);
        expect(view.status).toBe(viewing);
        if (viewing === 409) expect(view.body.error.details).toEqual({ status: state });
      },
    );
  });
  rule(
    'state/imports',
    [
      'Behaviour per state · row 2',
      'Behaviour per state · row 3',
      'Rules that link writes to results · 2',
      'What the service does · 2',
    ],
    'review while certifying, imported while active',
    async () => {
      const certifying = service.connect({ status: 'certifying' });
      expect((await service.push(certifying, service.sale('A1'))).result).toBe('needs_review');
      expect((await service.push(service.connect(), service.sale('A1'))).result).toBe('accepted');
    },
  );
});

inTheTable('lifecycle.test.ts');
