import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import * as ed from '@noble/ed25519';
import { canonicalQueryOf } from './canonical-query.js';
import { nonceBytesMax, nonceBytesMin } from './limits.js';
import type { Protocol } from './protocol.js';

// noble brings no hash of its own for its synchronous calls.
ed.hashes.sha512 = (message) => new Uint8Array(createHash('sha512').update(message).digest());

/** The parts of a request that its signature covers, each as written in the signing base. */
export interface SignedParts {
  method: string;
  /** Lower case, with a port that is not the scheme's default. */
  host: string;
  /** The path exactly as sent. */
  path: string;
  /** The canonical query: see `canonicalQuery`. */
  query: string;
  /** Unix seconds. */
  timestamp: number;
  nonce: string;
  /** Value of Content-Digest. */
  digest: string;
}

/** The text whose UTF-8 bytes are signed (partner API, section "Authentication", 3); its layout is a protocol setting. */
export function signingBase(parts: SignedParts, layout: string): string {
  return layout.replace(
    /\{(method|host|path|query|timestamp|nonce|digest)\}/g,
    (_, name: keyof SignedParts) => String(parts[name]),
  );
}

/** The value of Content-Digest: `sha-256=:<base64>:` of the body bytes, or of zero bytes without a body. */
export function contentDigest(body: Uint8Array | null): string {
  const hash = createHash('sha256').update(body ?? new Uint8Array(0));
  return `sha-256=:${hash.digest('base64')}:`;
}

/** The five headers of one request. A retry is signed again: new timestamp, new nonce. */
export function signRequest(
  request: {
    method: string;
    /** Absolute, exactly as it will be sent. */
    url: string;
    body: Uint8Array | null;
    keyId: string;
    /** 32 bytes: `privateKeySeed`. */
    seed: Uint8Array;
    /** Unix seconds. */
    timestamp: number;
    /** 16 to 64 random bytes. */
    nonce: Uint8Array;
  },
  protocol: Protocol,
): Record<string, string> {
  const { method, url, keyId, timestamp } = request;
  const nonce = Buffer.from(request.nonce).toString('base64url');
  const digest = contentDigest(request.body);
  const base = signingBase({ method, ...targetOf(url), timestamp, nonce, digest }, protocol.signing_base);
  const signature = ed.sign(Buffer.from(base, 'utf8'), request.seed);
  const prefix = protocol.header_prefix;
  return {
    [`${prefix}Key-Id`]: keyId,
    [`${prefix}Timestamp`]: String(timestamp),
    [`${prefix}Nonce`]: nonce,
    'Content-Digest': digest,
    [`${prefix}Signature`]: `v1=${Buffer.from(signature).toString('base64url')}`,
  };
}

/** The signature headers of a request, parsed but not verified. */
export interface SignatureHeaders {
  keyId: string;
  timestamp: number;
  nonce: string;
  digest: string;
  /** 64 bytes. */
  signature: Uint8Array;
}

export type SignatureHeadersAnswer =
  { ok: true; headers: SignatureHeaders } | { ok: false; problem: 'missing' | 'malformed'; header: string };

/** Parses the five headers strictly. @param headers with lower-case names */
export function readSignatureHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  protocol: Protocol,
): SignatureHeadersAnswer {
  const prefix = protocol.header_prefix;
  const names = [
    `${prefix}Key-Id`,
    `${prefix}Timestamp`,
    `${prefix}Nonce`,
    'Content-Digest',
    `${prefix}Signature`,
  ];
  const values = names.map((name) => headers[name.toLowerCase()]);
  const missing = values.findIndex((value) => value === undefined || value === '');
  if (missing >= 0) return { ok: false, problem: 'missing', header: names[missing] ?? '' };
  const [keyId = '', timestamp = '', nonce = '', digest = '', signature = ''] = values.map(String);
  const nonceBytes = strictBase64url(nonce)?.length ?? 0;
  const signatureBytes = signature.startsWith('v1=') ? strictBase64url(signature.slice(3)) : null;
  const sound = [
    /^[\x21-\x7e]{1,128}$/.test(keyId),
    /^\d{1,12}$/.test(timestamp),
    nonceBytes >= nonceBytesMin && nonceBytes <= nonceBytesMax,
    /^sha-256=:[A-Za-z0-9+/]{43}=:$/.test(digest),
    signatureBytes?.length === 64,
  ];
  const malformed = sound.indexOf(false);
  if (malformed >= 0 || signatureBytes === null) {
    return { ok: false, problem: 'malformed', header: names[malformed] ?? '' };
  }
  const parts = { keyId, timestamp: Number(timestamp), nonce, digest, signature: signatureBytes };
  return { ok: true, headers: parts };
}

/**
 * Whether the signature fits the request as it arrived. The caller must check the body digest, the timestamp and the nonce.
 * @param target path exactly as sent and raw query without `?`
 * @param publicKey 32 bytes
 */
export function verifySignature(
  headers: SignatureHeaders,
  target: { method: string; host: string; path: string; query: string },
  publicKey: Uint8Array,
  protocol: Protocol,
): boolean {
  const base = receivedBase(headers, target, protocol);
  return verifyEd25519(headers.signature, Buffer.from(base, 'utf8'), publicKey);
}

/** The signing base of a request as it arrived. @param target path exactly as sent and raw query without `?` */
export function receivedBase(
  headers: SignatureHeaders,
  target: { method: string; host: string; path: string; query: string },
  protocol: Protocol,
): string {
  const { method, path } = target;
  const { timestamp, nonce, digest } = headers;
  const parts = { method, path, host: target.host.toLowerCase(), query: canonicalQueryOf(target.query) };
  return signingBase({ ...parts, timestamp, nonce, digest }, protocol.signing_base);
}

/**
 * Strict RFC 8032 verification: malleable encodings are refused. Never throws. Uses OpenSSL, which is ten times as fast as noble, because a
 * server verifies every request of every client.
 * @param publicKey 32 bytes. The parsed key is cached as long as this object exists, so its bytes must not change
 */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(null, message, verificationKey(publicKey), signature);
  } catch {
    return false;
  }
}

const verificationKeys = new WeakMap<Uint8Array, KeyObject>();

/** The DER bytes that precede the 32 key bytes in an SPKI Ed25519 key (RFC 8410, section 4). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** @throws Error if the bytes are no key */
function verificationKey(bytes: Uint8Array): KeyObject {
  const known = verificationKeys.get(bytes);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, bytes]), format: 'der', type: 'spki' });
  verificationKeys.set(bytes, key);
  return key;
}

/** Decodes unpadded base64url; null for a text that is not the canonical encoding of its bytes, which Buffer alone would accept. */
export function strictBase64url(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

/** Host, path and canonical query of an absolute URL, cut out of its text. The path is not normalised. @throws Error for another text */
export function targetOf(url: string): { host: string; path: string; query: string } {
  const match = /^https?:\/\/([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url);
  if (match?.[1] === undefined) {
    throw new Error('A signed request needs an absolute http(s) URL without credentials.');
  }
  const host = match[1].toLowerCase().replace(url.startsWith('https:') ? /:443$/ : /:80$/, '');
  return { host, path: match[2] ?? '/', query: canonicalQueryOf(match[3] ?? '') };
}
