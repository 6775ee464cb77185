import { windowMarginMs } from '../../core/schedule/budget.js';
import type { Clock } from '../../platform/clock.js';
import { viewRequestsPerWindow, viewScope } from '../../core/schedule/view-share.js';
import { TransportError, type Transport, type TransportRequest } from '../../platform/http/transport.js';
import { storedLimits } from '../../store/facts/portal-limits.js';
import { createFairGate } from './fair-gate.js';
import type { Store } from '../../store/store.js';

/** Limit of requests per minute until the first ping reports the key's limit. Deliberately low. */
const requestsPerMinuteUnknown = 30;

/**
 * The spend of a request whose reply was lost is dated this much later: the request can still arrive while its signature is valid, a few
 * minutes.
 */
const mayArriveMs = 5 * 60_000;

/** A request that was admitted. */
interface Admission {
  /** Its number in the spend ledger. */
  spent: number;
  /** `Clock.elapsed` just before the ledger entry was made. */
  since: number;
}

/**
 * Puts the key's request ledger around a transport. A request waits until the sliding window has room. The request counts from before it is
 * sent until one window after its reply, so that our own requests never make the portal answer 429. Connections take turns (RULES R117).
 */
export function meterRequests(
  transport: Transport,
  meter: {
    store: Store;
    clock: Clock;
    followClock: () => Promise<void>;
    keyId: string;
    windowSeconds: number;
  },
): Transport {
  const { store, clock, keyId } = meter;
  const scope = `key:${keyId}`;
  const windowMs = meter.windowSeconds * 1000;

  async function waitForRoom(scope: string, share: (limit: number) => number): Promise<Admission> {
    for (;;) {
      await meter.followClock();
      const known = (await storedLimits(meter))?.requestsPerMinute;
      // The default limit covers all requests together. While the limit is unknown, so is the share of views: views get the same limit.
      const limit = known === undefined ? requestsPerMinuteUnknown : share(known);
      const allowed = { limit, ms: windowMs, now: () => clock.now() };
      const since = clock.elapsed();
      const taken = await store.spend.take(scope, allowed);
      if ('spent' in taken) return { spent: taken.spent, since };
      await clock.sleep(taken.againAt - clock.now());
    }
  }

  const enter = createFairGate(() => waitForRoom(scope, (limit) => limit));
  // Views pass their own gate first: a view that waits for its share must not block the common gate.
  const enterView = createFairGate(async (of) => {
    const ofView = await waitForRoom(viewScope(keyId), viewRequestsPerWindow);
    const ofKey = await enter(of);
    // The wait at the common gate may have been long: the view's entry gets the time of now, when the request is sent.
    if (isOld(ofView)) await store.spend.settle(ofView.spent, clock.now());
    return [ofKey, ofView];
  });
  const isOld = ({ since }: Admission): boolean => clock.elapsed() - since > windowMarginMs;

  return {
    async send(request) {
      // One admission after the other: two requests must not both take the last room.
      const of = connectionOf(request.url);
      const admissions = isViewReading(request) ? await enterView(of) : [await enter(of)];
      let mayArrive = 0;
      try {
        return await transport.send(request);
      } catch (error) {
        if (error instanceof TransportError && error.effect === 'lost' && !error.wasStale)
          mayArrive = mayArriveMs;
        throw error;
      } finally {
        // The entries below must be dated by the corrected clock.
        await meter.followClock();
        // The portal may have counted the request at any time until the reply, so the entry gets the time of now. After a quick reply this
        // is not needed: the window's margin covers it.
        for (const one of admissions)
          if (mayArrive > 0 || isOld(one)) await store.spend.settle(one.spent, clock.now() + mayArrive);
      }
    },
  };
}

/** Whether the request reads a page of a connection's listings at the portal. */
function isViewReading({ method, url }: TransportRequest): boolean {
  return method === 'GET' && /\/connections\/[^/?#]+\/listings(?:[?#]|$)/.test(url);
}

/** The connection in the URL. Requests without one share the name `''` and its turns. */
function connectionOf(url: string): string {
  return /\/connections\/([^/?#]+)/.exec(url)?.[1] ?? '';
}
