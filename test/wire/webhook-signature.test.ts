import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProtocol, protocolSchema } from '../../src/wire/protocol.js';
import { verifyWebhook, webhookSignatures } from '../../src/wire/webhook-signature.js';
import { hasShared, sharedDir } from '../shared-dir.js';

interface StandardCase {
  name: string;
  now: number;
  secret: string;
  headers: Record<string, string>;
  body: string;
  valid: boolean;
}

interface MacGroup {
  tagSize: number;
  tests: { tcId: number; key: string; msg: string; tag: string; result: string }[];
}

function vectors(path: string): unknown {
  return JSON.parse(readFileSync(join(sharedDir, 'vectors', path), 'utf8'));
}

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const now = 1_795_000_000_000;
const body = Buffer.from('{"type":"connection.status_changed"}');

function signed(change: { secret?: string; timestamp?: string; body?: Buffer } = {}): Record<string, string> {
  const timestamp = change.timestamp ?? String(now / 1000);
  const key = Buffer.from((change.secret ?? secret).slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key)
    .update(`evt_1.${timestamp}.`)
    .update(change.body ?? body);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac.digest('base64')}`,
  };
}

describe.skipIf(!hasShared)('vectors of others', () => {
  const { cases } = hasShared
    ? (vectors('standard-webhooks/vectors.json') as { cases: StandardCase[] })
    : { cases: [] };
  it.each(cases)('Standard Webhooks: $name', ({ now: seconds, secret: key, headers, body: text, valid }) => {
    const verdict = verifyWebhook(
      { headers, body: Buffer.from(text) },
      [key],
      defaultProtocol,
      seconds * 1000,
    );
    expect(verdict.ok).toBe(valid);
  });

  it('Wycheproof: every HMAC-SHA256 of whole length is judged as it says', () => {
    const { testGroups } = vectors('wycheproof/hmac_sha256_test.json') as {
      testGroups: MacGroup[];
    };
    const protocol = protocolSchema.parse({
      webhook_id_header: null,
      webhook_timestamp_header: null,
      webhook_signed_content: '{body}',
      webhook_secret_encoding: 'hex',
      webhook_secret_prefix: '',
      webhook_signature_encoding: 'hex',
      webhook_signature_prefix: '',
    });
    const cases = testGroups.filter(({ tagSize }) => tagSize === 256).flatMap(({ tests }) => tests);
    expect(cases.length).toBeGreaterThan(50);
    for (const { tcId, key, msg, tag, result } of cases) {
      const message = { headers: { 'webhook-signature': tag }, body: Buffer.from(msg, 'hex') };
      expect(verifyWebhook(message, [key], protocol, now).ok, `case ${tcId}`).toBe(result === 'valid');
    }
  });
});

describe('a webhook’s signature', () => {
  it('fault 97: is accepted under any of several secrets, and with several signatures while the portal rotates', () => {
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
    const headers = signed();
    expect(verifyWebhook({ headers, body }, [other, secret], defaultProtocol, now).ok).toBe(true);
    expect(verifyWebhook({ headers, body }, [other], defaultProtocol, now).ok).toBe(false);
    const both = `${signed({ secret: other })['webhook-signature'] ?? ''} ${headers['webhook-signature'] ?? ''}`;
    const rotating = { ...headers, 'webhook-signature': both };
    expect(verifyWebhook({ headers: rotating, body }, [secret], defaultProtocol, now).ok).toBe(true);
  });

  it('fault 90: fails when one byte of the body changed', () => {
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ flip;
        return !verifyWebhook({ headers: signed(), body: changed }, [secret], defaultProtocol, now).ok;
      }),
    );
  });

  it.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('counts a timestamp %i s away as fresh: %s', (seconds, fresh) => {
    const headers = signed({ timestamp: String(now / 1000 + seconds) });
    expect(verifyWebhook({ headers, body }, [secret], defaultProtocol, now).ok).toBe(fresh);
  });

  it('is never accepted without a usable secret', () => {
    for (const secrets of [[], [''], ['whsec_']])
      expect(verifyWebhook({ headers: signed(), body }, secrets, defaultProtocol, now).ok).toBe(false);
  });

  it('follows other header names, layouts and algorithms where the protocol says so', () => {
    const protocol = protocolSchema.parse({
      webhook_id_header: 'X-Event',
      webhook_timestamp_header: 'X-Time',
      webhook_signature_header: 'X-Sign',
      webhook_signed_content: '{timestamp}\n{id}\n{body}',
      webhook_hash: 'sha512',
      webhook_signature_prefix: 'sha512=',
      webhook_signature_encoding: 'hex',
      webhook_secret_prefix: 'sk_',
      webhook_secret_encoding: 'utf8',
      webhook_tolerance_seconds: 10,
    });
    const timestamp = String(now / 1000);
    const mac = createHmac('sha512', 'plain').update(`${timestamp}\ne9\n`).update(body).digest('hex');
    const headers = { 'x-event': 'e9', 'x-time': timestamp, 'x-sign': `sha512=${mac}` };
    expect(verifyWebhook({ headers, body }, ['sk_plain'], protocol, now)).toMatchObject({
      ok: true,
      id: 'e9',
    });
    expect(verifyWebhook({ headers, body }, ['sk_plain'], protocol, now + 11_000).ok).toBe(false);
    expect(webhookSignatures({ id: 'e9', timestamp, body }, ['plain'], protocol)[0]?.toString('hex')).toBe(
      mac,
    );
  });
});
