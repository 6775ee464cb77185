import { createReference } from '../../core/content/places.js';
import type { Place, PlaceQuery, Reference, Vocabulary } from '../../model/reference.js';
import { toCyrillic, toLatin } from '../../core/content/scripts.js';
import type { PortalReply } from '../../portal/portal-reply.js';
import type { Store } from '../../store/store.js';
import { readPlace, type WirePlace } from '../../wire/replies.js';
import type { Services } from '../services/services.js';

export interface LoadedReference extends Reference {
  vocabulary: Vocabulary;
  /** All places; null if the list must be searched by name. */
  places: readonly Place[] | null;
  /**
   * Set if places must be searched by name. Calls `tryRecords` to learn which names the records need, and looks up those that were never
   * looked up.
   * @returns a message if the portal did not answer; null if it did
   */
  lookUpPlaces?: (tryRecords: () => void) => Promise<string | null>;
}

/** Meta key: every name that was ever looked up at the portal. The places found for these names are in the store's place directory. */
const lookedUpKey = 'places.asked';

/**
 * The reference over a list of places that cannot be read as a whole (`places_need_query`). Each name is looked up once, and the places
 * found are stored. Only a name that was looked up itself counts as known: the answers to other names may lack places of that name.
 */
export async function searchedReference(
  vocabulary: Vocabulary,
  mirrored: readonly Place[],
  services: Services,
): Promise<LoadedReference> {
  const lookedUp = new Set(await searchedPlaceNames(services.store));
  const wanted = new Set<string>();
  let reference = createReference(vocabulary, mirrored);
  return {
    vocabulary,
    places: null,
    vocabularyKey: (field, candidates) => reference.vocabularyKey(field, candidates),
    attribute: (category, candidates) => reference.attribute(category, candidates),
    attributesText: reference.attributesText,
    place(query) {
      for (const name of namesOf(query)) if (!lookedUp.has(name)) wanted.add(name);
      return reference.place(query);
    },
    lookUpPlaces: async (tryRecords) => {
      wanted.clear();
      tryRecords();
      if (wanted.size === 0) return null;
      const reply = await searchPlaces([...wanted], services);
      if (reply.kind !== 'ok') return unanswered(reply);
      reference = createReference(vocabulary, await mirror(reply.body, [...wanted], services));
      for (const name of wanted) lookedUp.add(name);
      return null;
    },
  };
}

export async function searchedPlaceNames(store: Store): Promise<string[]> {
  const text = await store.meta.get(lookedUpKey);
  return text === null ? [] : (JSON.parse(text) as string[]);
}

/** Looks up each name in both scripts, because portals differ in the script they search. All or nothing. */
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

/** If one name cannot be looked up, no record is decided: the whole reading waits. */
function unanswered(reply: Exclude<PortalReply<unknown>, { kind: 'ok' }>): string {
  const why = reply.kind === 'refused' ? reply.message : reply.reason;
  return `the portal’s places could not be looked up (${why}): nothing is created, updated or removed, and the next poll reads the feed again`;
}

/** Adds the places that were found for these names. @returns all places of the mirror */
async function mirror(
  answers: readonly WirePlace[],
  names: readonly string[],
  { store, clock }: Services,
): Promise<Place[]> {
  const found = answers.map(readPlace).filter((place) => place !== null);
  const stored = await store.reference.places();
  // Several names may bring the same place.
  const places = new Map([...(stored?.places ?? []), ...found].map((place) => [place.id, place]));
  const all = [...places.values()];
  await store.reference.savePlaces(all, stored?.readAt ?? clock.now());
  await store.meta.set(
    lookedUpKey,
    JSON.stringify([...new Set([...(await searchedPlaceNames(store)), ...names])]),
  );
  return all;
}

/** The portal's search respects diacritics but not case. A name in Cyrillic and in Latin script is one name. */
function namesOf({ city, municipality }: PlaceQuery): string[] {
  return [...city, municipality ?? ''].map((name) => toLatin(name.trim())).filter((name) => name !== '');
}

/** A place's code yields one spelling, because a code has no Cyrillic form. */
function inBothScripts(name: string): string[] {
  return [...new Set([name, toCyrillic(name)])];
}
