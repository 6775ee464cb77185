import { randomBytes } from 'node:crypto';

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
