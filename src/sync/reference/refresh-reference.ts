import type { Place } from '../../model/reference.js';
import { isDueAgain } from '../../core/schedule/due.js';
import { readPlace } from '../../wire/replies.js';
import { checkKey } from '../portal-state/key-state.js';
import { isReferenceKnown } from './load-reference.js';
import { searchedPlaceNames, searchPlaces } from './search-places.js';
import { readLimits } from '../portal-state/read-limits.js';
import { retryAfter } from '../push/retry-refused.js';
import { unreadable } from './reference-problem.js';
import { refreshVocabulary } from './refresh-vocabulary.js';
import type { Services } from '../services/services.js';

const dayMs = 24 * 3_600_000;

export interface ReferenceReport {
  /** One sentence if something could not be read. The last copies stay in use. */
  problem: string | null;
  vocabularyChanged: boolean;
  placesChanged: boolean;
}

/**
 * Mirrors the portal's vocabulary (by ETag) and its list of places, once a day, when nothing was read yet, and whenever `force` is set. After
 * a change of the places, each feed's last snapshot is read again for the records that used a place or missed one (RULES R148).
 */
export async function refreshReference(
  services: Services,
  options: { force?: boolean } = {},
): Promise<ReferenceReport> {
  const { store, clock } = services;
  const [vocabulary, places] = [await store.reference.vocabulary(), await store.reference.places()];
  const isDue = (readAt: number | undefined): boolean =>
    options.force === true || isDueAgain(readAt ?? null, dayMs, clock.now());
  const report: ReferenceReport = { problem: null, vocabularyChanged: false, placesChanged: false };
  if (!isDue(vocabulary?.readAt) && !isDue(places?.readAt)) return report;
  const keyRefused = await checkKey(services);
  if (keyRefused !== null) return { ...report, problem: keyRefused.reason };
  // The limits are read first: until they are known, all requests share a low default limit.
  await readLimits(services);
  if (isDue(vocabulary?.readAt)) {
    const { problem, changed } = await refreshVocabulary(vocabulary, services);
    report.problem = problem;
    report.vocabularyChanged = changed;
  }
  if (isDue(places?.readAt)) await refreshPlaces(places, report, services);
  if (vocabulary === null || places === null) await pollWaitingFeeds(services);
  return report;
}

/**
 * Polls feeds at once whose files were kept because the portal's words were not known. Polls every delta feed too, whether it kept files or
 * not.
 */
async function pollWaitingFeeds(services: Services): Promise<void> {
  if (!(await isReferenceKnown(services))) return;
  const { store, clock } = services;
  for (const { id, kind, deferredSnapshotId } of await store.feeds.all())
    if (deferredSnapshotId !== null || kind !== 'full')
      await store.feeds.update(id, { nextPollAt: clock.now() });
}

async function refreshPlaces(
  stored: Awaited<ReturnType<Services['store']['reference']['places']>>,
  report: ReferenceReport,
  services: Services,
): Promise<void> {
  const { store, portal, clock, protocol } = services;
  const reply = protocol.places_need_query
    ? await searchPlaces(await searchedPlaceNames(store), services)
    : await portal.places({});
  if (reply.kind !== 'ok') {
    report.problem = await unreadable('places', reply, services);
    return;
  }
  const places = reply.body.map(readPlace).filter((place) => place !== null);
  report.placesChanged = stored !== null && !isSame(places, stored.places);
  if (report.placesChanged) await retryAfter('places', {}, { store, clock });
  await store.reference.savePlaces(places, clock.now());
  if (report.placesChanged) await readPlacesAgain(store);
}

function isSame(a: readonly Place[], b: readonly Place[]): boolean {
  const sorted = (places: readonly Place[]): string =>
    JSON.stringify([...places].sort((x, y) => (x.id < y.id ? -1 : 1)));
  return sorted(a) === sorted(b);
}

/** Any name may resolve to another place now. The next poll reads all records that used a place again, from disk. */
async function readPlacesAgain(store: Services['store']): Promise<void> {
  for (const feed of await store.feeds.all()) {
    await store.records.forget(feed.id, await store.records.using(feed.id, 'place', 'any'));
    await store.feeds.update(feed.id, { context: null });
  }
}
