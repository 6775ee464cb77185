import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { SpecClient } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, uuid, type Service } from './service.js';

let service: Service;
let client: SpecClient;
beforeAll(async () => {
  service = await startService();
  client = service.client;
});
afterAll(() => service.close());

const auth = (unit: string): string => `Authentication · ${unit}`;

describe('keys and apps', () => {
  rule(
    'keys/one-app',
    auth('5'),
    "another app's connection, or the other environment's, is not found",
    async () => {
      const connection = service.connect();
      for (const other of [service.stranger(), service.stranger('live')]) {
        expect(refusal(await other.get(`/connections/${connection}`))).toBe('404 connection_not_found');
        expect(refusal(await other.put(`/connections/${connection}/listings/A1`, service.sale('A1')))).toBe(
          '404 connection_not_found',
        );
        expect((await other.get('/connections')).body.connections).toEqual([]);
      }
    },
  );
  choice(
    'keys/registration',
    auth('10'),
    'how a public key is registered and written',
    { choice: 'POST /_sandbox/keys with an SPKI PEM or 32 bytes in base64url', setting: 'fixed' },
    async () => {
      const other = service.stranger();
      const raw = Buffer.from(other.publicKey.split('\n')[1]!, 'base64').subarray(-32).toString('base64url');
      for (const publicKey of [other.publicKey, raw]) {
        const reply = await fetch(`${service.origin}/_sandbox/keys`, {
          method: 'POST',
          body: JSON.stringify({ public_key: publicKey }),
        });
        expect(reply.status).toBe(201);
        other.keyId = ((await reply.json()) as { key_id: string }).key_id;
        expect((await other.get('/ping')).status).toBe(200);
      }
    },
  );
  choice(
    'keys/refusals',
    ['Error codes by operation · ¶1', auth('7')],
    'fourteen shared refusals, of which only signature_invalid is named',
    {
      choice:
        '401 header_missing, key_unknown, key_revoked, timestamp_malformed, timestamp_skewed, nonce_malformed, nonce_replayed, content_digest_malformed, content_digest_mismatch, signature_malformed; 403 app_suspended; 429 rate_limit_exceeded; 413 body_too_large',
      setting: 'fixed',
    },
    async () => {
      const other = service.stranger();
      const { app } = (await other.get('/ping')).body as unknown as { app: { id: string } };
      service.sandbox.staff.suspendApp(app.id);
      expect(refusal(await other.get('/ping'))).toBe('403 app_suspended');
      service.sandbox.staff.suspendApp(app.id, false);
      service.sandbox.staff.revokeKey(other.keyId);
      expect(refusal(await other.get('/ping'))).toBe('401 key_revoked');
    },
  );
});

describe('what every reply carries', () => {
  rule(
    'reply/request-id',
    [auth('6'), 'Envelope · ¶1'],
    'PX-Request-Id, a new one each time, and the same in the envelope',
    async () => {
      const [one, two] = [await client.get('/ping'), await client.get('/ping')];
      expect(one.headers['px-request-id']).toMatch(uuid);
      expect(two.headers['px-request-id']).not.toBe(one.headers['px-request-id']);
      const refused = await client.get('/nothing');
      expect(refused.body.request_id).toBe(refused.headers['px-request-id']);
      const unsigned = await client.deliver('GET', '/ping', '', {});
      expect(unsigned.body.request_id).toBe(unsigned.headers['px-request-id']);
    },
  );
  rule(
    'reply/envelope',
    'Envelope · ¶1',
    'code, message, details where there are some; request_id; nothing else',
    async () => {
      const plain = await client.get(`/places/${nobody}`);
      expect(Object.keys(plain.body).sort()).toEqual(['error', 'request_id']);
      expect(Object.keys(plain.body.error).sort()).toEqual(['code', 'message']);
      const detailed = await client.get('/places?limit=0');
      expect(Object.keys(detailed.body.error).sort()).toEqual(['code', 'details', 'message']);
      expect(Object.keys(detailed.body.error.details[0]!).sort()).toEqual(['code', 'message', 'pointer']);
      expect(plain.body.error.message).toMatch(/^[A-Z].*\.$/);
    },
  );
  rule(
    'reply/json',
    'Listing Partner API v1: Specification · ¶2',
    'JSON, below the version segment v1',
    async () => {
      const reply = await client.get('/ping');
      expect(reply.headers['content-type']).toBe('application/json');
      const outside = await fetch(`${service.origin}/v2/ping`);
      expect(outside.status).not.toBe(200);
    },
  );
  rule(
    'reply/version',
    ['Versioning · 1', 'Listing Partner API v1: Specification · ¶1'],
    'v1 is part of the address',
    async () => {
      expect((await client.get('/ping')).status).toBe(200);
      expect((await fetch(`${service.origin}/ping`)).status).not.toBe(200);
    },
  );
  rule(
    'reply/internal-error',
    'Error codes by operation · row 17',
    'a fault of the server has the envelope',
    async () => {
      service.sandbox.faults.add({ does: { kind: 'status', status: 500 } });
      const reply = await client.get('/ping');
      expect(refusal(reply)).toBe('500 internal_error');
      expect(reply.headers['px-request-id']).toMatch(uuid);
      expect(reply.body.request_id).toBe(reply.headers['px-request-id']);
    },
  );
});

describe('ping', () => {
  rule(
    'ping/result',
    ['GET /ping · ¶1', 'Ping result · ¶1', 'What the service does · 1'],
    'app, key, partner, time and limits; nothing else',
    async () => {
      const { status, body } = await client.get('/ping');
      expect(status).toBe(200);
      expect(body).toEqual({
        app: { id: expect.stringMatching(uuid), environment: 'sandbox', name: expect.any(String) },
        key_id: client.keyId,
        partner: { id: expect.stringMatching(uuid), name: expect.any(String) },
        server_time: new Date(service.clock.now()).toISOString(),
        limits: { rate_limit_per_minute: 100_000, connection_items_per_hour: 10_000, max_batch_items: 100 },
      });
      expect((await service.stranger('live').get('/ping')).body).toMatchObject({
        app: { environment: 'live' },
      });
    },
  );
  rule('ping/strict', 'GET /ping · ¶1', 'takes no parameters', async () => {
    expect(refusal(await client.get('/ping?verbose=1'))).toBe('422 validation_failed unknown_field /verbose');
  });
});

describe('the request rate', () => {
  choice(
    'rate/limit',
    ['Limits · row 1', 'Limits · ¶1'],
    'requests per key and minute; beyond it, not shown',
    {
      choice: '429 rate_limit_exceeded with Retry-After, a sliding window',
      setting: 'protocol.rate_window_seconds',
    },
    async () => {
      const { staff } = service.sandbox;
      const [one, two] = [service.stranger(), service.stranger()];
      staff.setLimits({ rate_limit_per_minute: 2 });
      expect((await one.get('/ping')).body).toMatchObject({ limits: { rate_limit_per_minute: 2 } });
      await one.get('/ping');
      const reply = await one.get('/ping');
      expect([refusal(reply), reply.headers['retry-after']]).toEqual(['429 rate_limit_exceeded', '60']);
      expect((await two.get('/ping')).status).toBe(200);
      service.clock.advance(60_000);
      expect((await one.get('/ping')).status).toBe(200);
      staff.setLimits({ rate_limit_per_minute: 100_000 });
    },
  );
});

inTheTable('replies.test.ts');
