import { createHash, randomBytes } from 'node:crypto';

/** The only source of chance: nonces, idempotency keys, jitter. */
export interface Random {
  bytes(count: number): Uint8Array;
  /** A number in [0, 1), for jitter. */
  fraction(): number;
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  fraction: () => Math.random(),
};

/** The same chance for the same seed: never for keys that guard anything. */
export interface SeededRandom extends Random {
  /** How many blocks were drawn; set it to go on where another one stopped. */
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
