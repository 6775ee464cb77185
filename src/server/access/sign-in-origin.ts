import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log/log.js';
import { isInRanges, readAddress, type AddressRange } from '../../core/setup/address-ranges.js';
import { saveSignInOrigin, signInOrigin } from '../../store/facts/sign-in-origin.js';
import type { Store } from '../../store/store.js';
import type { Client } from './client-address.js';

/** Clears the noted address of sign-ins if that address is now a trusted proxy. */
export async function forgetTrustedOrigin(
  { store, clock }: { store: Pick<Store, 'meta'>; clock: Clock },
  trusted: readonly AddressRange[],
): Promise<void> {
  const last = await signInOrigin(store);
  const address = readAddress(last?.address ?? '');
  if (address === null || !isInRanges(address, trusted)) return;
  const now = clock.now();
  await saveSignInOrigin(store, { address: null, count: 1, since: now, at: now, isForwarded: false });
}

/**
 * Notes whether all sign-ins come from one private address. `doctor` reports such an address: it is taken for a proxy that is not trusted
 * yet.
 */
export function createOriginNotes({
  store,
  clock,
  log,
}: {
  store: Pick<Store, 'meta'>;
  clock: Clock;
  log: Log;
}): { note: (client: Client) => Promise<void> } {
  let hasWarned = false;
  return {
    async note({ sharedAddress: address, isUnknownProxy }) {
      const now = clock.now();
      const last = await signInOrigin(store);
      const isSame = last?.address === address;
      // A further sign-in from public addresses is not counted: that the latest one came from a public address is stored already.
      if (isSame && address === null) return;
      await saveSignInOrigin(store, {
        address,
        count: isSame ? last.count + 1 : 1,
        since: isSame ? last.since : now,
        at: now,
        isForwarded: isUnknownProxy && address !== null,
      });
      if (hasWarned || !isUnknownProxy || address === null) return;
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
