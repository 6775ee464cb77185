import { createHash } from 'node:crypto';
import type { Random } from '../../src/platform/random.js';

/** The same bytes and fractions for the same seed. */
export function seededRandom(seed: string): Random {
  let count = 0;
  const block = (): Buffer => createHash('sha256').update(`${seed}:${count++}`).digest();
  return {
    bytes(length) {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, block);
      return Buffer.concat(blocks).subarray(0, length);
    },
    fraction: () => block().readUInt32BE(0) / 2 ** 32,
  };
}
