import type { Millis } from './rows.js';
import type { Store } from './store.js';

/** Where the latest sign-ins came from, as far as they all came from one address of a private network. */
export interface SignInOrigin {
  /** Null: the last one came from a public address, or from this machine. */
  address: string | null;
  /** So many in a row. */
  count: number;
  since: Millis;
  at: Millis;
  /** The last one named a client (X-Forwarded-For) that was not believed, since the address is no trusted proxy. */
  isForwarded: boolean;
}

const metaKey = 'sign_in.origin';

export async function signInOrigin({ meta }: Pick<Store, 'meta'>): Promise<SignInOrigin | null> {
  const text = await meta.get(metaKey);
  return text === null ? null : (JSON.parse(text) as SignInOrigin);
}

export async function saveSignInOrigin({ meta }: Pick<Store, 'meta'>, origin: SignInOrigin): Promise<void> {
  await meta.set(metaKey, JSON.stringify(origin));
}
