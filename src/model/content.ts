import type { ConnectionId, ExternalId, FeedId, SourceId } from './ids.js';
import type { Millis } from './millis.js';

/** The rules of the content guard (RULES R80). */
export const contentRules = [
  'unknown_state',
  'band',
  'placeholder',
  'jump',
  'currency_only',
  'offer_mismatch',
  'daily_rent',
  'from_price',
  'lost_price',
  'area',
  'unlikely',
] as const;
export type ContentRule = (typeof contentRules)[number];

/** The values that the guard judges. Amount and currency are one value, `price`, of a sale and of a rental alike. */
export const contentFields = ['state', 'price', 'area'] as const;
export type ContentField = (typeof contentFields)[number];

/** JSON pointer under which words for a record's state are reported. */
export const statePointer = '/state';

/** What a doubtful value probably is instead. */
export const contentCauses = [
  'reads_like_rsd',
  'reads_like_eur',
  'thousands_lost',
  'thousands_added',
  'digit_lost',
  'digit_added',
  'area_comma_lost',
  'area_in_ares',
  'per_sqm',
  'per_are',
  'per_hectare',
  'per_day',
  'reads_like_rent',
  'reads_like_sale',
  'other_property',
  'most_prices',
] as const;
export type ContentCause = (typeof contentCauses)[number];

export type Offer = 'sale' | 'rent';

/** The kinds of property that have usual prices and areas of their own. */
export type PropertyKind = 'flat' | 'house' | 'room' | 'premises' | 'garage' | 'land';

/** What of a listing is compared with other listings. */
export interface Measure {
  kind: PropertyKind;
  offer: Offer;
  /** Id of the place. */
  place: string;
  /** The price in EUR. */
  eur: number;
  currency: string;
  area: number | null;
  rooms: number | null;
}

/** A value that does not go live before someone who knows confirms it. */
export interface Doubt {
  rule: ContentRule;
  field: ContentField;
  /** `priceText`, the area in m², the feed's word for the state, or empty: the price is left out. */
  value: string;
  causes: readonly ContentCause[];
}

/** A doubt of a value by itself, without its history. `price` and `area` may both be at fault. */
export interface ValueDoubt {
  rule: Exclude<ContentRule, 'jump' | 'currency_only' | 'lost_price' | 'unknown_state'>;
  fields: readonly ('price' | 'area')[];
  causes: readonly ContentCause[];
}

/** A value that was let through and was replaced, or that was doubtful when it was let through. */
export interface PastValue {
  field: ContentField;
  offer: Offer;
  value: string;
  /** When it was replaced; null: it is the present value. */
  until: Millis | null;
  /** Whether later values are compared with it. A value that was in doubt when it went live is no base. */
  isBase: boolean;
}

/** A decision about one doubtful value of one listing. */
export interface Confirmation {
  field: ContentField;
  offer: Offer;
  value: string;
  by: string;
  at: Millis;
  /** The value that it replaced; null: the listing was new, or the value was undone after the confirmation was taken back. */
  before: string | null;
  /** Since when the confirmation is taken back: the value before it is wanted again. */
  takenBackAt: Millis | null;
}

/** A doubt as it is stored: a line of its feed's `content` hold. */
export interface OpenDoubt extends Doubt {
  feedId: FeedId;
  connectionId: ConnectionId;
  externalId: ExternalId;
  sourceId: SourceId;
  /** The record's ordinal in its feed. */
  ordinal: number;
  offer: Offer;
  title: string | null;
  /** What is live instead; null: the listing is new and waits. */
  live: string | null;
  openedAt: Millis;
  /** Until when a rejection counts; null: the doubt was not rejected. */
  rejectedUntil: Millis | null;
  /** When the value was confirmed; the doubt closes as soon as the record is mapped again. */
  confirmedAt: Millis | null;
}
