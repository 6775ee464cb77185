import { z } from 'zod';
import { accepts, type Accepts } from './accepts.js';
import { codePointLength, isLengthWithin } from './code-points.js';
import type { DetailCode } from './error-codes.js';
import { isDate, isDateTime } from './date-time.js';
import * as limits from './limits.js';
import type { Protocol } from './protocol.js';
import { publicUrlProblem } from './public-url.js';

/** Schemas of the Listing payload in the specification, for payloads that `normalisePayload` returned. */
export interface ListingSchemas {
  sale: z.ZodType<SaleListing>;
  rent: z.ZodType<RentListing>;
  /** Whether a payload fits the schema. Much faster than the schema itself, which also collects the issues. */
  accepts: { sale: Accepts; rent: Accepts };
}

// The types have the default names of the protocol settings, such as `title`.
type SaleListing = z.infer<ReturnType<typeof saleShape>>;
type RentListing = z.infer<ReturnType<typeof rentShape>>;
export type Listing = SaleListing | RentListing;

/** The schemas of sales and rentals under these protocol settings. Cached for each settings object. */
export function listingSchemas(protocol: Protocol): ListingSchemas {
  const cached = schemas.get(protocol);
  if (cached !== undefined) return cached;
  const [sale, rent] = [saleShape(protocol), rentShape(protocol)];
  const built = { sale, rent, accepts: { sale: accepts(sale), rent: accepts(rent) } };
  schemas.set(protocol, built);
  return built;
}

const schemas = new WeakMap<Protocol, ListingSchemas>();

export const externalIdPattern = /^[A-Za-z0-9._:-]{1,64}$/;

const uuidPattern = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

function saleShape(protocol: Protocol) {
  return z.strictObject({
    ...commonFields(protocol),
    transaction: z.literal('sale'),
    price: z.strictObject({
      amount: z.number().gt(0),
      currency: z.enum(['EUR', 'RSD']),
      negotiable: z.boolean().optional(),
    }),
    structure: z.strictObject({ ...sharedStructure, ...saleOnlyStructure }),
    legal: z.strictObject({
      mandate_attested: z.boolean(),
      ownership_status: vocabularyWord().optional(),
      legalization_status: vocabularyWord().optional(),
      mortgage_eligible: z.boolean().optional(),
      exclusive: z.boolean().optional(),
      broker_license_no: text(0, limits.brokerLicenseCodePointsMax).optional(),
      tapija_note: text(0, limits.tapijaNoteCodePointsMax).optional(),
    }),
    commission: z.strictObject({ buyer_pct: percent.optional(), seller_pct: percent.optional() }).optional(),
  });
}

/** Strict: a rental with a field that only sales have is refused at that field (partner API, section "Sale versus rent"). */
function rentShape(protocol: Protocol) {
  return z.strictObject({
    ...commonFields(protocol),
    transaction: z.literal('rent'),
    rent: rentSchema(protocol),
    structure: z.strictObject(sharedStructure),
    legal: z.strictObject({ mandate_attested: z.boolean() }),
    commission: z
      .strictObject({ landlord_pct: percent.optional(), agency_fee_pct: percent.optional() })
      .optional(),
    house_rules: houseRulesSchema(protocol),
  });
}

function commonFields(protocol: Protocol) {
  return {
    external_id: matching(externalIdPattern, '1 to 64 letters, digits, dots, underscores, colons or hyphens'),
    category: vocabularyWord(),
    state: z.enum(['active', 'inactive']),
    ...titleField(protocol),
    description: z.strictObject({
      sr: text(limits.descriptionCodePointsMin, limits.descriptionCodePointsMax),
      en: text(0, limits.descriptionCodePointsMax).optional(),
      tr: text(0, limits.descriptionCodePointsMax).optional(),
      de: text(0, limits.descriptionCodePointsMax).optional(),
      ru: text(0, limits.descriptionCodePointsMax).optional(),
    }),
    location: locationSchema,
    amenities: z.array(vocabularyWord()).max(limits.amenitiesMax).optional(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    photos: z.array(photoSchema).max(limits.photosMax).optional(),
    video_url: publicUrl().optional(),
    virtual_tour_url: publicUrl().optional(),
    agent: z
      .strictObject({
        email: emailText(),
        name: text(0, limits.agentNameCodePointsMax).optional(),
        phone: text(0, limits.agentPhoneCodePointsMax).optional(),
      })
      .optional(),
    source: z.strictObject({
      updated_at: text(0, Infinity).check(
        judged((value) => (isDateTime(value) ? null : formatFault('an RFC 3339 date-time with offset'))),
      ),
      url: publicUrl().optional(),
    }),
    digest: text(0, limits.digestCodePointsMax).optional(),
  };
}

function titleField(protocol: Protocol) {
  const optional = titleText(0).optional();
  const others = Object.fromEntries(protocol.title_languages.map((language) => [language, optional]));
  const schema = z.strictObject({
    ...(others as Record<'en' | 'tr' | 'de' | 'ru', typeof optional>),
    sr: titleText(limits.titleCodePointsMin),
  });
  const field: Record<string, typeof schema> = { [protocol.title_field]: schema };
  return field as Record<'title', typeof schema>;
}

const percent = z.number().min(0).max(limits.percentMax);
const roomCount = z.number().min(0).max(limits.roomsMax);
const flag = z.boolean().optional();

const sharedStructure = {
  area_sqm: z.number().gt(0).max(limits.areaSqmMax).optional(),
  bedrooms: roomCount.optional(),
  bathrooms: roomCount.optional(),
  floor: z.int().min(limits.floorMin).max(limits.floorMax).optional(),
  levels: z.int().min(limits.levelsMin).max(limits.levelsMax).optional(),
  furnished: vocabularyWord().optional(),
  heating: vocabularyWord().optional(),
  elevator: flag,
  parking: flag,
  balcony: flag,
  terrace: flag,
  air_conditioning: flag,
};

const saleOnlyStructure = {
  rooms: roomCount.optional(),
  total_floors: z.int().min(0).max(limits.totalFloorsMax).optional(),
  year_built: z.int().min(limits.yearBuiltMin).max(limits.yearBuiltMax).optional(),
  building_group: vocabularyWord().optional(),
  condition: vocabularyWord().optional(),
  garage: flag,
  basement: flag,
};

const locationSchema = z.strictObject({
  place_id: matching(uuidPattern, 'a UUID from the place directory'),
  address_line: text(limits.addressCodePointsMin, limits.addressCodePointsMax),
  neighbourhood: text(0, limits.neighbourhoodCodePointsMax).optional(),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
});

const photoSchema = z.strictObject({
  url: publicUrl(),
  caption: text(0, limits.captionCodePointsMax).optional(),
  room_type: vocabularyWord().optional(),
  digest: matching(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal characters').optional(),
});

/** The answers to how near the owner of a rented home lives. */
export const ownerProximities = [
  'same_apartment',
  'same_floor',
  'upstairs',
  'downstairs',
  'same_building',
  'same_street',
  'walking_distance',
] as const;

function rentSchema(protocol: Protocol) {
  const months = z.int().min(0).max(limits.leaseMonthsMax);
  const utility = protocol.utilities === null ? z.string() : z.string().check(knownKey(protocol.utilities));
  return z.strictObject({
    amount: z.number().min(limits.rentAmountMin).max(limits.rentAmountMax),
    currency: z.enum(['EUR', 'RSD']),
    type: vocabularyWord(),
    deposit_months: z.number().min(0).max(limits.depositMonthsMax).optional(),
    min_lease_months: months.optional(),
    max_lease_months: months.optional(),
    available_from: text(0, Infinity)
      .check(judged((value) => (isDate(value) ? null : formatFault('a day written YYYY-MM-DD'))))
      .optional(),
    utilities_included: z.record(utility, z.boolean()).optional(),
    utilities_estimate_rsd: z.int().min(0).max(limits.utilitiesEstimateRsdMax).optional(),
    owner_lives_nearby: flag,
    owner_proximity: z.enum(ownerProximities).optional(),
    max_occupants: z.int().min(limits.occupantsMin).max(limits.occupantsMax).optional(),
  });
}

/** The specification names the keys but not the values of most of them, so any value passes. */
function houseRulesSchema(protocol: Protocol) {
  const rules: Record<string, z.ZodType> = Object.fromEntries(
    protocol.house_rules_keys.map((key) => [key, z.unknown().optional()]),
  );
  if (protocol.house_rules_keys.includes('pets')) rules.pets = petsSchema.optional();
  return z.strictObject(rules);
}

const petsSchema = z.strictObject({
  policy: z.string(),
  kinds: z.unknown().optional(),
  dog_size: z.unknown().optional(),
  max_count: z.unknown().optional(),
  deposit_eur: z.unknown().optional(),
  note: z.unknown().optional(),
});

/** A fault for which zod has no issue. It travels in `params.fault` of a custom issue, where `listing-details.ts` reads it. */
export interface Fault {
  code: DetailCode;
  /** The rest of a sentence that begins with the field's name. */
  message: string;
}

function judged(judge: (value: string) => Fault | null): z.core.CheckFn<string> {
  return (context) => {
    const fault = judge(context.value);
    if (fault !== null) context.issues.push({ code: 'custom', input: context.value, params: { fault } });
  };
}

function formatFault(wanted: string): Fault {
  return { code: 'invalid_format', message: `must be ${wanted}` };
}

function matching(pattern: RegExp, wanted: string): z.ZodString {
  return z
    .string()
    .check(judged((value) => (pattern.test(value) ? null : formatFault(wanted))))
    .meta({ pattern: pattern.source });
}

/** A word of an enumeration. `listing-rules.ts` checks it against the vocabulary. */
function vocabularyWord(): z.ZodString {
  return z.string().min(1);
}

/** A text whose length is counted in code points, as JSON Schema does too: `meta` gives the limits to the generated schema. */
function text(codePointsMin: number, codePointsMax: number): z.ZodString {
  return z
    .string()
    .check(judged((value) => lengthFault(value, codePointsMin, codePointsMax)))
    .meta({
      ...(codePointsMin > 0 && { minLength: codePointsMin }),
      ...(codePointsMax < Infinity && { maxLength: codePointsMax }),
    });
}

function titleText(codePointsMin: number): z.ZodString {
  return text(codePointsMin, limits.titleCodePointsMax).check(
    judged((value) => {
      if (value.length <= limits.titleUtf16UnitsMax) return null;
      const isTooLongAlready = codePointLength(value) > limits.titleCodePointsMax;
      return isTooLongAlready
        ? null
        : {
            code: 'too_big',
            message: `takes ${value.length} UTF-16 units (an emoji takes two); at most ${limits.titleUtf16UnitsMax} are allowed`,
          };
    }),
  );
}

function lengthFault(text: string, min: number, max: number): Fault | null {
  if (isLengthWithin(text, min, max)) return null;
  const length = codePointLength(text);
  if (length < min)
    return { code: 'too_small', message: `has ${length} characters; at least ${min} are needed` };
  if (length > max)
    return { code: 'too_big', message: `has ${length} characters; at most ${max} are allowed` };
  return null;
}

function emailText(): z.ZodString {
  const format = z.email();
  return text(0, limits.agentEmailCodePointsMax)
    .check(
      judged((value) => (format.safeParse(value).success ? null : formatFault('a valid e-mail address'))),
    )
    .meta({ format: 'email' });
}

function publicUrl(): z.ZodString {
  return z
    .string()
    .check(judged((value) => publicUrlProblem(value)))
    .meta({ format: 'uri', maxLength: limits.urlCharactersMax });
}

function knownKey(keys: readonly string[]): z.core.CheckFn<string> {
  return judged((key) =>
    keys.includes(key) ? null : { code: 'unknown_field', message: 'is not a field of the portal' },
  );
}
