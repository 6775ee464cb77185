import type { Place } from '../../model/reference.js';
import type { Doubt, Payload } from './doubt.js';
import { numberAt, textAt } from './payload.js';

/** Returns the coordinates of a place of the portal by its id; null if they are unknown. */
export type PlacePoint = (placeId: string) => { lat: number; lng: number } | null;

export function placePoints(places: readonly Place[]): PlacePoint {
  const points = new Map<string, { lat: number; lng: number }>();
  for (const { id, lat, lng } of places) if (lat !== null && lng !== null) points.set(id, { lat, lng });
  return (id) => points.get(id) ?? null;
}

/** The allowed distance from the place in degrees, about 110 km: more than the extent of any city with its surroundings. */
const nearDegrees = 1;

/** Reports coordinates that are zero, swapped, or far from the listing's place. */
export function coordinateDoubts(
  payload: Payload,
  placePoint: PlacePoint,
  report: (doubt: Doubt) => void,
): void {
  const lat = numberAt(payload, 'location', 'lat');
  const lng = numberAt(payload, 'location', 'lng');
  if (lat === null || lng === null) return;
  const value = `${lat}, ${lng}`;
  const pointer = '/location/lat';
  if (lat === 0 && lng === 0) {
    const message = 'The coordinates are 0, 0, which is in the sea: the feed has none.';
    report({ code: 'coordinates_zero', pointer, message, value });
    return;
  }
  const id = textAt(payload, 'location', 'place_id');
  const place = id === null ? null : placePoint(id);
  if (place === null || distance(place, lat, lng) <= nearDegrees) return;
  if (distance(place, lng, lat) <= nearDegrees) {
    const message = 'Latitude and longitude are swapped: the other way round they lie in the place.';
    report({ code: 'coordinates_swapped', pointer, message, value });
  } else {
    const message = 'The coordinates lie more than 100 km away from the place that the listing names.';
    report({ code: 'coordinates_far', pointer, message, value });
  }
}

function distance(place: { lat: number; lng: number }, lat: number, lng: number): number {
  return Math.hypot(place.lat - lat, (place.lng - lng) * Math.cos((place.lat * Math.PI) / 180));
}
