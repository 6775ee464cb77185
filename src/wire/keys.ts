import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Random } from '../platform/random.js';

/** An Ed25519 key pair, with the public key in the two usual encodings. */
export interface KeyPair {
  /** PKCS#8 PEM. Secret. */
  privateKeyPem: string;
  /** SPKI PEM. */
  publicKeyPem: string;
  /** The 32 bytes of the public key, base64url without padding. */
  publicKey: string;
}

export function generateKeyPair(random: Random): KeyPair {
  const der = Buffer.concat([pkcs8Prefix, random.bytes(32)]);
  return describe(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** The public key of a private key. @throws Error whose message is a sentence and never contains the key */
export function publicKeyOf(privateKeyPem: string): Omit<KeyPair, 'privateKeyPem'> {
  const { publicKeyPem, publicKey } = describe(ed25519Key(privateKeyPem));
  return { publicKeyPem, publicKey };
}

/** The 32 secret bytes for signing. @throws Error whose message is a sentence and never contains the key */
export function privateKeySeed(privateKeyPem: string): Uint8Array {
  const jwk = ed25519Key(privateKeyPem).export({ format: 'jwk' });
  return Buffer.from(jwk.d ?? '', 'base64url');
}

/** The 32 bytes of a public key. @param key SPKI PEM, or the bytes as base64url. @throws Error if it is no Ed25519 key */
export function publicKeyBytes(key: string): Uint8Array {
  const raw = key.includes('BEGIN') ? rawPublicKey(createPublicKey(key)) : key.trim();
  const bytes = Buffer.from(raw, 'base64url');
  if (bytes.length !== 32) throw new Error('The public key is not an Ed25519 key of 32 bytes.');
  return bytes;
}

/** The DER bytes that precede the 32 secret bytes in a PKCS#8 Ed25519 key (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function ed25519Key(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error('The private key cannot be read: it must be an unencrypted PKCS#8 PEM file.');
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`The private key is of type ${key.asymmetricKeyType ?? 'unknown'}: it must be Ed25519.`);
  }
  return key;
}

function describe(key: KeyObject): KeyPair {
  const publicKey = createPublicKey(key);
  return {
    privateKeyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    publicKey: rawPublicKey(publicKey),
  };
}

function rawPublicKey(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? '';
}
