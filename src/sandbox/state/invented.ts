import { createHash } from 'node:crypto';
import type { Random } from '../../platform/random.js';

/** A new UUID (version 4). */
export function randomUuid(random: Random): string {
  return formatUuid(random.bytes(16));
}

/** A UUID made from a name, always the same for the same name: the ids of the sandbox's own places. */
export function inventedUuid(name: string): string {
  return formatUuid(createHash('sha256').update(name).digest().subarray(0, 16));
}

/** Suffix of the names that ids are made from: with `shuffleKeys` every id is another one. */
export function shuffleSalt(shuffleKeys: boolean): string {
  return shuffleKeys ? ':shuffled' : '';
}

/** A meaningless vocabulary key, always the same for the same name, for `shuffleKeys`. */
export function shuffledKey(name: string): string {
  return `k${createHash('sha256').update(`key:${name}`).digest('hex').slice(0, 10)}`;
}

function formatUuid(bytes: Uint8Array): string {
  const copy = Buffer.from(bytes);
  copy[6] = ((copy[6] ?? 0) & 0x0f) | 0x40;
  copy[8] = ((copy[8] ?? 0) & 0x3f) | 0x80;
  const hex = copy.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
