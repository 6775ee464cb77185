import type { Place } from '../core/reference.js';
import { isDueAgain } from '../core/schedule/due.js';
import { readPlace } from '../wire/replies.js';
import { checkKey } from './key-state.js';
import { isReferenceKnown } from './load-reference.js';
import { askedPlaceNames, searchPlaces } from './search-places.js';
import { readLimits } from './read-limits.js';
import { retryAfter } from './retry-refused.js';
import { unreadable } from './reference-problem.js';
import { refreshVocabulary } from './refresh-vocabulary.js';
import type { Services } from './services.js';

const dayMs = 24 * 3_600_000;

export interface ReferenceReport {
  /** One sentence where something could not be read; the last copies go on serving. */
  problem: string | null;
  vocabularyChanged: boolean;
  placesChanged: boolean;
}

/**
 * Mirrors the portal's vocabulary (by ETag) and place directory, when a day has passed or nothing was read yet. A changed
 * directory makes each feed's last snapshot be read again for the records that used or missed it (RULES R120).
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
  // First of all: until they are known, each request has to do with a careful guess of the key's minute.
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

/** Files that were kept before there were words to map them with are planned at once. */
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
    ? await searchPlaces(await askedPlaceNames(store), services)
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

/** What a name resolves to may have changed for any record that asked; the next poll reads those again from disk. */
async function readPlacesAgain(store: Services['store']): Promise<void> {
  for (const feed of await store.feeds.all()) {
    await store.records.forget(feed.id, await store.records.using(feed.id, 'place', 'any'));
    await store.feeds.update(feed.id, { context: null });
  }
}
