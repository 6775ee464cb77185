import { FetchError, type Fetcher } from '../../platform/http/fetcher.js';
import type { Clock } from '../../platform/clock.js';
import { TooLate, within } from '../../platform/within.js';
import { discardBody } from './follow-redirects.js';

const timeoutMs = 5_000;

/**
 * Whether a host answers over https, tried with a HEAD of this address. Any HTTP status is an answer; a redirect is not followed.
 * @param address an https address on the host
 */
export async function answersHttps(
  address: URL,
  { fetcher, clock }: { fetcher: Fetcher; clock: Clock },
  allowPrivateAddresses: readonly string[],
): Promise<boolean> {
  const request = {
    method: 'HEAD',
    url: address,
    headers: { accept: 'image/*' },
    allowPrivateAddresses,
  } as const;
  try {
    const reply = await within(
      clock,
      timeoutMs,
      (signal) => fetcher.open({ ...request, signal }),
      discardBody,
    );
    discardBody(reply);
    return true;
  } catch (error) {
    if (error instanceof TooLate || error instanceof FetchError) return false;
    throw error;
  }
}
