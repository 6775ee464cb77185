import type { Place } from '../core/reference.js';
import type { PortalReply } from '../portal/portal-reply.js';
import { readPlace } from '../wire/replies.js';
import { readVocabulary } from '../wire/vocabulary.js';
import { checkKey, stopKey } from './key-state.js';
import { askedPlaceNames, searchPlaces } from './search-places.js';
import { retryAfter } from './retry-refused.js';
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
 * directory makes each feed's last snapshot be read again for the records that used or missed it (SEMANTICS 2).
 */
export async function refreshReference(
  services: Services,
  options: { force?: boolean } = {},
): Promise<ReferenceReport> {
  const { store, clock } = services;
  const [vocabulary, places] = [await store.reference.vocabulary(), await store.reference.places()];
  const isDue = (readAt: number | undefined): boolean =>
    options.force === true || readAt === undefined || clock.now() - readAt >= dayMs;
  const report: ReferenceReport = { problem: null, vocabularyChanged: false, placesChanged: false };
  if (!isDue(vocabulary?.readAt) && !isDue(places?.readAt)) return report;
  const keyRefused = await checkKey(services);
  if (keyRefused !== null) return { ...report, problem: keyRefused.reason };
  if (isDue(vocabulary?.readAt)) await refreshVocabulary(vocabulary, report, services);
  if (isDue(places?.readAt)) await refreshPlaces(places, report, services);
  return report;
}

/** One sentence for what could not be read; a refusal of the key stops it. */
async function problemOf(
  what: string,
  reply: Exclude<PortalReply<unknown>, { kind: 'ok' }>,
  services: Services,
): Promise<string> {
  if (reply.kind === 'refused' && reply.scope === 'key_auth') await stopKey(reply.code, services);
  return `the portal’s ${what} could not be read (${reply.kind === 'refused' ? reply.message : reply.reason})`;
}

async function refreshVocabulary(
  stored: Awaited<ReturnType<Services['store']['reference']['vocabulary']>>,
  report: ReferenceReport,
  services: Services,
): Promise<void> {
  const { store, portal, clock } = services;
  const reply = await portal.vocabularies(stored?.etag ?? null);
  if (reply.kind !== 'ok') {
    report.problem = await problemOf('vocabulary', reply, services);
    return;
  }
  if (reply.body === null) {
    if (stored !== null)
      await store.reference.saveVocabulary(stored.document, stored.vocabulary, stored.etag, clock.now());
    return;
  }
  const vocabulary = readVocabulary(reply.body.document);
  report.vocabularyChanged = vocabulary.version !== stored?.vocabulary.version;
  if (report.vocabularyChanged) await retryAfter('vocabulary', {}, { store, clock });
  await store.reference.saveVocabulary(reply.body.document, vocabulary, reply.body.etag, clock.now());
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
    report.problem = await problemOf('places', reply, services);
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
    JSON.stringify([...places].sort((x, y) => x.id.localeCompare(y.id)));
  return sorted(a) === sorted(b);
}

/** What a name resolves to may have changed for any record that asked; the next poll reads those again from disk. */
async function readPlacesAgain(store: Services['store']): Promise<void> {
  for (const feed of await store.feeds.all()) {
    await store.records.forget(feed.id, await store.records.using(feed.id, 'place', 'any'));
    await store.feeds.update(feed.id, { context: null });
  }
}
