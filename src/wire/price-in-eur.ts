import { inEur } from '../core/content/guard/value-doubts.js';
import { priceOf } from '../core/content/guard/payload-values.js';
import { ownValue } from '../model/own-value.js';
import { rsdPerEur } from './limits.js';

/** In EUR: a feed that changes its currency changes no price. Null: the payload has no price. */
export function priceInEur(payload: Readonly<Record<string, unknown>>): number | null {
  const price = priceOf(payload);
  return price === null ? null : inEur(price, rsdPerEur);
}

/** The same of a payload of which only `urgentPart` is known, which a payload need not be unpacked for. */
export function urgentPriceInEur(urgent: string): number | null {
  if (urgent === '') return null;
  const [, price] = JSON.parse(urgent) as [unknown, unknown];
  const [amount, currency] = Array.isArray(price)
    ? (price as unknown[])
    : [ownValue(price, 'amount'), ownValue(price, 'currency')];
  return typeof amount === 'number' && typeof currency === 'string'
    ? inEur({ amount, currency }, rsdPerEur)
    : null;
}
