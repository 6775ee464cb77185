import { rsdPerEur, type Written } from './market.js';

export type Payload = Record<string, unknown>;

/** What the mapping makes of a written home. */
export function payloadOf(one: Written): Payload {
  const { home, amount, currency, area, street } = one;
  return {
    transaction: home.rent ? 'rent' : 'sale',
    category: home.kind,
    state: 'active',
    title: { sr: `Nekretnina ${home.property}` },
    description: { sr: descriptionOf(one) },
    location: { place_id: `place-${home.place}`, address_line: street },
    structure: { area_sqm: area },
    [home.rent ? 'rent' : 'price']: { amount, currency, ...(home.rent && { type: 'long_term' }) },
  };
}

/** Agencies write prices in texts in EUR, whatever their software keeps. What software composes holds what the price field holds. */
function descriptionOf({ home, amount, currency }: Written): string {
  const { price, typedEur, other } = home.text;
  const figure =
    price === 'composed'
      ? `${grouped(amount)} ${currency}`
      : price === 'typed'
        ? `${grouped(typedEur)} €`
        : null;
  const named = figure === null ? '' : home.rent ? ` Mesečna zakupnina ${figure}.` : ` Cena ${figure}.`;
  const also = other === null ? '' : ` ${other.name} ${grouped(other.eur)} €.`;
  return `Nekretnina u dobrom stanju, useljiva po dogovoru.${named}${also}`;
}

function grouped(amount: number): string {
  return amount.toLocaleString('de-DE', { maximumFractionDigits: 3 });
}

/** The price of a payload in EUR. */
export function eurOf(payload: Payload): number {
  const { amount, currency } = (payload.price ?? payload.rent) as { amount: number; currency: string };
  return currency === 'RSD' ? amount / rsdPerEur : amount;
}

/** Whether the value with the error is what goes live. */
export function showsError({ amount, currency, area, street, error }: Written, wanted: Payload): boolean {
  const { area_sqm: shownArea } = wanted.structure as { area_sqm?: number };
  const { address_line: shownStreet } = wanted.location as { address_line?: string };
  const shown = (wanted.price ?? wanted.rent) as { amount?: number; currency?: string };
  switch (error?.kind) {
    case undefined:
      return false;
    case 'area_without_comma':
    case 'sorted_by_area':
      return shownArea === area;
    case 'sorted_by_address':
      return shownStreet === street;
    default:
      return shown.amount === amount && shown.currency === currency;
  }
}
