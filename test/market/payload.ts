import { rsdPerEur, type Written } from './market.js';

export type Payload = Record<string, unknown>;

/** What the mapping makes of a written home. */
export function payloadOf(one: Written): Payload {
  const { home, amount, currency, area, street } = one;
  return {
    transaction: home.rent ? 'rent' : 'sale',
    category: home.kind,
    state: 'active',
    title: { sr: titleOf(one) },
    description: { sr: descriptionOf(one) },
    location: { place_id: `place-${home.place}`, address_line: street },
    structure: { area_sqm: area, ...(home.rooms !== null && { rooms: home.rooms }) },
    [home.rent ? 'rent' : 'price']: { amount, currency, ...(home.rent && { type: 'long_term' }) },
  };
}

function titleOf(one: Written): string {
  const { property, text } = one.home;
  return `Nekretnina ${property}${text.titleArea ? `, ${areaOf(one)}` : ''}`;
}

/** Agencies write prices in texts in EUR, whatever their software keeps. What software composes holds what the fields hold. */
function descriptionOf(one: Written): string {
  const { text, rent } = one.home;
  return [
    `Nekretnina u dobrom stanju, useljiva po dogovoru.`,
    text.area && `Površina ${areaOf(one)}.`,
    text.otherArea && `${text.otherArea.name} ${grouped(text.otherArea.sqm)} m².`,
    text.price && `${rent ? 'Mesečna zakupnina' : 'Cena'} ${priceOf(one)}.`,
    text.other && `${text.other.name} ${grouped(text.other.eur)} €.`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

function areaOf({ home, area }: Written): string {
  return `${grouped(home.text.isComposed ? area : home.area)} m²`;
}

function priceOf({ home, amount, currency }: Written): string {
  return home.text.isComposed ? `${grouped(amount)} ${currency}` : `${grouped(home.text.typedEur)} €`;
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
