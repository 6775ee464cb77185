import type { ContentCause, Offer, ValueDoubt } from '../../../model/content.js';
import { isWithin, priceBands, type Bands, type KindBands } from './bands.js';
import { amountNotes, isPlaceholder, notesOf, type Note } from './amount-notes.js';
import { areaOf, offerOf, priceOf, type Payload, type Price } from './payload-values.js';
import type { PropertyKind } from './property-kinds.js';
import { saysPerDay, saysPerUnit } from './telling-texts.js';

/** What a feed's values are judged by. */
export interface ContentProfile {
  bands: Bands;
  /** The kind of property by the portal's category key. */
  kinds: ReadonlyMap<string, PropertyKind>;
  /** RSD for one EUR, as the portal converts. */
  rsdPerEur: number;
}

/** A price with what it is judged by. */
interface Judged extends Price {
  kind: PropertyKind | undefined;
  eur: number;
  offer: Offer;
  area: number | null;
  bands: KindBands;
  /** What the mapping noted of the amount before it converted it (`amountNotes`). */
  notes: ReadonlySet<string>;
}

const sqmPerAre = 100;
const sqmPerHectare = 10_000;
/** Below this price per m², a text that speaks of a price for one unit of land is believed. */
const landSqmLow = 5;
/** An amount below this may have lost its thousands, and one from the other on may have three zeros too many. */
const thousandsLostBelow = 10_000;
const thousandsAddedFrom = 1_000_000;
/** A nightly rent is at most this, in EUR. */
const nightMost = 300;

/**
 * Doubts of a mapped payload's values by themselves, without history: at most one of its price and one of its area (RULES R82). Hot:
 * runs for every new or changed record.
 * @param issues of the record, among them what the mapping noted before it converted the price
 */
export function valueDoubts(
  payload: Payload,
  profile: ContentProfile,
  issues: readonly Note[] = [],
): ValueDoubt[] {
  const category = payload.category;
  const kind = typeof category === 'string' ? profile.kinds.get(category) : undefined;
  const bands = kind === undefined ? {} : (profile.bands[kind] ?? {});
  const area = areaOf(payload);
  const isAreaOdd = area !== null && !isWithin(area, bands.area);
  const doubts: ValueDoubt[] = isAreaOdd ? [{ rule: 'area', fields: ['area'], causes: [] }] : [];
  const price = priceOf(payload);
  if (price === null) return doubts;
  const offer = offerOf(payload);
  const judged: Judged = {
    amount: price.amount,
    currency: price.currency,
    kind,
    eur: inEur(price, profile.rsdPerEur),
    offer,
    bands,
    // An area that is doubtful itself proves nothing about the price.
    area: isAreaOdd ? null : area,
    notes: notesOf(issues, offer),
  };
  const doubt = priceDoubt(judged, payload, profile);
  return doubt === null ? doubts : [doubt, ...doubts];
}

export function inEur({ amount, currency }: Price, rsdPerEur: number): number {
  return currency === 'RSD' ? amount / rsdPerEur : amount;
}

function priceDoubt(price: Judged, payload: Payload, profile: ContentProfile): ValueDoubt | null {
  const { offer } = price;
  const fits = isUsual(price.eur, price);
  const standsIn = isPlaceholder(price.amount) || price.notes.has(amountNotes.placeholder);
  if (standsIn && (offer === 'sale' || !fits)) return ofPrice('placeholder', []);
  if (offer === 'rent' && isNightly(price, payload)) return ofPrice('daily_rent', ['per_day']);
  if (fits && saysOtherwise(price, payload)) return ofPrice('band', ['per_are', 'per_sqm']);
  if (fits) return price.notes.has(amountNotes.from) ? ofPrice('from_price', []) : null;
  const causes = causesOf(price, profile);
  const { total } = priceBands(price.bands, offer);
  if (!isWithin(price.eur, total)) return ofPrice(isOtherOffer(price) ? 'offer_mismatch' : 'band', causes);
  return { rule: 'band', fields: ['price', 'area'], causes };
}

function ofPrice(rule: ValueDoubt['rule'], causes: readonly ContentCause[]): ValueDoubt {
  return { rule, fields: ['price'], causes };
}

/** Whether an amount in EUR is usual in its offer, as a whole and per m². */
function isUsual(eur: number, { bands, offer, area }: Omit<Judged, 'eur'>): boolean {
  const { total, perSqm } = priceBands(bands, offer);
  return isWithin(eur, total) && (area === null || area <= 0 || isWithin(eur / area, perSqm));
}

function isNightly({ eur, notes }: Judged, payload: Payload): boolean {
  const isNoted = notes.has(amountNotes.perDay) || notes.has(amountNotes.perWeek);
  return isNoted || (eur <= nightMost && saysPerDay(payload));
}

/** The text names a price for one unit of land, and the price is too low for the whole. */
function saysOtherwise({ eur, offer, area }: Judged, payload: Payload): boolean {
  const isLow = area !== null && area > 0 && eur / area < landSqmLow;
  return offer === 'sale' && isLow && saysPerUnit(payload);
}

/** The amount fits the other offer, and not its own. */
function isOtherOffer(price: Judged): boolean {
  const other = price.offer === 'sale' ? 'rent' : 'sale';
  const { total } = priceBands(price.bands, other);
  return total !== undefined && isUsual(price.eur, { ...price, offer: other });
}

/** What the amount fits if it is read otherwise, the likeliest first. */
function causesOf(price: Judged, { rsdPerEur }: ContentProfile): ContentCause[] {
  const fitting = readings(price, rsdPerEur)
    .filter(([, eur]) => isUsual(eur, price))
    .map(([cause]) => cause);
  if (!isOtherOffer(price)) return fitting;
  return [price.offer === 'sale' ? 'reads_like_rent' : 'reads_like_sale', ...fitting];
}

/** Other readings of an amount, in EUR. A reading is left out where no one writes the amount so. */
function readings(
  { amount, eur, currency, area, kind }: Judged,
  rsdPerEur: number,
): readonly (readonly [ContentCause, number])[] {
  const units: (readonly [ContentCause, number])[] =
    area === null || area <= 0
      ? []
      : [
          ['per_sqm', eur * area],
          ...(kind === 'land'
            ? ([
                ['per_are', (eur * area) / sqmPerAre],
                ['per_hectare', (eur * area) / sqmPerHectare],
              ] as const)
            : []),
        ];
  return [
    currency === 'RSD' ? ['reads_like_eur', amount] : ['reads_like_rsd', amount / rsdPerEur],
    ...(amount < thousandsLostBelow ? [['thousands_lost', eur * 1_000] as const] : []),
    ...(amount >= thousandsAddedFrom ? [['thousands_added', eur / 1_000] as const] : []),
    ...(amount < thousandsAddedFrom ? units : []),
  ];
}
