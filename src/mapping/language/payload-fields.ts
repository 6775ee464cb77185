import type { VocabularyField } from '../../model/reference.js';
import * as limits from '../../wire/limits.js';
import { ownerProximities } from '../../wire/listing-schema.js';

export type Transaction = 'sale' | 'rent';

/** The kind of a payload field: how a text of the feed is converted, and which values the portal accepts. */
type FieldKind =
  | { kind: 'text'; min?: number; max?: number; utf16Max?: number; lines?: boolean }
  | { kind: 'number'; min?: number; max?: number; above?: number; integer?: boolean }
  | { kind: 'flag' }
  | { kind: 'date' }
  | { kind: 'word'; vocabulary: VocabularyField }
  | { kind: 'words'; vocabulary: VocabularyField; max: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'url' }
  | { kind: 'email'; max: number };

/** The kind of value that a rule makes: that of a payload field, a point in time in epoch milliseconds, or the state of a record. */
export type RuleKind = FieldKind | { kind: 'instant' } | { kind: 'state' };

export type KindOf<K extends RuleKind['kind']> = Extract<RuleKind, { kind: K }>;

export type PayloadField = FieldKind & {
  /** The only transaction whose listings have the field. */
  only?: Transaction;
  /** The portal refuses a listing without the field, if the listing's transaction has the field. */
  required?: boolean;
  /**
   * A fact without a default. If the feed does not have it, the agency states it: in the feed's configuration under `answers`, by the given
   * name, or as a constant, by its payload path. `core/setup/differing-facts.ts` names those that may differ between listings.
   */
  asked?: 'constant' | { answer: string };
};

const title = { kind: 'text', max: limits.titleCodePointsMax, utf16Max: limits.titleUtf16UnitsMax } as const;
const description = { kind: 'text', max: limits.descriptionCodePointsMax, lines: true } as const;
const currency = { kind: 'choice', values: ['EUR', 'RSD'], required: true, asked: 'constant' } as const;
const percent = { kind: 'number', min: 0, max: limits.percentMax } as const;
const rooms = { kind: 'number', min: 0, max: limits.roomsMax } as const;
const leaseMonths = {
  kind: 'number',
  integer: true,
  min: 0,
  max: limits.leaseMonthsMax,
  only: 'rent',
} as const;
const flag = { kind: 'flag' } as const;

/** The titles or descriptions in languages other than Serbian. */
function translated(part: string, field: PayloadField): [path: string, field: PayloadField][] {
  return ['en', 'tr', 'de', 'ru'].map((language) => [`${part}.${language}`, field]);
}

/** The fields of the listing payload that a mapping may fill, by path. Photos, place and open fields have compilers of their own. */
export const payloadFields: ReadonlyMap<string, PayloadField> = new Map<string, PayloadField>([
  ['category', { kind: 'word', vocabulary: 'category', required: true }],
  ['state', { kind: 'choice', values: ['active', 'inactive'] }],
  ['title.sr', { ...title, min: limits.titleCodePointsMin, required: true }],
  ...translated('title', title),
  ['description.sr', { ...description, min: limits.descriptionCodePointsMin, required: true }],
  ...translated('description', description),
  ['price.amount', { kind: 'number', above: 0, only: 'sale', required: true }],
  ['price.currency', { ...currency, only: 'sale' }],
  ['price.negotiable', { ...flag, only: 'sale' }],
  [
    'rent.amount',
    { kind: 'number', min: limits.rentAmountMin, max: limits.rentAmountMax, only: 'rent', required: true },
  ],
  ['rent.currency', { ...currency, only: 'rent' }],
  ['rent.type', { kind: 'word', vocabulary: 'rental_type', only: 'rent', required: true, asked: 'constant' }],
  ['rent.deposit_months', { kind: 'number', min: 0, max: limits.depositMonthsMax, only: 'rent' }],
  ['rent.min_lease_months', leaseMonths],
  ['rent.max_lease_months', leaseMonths],
  ['rent.available_from', { kind: 'date', only: 'rent' }],
  [
    'rent.utilities_estimate_rsd',
    { kind: 'number', integer: true, min: 0, max: limits.utilitiesEstimateRsdMax, only: 'rent' },
  ],
  ['rent.owner_lives_nearby', { ...flag, only: 'rent', asked: { answer: 'owner_lives_nearby' } }],
  ['rent.owner_proximity', { kind: 'choice', values: ownerProximities, only: 'rent' }],
  [
    'rent.max_occupants',
    { kind: 'number', integer: true, min: limits.occupantsMin, max: limits.occupantsMax, only: 'rent' },
  ],
  [
    'location.address_line',
    { kind: 'text', min: limits.addressCodePointsMin, max: limits.addressCodePointsMax, required: true },
  ],
  ['location.neighbourhood', { kind: 'text', max: limits.neighbourhoodCodePointsMax }],
  ['location.lat', { kind: 'number', min: -90, max: 90 }],
  ['location.lng', { kind: 'number', min: -180, max: 180 }],
  ['structure.area_sqm', { kind: 'number', above: 0, max: limits.areaSqmMax }],
  ['structure.rooms', { ...rooms, only: 'sale' }],
  ['structure.bedrooms', rooms],
  ['structure.bathrooms', rooms],
  ['structure.floor', { kind: 'number', integer: true, min: limits.floorMin, max: limits.floorMax }],
  [
    'structure.total_floors',
    { kind: 'number', integer: true, min: 0, max: limits.totalFloorsMax, only: 'sale' },
  ],
  ['structure.levels', { kind: 'number', integer: true, min: limits.levelsMin, max: limits.levelsMax }],
  [
    'structure.year_built',
    { kind: 'number', integer: true, min: limits.yearBuiltMin, max: limits.yearBuiltMax, only: 'sale' },
  ],
  ['structure.building_group', { kind: 'word', vocabulary: 'building_group', only: 'sale' }],
  ['structure.condition', { kind: 'word', vocabulary: 'condition', only: 'sale' }],
  ['structure.furnished', { kind: 'word', vocabulary: 'furnished' }],
  ['structure.heating', { kind: 'word', vocabulary: 'heating' }],
  ['structure.elevator', flag],
  ['structure.parking', flag],
  ['structure.balcony', flag],
  ['structure.terrace', flag],
  ['structure.air_conditioning', flag],
  ['structure.garage', { ...flag, only: 'sale' }],
  ['structure.basement', { ...flag, only: 'sale' }],
  ['legal.mandate_attested', { ...flag, required: true, asked: { answer: 'mandate_attested' } }],
  ['legal.ownership_status', { kind: 'word', vocabulary: 'ownership_status', only: 'sale' }],
  ['legal.legalization_status', { kind: 'word', vocabulary: 'legalization_status', only: 'sale' }],
  ['legal.mortgage_eligible', { ...flag, only: 'sale' }],
  ['legal.exclusive', { ...flag, only: 'sale' }],
  ['legal.broker_license_no', { kind: 'text', max: limits.brokerLicenseCodePointsMax, only: 'sale' }],
  ['legal.tapija_note', { kind: 'text', max: limits.tapijaNoteCodePointsMax, only: 'sale' }],
  ['commission.buyer_pct', { ...percent, only: 'sale' }],
  ['commission.seller_pct', { ...percent, only: 'sale' }],
  ['commission.landlord_pct', { ...percent, only: 'rent' }],
  ['commission.agency_fee_pct', { ...percent, only: 'rent' }],
  ['amenities', { kind: 'words', vocabulary: 'amenity', max: limits.amenitiesMax }],
  ['video_url', { kind: 'url' }],
  ['virtual_tour_url', { kind: 'url' }],
  ['agent.email', { kind: 'email', max: limits.agentEmailCodePointsMax }],
  ['agent.name', { kind: 'text', max: limits.agentNameCodePointsMax }],
  ['agent.phone', { kind: 'text', max: limits.agentPhoneCodePointsMax }],
  ['source.url', { kind: 'url' }],
]);

/** The place, whose rules are of their own kind: a constant names it as a table of places does. */
export const placePath = 'location.place_id';

/** The fields that a mapping may ask for under `ask:`: the offer, the place, and those that a constant may fill. */
export const askableFields: readonly string[] = [
  'transaction',
  placePath,
  ...[...payloadFields].flatMap(([path, { asked }]) => (typeof asked === 'object' ? [] : [path])),
];

/** JSON pointer of a payload path. */
export function pointerOf(path: string): string {
  return `/${path.replaceAll('.', '/')}`;
}
