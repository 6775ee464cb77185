import { fold } from '../../model/fold.js';
import type { Place, PlaceAnswer, PlaceQuery, Reference, Vocabulary } from '../../model/reference.js';
import { attributeResolver, vocabularyResolver } from './vocabulary.js';

/** Indexes the mirrored vocabulary and place directory once; each look-up is then constant time. */
export function createReference(vocabulary: Vocabulary, places: readonly Place[]): Reference {
  return {
    vocabularyKey: vocabularyResolver(vocabulary),
    place: placeResolver(places),
    attribute: attributeResolver(vocabulary),
    attributesText: JSON.stringify(vocabulary.attributes ?? {}),
  };
}

/**
 * Finds cities and city municipalities by name (any script, with or without diacritics) or exact official code. Coordinates only choose
 * among places of one name; a choice that they do not decide stays ambiguous (RULES R151).
 */
export function placeResolver(places: readonly Place[]): Reference['place'] {
  const directory = new Directory(places);
  return (query) => resolve(directory, query);
}

function resolve(directory: Directory, query: PlaceQuery): PlaceAnswer {
  const skipped: string[] = [];
  for (const candidate of query.city) {
    if (candidate.trim() === '') continue;
    const byCode = directory.byCode(candidate);
    if (byCode) return found(byCode);
    const cities = directory.cities(candidate);
    if (cities.length === 0) {
      skipped.push(candidate);
      continue;
    }
    const city = choose(cities, query);
    if (!city) return { kind: 'ambiguous', candidates: cities };
    return withinCity(
      directory,
      city,
      [...(query.municipality ? [query.municipality] : []), ...skipped],
      query,
    );
  }
  // A municipality's name alone is no answer, but as a candidate it shows that the city is missing.
  const municipalities = skipped.flatMap((name) => directory.municipalities(name));
  return municipalities.length > 0 ? { kind: 'ambiguous', candidates: municipalities } : { kind: 'unknown' };
}

/** The municipality within the city that one of the words names; the city itself if none does. */
function withinCity(
  directory: Directory,
  city: Place,
  words: readonly string[],
  query: PlaceQuery,
): PlaceAnswer {
  for (const word of words) {
    if (directory.isNameOf(word, city)) continue;
    const matches = directory.municipalities(word, city);
    if (matches.length === 0) continue;
    const municipality = choose(matches, query);
    return municipality ? found(municipality) : { kind: 'ambiguous', candidates: matches };
  }
  return found(city);
}

/** The only place, or the one that is less than half as far from the coordinates as the next; otherwise null. */
function choose(places: readonly Place[], { lat, lng }: PlaceQuery): Place | null {
  const [only, ...others] = places;
  if (only === undefined || others.length === 0) return only ?? null;
  if (lat === null || lng === null) return null;
  const measured = places.map((place) => ({ place, distance: distance(place, lat, lng) }));
  measured.sort((a, b) => a.distance - b.distance);
  const [nearest, next] = measured;
  if (!nearest || !next || measured.some((one) => !Number.isFinite(one.distance))) return null;
  return nearest.distance < next.distance / 2 ? nearest.place : null;
}

/** In degrees of latitude. Flat geometry suffices, since distances are only compared. Infinite for a place without coordinates. */
function distance(place: Place, lat: number, lng: number): number {
  if (place.lat === null || place.lng === null) return Infinity;
  return Math.hypot(place.lat - lat, (place.lng - lng) * Math.cos((lat * Math.PI) / 180));
}

function found(place: Place): PlaceAnswer {
  return { kind: 'found', place };
}

/** Words that registers put before a name: `Grad Beograd`, `Gradska opština Palilula`. */
const titles = /^(gradska opstina|opstina|grad|city of|municipality of) /;

class Directory {
  readonly #codes = new Map<string, Place | null>();
  readonly #cities = new Map<string, Place[]>();
  readonly #municipalities = new Map<string, Place[]>();
  readonly #names = new Map<string, Set<string>>();

  constructor(places: readonly Place[]) {
    for (const place of places) {
      const names = new Set([place.nameSr, ...(place.nameEn === null ? [] : [place.nameEn])].map(fold));
      this.#names.set(place.id, names);
      // A municipality without a city is found like a city.
      const index = place.type === 'city' || place.cityId === null ? this.#cities : this.#municipalities;
      for (const name of names) index.set(name, [...(index.get(name) ?? []), place]);
      if (place.officialCode) {
        this.#codes.set(place.officialCode, this.#codes.has(place.officialCode) ? null : place);
      }
    }
  }

  byCode(code: string): Place | null {
    return this.#codes.get(code.trim()) ?? null;
  }

  cities(name: string): readonly Place[] {
    return lookUp(this.#cities, name);
  }

  municipalities(name: string, city?: Place): readonly Place[] {
    if (!city) return lookUp(this.#municipalities, name);
    const own = (name: string) =>
      lookUp(this.#municipalities, name).filter((place) => place.cityId === city.id);
    const plain = own(name);
    return plain.length > 0 ? plain : own(`${city.nameSr}-${name}`);
  }

  isNameOf(word: string, place: Place): boolean {
    const names = this.#names.get(place.id);
    const folded = fold(word);
    return names?.has(folded) === true || names?.has(folded.replace(titles, '')) === true;
  }
}

function lookUp(index: ReadonlyMap<string, Place[]>, name: string): readonly Place[] {
  const folded = fold(name);
  return index.get(folded) ?? index.get(folded.replace(titles, '')) ?? [];
}
