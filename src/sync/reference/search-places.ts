import { createReference } from '../../core/content/places.js';
import type { Place, PlaceQuery, Reference, Vocabulary } from '../../model/reference.js';
import { toCyrillic, toLatin } from '../../core/content/scripts.js';
import type { PortalReply } from '../../portal/portal-reply.js';
import type { Store } from '../../store/store.js';
import { readPlace, type WirePlace } from '../../wire/replies.js';
import type { Services } from '../services/services.js';

export interface LoadedReference extends Reference {
  vocabulary: Vocabulary;
  /** The whole directory; null where it must be searched. */
  places: readonly Place[] | null;
  /**
   * Where the directory must be searched: tries these records, and looks up the names that they ask for and nobody did before.
   * @returns why the portal did not answer, for a person; null where it did
   */
  lookUpPlaces?: (tryRecords: () => void) => Promise<string | null>;
}

/** Every name that was ever looked up; the mirror holds what the portal answered to these. */
const askedKey = 'places.asked';

/**
 * The reference over a directory that cannot be read whole (`places_need_query`): each name is looked up once and its answer mirrored.
 * A name counts as known only when it was asked itself: what other names brought along may lack places of the same name.
 */
export async function searchedReference(
  vocabulary: Vocabulary,
  mirrored: readonly Place[],
  services: Services,
): Promise<LoadedReference> {
  const asked = new Set(await searchedPlaceNames(services.store));
  const wanted = new Set<string>();
  let reference = createReference(vocabulary, mirrored);
  return {
    vocabulary,
    places: null,
    vocabularyKey: (field, candidates) => reference.vocabularyKey(field, candidates),
    attribute: (category, candidates) => reference.attribute(category, candidates),
    attributesText: reference.attributesText,
    place(query) {
      for (const name of namesOf(query)) if (!asked.has(name)) wanted.add(name);
      return reference.place(query);
    },
    lookUpPlaces: async (tryRecords) => {
      wanted.clear();
      tryRecords();
      if (wanted.size === 0) return null;
      const reply = await searchPlaces([...wanted], services);
      if (reply.kind !== 'ok') return unanswered(reply);
      reference = createReference(vocabulary, await mirror(reply.body, [...wanted], services));
      for (const name of wanted) asked.add(name);
      return null;
    },
  };
}

export async function searchedPlaceNames(store: Store): Promise<string[]> {
  const text = await store.meta.get(askedKey);
  return text === null ? [] : (JSON.parse(text) as string[]);
}

/** One look-up per name and script, since directories differ in which they are searched by; all or nothing. */
export async function searchPlaces(
  names: readonly string[],
  { portal, clock }: Services,
): Promise<PortalReply<WirePlace[]>> {
  const found: WirePlace[] = [];
  for (const q of names.flatMap(inBothScripts)) {
    const reply = await portal.places({ q });
    if (reply.kind !== 'ok') return reply;
    found.push(...reply.body);
  }
  return { kind: 'ok', status: 200, body: found, replayed: false, receivedAt: clock.now() };
}

/** No record is decided on a name that could not be looked up: the whole reading waits. */
function unanswered(reply: Exclude<PortalReply<unknown>, { kind: 'ok' }>): string {
  const why = reply.kind === 'refused' ? reply.message : reply.reason;
  return `the portal’s places could not be looked up (${why}): nothing is created, updated or removed, and the next poll reads the feed again`;
}

/** Adds what was found for these names. @returns all places of the mirror */
async function mirror(
  answers: readonly WirePlace[],
  names: readonly string[],
  { store, clock }: Services,
): Promise<Place[]> {
  const found = answers.map(readPlace).filter((place) => place !== null);
  const stored = await store.reference.places();
  // What several names bring along is one place.
  const places = new Map([...(stored?.places ?? []), ...found].map((place) => [place.id, place]));
  const all = [...places.values()];
  await store.reference.savePlaces(all, stored?.readAt ?? clock.now());
  await store.meta.set(
    askedKey,
    JSON.stringify([...new Set([...(await searchedPlaceNames(store)), ...names])]),
  );
  return all;
}

/** The portal's search minds diacritics, but not case; a name in Cyrillic and in Latin letters is one name. */
function namesOf({ city, municipality }: PlaceQuery): string[] {
  return [...city, municipality ?? ''].map((name) => toLatin(name.trim())).filter((name) => name !== '');
}

/** An official code has one spelling. */
function inBothScripts(name: string): string[] {
  return [...new Set([name, toCyrillic(name)])];
}
