import { createHash } from 'node:crypto';
import type { Random } from '../../platform/random.js';

const secretBytes = 32;
/** Makes a token recognisable, also for scanners that search published code for secrets. */
const tokenPrefix = 'feedsync_';

/** Returns 256 random bits for a cookie or a link. The store has only the hash, which grants no access. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(secretBytes)).toString('base64url');
}

export function newToken(random: Random): string {
  return `${tokenPrefix}${newSecret(random)}`;
}

/** SHA-256 in hex. A secret of 256 random bits cannot be guessed, so no slow hash is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
