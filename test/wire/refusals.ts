import type { DetailCode } from '../../src/wire/error-codes.js';
import { changed, validRental, validSale } from './listings.js';

/** One rule of the spec, broken: the change to a valid payload, and what must be said about it. */
export interface Refusal {
  base: 'sale' | 'rent';
  /** JSON pointer to the changed value. */
  change: string;
  /** The new value; undefined takes the field out. */
  value: unknown;
  /** Where the refusal points, if not at the change. */
  pointer: string;
  code: DetailCode;
}

/** @param bases other valid payloads to break, where category and place must be ones that a portal knows */
export function refusedPayload(
  row: Refusal,
  bases: Record<Refusal['base'], Record<string, unknown>> = { sale: validSale(), rent: validRental() },
): Record<string, unknown> {
  return changed(bases[row.base], row.change, row.value);
}

const long = (length: number): string => 'x'.repeat(length);
const photo = (url: string): { url: string }[] => [{ url }];

/** Written from the spec, part "Listing (request payload)". */
export const refusals: readonly Refusal[] = [
  // top level
  row('sale', '/external_id', undefined, 'required'),
  row('sale', '/external_id', 'a b', 'invalid_format'),
  row('sale', '/external_id', long(65), 'invalid_format'),
  row('sale', '/external_id', 17, 'invalid_type'),
  row('sale', '/transaction', 'lease', 'invalid_enum'),
  row('sale', '/transaction', undefined, 'required'),
  row('sale', '/category', 'castle', 'invalid_enum'),
  row('sale', '/category', '  ', 'required'),
  row('sale', '/state', 'sold', 'invalid_enum'),
  row('sale', '/colour', 'red', 'unknown_field'),
  row('sale', '/digest', long(129), 'too_big'),
  row('sale', '/amenities', Array(41).fill('lift'), 'too_big'),
  row('sale', '/amenities', ['lift', 'moat'], 'invalid_enum', '/amenities/1'),
  row('sale', '/amenities', 'lift', 'invalid_type'),
  // title and description
  row('sale', '/title', undefined, 'required'),
  row('sale', '/title/sr', '   ', 'required'),
  row('sale', '/title/sr', 'Stan', 'too_small'),
  row('sale', '/title/sr', long(121), 'too_big'),
  row('sale', '/title/sr', '🏠'.repeat(61), 'too_big'),
  row('sale', '/title/en', long(121), 'too_big'),
  row('sale', '/title/fr', 'Appartement', 'unknown_field'),
  row('sale', '/description/sr', 'Kratko.', 'too_small'),
  row('sale', '/description/ru', long(8001), 'too_big'),
  // price
  row('sale', '/price', undefined, 'required'),
  row('sale', '/price/amount', 0, 'too_small'),
  row('sale', '/price/amount', '120000', 'invalid_type'),
  row('sale', '/price/amount', 18_354_561.1, 'too_big'),
  row('sale', '/price', { amount: 2_147_483_648, currency: 'RSD' }, 'too_big', '/price/amount'),
  row('sale', '/price/currency', 'USD', 'invalid_enum'),
  row('sale', '/rent', { amount: 300, currency: 'EUR', type: 'long_term' }, 'unknown_field'),
  row('sale', '/house_rules', {}, 'unknown_field'),
  // rent
  row('rent', '/rent', undefined, 'required'),
  row('rent', '/rent/amount', 0.5, 'too_small'),
  row('rent', '/rent/amount', 10_000_001, 'too_big'),
  row('rent', '/rent/type', 'weekly', 'invalid_enum'),
  row('rent', '/rent/deposit_months', 13, 'too_big'),
  row('rent', '/rent/min_lease_months', 1.5, 'invalid_type'),
  row('rent', '/rent/max_lease_months', 121, 'too_big'),
  row(
    'rent',
    '/rent',
    {
      amount: 300,
      currency: 'EUR',
      type: 'long_term',
      min_lease_months: 12,
      max_lease_months: 6,
    },
    'too_small',
    '/rent/max_lease_months',
  ),
  row('rent', '/rent/available_from', '2026-02-30', 'invalid_format'),
  row('rent', '/rent/utilities_included', { water: 'yes' }, 'invalid_type', '/rent/utilities_included/water'),
  row('rent', '/rent/utilities_estimate_rsd', 100_000_001, 'too_big'),
  row('rent', '/rent/owner_proximity', 'upstairs', 'invalid_enum'),
  row(
    'rent',
    '/rent',
    {
      amount: 300,
      currency: 'EUR',
      type: 'long_term',
      owner_lives_nearby: true,
      owner_proximity: 'same_apartment',
    },
    'invalid_enum',
    '/rent/owner_proximity',
  ),
  row('rent', '/rent/max_occupants', 0, 'too_small'),
  row('rent', '/house_rules', undefined, 'required'),
  row('rent', '/house_rules/weapons', true, 'unknown_field'),
  // what a rental must not carry
  row('rent', '/price', { amount: 1, currency: 'EUR' }, 'unknown_field'),
  row('rent', '/structure/rooms', 1, 'unknown_field'),
  row('rent', '/structure/total_floors', 4, 'unknown_field'),
  row('rent', '/structure/year_built', 1990, 'unknown_field'),
  row('rent', '/structure/building_group', 'new', 'unknown_field'),
  row('rent', '/structure/condition', 'lux', 'unknown_field'),
  row('rent', '/structure/garage', true, 'unknown_field'),
  row('rent', '/structure/basement', true, 'unknown_field'),
  row('rent', '/legal/ownership_status', 'uknjizen', 'unknown_field'),
  row('rent', '/legal/legalization_status', 'legalizovan', 'unknown_field'),
  row('rent', '/legal/mortgage_eligible', true, 'unknown_field'),
  row('rent', '/legal/exclusive', true, 'unknown_field'),
  row('rent', '/legal/broker_license_no', '12', 'unknown_field'),
  row('rent', '/legal/tapija_note', 'ok', 'unknown_field'),
  row('rent', '/commission', { buyer_pct: 2 }, 'unknown_field', '/commission/buyer_pct'),
  // location
  row('sale', '/location/place_id', 'Novi Sad', 'invalid_format'),
  row('sale', '/location/address_line', 'A1', 'too_small'),
  row('sale', '/location/address_line', long(201), 'too_big'),
  row('sale', '/location/lat', 90.1, 'too_big'),
  row('sale', '/location/lng', -181, 'too_small'),
  // structure
  row('sale', '/structure', undefined, 'required'),
  row('sale', '/structure/area_sqm', 0, 'too_small'),
  row('sale', '/structure/area_sqm', 100_000, 'too_big'),
  row('sale', '/structure/rooms', 100, 'too_big'),
  row('sale', '/structure/floor', -6, 'too_small'),
  row('sale', '/structure/floor', 2.5, 'invalid_type'),
  row('sale', '/structure/levels', 7, 'too_big'),
  row('sale', '/structure/year_built', 1799, 'too_small'),
  row('sale', '/structure/condition', 'ruined', 'invalid_enum'),
  row('sale', '/structure/heating', 'dragon', 'invalid_enum'),
  row('sale', '/structure/heating', 'electric', 'invalid_enum'),
  row('sale', '/structure/elevator', 'da', 'invalid_type'),
  // legal and commission
  row('sale', '/legal', {}, 'required', '/legal/mandate_attested'),
  row('sale', '/legal/mandate_attested', false, 'invalid_enum'),
  row('sale', '/legal/tapija_note', long(501), 'too_big'),
  row('sale', '/commission', { buyer_pct: 101 }, 'too_big', '/commission/buyer_pct'),
  // photos and other addresses
  row('sale', '/photos', Array(65).fill({ url: 'https://photos.agency.example/1.jpg' }), 'too_big'),
  row('sale', '/photos', photo(''), 'invalid_format', '/photos/0/url'),
  row('sale', '/photos', photo('http://photos.agency.example/1.jpg'), 'invalid_format', '/photos/0/url'),
  row('sale', '/photos', photo('https://93.184.216.34/1.jpg'), 'invalid_format', '/photos/0/url'),
  row('sale', '/photos', photo('https://localhost/1.jpg'), 'invalid_format', '/photos/0/url'),
  row('sale', '/photos', photo('https://photos.agency.example:8443/1'), 'invalid_format', '/photos/0/url'),
  row('sale', '/photos', photo('https://me:pw@photos.agency.example/1'), 'invalid_format', '/photos/0/url'),
  row('sale', '/photos', photo(`https://a.example/${long(2048)}`), 'too_big', '/photos/0/url'),
  row('sale', '/photos/1/url', 'https://photos.agency.example/1.jpg', 'duplicate_photo_url'),
  row('sale', '/photos/0/room_type', 'dungeon', 'invalid_enum'),
  row('sale', '/photos/0/digest', 'ABC', 'invalid_format'),
  row('sale', '/video_url', '', 'invalid_format'),
  // agent and source
  row('sale', '/agent', { name: 'Ana' }, 'required', '/agent/email'),
  row('sale', '/agent', { email: 'ana' }, 'invalid_format', '/agent/email'),
  row('sale', '/source', {}, 'required', '/source/updated_at'),
  row('sale', '/source/updated_at', '2026-11-20T10:00:00', 'invalid_format'),
  row('sale', '/source/updated_at', '2026-11-20 10:00', 'invalid_format'),
];

function row(
  base: Refusal['base'],
  change: string,
  value: unknown,
  code: DetailCode,
  pointer = change,
): Refusal {
  return { base, change, value, pointer, code };
}
