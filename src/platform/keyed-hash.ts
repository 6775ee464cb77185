import { createHmac } from 'node:crypto';

/**
 * Replaces personal data, such as a typed name or an address. Without the key the hash can be neither reversed nor compared with guesses.
 * Parts are length-prefixed, so that different splits give different hashes.
 */
export function keyedHash(key: Uint8Array, ...parts: readonly string[]): string {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest('base64url');
}

/** Hash of a name typed at sign-in. It also finds the counters to delete when a person's data is erased. */
export function nameHash(key: Uint8Array, name: string): string {
  return keyedHash(key, 'name', foldedName(name));
}

/** The form in which account names are compared. */
export function foldedName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
