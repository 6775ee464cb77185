import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../platform/random.js';
import { isCommonPassword } from './common-passwords.js';

/** One of the parameter sets that OWASP recommends for scrypt: N = 2^15 (32 MiB), p = 3. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const keyBytes = 32;
const saltBytes = 16;
/** Node.js allows scrypt only 32 MiB by default, which is not enough for these parameters. */
const memoryMax = 64 * 1024 * 1024;

export const passwordCharacters = { min: 12, max: 200 } as const;

/** Returns what is stored of a password: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(saltBytes));
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether this is the password. Without a stored password the same work is done, so that the response time does not reveal which account
 * names exist.
 * @param stored null: there is no such account, or it has no password yet
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, n = '', r = '', p = '', salt = '', hash = ''] = (stored ?? '').split('$');
  const made = stored === null ? cost : { N: Number(n), r: Number(r), p: Number(p) };
  const key = await derive(password, Buffer.from(salt, 'base64url'), made);
  const expected = Buffer.from(hash, 'base64url');
  return stored !== null && expected.length === key.length && timingSafeEqual(expected, key);
}

/** Null if the password is good enough; otherwise a sentence. A password must be long and not well known; kinds of characters do not matter. */
export function whyNotPassword(password: string, name: string): string | null {
  const { min, max } = passwordCharacters;
  const { length } = Array.from(password);
  if (length < min) return `The password is too short: take ${min} characters or more, such as a few words.`;
  if (length > max) return `The password is too long: ${max} characters are enough.`;
  if (new Set(password).size < 5 || password.toLowerCase().includes(name.toLowerCase()))
    return 'The password is too easy to guess: do not repeat one character, and leave your name out of it.';
  if (isCommonPassword(password, name))
    return 'The password is too easy to guess: beside well-known words, names, years and rows of keys there is too little in it. A few words that have nothing to do with each other are enough.';
  return null;
}

function derive(
  password: string,
  salt: Uint8Array,
  made: { N: number; r: number; p: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...made, maxmem: memoryMax };
    // The password is normalised, because keyboards may produce different code points for the same characters.
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
