import { ownValue } from '../../model/own-value.js';
import type { Store } from '../../store/store.js';

/**
 * A map of where the listing lies: at the coordinates that the portal has of it, else at those of its place in the portal's directory. Null:
 * the portal knows neither. The address is a plain link, which nothing here asks.
 */
export async function mapLinkOf(
  { location }: Readonly<Record<string, unknown>>,
  { figures }: Pick<Store, 'figures'>,
): Promise<string | null> {
  const own = pointOf(location);
  if (own !== null) return mapLink(own, 17);
  const id = ownValue(location, 'place_id');
  const place = typeof id !== 'string' ? undefined : (await figures.places([id])).get(id);
  const point = pointOf(place);
  return point === null ? null : mapLink(point, 13);
}

function pointOf(of: unknown): { lat: number; lng: number } | null {
  const [lat, lng] = [ownValue(of, 'lat'), ownValue(of, 'lng')];
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
}

function mapLink({ lat, lng }: { lat: number; lng: number }, zoom: number): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=${zoom}/${lat}/${lng}`;
}
