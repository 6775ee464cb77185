import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/platform/random.js';
import { generateKeyPair, privateKeySeed, publicKeyBytes, publicKeyOf } from '../../src/wire/keys.js';
import { defaultProtocol as protocol, protocolSchema } from '../../src/wire/protocol.js';
import {
  contentDigest,
  readSignatureHeaders,
  signingBase,
  signRequest,
  strictBase64url,
  targetOf,
  verifyEd25519,
  verifySignature,
} from '../../src/wire/sign.js';
import { hasShared, sharedDir } from '../shared-dir.js';

/** RFC 8032, section 7.1, TEST 2: secret key, public key, and its PKCS#8 by RFC 8410. */
const seed = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex');
const publicKey = Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex');
const privateKeyPem = [
  '-----BEGIN PRIVATE KEY-----',
  Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]).toString('base64'),
  '-----END PRIVATE KEY-----',
].join('\n');

const request = {
  method: 'POST',
  url: 'https://Portal.Example:8443/v1/connections/c%3A1/batches?b=2&a=%C4%8D',
  body: Buffer.from('{"listings":[]}'),
  keyId: 'px_live_7f3k',
  seed: privateKeySeed(privateKeyPem),
  timestamp: 1_795_000_000,
  nonce: Buffer.alloc(16, 7),
};

describe('signing a request', () => {
  it('signs exactly the laid-out base (digest and signature made by openssl)', () => {
    const digest = 'sha-256=:3qK+8AjnAfsSL123X8DbearU+hpVOA31ttoGLbdT3l8=:';
    expect(signRequest(request, protocol)).toEqual({
      'PX-Key-Id': 'px_live_7f3k',
      'PX-Timestamp': '1795000000',
      'PX-Nonce': 'BwcHBwcHBwcHBwcHBwcHBw',
      'Content-Digest': digest,
      'PX-Signature':
        'v1=0IUYXLOu9Fw0nsvwO0cq1LBpGq9iETu4RLRWJatYfn2pFbr-YbmQMPcmRy1-3UUXkQoRlIHwGgKY0bM05W-1AA',
    });
    const parts = {
      ...targetOf(request.url),
      method: 'POST',
      timestamp: 1_795_000_000,
      nonce: 'nonce',
      digest,
    };
    expect(signingBase(parts, protocol.signing_base).split('\n')).toEqual([
      'PX-SIG-1',
      'POST',
      'portal.example:8443',
      '/v1/connections/c%3A1/batches',
      'a=%C4%8D&b=2',
      '1795000000',
      'nonce',
      digest,
    ]);
  });

  it('digests a missing body as an empty one (the SHA-256 of nothing)', () => {
    expect(contentDigest(null)).toBe('sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:');
  });

  it('follows the protocol settings', () => {
    const other = protocolSchema.parse({ header_prefix: 'Acme-', signing_base: '{digest}|{path}|{path}' });
    const names = Object.keys(signRequest(request, other));
    expect(names).toEqual([
      'Acme-Key-Id',
      'Acme-Timestamp',
      'Acme-Nonce',
      'Content-Digest',
      'Acme-Signature',
    ]);
    const parts = { ...targetOf('https://h/{digest}'), method: 'GET', timestamp: 1, nonce: 'n', digest: 'd' };
    expect(signingBase(parts, other.signing_base)).toBe('d|/{digest}|/{digest}');
    expect(() => protocolSchema.parse({ signing_base: '{body}' })).toThrow();
  });

  it('signs the URL as it is written', () => {
    expect(targetOf('https://a.example:443/x/../%2e/y?')).toEqual({
      host: 'a.example',
      path: '/x/../%2e/y',
      query: '',
    });
    expect(targetOf('http://127.0.0.1:80')).toEqual({ host: '127.0.0.1', path: '/', query: '' });
    expect(() => targetOf('https://user:pw@a.example/')).toThrow('without credentials');
  });
});

describe('verifying a request', () => {
  const headers = lowerCase(signRequest(request, protocol));
  const target = {
    method: 'POST',
    host: 'portal.example:8443',
    path: '/v1/connections/c%3A1/batches',
    query: 'b=2&a=%C4%8D',
  };

  it('accepts what was signed, with the query in any order', () => {
    expect(verified(headers, target)).toBe(true);
    expect(verified(headers, { ...target, query: 'a=%c4%8d&b=2' })).toBe(true);
  });

  it.each([
    ['method', { method: 'PUT' }],
    ['host', { host: 'other.example' }],
    ['path', { path: '/v1/connections/c%3A2/batches' }],
    ['query', { query: 'a=1' }],
  ])('refuses another %s', (_, change) => {
    expect(verified(headers, { ...target, ...change })).toBe(false);
  });

  it.each(['px-timestamp', 'px-nonce', 'content-digest'])('refuses another %s', (name) => {
    const other = lowerCase(
      signRequest({ ...request, timestamp: 1, nonce: Buffer.alloc(16), body: null }, protocol),
    );
    expect(verified({ ...headers, [name]: other[name] ?? '' }, target)).toBe(false);
  });

  it.each([
    ['px-signature', ''],
    ['px-signature', headers['px-signature']?.slice(3)],
    ['px-signature', `${headers['px-signature'] ?? ''}=`],
    ['px-signature', `v1=${'A'.repeat(85)}B`],
    ['px-nonce', Buffer.alloc(15).toString('base64url')],
    ['px-nonce', Buffer.alloc(65).toString('base64url')],
    ['px-nonce', 'BwcHBwcHBwcHBwcHBwcHBx'],
    ['px-timestamp', '1795000000.5'],
    ['content-digest', 'md5=:AAAA:'],
    ['px-key-id', undefined],
  ])('does not read %s: %s', (name, value) => {
    expect(readSignatureHeaders({ ...headers, [name]: value }, protocol)).toMatchObject({ ok: false });
  });

  function verified(given: Record<string, string>, to: typeof target): boolean {
    const read = readSignatureHeaders(given, protocol);
    return read.ok && verifySignature(read.headers, to, publicKey, protocol);
  }
});

describe('keys', () => {
  it('reads PKCS#8 and derives the public half (RFC 8032, TEST 2)', () => {
    expect(Buffer.from(privateKeySeed(privateKeyPem))).toEqual(seed);
    expect(publicKeyOf(privateKeyPem).publicKey).toBe(publicKey.toString('base64url'));
    expect(Buffer.from(publicKeyBytes(publicKeyOf(privateKeyPem).publicKeyPem))).toEqual(publicKey);
  });

  it('makes pairs that fit, from the given chance', () => {
    const pair = generateKeyPair({ bytes: () => seed, fraction: () => 0 });
    expect(Buffer.from(privateKeySeed(pair.privateKeyPem))).toEqual(seed);
    expect(generateKeyPair(systemRandom).publicKey).not.toBe(generateKeyPair(systemRandom).publicKey);
  });

  it('says what is wrong with a key, without showing it', () => {
    expect(() => privateKeySeed('-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----')).toThrow(
      /^The private key cannot be read: it must be an unencrypted PKCS#8 PEM file\.$/,
    );
    expect(() => publicKeyBytes('AAAA')).toThrow('32 bytes');
  });
});

describe('Ed25519', () => {
  it.skipIf(!hasShared)('agrees with Project Wycheproof and node:crypto on every case', () => {
    const path = `${sharedDir}/vectors/wycheproof/ed25519_test.json`;
    const { testGroups } = JSON.parse(readFileSync(path, 'utf8')) as { testGroups: WycheproofGroup[] };
    for (const { publicKey: key, tests } of testGroups) {
      const bytes = Buffer.from(key.pk, 'hex');
      const spki = createPublicKey({
        key: Buffer.from(key.der ?? spkiOf(key.pk), 'hex'),
        format: 'der',
        type: 'spki',
      });
      for (const { tcId, msg, sig, result } of tests) {
        const [message, signature] = [Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex')];
        expect(verifyEd25519(signature, message, bytes), `case ${tcId}`).toBe(result === 'valid');
        expect(verify(null, message, spki, signature), `case ${tcId}, node`).toBe(result === 'valid');
      }
    }
  });

  it('never throws', () => {
    const bytes = fc.uint8Array({ maxLength: 70 });
    fc.assert(fc.property(bytes, bytes, bytes, (a, b, c) => typeof verifyEd25519(a, b, c) === 'boolean'));
  });

  it('reads base64url in one spelling only', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(strictBase64url(text)).toEqual(Buffer.from(bytes));
        expect(strictBase64url(`${text}=`)).toBeNull();
      }),
    );
    for (const text of ['AB', 'A', 'AA==', 'a+/b', 'AA AA']) expect(strictBase64url(text)).toBeNull();
  });
});

interface WycheproofGroup {
  publicKey: { pk: string; der?: string };
  tests: { tcId: number; msg: string; sig: string; result: string }[];
}

function spkiOf(hex: string): string {
  return `302a300506032b6570032100${hex}`;
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
