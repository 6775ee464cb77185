import { isDueAgain } from '../../core/schedule/due.js';
import { signInsOver } from '../../core/setup/sign-in.js';
import { forgetHistory } from './forget-history.js';
import { surveyStaleFeeds } from '../poll/note-content.js';
import type { Services } from '../services/services.js';
import { forgetUpgradeCopies } from './upgrade-copies.js';

const everyMs = 3_600_000;
/** A parked request that is not made again within this time after it was due is not wanted any more. */
const parkedMemoryMs = 2 * 24 * 3_600_000;
/** Nothing is delivered again for so long. */
const webhookMemoryMs = 7 * 24 * 3_600_000;
const askedAtKey = 'housekeeping.at';

/** Whether an hour has passed. */
export async function isHousekeepingDue({ store, clock }: Services): Promise<boolean> {
  const last = Number((await store.meta.get(askedAtKey)) ?? 0);
  return isDueAgain(last, everyMs, clock.now());
}

/**
 * Bounds due times. Forgets what no budget can need any more: spends that left every window, and webhooks that are not sent again; what
 * `retention` lets go; and, as long after as files are kept, records of feeds of changes whose listings are gone. Counts
 * what looks wrong in feeds that changed since it was counted. Removes copies of the store that were made before upgrades.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { store, clock, protocol, limits } = services;
  const longestMs = Math.max(protocol.item_window_seconds, protocol.rate_window_seconds) * 1000;
  await store.meta.set(askedAtKey, String(clock.now()));
  await store.clock.bound(clock.now());
  await store.spend.prune(clock.now() - 2 * longestMs);
  await store.parkedRequests.forget(clock.now() - parkedMemoryMs);
  await store.access.prune(signInsOver(clock.now()));
  await store.webhooks.forget(clock.now() - webhookMemoryMs);
  await store.rawRecords.forget(clock.now() - limits.snapshots.maxAgeMs);
  await services.sweepFiles();
  await forgetHistory(services);
  await surveyStaleFeeds(services);
  await forgetUpgradeCopies(services);
}
