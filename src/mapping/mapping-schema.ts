import { z } from 'zod';
import type { VocabularyField } from '../core/reference.js';
import { payloadFields } from './payload-fields.js';

const path = z
  .string()
  .min(1)
  .describe(
    'Path: a/b, @x, a[name=Lift]/value, ../@x (around the record), /a (header), $name (a named value)',
  );
const paths = z
  .union([path, z.array(path).min(1)])
  .describe('One path, or several of which the first with a value counts');
const condition = z
  .string()
  .min(1)
  .describe("CEL, for example: field('status') == 'sold' && transaction == 'sale'");
const words = z.array(z.string());
const sentinels = z
  .array(z.union([z.string(), z.number()]))
  .describe('Values that mean nothing; a number is compared as a number');

const numberLocale = z.strictObject({
  decimal: z.enum(['.', ',', 'none']),
  thousands: z.enum(['.', ',', "'", 'space', 'none']).default('none'),
  ignore: words.optional().describe('What may stand beside the figure: m2, EUR'),
});
const flagWords = z.strictObject({ true: words, false: words });
const dateFormats = z
  .union([z.string(), z.array(z.string()).min(1)])
  .describe('iso, sql or luxon formats such as dd.MM.yyyy');

export const ruleSchema = z.strictObject({
  from: paths.optional(),
  keys: z
    .array(path)
    .min(2)
    .optional()
    .describe('Values looked up together in a table whose words read "one + other"'),
  const: z.union([z.string(), z.number(), z.boolean(), words.min(1)]).optional(),
  template: z
    .string()
    .optional()
    .describe('Text with {path}; a part in [ ] vanishes where a path in it has no value'),
  when: condition.optional(),
  nulls: sentinels.optional(),
  entities: z.enum(['once', 'twice']).optional(),
  html: z.boolean().optional(),
  split: z.string().min(1).optional().describe('Separator of a list written in one value'),
  table: z.string().optional(),
  unmapped: z
    .enum(['report', 'ignore'])
    .optional()
    .describe('What to do with words that no table or vocabulary has'),
  number: z.union([z.literal(true), numberLocale]).optional(),
  times: z
    .union([z.number(), z.string().regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/)])
    .optional()
    .describe('Factor, such as 100 or 52/12'),
  unit: z.strictObject({ from: path, factors: z.record(z.string(), z.number()) }).optional(),
  bool: z
    .union([z.literal('present'), flagWords, z.strictObject({ containing: words.min(1) })])
    .optional()
    .describe('present: being there means true'),
  date: dateFormats.optional(),
  upgrade_http: z.boolean().optional().describe('Turn http:// into https://'),
  refuse: z
    .strictObject({ when: condition, why: z.string() })
    .optional()
    .describe('Leave the value out, with a warning'),
  fallback: z
    .string()
    .optional()
    .describe('Marks a stand-in: its use is counted, and this sentence says what stands in for what'),
});

/** A path, a rule, or several of which the first that gives a value counts. */
export const rulesSchema = z.union([path, ruleSchema, z.array(z.union([path, ruleSchema])).min(1)]);

export const photosSchema = z.strictObject({
  from: paths.describe('Path of each image; of several paths, the images of all'),
  split: z.string().min(1).optional().describe('Separator of addresses written in one value'),
  url: z.string().default('.').describe('Path of the URL within the image'),
  caption: z.string().optional(),
  order: z.string().optional().describe('Path of a number within the image by which the list is sorted'),
  when: condition.optional().describe('Keeps the images for which it holds; `value` is the URL'),
  upgrade_http: z.boolean().default(false),
});

export const placeSchema = z.strictObject({
  city: rulesSchema.describe('Names of the city; every rule gives one, tried in order'),
  municipality: rulesSchema.optional().describe('Looked for only within the city found'),
  table: z
    .string()
    .optional()
    .describe("Table of the feed's names to the portal's place names or official codes"),
});

/** Enumerations of the portal that tables may point to. */
export const vocabularyFields = [
  'category',
  'heating',
  'condition',
  'furnished',
  'building_group',
  'ownership_status',
  'legalization_status',
  'rental_type',
  'room_type',
  'amenity',
] as const satisfies readonly VocabularyField[];

const target = z.union([z.string(), z.number(), z.boolean(), z.null(), words.min(1)]);
const entries = z.record(z.string(), target);

export const tableSchema = z.strictObject({
  vocabulary: z
    .enum(vocabularyFields)
    .optional()
    .describe('Targets are words of this enumeration of the portal, any of which may be its key or label'),
  places: z.literal(true).optional().describe("Targets are names or official codes of the portal's places"),
  words: entries
    .default({})
    .describe('Words of the feed, compared without case, script and diacritics; null: known, means nothing'),
  containing: entries.default({}).describe('Words searched in longer texts, first hit first'),
});

const outcome = z.strictObject({
  when: condition,
  keep: z.string().optional().describe('Publish nothing new, leave what is live; the sentence says why'),
  ignore: z.string().optional().describe('Not ours to publish; the sentence says why'),
  remove: z.enum(['sold', 'rented', 'withdrawn', 'expired']).optional(),
});

const xmlFormatSchema = z.strictObject({
  container: z.literal('xml'),
  root: z.string().min(1),
  records: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  declared_count: z.string().optional(),
});

const csvFormatSchema = z.strictObject({
  container: z.literal('csv'),
  delimiter: z
    .string()
    .min(1)
    .default('auto')
    .describe('What stands between two cells; auto: the usual one under which the header has the columns'),
  quote: z.string().max(1).default('"').describe('Empty: quotes mean nothing'),
  header: z
    .boolean()
    .default(true)
    .describe('Whether the first row names the columns; without, paths read #1, #2…'),
  columns: z
    .union([z.array(z.string().min(1)).min(1), z.number().int().positive()])
    .describe(
      'Columns that the header must have, or how many cells a row has; tells the feed from another file',
    ),
  trailer: z
    .strictObject({ mark: z.string().min(1), count_cell: z.number().int().min(2).optional() })
    .optional()
    .describe('A last row that proves the end: what its first cell says, and which cell counts the records'),
  final_newline: z
    .enum(['required', 'as_before', 'optional'])
    .default('as_before')
    .describe('Whether a last row without a line break means that the file was cut'),
});

const fieldShapes = Object.fromEntries(
  [...payloadFields.keys()].map((name) => [name, rulesSchema.optional()]),
);

export const mappingSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  version: z.number().int().positive(),
  about: z.string().optional(),
  format: z.discriminatedUnion('container', [xmlFormatSchema, csvFormatSchema]),
  source_id: rulesSchema,
  codes: z
    .array(path)
    .default([])
    .describe("The agency's other codes of the record, for people who search by them"),
  updated_at: rulesSchema.optional(),
  transaction: rulesSchema.describe('sale, rent or both'),
  nulls: sentinels.default([]).describe('Values that mean nothing in every field'),
  entities: z.enum(['once', 'twice']).default('once'),
  html: z.boolean().default(false),
  numbers: numberLocale.optional(),
  booleans: flagWords.optional(),
  dates: dateFormats.optional(),
  values: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), rulesSchema)
    .default({})
    .describe('Named values, used as $name and in conditions'),
  outcomes: z.array(outcome).default([]),
  fields: z.strictObject({
    ...fieldShapes,
    'location.place_id': placeSchema.optional(),
    photos: photosSchema.optional(),
  }),
  tables: z.record(z.string(), tableSchema).default({}),
});

export type MappingFile = z.infer<typeof mappingSchema>;
export type RuleInput = z.infer<typeof ruleSchema>;
export type RulesInput = z.infer<typeof rulesSchema>;
export type PhotosInput = z.infer<typeof photosSchema>;
export type PlaceInput = z.infer<typeof placeSchema>;
export type TableInput = z.infer<typeof tableSchema>;
export type Target = z.infer<typeof target>;

/** JSON Schema (2020-12) of a mapping file, for editors. */
export function mappingJsonSchema(): Record<string, unknown> {
  return {
    title: 'feedsync mapping',
    ...z.toJSONSchema(mappingSchema, { io: 'input', unrepresentable: 'any' }),
  };
}
