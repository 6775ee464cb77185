import type { FieldProfile } from '../profile/profile.js';

/** A field that holds latitude and longitude, with the patterns of a mapping that find both in its texts. */
export interface CoordinatePair {
  field: FieldProfile;
  lat: string;
  lng: string;
}

/** Latitudes and longitudes of Europe, west of 34° E, where the ranges do not overlap. */
const latitude = /(?:^|[^0-9.])((?:3[4-9]|[4-6][0-9]|7[0-2])[.][0-9]{3,})/g;
const longitude = /(?:^|[^0-9.])(-?(?:[0-2]?[0-9]|3[0-3])[.][0-9]{3,})/g;

const valuesMin = 3;
const share = 0.9;
const lengthMax = 80;

/**
 * The field whose values are pairs of coordinates, in either order: `44.81,20.46,14`, `POINT(20.46 44.81)`, a list of two figures. Null:
 * there is none.
 */
export function coordinatePair(fields: readonly FieldProfile[]): CoordinatePair | null {
  const field = fields.find(arePairs);
  return field === undefined ? null : { field, lat: latitude.source, lng: longitude.source };
}

function arePairs({ values }: FieldProfile): boolean {
  const texts = new Set([...values.values()].map((parts) => parts.join(' ')));
  return texts.size >= valuesMin && [...texts].filter(isPair).length >= texts.size * share;
}

function isPair(text: string): boolean {
  const isOne = (pattern: RegExp): boolean => [...text.matchAll(pattern)].length === 1;
  return text.length <= lengthMax && isOne(latitude) && isOne(longitude);
}
