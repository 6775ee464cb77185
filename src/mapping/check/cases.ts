import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { createReference } from '../../core/content/places.js';
import type { FeedFormat, RecordSurroundings } from '../../model/feed-format.js';
import type { Issue, MappedRecord } from '../../model/outcome.js';
import type { ParsedRecord, RecordObject } from '../../model/record.js';
import { isObject } from '../../model/own-value.js';
import { vocabularyFields } from '../../model/reference.js';
import type { Place, Reference, Vocabulary, VocabularyEntry } from '../../model/reference.js';
import { caseText } from './case-record.js';
import {
  loadMapping,
  type LoadedMapping,
  type MappingOverrides,
  type MappingText,
} from '../compile/load-mapping.js';
import { keyAdvice } from '../language/known-keys.js';
import { parseYaml, type MappingError, type YamlPath } from '../language/mapping-errors.js';

export interface CaseResult {
  name: string;
  /** Line of the case in the cases file, from 1. */
  line: number | null;
  column: number | null;
  /** One sentence for each difference; empty if the case passes. */
  differences: string[];
}

export interface CaseFiles {
  mapping: MappingText;
  /** The mappings that the mapping extends, by their names in `extends:`. */
  bases?: Readonly<Record<string, MappingText>>;
  cases: { text: string; file: string };
  /** Parses the record of a case like a record of the feed. @throws Error whose message is a sentence */
  parseRecord: (text: string, surroundings: RecordSurroundings, format: FeedFormat) => ParsedRecord;
}

/** Runs the test cases of a mapping. A case is a record with the listings and all issues that the mapping must give. */
export function runCases({
  mapping,
  cases,
  bases = {},
  parseRecord,
}: CaseFiles): { ok: true; results: CaseResult[] } | { ok: false; errors: MappingError[] } {
  const parsed = parseYaml(cases.text, cases.file, { isBounded: false });
  if (!parsed.ok) return parsed;
  const checked = casesSchema.safeParse(parsed.yaml.value);
  if (!checked.success) return { ok: false, errors: parsed.yaml.schemaErrors(checked.error, { adviceFor }) };
  const reference = toReference(checked.data.reference);
  const results: CaseResult[] = [];
  // Most cases share their overrides, and compiling a mapping takes longer than mapping a record.
  const compiled = new Map<string, LoadedMapping>();
  const load = (overrides: MappingOverrides): LoadedMapping => {
    const key = JSON.stringify(overrides);
    const loaded = compiled.get(key) ?? loadMapping(mapping.text, { file: mapping.file, overrides, bases });
    compiled.set(key, loaded);
    return loaded;
  };
  for (const [index, one] of checked.data.cases.entries()) {
    const { line, column } = parsed.yaml.errorAt(['cases', index, 'name'], '');
    const overrides = toOverrides({ ...checked.data.overrides, ...one.overrides });
    const loaded = load(overrides);
    if (!loaded.ok) return loaded;
    const surroundings = { header: one.header as RecordObject, ancestors: one.ancestors };
    const environment = { reference, photoMax: one.photo_max };
    const differences = differencesOf(one.expect, () =>
      loaded.mapping.map(
        parseRecord(caseText(one, loaded.mapping.format), surroundings, loaded.mapping.format),
        environment,
      ),
    );
    results.push({ name: one.name, line, column, differences });
  }
  return { ok: true, results };
}

/** The differences of one case. A record that cannot be parsed is such a difference, so that the other cases still run. */
function differencesOf(expected: Expectation, map: () => MappedRecord): string[] {
  let mapped: MappedRecord;
  try {
    mapped = map();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return compare(expected, mapped);
}

const words = z.record(z.string(), z.array(z.string()));

const overridesSchema = z
  .strictObject({
    tables: z.record(
      z.string(),
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
    ),
    constants: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    answers: z.record(z.string(), z.boolean()),
    id_prefix: z.string(),
    timezone: z.string(),
    business_premises: z.array(z.string()),
  })
  .partial();
type OverridesInput = z.infer<typeof overridesSchema>;

const placeSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  name_en: z.string().optional(),
  code: z.string().optional(),
  within: z.string().optional().describe('The id of the city, for a municipality'),
  lat: z.number().optional(),
  lng: z.number().optional(),
});

const expectationSchema = z.strictObject({
  kind: z.enum(['mapped', 'invalid', 'keep', 'ignore', 'remove']).default('mapped'),
  reason: z.string().optional(),
  codes: z.array(z.string()).optional(),
  updated_at: z.string().optional(),
  listings: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe('What each payload must hold, at least; null: must not be there'),
  issues: z.array(z.string()).default([]).describe('All of them, as "severity code pointer"'),
});
type Expectation = z.infer<typeof expectationSchema>;

/** The cases file: a small vocabulary and place directory, then records with the expected results. */
export const casesSchema = z.strictObject({
  reference: z.strictObject({
    vocabulary: z.record(z.string(), words).describe('Field to keys to labels'),
    places: z.array(placeSchema),
    attributes: z
      .record(
        z.string(),
        z.record(
          z.string(),
          z.strictObject({
            labels: z.array(z.string()).default([]),
            type: z.enum(['boolean', 'integer', 'number', 'string']).nullable().default(null),
            words: words.default({}).describe('Keys to labels'),
          }),
        ),
      )
      .optional()
      .describe('Category key to attribute keys'),
  }),
  overrides: overridesSchema.default({}),
  cases: z
    .array(
      z.strictObject({
        name: z.string(),
        record: z.string().optional().describe('The record as it stands in the feed; of CSV a small file'),
        cells: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .optional()
          .describe(
            'In place of record, for CSV: the cells that matter, by column or number; the others are empty',
          ),
        header: z.record(z.string(), z.unknown()).default({}),
        ancestors: z
          .array(z.strictObject({ name: z.string(), attributes: z.record(z.string(), z.string()) }))
          .default([]),
        overrides: overridesSchema.default({}),
        photo_max: z.number().int().default(64),
        expect: expectationSchema,
      }),
    )
    .min(1),
});

let jsonSchema: Readonly<Record<string, unknown>> | null = null;

function adviceFor(path: YamlPath, key: string): string {
  jsonSchema ??= z.toJSONSchema(casesSchema, { io: 'input', unrepresentable: 'any' });
  return keyAdvice(jsonSchema, path, key);
}

function toReference({
  vocabulary,
  places,
  attributes,
}: z.infer<typeof casesSchema>['reference']): Reference {
  const entries = vocabularyFields.map((field) => [field, entriesOf(vocabulary[field] ?? {})]);
  const directory = places.map((place): Place => {
    const city = places.find((one) => one.id === place.within);
    return {
      id: place.id,
      type: city ? 'municipality' : 'city',
      nameSr: place.name,
      nameEn: place.name_en ?? null,
      officialCode: place.code ?? null,
      cityId: city?.id ?? null,
      cityNameSr: city?.name ?? null,
      lat: place.lat ?? null,
      lng: place.lng ?? null,
    };
  });
  const fields = Object.fromEntries(entries) as Vocabulary['fields'];
  return createReference(
    { version: 'cases', fields, ...(attributes && { attributes: toAttributes(attributes) }) },
    directory,
  );
}

function entriesOf(labelsOf: Record<string, string[]>): VocabularyEntry[] {
  return Object.entries(labelsOf).map(([key, labels]) => ({ key, labels }));
}

function toAttributes(
  byCategory: NonNullable<z.infer<typeof casesSchema>['reference']['attributes']>,
): NonNullable<Vocabulary['attributes']> {
  return Object.fromEntries(
    Object.entries(byCategory).map(([category, list]) => [
      category,
      Object.entries(list).map(([key, { labels, type, words: own }]) => ({
        key,
        labels,
        type,
        words: entriesOf(own),
      })),
    ]),
  );
}

function toOverrides(input: OverridesInput): MappingOverrides {
  return {
    tables: input.tables ?? {},
    constants: input.constants ?? {},
    answers: input.answers ?? {},
    idPrefix: input.id_prefix ?? '',
    timezone: input.timezone ?? 'UTC',
    businessPremises: input.business_premises ?? [],
  };
}

function compare(expected: Expectation, mapped: MappedRecord): string[] {
  const differences: string[] = [];
  const same = (name: string, wanted: unknown, got: unknown): void => {
    if (wanted !== undefined && !isDeepStrictEqual(wanted, got))
      differences.push(`${name}: expected ${show(wanted)}, got ${show(got)}`);
  };
  same('kind', expected.kind, mapped.kind);
  same('reason', expected.reason, mapped.removeReason);
  same('codes', expected.codes, mapped.codes);
  const updatedAt = mapped.listings[0]?.feedUpdatedAt ?? null;
  same('updated_at', expected.updated_at, updatedAt === null ? null : new Date(updatedAt).toISOString());
  same('number of listings', expected.listings?.length, mapped.listings.length);
  expected.listings?.forEach((listing, index) => {
    differences.push(...missing(listing, mapped.listings[index]?.payload ?? {}, `listing ${index + 1}`));
  });
  same('issues', expected.issues.toSorted(), mapped.issues.map(issueLine).toSorted());
  return differences;
}

function issueLine({ severity, code, pointer }: Issue): string {
  return `${severity} ${code} ${pointer}`.trim();
}

/** The differences between an expected value and the actual one. Keys that the expectation does not name are ignored. */
function missing(expected: unknown, actual: unknown, at: string): string[] {
  if (expected === null) return actual === undefined ? [] : [`${at}: expected nothing, got ${show(actual)}`];
  if (!isObject(expected)) {
    return isDeepStrictEqual(expected, actual)
      ? []
      : [`${at}: expected ${show(expected)}, got ${show(actual)}`];
  }
  const found = isObject(actual) ? actual : {};
  return Object.entries(expected).flatMap(([key, value]) => missing(value, found[key], `${at}/${key}`));
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
