import { windowMarginMs } from '../core/schedule/budget.js';
import type { Clock } from '../platform/clock.js';
import { viewRequestsPerWindow, viewScope } from '../core/schedule/view-share.js';
import { TransportError, type Transport, type TransportRequest } from '../platform/transport.js';
import { storedLimits } from '../store/portal-limits.js';
import { createFairGate } from './fair-gate.js';
import type { Store } from '../store/store.js';

/** Before the first ping nothing is known of the key's minute: a careful guess. */
const requestsPerMinuteUnknown = 30;

/** A request without a reply may still be on its way for as long as its signature is good: some minutes, as the portal's sandbox has it. */
const mayArriveMs = 5 * 60_000;

/** A request that was let through. */
interface Admission {
  /** The number under which it is spent. */
  spent: number;
  /** When it was asked for, by `Clock.elapsed`: it is spent as of then or a little later. */
  since: number;
}

/**
 * The key's request ledger around a transport (RULES R89): a request waits until the sliding minute has room, and counts
 * from before it is sent until a minute after its reply, so that the portal never has to answer 429 through our own doing.
 * Agencies take turns.
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
      // The guess is careful for all requests together: what part of it a view may take is not known either.
      const limit = known === undefined ? requestsPerMinuteUnknown : share(known);
      const allowed = { limit, ms: windowMs, now: () => clock.now() };
      const since = clock.elapsed();
      const taken = await store.spend.take(scope, allowed);
      if ('spent' in taken) return { spent: taken.spent, since };
      await clock.sleep(taken.againAt - clock.now());
    }
  }

  const enter = createFairGate(() => waitForRoom(scope, (limit) => limit));
  // Before the common gate: a view that waits for its share keeps nothing else waiting.
  const enterView = createFairGate(async (of) => {
    const ofView = await waitForRoom(viewScope(keyId), viewRequestsPerWindow);
    const ofKey = await enter(of);
    // At the common gate it may have grown old: the next view finds it as young as it is to the portal.
    if (isOld(ofView)) await store.spend.settle(ofView.spent, clock.now());
    return [ofKey, ofView];
  });
  const isOld = ({ since }: Admission): boolean => clock.elapsed() - since > windowMarginMs;

  return {
    async send(request) {
      // One at a time through the gate: two requests must not see the same room.
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
        // What is written down of this request is dated by the clock as it is now.
        await meter.followClock();
        // The portal may have counted it only now, or not yet; the windows' margin covers what is quick.
        for (const one of admissions)
          if (mayArrive > 0 || isOld(one)) await store.spend.settle(one.spent, clock.now() + mayArrive);
      }
    },
  };
}

/** A page of what the portal holds for a connection. */
function isViewReading({ method, url }: TransportRequest): boolean {
  return method === 'GET' && /\/connections\/[^/?#]+\/listings(?:[?#]|$)/.test(url);
}

/** What a request is about; requests of no connection have turns of their own. */
function connectionOf(url: string): string {
  return /\/connections\/([^/?#]+)/.exec(url)?.[1] ?? '';
}
