import { sharedSignIn } from '../../store/facts/sign-in-origin.js';
import type { Store } from '../../store/store.js';
import { warn, type Check } from './check.js';

/**
 * Warns if all sign-ins come from one private address. That may be a proxy that is not trusted: its clients count as one, so a stranger's
 * failures delay everyone.
 */
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
      `All ${count} sign-ins since ${showTime(since)} came from ${address}, a private network address. If that is a proxy, all its clients count as one, and a stranger’s failed tries delay everyone behind it.`,
      `If it is your proxy, set server: { trusted_proxies: [${entry}] } and restart feedsync; the proxy must set X-Forwarded-For. If it is not, there is nothing to do.`,
    ),
  ];
}
