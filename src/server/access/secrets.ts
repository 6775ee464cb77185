import { createHash } from 'node:crypto';
import type { Random } from '../../platform/random.js';

const secretBytes = 32;
/** By which people and scanners of published code know a token. */
const tokenPrefix = 'feedsync_';

/** 256 bits of chance, for a cookie or a link: the store holds its hash, which opens nothing. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(secretBytes)).toString('base64url');
}

export function newToken(random: Random): string {
  return `${tokenPrefix}${newSecret(random)}`;
}

/** SHA-256, hex: enough for a secret of 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
