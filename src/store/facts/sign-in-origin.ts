import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

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

/** A few may well be one person. */
const countMin = 3;

/** The one address of a private network that all of the latest sign-ins came from; null where there is none. */
export async function sharedSignIn(
  store: Pick<Store, 'meta'>,
): Promise<(SignInOrigin & { address: string }) | null> {
  const origin = await signInOrigin(store);
  return origin?.address == null || origin.count < countMin ? null : { ...origin, address: origin.address };
}

export async function saveSignInOrigin({ meta }: Pick<Store, 'meta'>, origin: SignInOrigin): Promise<void> {
  await meta.set(metaKey, JSON.stringify(origin));
}
