import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { signedRefusalCodes } from '../../src/sandbox/refusal.js';
import { createBench, Partner, type Answer, type Bench } from './partner.js';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});

type Headers = Record<string, string>;

/** Sends GET /ping or POST /validate signed properly, then bent. */
async function refusal(bend: (headers: Headers) => Headers, body = ''): Promise<[number, string]> {
  const [method, path] = body === '' ? ['GET', '/ping'] : ['POST', '/validate'];
  const answer = await bench.partner.deliver(
    method,
    path,
    body,
    bend(bench.partner.sign(method, path, body)),
  );
  return [answer.status, answer.body.error.code];
}

const without = (name: string) => (headers: Headers) => {
  const kept = { ...headers };
  Reflect.deleteProperty(kept, name);
  return kept;
};
const withValue = (name: string, value: string) => (headers: Headers) => ({ ...headers, [name]: value });

describe('the fourteen refusals of a signed request', () => {
  const rows: [string, (headers: Headers) => Headers, string][] = [
    ['no key id', without('PX-Key-Id'), 'header_missing'],
    ['no timestamp', without('PX-Timestamp'), 'header_missing'],
    ['no nonce', without('PX-Nonce'), 'header_missing'],
    ['no digest', without('Content-Digest'), 'header_missing'],
    ['no signature', without('PX-Signature'), 'header_missing'],
    ['an unknown key', withValue('PX-Key-Id', 'px_sandbox_nobody'), 'key_unknown'],
    ['a timestamp that is no number', withValue('PX-Timestamp', '2026-03-02'), 'timestamp_malformed'],
    ['a timestamp of long ago', withValue('PX-Timestamp', '1'), 'timestamp_skewed'],
    ['a short nonce', withValue('PX-Nonce', randomBytes(15).toString('base64url')), 'nonce_malformed'],
    ['a long nonce', withValue('PX-Nonce', randomBytes(65).toString('base64url')), 'nonce_malformed'],
    ['a digest of another kind', withValue('Content-Digest', 'md5=:AAAA:'), 'content_digest_malformed'],
    [
      'the digest of another body',
      withValue('Content-Digest', `sha-256=:${Buffer.alloc(32).toString('base64')}:`),
      'content_digest_mismatch',
    ],
    ['a signature without v1', withValue('PX-Signature', 'A'.repeat(86)), 'signature_malformed'],
    ['padding', (h) => ({ ...h, 'PX-Signature': `${h['PX-Signature'] ?? ''}==` }), 'signature_malformed'],
    ['another signature', withValue('PX-Signature', `v1=${'A'.repeat(86)}`), 'signature_invalid'],
    ['another nonce', withValue('PX-Nonce', randomBytes(16).toString('base64url')), 'signature_invalid'],
  ];
  it.each(rows)('%s', async (_, bend, code) => {
    expect(await refusal(bend)).toEqual([401, code]);
  });

  it('names the header that is missing', async () => {
    const answer = await bench.partner.deliver('GET', '/ping', '', {});
    expect(answer.body.error.details).toEqual({ header: 'PX-Key-Id' });
  });

  it('covers body, method, path and query', async () => {
    const { partner } = bench;
    const deliver = async (method: string, path: string, headers: Headers): Promise<string> =>
      (await partner.deliver(method, path, '', headers)).body.error.code;
    expect(await deliver('GET', '/ping', partner.sign('GET', '/places', ''))).toBe('signature_invalid');
    expect(await deliver('DELETE', '/ping', partner.sign('GET', '/ping', ''))).toBe('signature_invalid');
    expect(await deliver('GET', '/places?q=b', partner.sign('GET', '/places?q=a', ''))).toBe(
      'signature_invalid',
    );
    const signed = partner.sign('POST', '/validate', '{"a":1}');
    expect((await partner.deliver('POST', '/validate', '{"a":2}', signed)).body.error.code).toBe(
      'content_digest_mismatch',
    );
  });

  it('accepts a query whose order or escapes a proxy changed', async () => {
    const { partner } = bench;
    const signed = partner.sign('GET', '/places?q=Ni%C5%A1&type=city', '');
    expect((await partner.deliver('GET', '/places?type=city&q=Ni%c5%a1', '', signed)).status).toBe(200);
  });

  it('accepts each nonce once, while its timestamp would still pass', async () => {
    const { partner, clock } = bench;
    const signed = partner.sign('GET', '/ping', '');
    const send = async (): Promise<Answer> => partner.deliver('GET', '/ping', '', signed);
    expect((await send()).status).toBe(200);
    clock.advance(299_000);
    expect((await send()).body.error.code).toBe('nonce_replayed');
    clock.advance(2_000);
    expect((await send()).body.error.code).toBe('timestamp_skewed');
  });

  it('allows a skew of five minutes both ways', async () => {
    const { partner, clock, sandbox } = bench;
    sandbox.staff.setClockOffset(300_000);
    expect((await partner.get('/ping')).status).toBe(200);
    sandbox.staff.setClockOffset(302_000);
    const late = await partner.get('/ping');
    expect(late.body.error.code).toBe('timestamp_skewed');
    expect(Date.parse(late.headers.get('date') ?? '')).toBe(clock.now() + 302_000);
    sandbox.staff.setClockOffset(-302_000);
    expect((await partner.get('/ping')).body.error.code).toBe('timestamp_skewed');
  });

  it('refuses a revoked key, a suspended app and too long a body', async () => {
    bench = await createBench({ bodyBytesMax: 100 });
    const { partner, sandbox } = bench;
    expect(await refusal((h) => h, JSON.stringify({ x: 'y'.repeat(100) }))).toEqual([413, 'body_too_large']);
    const appId = sandbox.staff.addApp({ name: 'Other' });
    const other = new Partner(sandbox, bench.clock);
    other.keyId = sandbox.staff.registerKey(other.publicKeyPem, 'sandbox', appId);
    sandbox.staff.suspendApp(appId);
    expect((await other.get('/ping')).body.error.code).toBe('app_suspended');
    sandbox.staff.revokeKey(partner.keyId);
    expect((await partner.get('/ping')).body.error.code).toBe('key_revoked');
  });
});

it('checks in the documented order: of several faults the earliest is told', async () => {
  bench = await createBench({ bodyBytesMax: 100, limits: { rate_limit_per_minute: 3 } });
  const { partner, clock, sandbox } = bench;
  const { staff } = sandbox;
  const revoked = staff.registerKey(partner.publicKeyPem);
  staff.revokeKey(revoked);
  const app = staff.addApp({ name: 'Mine' });
  partner.keyId = staff.registerKey(partner.publicKeyPem, 'sandbox', app);
  const deliver = (headers: Headers, text = ''): Promise<Answer> =>
    partner.deliver(text === '' ? 'GET' : 'POST', text === '' ? '/ping' : '/validate', text, headers);
  const used = partner.sign('GET', '/ping', '');
  await deliver(used);
  staff.setLimits({ rate_limit_per_minute: 1 });
  staff.suspendApp(app);

  // Each makes what is well formed after it wrong in an earlier way.
  const faults: [code: string, bend: (headers: Headers) => Headers][] = [
    ['header_missing', without('Content-Digest')],
    ['timestamp_malformed', withValue('PX-Timestamp', 'now')],
    ['nonce_malformed', withValue('PX-Nonce', 'short')],
    ['content_digest_malformed', withValue('Content-Digest', 'md5=:AAAA:')],
    ['signature_malformed', withValue('PX-Signature', 'v1=short')],
    ['key_unknown', withValue('PX-Key-Id', 'px_sandbox_nobody')],
    ['key_revoked', withValue('PX-Key-Id', revoked)],
    ['timestamp_skewed', withValue('PX-Timestamp', '1')],
    [
      'content_digest_mismatch',
      withValue('Content-Digest', `sha-256=:${Buffer.alloc(32).toString('base64')}:`),
    ],
    ['signature_invalid', withValue('PX-Signature', `v1=${'A'.repeat(86)}`)],
    ['nonce_replayed', (headers) => headers],
  ];
  const met: string[] = [];
  const bentFrom = (first: number): Headers =>
    faults.slice(first).reduceRight((headers, [, bend]) => bend(headers), used);
  met.push((await deliver(bentFrom(0), 'x'.repeat(101))).body.error.code);
  for (const [at] of faults.entries()) met.push((await deliver(bentFrom(at))).body.error.code);
  met.push((await deliver(partner.sign('GET', '/ping', ''))).body.error.code);
  staff.suspendApp(app, false);
  met.push((await deliver(partner.sign('GET', '/ping', ''))).body.error.code);
  expect(met).toEqual([
    'body_too_large',
    ...faults.map(([code]) => code),
    'app_suspended',
    'rate_limit_exceeded',
  ]);
  expect(met).toEqual(signedRefusalCodes);
  clock.advance(60_000);
  expect((await deliver(partner.sign('GET', '/ping', ''))).status).toBe(200);
});

describe('the request rate', () => {
  it('is a sliding window per key', async () => {
    const { partner, clock, sandbox } = bench;
    clock.advance(60_000);
    sandbox.staff.setLimits({ rate_limit_per_minute: 2 });
    await partner.get('/ping');
    clock.advance(20_000);
    await partner.get('/ping');
    const refused = await partner.get('/ping');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(refused.headers.get('retry-after')).toBe('40');
    clock.advance(40_000);
    expect((await partner.get('/ping')).status).toBe(200);
    expect((await partner.get('/ping')).headers.get('retry-after')).toBe('20');
  });
});
