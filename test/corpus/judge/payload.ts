import type { Field } from '../fields.js';
import type { PortalListing } from '../drive/tree.js';

/** A listing as it is live on the portal, by the names of the corpus. Undefined: the listing lacks the field. */
export type Seen = Partial<Record<Field, unknown>> & {
  /** Photos that are marked as floor plans and stand behind all others are not among `photos`. */
  photos?: readonly string[];
};

/** Reads a payload of the portal's specification. @param cities name of the city by place id */
export function seenOf({ externalId, payload }: PortalListing, cities: ReadonlyMap<string, string>): Seen {
  const at = (path: string): unknown =>
    path.split('/').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), payload);
  const isPlot = ['building_plot', 'farmland'].includes(String(at('category')));
  const all = {
    code: externalId,
    offer: at('transaction'),
    kind: at('category'),
    amount: at('price/amount') ?? at('rent/amount'),
    currency: at('price/currency') ?? at('rent/currency'),
    area: isPlot ? undefined : at('structure/area_sqm'),
    plot: at('attributes/plot_area_sqm') ?? (isPlot ? at('structure/area_sqm') : undefined),
    rooms: at('structure/rooms'),
    bedrooms: at('structure/bedrooms'),
    bathrooms: at('structure/bathrooms'),
    floor: at('structure/floor'),
    floors: at('structure/total_floors'),
    year: at('structure/year_built'),
    heating: at('structure/heating'),
    lift: at('structure/elevator'),
    terrace: at('structure/terrace') ?? at('structure/balcony'),
    parking: at('structure/parking'),
    title: at('title/sr'),
    text: at('description/sr'),
    city: cities.get(String(at('location/place_id'))),
    quarter: at('location/neighbourhood'),
    street: at('location/address_line'),
    lat: at('location/lat'),
    lng: at('location/lng'),
    photos: photosOf(at('photos')),
    updated: at('source/updated_at'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Seen;
}

interface Photo {
  url: string;
  room_type?: string;
}

function photosOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const photos = value as Photo[];
  const last = photos.findLastIndex((photo) => photo.room_type !== 'other');
  return photos.slice(0, last + 1).map(({ url }) => url);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
