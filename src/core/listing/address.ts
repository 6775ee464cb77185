import { ownValue } from '../../model/own-value.js';

/** Street and neighbourhood as a payload has them, by which people look for a listing; null where it has neither. */
export function addressOf(payload: Readonly<Record<string, unknown>>): string | null {
  const texts = ['address_line', 'neighbourhood'].map((key) => ownValue(payload.location, key));
  return texts.filter((text) => typeof text === 'string').join(' ') || null;
}
