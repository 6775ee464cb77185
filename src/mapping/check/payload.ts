import type { Payload } from './doubt.js';
import { ownValue } from '../../model/own-value.js';

/** A number in a part of the payload: `numberAt(payload, 'structure', 'area_sqm')`. Null if it is missing or no number. */
export function numberAt(payload: Payload, part: string, name: string): number | null {
  const value = ownValue(payload[part], name);
  return typeof value === 'number' ? value : null;
}

/** A text in a part of the payload; null if it is missing or no text. */
export function textAt(payload: Payload, part: string, name: string): string | null {
  const value = ownValue(payload[part], name);
  return typeof value === 'string' ? value : null;
}

/** The texts of a part, such as `title`, by language. */
export function textsAt(payload: Payload, part: string): [language: string, text: string][] {
  const of = payload[part];
  if (typeof of !== 'object' || of === null) return [];
  return Object.entries(of).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}
