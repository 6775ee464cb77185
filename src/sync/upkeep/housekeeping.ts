import { isDueAgain } from '../../core/schedule/due.js';
import { signInsOver } from '../../core/setup/sign-in.js';
import { settleAllContent } from '../content/settle-content.js';
import { forgetOldUploads } from './forget-uploads.js';
import { forgetHistory } from './forget-history.js';
import { surveyStaleFeeds } from '../poll/note-content.js';
import type { Services } from '../services/services.js';
import { reckonUsual } from './reckon-usual.js';
import { forgetUpgradeCopies } from './upgrade-copies.js';

const everyMs = 3_600_000;
/** A parked request that was not repeated for this long after it was due is deleted: it is no longer needed. */
const parkedMemoryMs = 2 * 24 * 3_600_000;
/** Received webhooks are kept for this time, after which the portal delivers none of them again. */
const webhookMemoryMs = 7 * 24 * 3_600_000;
const doneAtKey = 'housekeeping.at';

/** Whether an hour has passed since the last run. */
export async function isHousekeepingDue({ store, clock }: Services): Promise<boolean> {
  const last = Number((await store.meta.get(doneAtKey)) ?? 0);
  return isDueAgain(last, everyMs, clock.now());
}

/**
 * Bounds due times. Shows hidden listings again whose time is over. Removes spends that left every budget window, refused requests whose next try was due 2 days ago, sign-ins that are
 * over, ids of webhooks that the portal does not deliver again, temporary files that are left over, files that were uploaded to try
 * them a day ago, and data older than `retention` allows.
 * Removes kept records of delta feeds whose listings are gone, after the time for which snapshots are kept. Surveys feeds that changed
 * since their last survey. Asks again about doubtful values that were rejected long ago. Reckons what is usual among the live listings.
 * Removes copies of the store that were made before upgrades, once their time has passed.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { store, clock, protocol, limits } = services;
  const longestMs = Math.max(protocol.item_window_seconds, protocol.rate_window_seconds) * 1000;
  await store.meta.set(doneAtKey, String(clock.now()));
  await store.clock.bound(clock.now());
  await store.spend.prune(clock.now() - 2 * longestMs);
  await store.parkedRequests.forget(clock.now() - parkedMemoryMs);
  await store.access.prune(signInsOver(clock.now()));
  await store.webhooks.forget(clock.now() - webhookMemoryMs);
  await store.rawRecords.forget(clock.now() - limits.snapshots.maxAgeMs);
  await forgetOldUploads(services);
  await services.sweepFiles();
  await forgetHistory(services);
  await surveyStaleFeeds(services);
  await settleAllContent(services);
  await reckonUsual(services);
  await forgetUpgradeCopies(services);
}
