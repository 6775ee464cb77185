import { createHash, randomBytes } from 'node:crypto';

/** The only source of randomness: nonces, idempotency keys, jitter. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** A number in [0, 1), for jitter. */
  fraction(): number;
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  fraction: () => Math.random(),
};

/** Deterministic for a seed. Never use it for secrets. */
export interface SeededRandom extends Random {
  /** Number of blocks drawn. Set it to continue another generator's sequence. */
  position: number;
}

export function seededRandom(seed: number): SeededRandom {
  const block = (): Buffer => createHash('sha256').update(`${seed}:${random.position++}`).digest();
  const random: SeededRandom = {
    position: 0,
    bytes(count) {
      const blocks = Array.from({ length: Math.ceil(count / 32) }, block);
      return Buffer.concat(blocks).subarray(0, count);
    },
    fraction: () => block().readUInt32BE(0) / 2 ** 32,
  };
  return random;
}
