import { fold } from '../../model/fold.js';
import type { Place, VocabularyEntry } from '../../model/reference.js';

/** Places as vocabulary entries. Keys and first labels are what a table takes: the name, or what tells places of one name apart. */
export function placeEntries(places: readonly Place[]): VocabularyEntry[] {
  const counts = new Map<string, number>();
  const named = places.filter((place) => !isNamedLikeItsCity(place));
  for (const { nameSr } of named) counts.set(fold(nameSr), (counts.get(fold(nameSr)) ?? 0) + 1);
  return named.map((place) => {
    const { nameSr, nameEn } = place;
    const key = counts.get(fold(nameSr)) === 1 ? nameSr : toldApart(place);
    return { key, labels: [...new Set([key, nameSr, ...(nameEn === null ? [] : [nameEn])])] };
  });
}

/** Of a municipality and its city of one name, the name means the city. */
function isNamedLikeItsCity({ nameSr, cityNameSr }: Place): boolean {
  return cityNameSr !== null && fold(nameSr) === fold(cityNameSr);
}

function toldApart({ nameSr, cityNameSr, officialCode }: Place): string {
  return cityNameSr === null ? (officialCode ?? nameSr) : `${nameSr}, ${cityNameSr}`;
}

export const placePointer = '/location/place_id';

/** Whether a table takes the text as one place. */
export function isPlaceKey(text: string, places: readonly Place[]): boolean {
  return placeEntries(places).some(({ key }) => key === text);
}

/** The entries that begin with a text, then those that contain it; in any script and case. @param limit of the entries returned */
export function searchPlaces(places: readonly Place[], text: string, limit: number): VocabularyEntry[] {
  const sought = fold(text);
  if (sought === '') return [];
  const ranked = placeEntries(places).flatMap((entry) => {
    const names = entry.labels.map(fold);
    const rank = names.some((name) => name.startsWith(sought))
      ? 0
      : names.some((name) => name.includes(sought))
        ? 1
        : 2;
    return rank === 2 ? [] : [{ entry, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.entry.key.localeCompare(b.entry.key, 'sr'))
    .slice(0, limit)
    .map(({ entry }) => entry);
}
