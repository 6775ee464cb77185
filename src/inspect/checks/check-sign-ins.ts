import { sharedSignIn } from '../../store/facts/sign-in-origin.js';
import type { Store } from '../../store/store.js';
import { warn, type Check } from './check.js';

/** Behind a proxy that is not trusted all clients are one address, and one stranger's failures delay everybody. */
export async function checkSignIns(
  store: Pick<Store, 'meta'>,
  showTime: (at: number) => string,
): Promise<Check[]> {
  const shared = await sharedSignIn(store);
  if (shared === null) return [];
  const { address, count, since } = shared;
  const entry = address.includes(':') ? `"${address}"` : address;
  return [
    warn(
      'sign-in',
      `All ${count} sign-ins since ${showTime(since)} came from ${address}, an address of a private network. If a proxy stands there, all its clients count as one, and the failed tries of a stranger make everyone behind it wait.`,
      `If it is your proxy, write server: { trusted_proxies: [${entry}] } and start again; the proxy must set X-Forwarded-For. If it is not, there is nothing to do.`,
    ),
  ];
}
