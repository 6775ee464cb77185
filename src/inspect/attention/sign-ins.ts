import { sharedSignIn } from '../../store/facts/sign-in-origin.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** All sign-ins come through one proxy that is not in `server.trusted_proxies`, so that its clients count as one. */
export async function sharedSignIns({ store }: Facts): Promise<FoundItem[]> {
  const shared = await sharedSignIn(store);
  if (shared?.isForwarded !== true) return [];
  const { address: subject, count, since } = shared;
  return [itemOf({ kind: 'proxy_not_trusted', subject, count, since })];
}
