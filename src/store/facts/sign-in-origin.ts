import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

/** The latest row of consecutive sign-ins from one address. Many from one private address suggest a proxy that is not configured. */
export interface SignInOrigin {
  /** The address, in a private network. Null: the latest sign-in came from a public address or from this machine. */
  address: string | null;
  /** Number of consecutive sign-ins from this address. */
  count: number;
  /** Time of the first of them. */
  since: Millis;
  /** Time of the last of them. */
  at: Millis;
  /** The last sign-in had an X-Forwarded-For header, which was ignored since the address is no trusted proxy. */
  isForwarded: boolean;
}

const metaKey = 'sign_in.origin';

export async function signInOrigin({ meta }: Pick<Store, 'meta'>): Promise<SignInOrigin | null> {
  const text = await meta.get(metaKey);
  return text === null ? null : (JSON.parse(text) as SignInOrigin);
}

/** Fewer sign-ins from one private address suggest no proxy: one user may have made all of them. */
const countMin = 3;

/** The private address that at least 3 consecutive sign-ins came from, up to the latest; null if there is none. */
export async function sharedSignIn(
  store: Pick<Store, 'meta'>,
): Promise<(SignInOrigin & { address: string }) | null> {
  const origin = await signInOrigin(store);
  return origin?.address == null || origin.count < countMin ? null : { ...origin, address: origin.address };
}

export async function saveSignInOrigin({ meta }: Pick<Store, 'meta'>, origin: SignInOrigin): Promise<void> {
  await meta.set(metaKey, JSON.stringify(origin));
}
