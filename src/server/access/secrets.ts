import { createHash } from 'node:crypto';
import type { Random } from '../../platform/random.js';

const secretBytes = 32;
/** By which people and scanners of published code know a token. */
const tokenPrefix = 'feedsync_';

/** 256 bits of chance, for a cookie or a link: what is stored is its hash, so whoever reads the store cannot use it. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(secretBytes)).toString('base64url');
}

export function newToken(random: Random): string {
  return `${tokenPrefix}${newSecret(random)}`;
}

/** SHA-256, hex: enough for what nobody can guess. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
