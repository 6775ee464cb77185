import { ownValue } from '../../model/own-value.js';

/** Street and neighbourhood of a payload, as searchable text; null where it has neither. */
export function addressOf(payload: Readonly<Record<string, unknown>>): string | null {
  const texts = ['address_line', 'neighbourhood'].map((key) => ownValue(payload.location, key));
  return texts.filter((text) => typeof text === 'string').join(' ') || null;
}
