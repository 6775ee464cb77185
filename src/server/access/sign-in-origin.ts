import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import { saveSignInOrigin, signInOrigin } from '../../store/sign-in-origin.js';
import type { Store } from '../../store/store.js';
import type { Client } from './client-address.js';

/** Notes whether all sign-ins come from one private address, which `doctor` reports: behind it stands a proxy that is not trusted yet. */
export function createOriginNotes({
  store,
  clock,
  log,
}: {
  store: Pick<Store, 'meta'>;
  clock: Clock;
  log: Log;
}): { note: (client: Client, isForwarded: boolean) => Promise<void> } {
  let hasWarned = false;
  return {
    async note({ sharedAddress: address }, isForwarded) {
      const now = clock.now();
      const last = await signInOrigin(store);
      const isSame = last !== null && last.address === address;
      // What comes from elsewhere is one fact, however often it comes.
      if (isSame && address === null) return;
      await saveSignInOrigin(store, {
        address,
        count: isSame ? last.count + 1 : 1,
        since: isSame ? last.since : now,
        at: now,
        isForwarded: isForwarded && address !== null,
      });
      if (hasWarned || !isForwarded || address === null) return;
      hasWarned = true;
      log.warn(
        'the proxy is not in server.trusted_proxies: all that come through it count as one at sign-in',
        {
          address,
        },
      );
    },
  };
}
