import type { Payload } from './doubt.js';
import { ownValue } from '../../model/own-value.js';

/** A figure of a payload's part, as `numberAt(payload, 'structure', 'area_sqm')`. */
export function numberAt(payload: Payload, part: string, name: string): number | null {
  const value = valueAt(payload, part, name);
  return typeof value === 'number' ? value : null;
}

export function textAt(payload: Payload, part: string, name: string): string | null {
  const value = valueAt(payload, part, name);
  return typeof value === 'string' ? value : null;
}

/** The texts of a part by language. */
export function textsAt(payload: Payload, part: string): [language: string, text: string][] {
  const of = payload[part];
  if (typeof of !== 'object' || of === null) return [];
  return Object.entries(of).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function valueAt(payload: Payload, part: string, name: string): unknown {
  return ownValue(payload[part], name);
}
