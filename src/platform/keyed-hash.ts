import { createHmac } from 'node:crypto';

/**
 * Stands for what a stranger typed or where he came from, without saying it: without the key it can be neither read back nor
 * compared with guesses. The parts are told apart by their lengths.
 */
export function keyedHash(key: Uint8Array, ...parts: readonly string[]): string {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest('base64url');
}

/** Hash of a name typed at sign-in. By it the counters are found when a person is erased. */
export function nameHash(key: Uint8Array, name: string): string {
  return keyedHash(key, 'name', foldedName(name));
}

/** As account names are compared. */
export function foldedName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
