import type { ContentField, Offer } from '../../../model/content.js';
import { ownValue } from '../../../model/own-value.js';

export type Payload = Readonly<Record<string, unknown>>;

export interface Price {
  amount: number;
  currency: string;
}

/** The part of a payload that holds its price. */
function pricePart(offer: Offer): 'price' | 'rent' {
  return offer === 'rent' ? 'rent' : 'price';
}

export function offerOf({ transaction }: Payload): Offer {
  return transaction === 'rent' ? 'rent' : 'sale';
}

/** The sale price, or the rent of a month; null where the payload has none. */
export function priceOf(payload: Payload): Price | null {
  const part = payload[pricePart(offerOf(payload))];
  const [amount, currency] = [ownValue(part, 'amount'), ownValue(part, 'currency')];
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : null;
}

/** The area in m²; null where the payload has none. */
export function areaOf({ structure }: Payload): number | null {
  const area = ownValue(structure, 'area_sqm');
  return typeof area === 'number' ? area : null;
}

/** A price as confirmations and histories keep it: `95000 EUR`. */
function priceText({ amount, currency }: Price): string {
  return `${amount} ${currency}`;
}

/** Reads `priceText`; null for another text. */
export function readPrice(text: string): Price | null {
  const [amount = '', currency] = text.split(' ');
  return currency === undefined || !Number.isFinite(Number(amount))
    ? null
    : { amount: Number(amount), currency };
}

/** The value of a field as confirmations and histories keep it; null where the payload has none. */
export function valueOf(payload: Payload, field: ContentField): string | null {
  if (field === 'state') return payload.state === 'inactive' ? 'inactive' : 'active';
  if (field === 'area') return areaOf(payload)?.toString() ?? null;
  const price = priceOf(payload);
  return price === null ? null : priceText(price);
}

/** The payload with the value of a field that `valueOf` wrote. */
export function withValue(payload: Payload, field: ContentField, value: string): Payload {
  if (field === 'state') return { ...payload, state: value };
  if (field === 'area')
    return {
      ...payload,
      structure: { ...(payload.structure as object | undefined), area_sqm: Number(value) },
    };
  const part = pricePart(offerOf(payload));
  return { ...payload, [part]: { ...(payload[part] as object | undefined), ...readPrice(value) } };
}

/** The payload with a field as another payload has it, which may be missing there. Both have the same offer where it is the price. */
export function withFieldOf(payload: Payload, field: ContentField, other: Payload): Record<string, unknown> {
  if (field === 'state') return { ...payload, state: other.state };
  const [part, names] =
    field === 'area'
      ? (['structure', ['area_sqm']] as const)
      : ([pricePart(offerOf(payload)), ['amount', 'currency']] as const);
  return { ...payload, [part]: withMembersOf(payload[part], names, other[part]) };
}

function withMembersOf(part: unknown, names: readonly string[], other: unknown): Record<string, unknown> {
  const kept = Object.entries((part ?? {}) as Record<string, unknown>).filter(
    ([name]) => !names.includes(name),
  );
  const taken = names
    .map((name) => [name, ownValue(other, name)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries([...kept, ...taken]);
}
