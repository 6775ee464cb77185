import type { Store } from '../store.js';

const metaKey = 'key.used';

/** The key that this store was last used with. */
export interface UsedKey {
  baseUrl: string;
  keyId: string;
  publicKeyPem: string;
}

/** Stores the key in use. @returns the key that the store was used with before, which may be the same one; null on the first start */
export async function saveUsedKey(
  { meta }: Pick<Store, 'meta'>,
  { baseUrl, keyId, publicKeyPem }: UsedKey,
): Promise<UsedKey | null> {
  const former = await meta.get(metaKey);
  const text = `${baseUrl} ${keyId} ${publicKeyPem}`;
  if (former !== text) await meta.set(metaKey, text);
  return parse(former);
}

export async function usedKey({ meta }: Pick<Store, 'meta'>): Promise<UsedKey | null> {
  return parse(await meta.get(metaKey));
}

/** Base URLs and key ids hold no space; the PEM does. */
function parse(text: string | null): UsedKey | null {
  const [, baseUrl, keyId, publicKeyPem] = /^(\S+) (\S+) (.*)$/s.exec(text ?? '') ?? [];
  if (baseUrl === undefined || keyId === undefined || publicKeyPem === undefined) return null;
  return { baseUrl, keyId, publicKeyPem };
}
