import { sign, verify } from 'node:crypto';
import { publicKeyOf } from '../../wire/keys.js';
import { fail, ok, type Check } from './check.js';

/** Checks that the public key verifies a signature of the private key. @param pem null where the file could not be read */
export function checkKey(pem: string | null, file: string): Check {
  const about = 'key';
  const next = '`feedsync keygen` creates a new key; register its public half at the portal.';
  if (pem === null)
    return fail(
      about,
      `The private key ${file} cannot be read: no request can be signed.`,
      `Correct portal.private_key_file, or its permissions. ${next}`,
    );
  try {
    const { publicKey, publicKeyPem } = publicKeyOf(pem);
    const message = Buffer.from('feedsync doctor');
    if (!verify(null, message, publicKeyPem, sign(null, message, pem)))
      throw new Error('The key does not sign.');
    return ok(about, `The key can sign. Its public half, to be registered at the portal, is ${publicKey}.`);
  } catch (error) {
    return fail(
      about,
      error instanceof Error ? error.message : `The private key ${file} cannot be used.`,
      next,
    );
  }
}
