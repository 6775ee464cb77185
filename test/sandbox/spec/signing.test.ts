import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { SpecClient, SpecReply } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, type Service } from './service.js';

let service: Service;
let client: SpecClient;
beforeAll(async () => {
  service = await startService();
  client = service.client;
});
afterAll(() => service.close());

type Headers = Record<string, string>;

const auth = (unit: string): string => `Authentication · ${unit}`;

/** GET /ping, signed properly, then bent. */
const bent = (bend: (headers: Headers) => Headers): Promise<SpecReply> =>
  client.deliver('GET', '/ping', '', bend(client.sign('GET', '/ping', '')));
const set = (name: string, value: string) => (headers: Headers) => ({ ...headers, [name]: value });
const without = (name: string) => (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

const operations: readonly [method: string, path: string][] = [
  ['GET', '/ping'],
  ['POST', '/connections'],
  ['GET', '/connections'],
  ['GET', `/connections/${nobody}`],
  ['DELETE', `/connections/${nobody}`],
  ['PUT', `/connections/${nobody}/listings/A1`],
  ['POST', `/connections/${nobody}/batches`],
  ['POST', `/connections/${nobody}/listings/A1/remove`],
  ['GET', `/connections/${nobody}/listings`],
  ['POST', `/connections/${nobody}/reconcile`],
  ['GET', `/batches/${nobody}`],
  ['POST', '/validate'],
  ['GET', '/vocabularies'],
  ['GET', '/places'],
  ['GET', `/places/${nobody}`],
];

describe('every operation', () => {
  operations.forEach(([method, path], index) => {
    const name = `${method} ${path.replaceAll(nobody, '{id}')}`;
    const where = [`Operation list · row ${index + 1}`, 'What the service does · 4', auth('1'), auth('7')];
    rule(`signed/${index + 1}`, where, `${name} exists, and is refused without a signature`, async () => {
      const body = method === 'POST' || method === 'PUT' ? '{}' : '';
      const unsigned = await client.deliver(method, path, body, {});
      expect([unsigned.status, unsigned.body.error.code]).toEqual([401, 'header_missing']);
      const tampered = await client.deliver(
        method,
        path,
        body,
        set('PX-Signature', `v1=${'A'.repeat(86)}`)(client.sign(method, path, body)),
      );
      expect([tampered.status, tampered.body.error.code]).toEqual([401, 'signature_invalid']);
      const signed = await client.send(method, path, body);
      expect(signed.status).not.toBe(401);
      expect(JSON.stringify(signed.body)).not.toContain('"not_found"');
    });
  });
  choice(
    'signed/other-paths',
    ['What the service does · 4', 'Versioning · 6'],
    'fifteen operations and no other path or method (its answer is not shown)',
    { choice: '404 not_found, for a signed request only', setting: 'fixed' },
    async () => {
      for (const [method, path] of [
        ['GET', '/nothing'],
        ['PATCH', '/ping'],
        ['GET', '/ping/'],
        ['POST', '/ping'],
      ] as const)
        expect(refusal(await client.send(method, path, method === 'POST' ? {} : undefined))).toBe(
          '404 not_found',
        );
      expect((await client.deliver('GET', '/nothing', '', {})).status).toBe(401);
    },
  );
});

describe('the five headers', () => {
  const header = (name: string, n: number, says: string, bad: readonly string[], code: string): void =>
    rule(`header/${name}`, [auth('2'), auth(`row ${n}`)], says, async () => {
      const missing = await bent(without(name));
      expect([missing.status, missing.body.error.code]).toEqual([401, 'header_missing']);
      expect(missing.body.error.details).toMatchObject({ header: name });
      for (const value of bad)
        expect([value, refusal(await bent(set(name, value)))]).toEqual([value, `401 ${code}`]);
    });
  header(
    'PX-Key-Id',
    1,
    'names the key; the id tells the environment',
    ['px_sandbox_nobody', 'x'],
    'key_unknown',
  );
  rule('header/PX-Key-Id-shape', auth('row 1'), 'prefix, environment and a random part', () => {
    expect(client.keyId).toMatch(/^[a-z]+_sandbox_[0-9a-z]+$/);
    expect(service.stranger('live').keyId).toMatch(/^[a-z]+_live_[0-9a-z]+$/);
  });
  header(
    'PX-Timestamp',
    2,
    'Unix seconds, a whole number',
    ['2026-03-02', '1.5', '-5', '1e9'],
    'timestamp_malformed',
  );
  const nonces = [
    randomBytes(15).toString('base64url'),
    randomBytes(65).toString('base64url'),
    `${'A'.repeat(24)}==`,
    '+'.repeat(24),
  ];
  header('PX-Nonce', 3, '16 to 64 bytes in base64url', nonces, 'nonce_malformed');
  rule('header/PX-Nonce-size', auth('row 3'), '16 and 64 bytes pass', async () => {
    for (const size of [16, 64])
      expect(
        (await client.deliver('GET', '/ping', '', client.sign('GET', '/ping', '', randomBytes(size)))).status,
      ).toBe(200);
  });
  const digests = ['md5=:AAAA:', 'sha-256=AAAA', `sha-256=:${'A'.repeat(42)}:`];
  header('Content-Digest', 4, 'SHA-256 of the exact body bytes', digests, 'content_digest_malformed');
  rule(
    'header/Content-Digest-of-the-body',
    [auth('row 4'), auth('3')],
    'another body, or one where none may be',
    async () => {
      const signed = client.sign('POST', '/validate', '{"a": 1}');
      expect(refusal(await client.deliver('POST', '/validate', '{"a":1}', signed))).toBe(
        '401 content_digest_mismatch',
      );
      const path = `/connections/${service.connect()}`;
      expect(refusal(await client.send('DELETE', path, '{}'))).toBe('422 validation_failed unknown_field');
      expect((await client.get(path)).body.connection.status).toBe('active');
    },
  );
  const signatures = [
    'A'.repeat(86),
    `v1=${'A'.repeat(85)}`,
    `v1=${'A'.repeat(86)}==`,
    `v2=${'A'.repeat(86)}`,
  ];
  header('PX-Signature', 5, 'v1= and 86 characters without padding', signatures, 'signature_malformed');
});

describe('the signature', () => {
  rule(
    'signature/covers',
    [auth('1'), auth('3')],
    'method, host, path, query, timestamp, nonce and body',
    async () => {
      const as = async (method: string, path: string, headers: Headers): Promise<string> =>
        refusal(await client.deliver(method, path, '', headers));
      const ping = (): Headers => client.sign('GET', '/ping', '');
      expect(await as('DELETE', '/ping', ping())).toBe('401 signature_invalid');
      expect(await as('GET', '/places', ping())).toBe('401 signature_invalid');
      expect(await as('GET', '/ping?a=1', ping())).toBe('401 signature_invalid');
      expect(await as('GET', '/ping', { ...ping(), Host: 'portal.example.com' })).toBe(
        '401 signature_invalid',
      );
      expect(await as('GET', '/ping', { ...ping(), 'PX-Nonce': randomBytes(16).toString('base64url') })).toBe(
        '401 signature_invalid',
      );
      const later = String(Math.floor(service.clock.now() / 1000) + 1);
      expect(await as('GET', '/ping', { ...ping(), 'PX-Timestamp': later })).toBe('401 signature_invalid');
    },
  );
  rule(
    'signature/canonical-query',
    auth('3'),
    'the order of the query as sent does not matter, its content does',
    async () => {
      const signed = (): Headers => client.sign('GET', '/places?type=city&q=Ni%C5%A1', '');
      expect((await client.deliver('GET', '/places?q=Ni%C5%A1&type=city', '', signed())).status).toBe(200);
      expect(refusal(await client.deliver('GET', '/places?q=Nis&type=city', '', signed()))).toBe(
        '401 signature_invalid',
      );
    },
  );
  rule(
    'signature/path-as-sent',
    auth('3'),
    'the path is signed as it was sent, escapes and all',
    async () => {
      const connection = service.connect();
      const path = `/connections/${connection}/listings/A%3A1`;
      expect((await client.put(path, service.sale('A:1'))).status).toBe(202);
      expect((await client.put(path.replace('%3A', ':'), service.sale('A:1'))).status).toBe(202);
      const signed = client.sign('GET', '/places?q=%C5%A1', '');
      expect((await client.deliver('GET', '/places?q=%C5%A1', '', signed)).status).toBe(200);
    },
  );
  rule('signature/key-pair', auth('4'), 'Ed25519: another key does not fit', async () => {
    const other = service.stranger();
    other.keyId = client.keyId;
    expect(refusal(await other.get('/ping'))).toBe('401 signature_invalid');
    expect(client.key.asymmetricKeyType).toBe('ed25519');
    expect(client.key.export({ type: 'pkcs8', format: 'pem' })).toContain('PRIVATE KEY');
  });
  rule('signature/version', 'Versioning · 5', 'PX-SIG-1, written v1=', () => {
    expect(client.sign('GET', '/ping', '')['PX-Signature']).toMatch(/^v1=[A-Za-z0-9_-]{86}$/);
  });
  choice(
    'signature/base',
    auth('8'),
    'layout of the signing base',
    {
      choice: 'PX-SIG-1, method, host, path, query, timestamp, nonce, digest, a line each',
      setting: 'protocol.signing_base',
    },
    async () => {
      expect((await client.get('/places?q=Ni%C5%A1')).status).toBe(200);
    },
  );
  choice(
    'signature/prefix',
    auth('2'),
    "the prefix PX- is the specification's own",
    { choice: 'PX-', setting: 'protocol.header_prefix' },
    async () => {
      const renamed = Object.entries(client.sign('GET', '/ping', '')).map(([name, value]) => [
        name.replace('PX-', 'QX-'),
        value,
      ]);
      const reply = await client.deliver('GET', '/ping', '', Object.fromEntries(renamed) as Headers);
      expect(refusal(reply)).toBe('401 header_missing');
    },
  );
});

describe('time and replay', () => {
  choice(
    'time/skew',
    auth('9'),
    'permitted clock skew',
    { choice: '300 s both ways', setting: 'settings.timestampSkewSeconds' },
    async () => {
      const at = async (offset: number): Promise<string> => {
        service.sandbox.staff.setClockOffset(offset * 1000);
        const reply = await client.get('/ping');
        service.sandbox.staff.setClockOffset(0);
        return reply.status === 200 ? 'fine' : refusal(reply);
      };
      expect(await at(299)).toBe('fine');
      expect(await at(-299)).toBe('fine');
      expect(await at(302)).toBe('401 timestamp_skewed');
      expect(await at(-302)).toBe('401 timestamp_skewed');
    },
  );
  choice(
    'time/nonce',
    [auth('9'), auth('7')],
    'lifetime of a nonce',
    { choice: 'as long as its timestamp could pass; per key', setting: 'settings.timestampSkewSeconds' },
    async () => {
      const signed = client.sign('GET', '/ping', '');
      const send = (): Promise<SpecReply> => client.deliver('GET', '/ping', '', signed);
      expect((await send()).status).toBe(200);
      expect(refusal(await send())).toBe('401 nonce_replayed');
      service.clock.advance(299_000);
      expect(refusal(await send())).toBe('401 nonce_replayed');
      service.clock.advance(5_000);
      expect(refusal(await send())).toBe('401 timestamp_skewed');
    },
  );
  rule('time/refused-nonce', auth('7'), 'a nonce of a request that was refused is not spent', async () => {
    const nonce = randomBytes(16);
    const headers = client.sign('GET', '/ping', '', nonce);
    await client.deliver('GET', '/ping', '', set('PX-Signature', `v1=${'A'.repeat(86)}`)(headers));
    expect((await client.deliver('GET', '/ping', '', headers)).status).toBe(200);
  });
});

inTheTable('signing.test.ts');
