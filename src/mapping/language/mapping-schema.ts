import { z } from 'zod';
import { vocabularyFields } from '../../model/reference.js';
import { areaSchema, amountSchema } from './amount-schema.js';
import { formatSchema } from './format-schema.js';
import { askableFields, payloadFields } from './payload-fields.js';

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
  suffixes: z
    .record(z.string(), z.number().positive())
    .optional()
    .describe('What a sign behind the figure multiplies it by: { M: 1000000 }'),
});
const separators = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .describe('What separates several values that are written in one; of a list, each does');
/** Patterns run on RE2, which takes time linear in the text. */
const pattern = z
  .string()
  .min(1)
  .describe('Pattern (RE2), compared without case; ^ and $ are the ends of a line');
const fraction = z.string().regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/);
const factor = z.union([z.number(), fraction, z.string().regex(/^\$[a-z][a-z0-9_]*$/)]);
const repair = z.enum(['double_utf8']).describe('Undo UTF-8 that was encoded twice: SchÃ¶n is Schön');
const flagWords = z.strictObject({ true: words, false: words });
const dateFormats = z
  .union([z.string(), z.array(z.string()).min(1)])
  .describe('iso, sql, unix, unix_ms, net, excel or luxon formats such as dd.MM.yyyy');

const ruleSchema = z.strictObject({
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
  repair: repair.optional(),
  split: separators.optional(),
  remove: z.array(pattern).min(1).optional().describe('What is taken out of the text wherever it stands'),
  strip_contacts: z
    .boolean()
    .optional()
    .describe('Take telephone numbers, e-mail addresses and links out of the text'),
  match: pattern
    .optional()
    .describe('What counts of the text: the group in ( ), else all that matches; else there is no value'),
  table: z.string().optional(),
  pick: z
    .enum(['first', 'best'])
    .optional()
    .describe('Of several words: the first that is known, or the one that stands first in the table'),
  unmapped: z
    .union([z.enum(['drop', 'wait', 'ignore']), z.strictObject({ use: z.string().min(1) })])
    .optional()
    .describe(
      'Words that nothing knows: drop (left out and counted), wait (the listing waits, what is live stays), ignore (not counted), or use: another word for them',
    ),
  number: z.union([z.literal(true), numberLocale]).optional(),
  amount: amountSchema.optional(),
  area: areaSchema.optional(),
  period: z
    .enum(['month', 'week', 'day', 'year', 'ask'])
    .optional()
    .describe(
      'The time of a rent whose cell does not state it. ask: the feed has the answer under constants: as rent.period',
    ),
  times: z
    .union([factor, z.array(factor).min(1)])
    .optional()
    .describe('Factor, such as 100, 52/12 or $area (a named number); a list: all of them'),
  round: z.number().int().min(0).max(2).optional().describe('How many decimals are kept'),
  unit: z
    .strictObject({ from: path, factors: z.record(z.string(), z.union([z.number(), fraction])) })
    .optional()
    .describe(
      'Factor by the unit that the feed names: { from: "@unit", factors: { ha: 10000, week: 52/12 } }',
    ),
  bool: z
    .union([
      z.literal('present'),
      flagWords,
      z.strictObject({ containing: words.min(1) }),
      z.strictObject({ containing: words.min(1).optional(), negations: z.literal(1) }),
    ])
    .optional()
    .describe(
      'present: being there means true. negations: words such as "bez", "kein" and "no" make it false. 1: the edition of the words that feedsync knows',
    ),
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

/** A path, a rule, or a list of them. Of a list, the first that gives a value counts. */
const rulesSchema = z.union([path, ruleSchema, z.array(z.union([path, ruleSchema])).min(1)]);

const imageWordSchema = z.union([
  path,
  z.strictObject({
    from: paths,
    table: z.string().optional(),
    unmapped: ruleSchema.shape.unmapped,
  }),
]);

const photosSchema = z.strictObject({
  from: paths.describe('Path of each image; of several paths, the images of all'),
  split: separators.optional(),
  url: z.string().default('.').describe('Path of the URL within the image'),
  caption: z.string().optional(),
  order: z.string().optional().describe('Path of a number within the image by which the list is sorted'),
  when: condition
    .optional()
    .describe("Keeps the images for which it holds; `value` is the URL, image('@kind') reads from the image"),
  first: condition.optional().describe('The images for which it holds come first: the main picture'),
  skip: z
    .array(z.string().min(1))
    .optional()
    .describe('Placeholders: a text that the address holds, or a pattern that it matches'),
  base_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where addresses without a host lie'),
  max: z.number().int().min(1).max(64).optional().describe('How many are taken at most'),
  room_type: imageWordSchema
    .optional()
    .describe('What the picture shows: a word of the portal’s room types, read within the image'),
  identity: z
    .strictObject({ drop_query: z.array(z.string().min(1)).min(1) })
    .optional()
    .describe('Query keys that change at each export: they are sent, and do not make a picture another one'),
  upgrade_http: z.boolean().default(false),
});

const placeSchema = z.strictObject({
  city: rulesSchema.describe('Names of the city; every rule gives one, tried in order'),
  municipality: rulesSchema.optional().describe('Looked for only within the city found'),
  table: z
    .string()
    .optional()
    .describe("Table of the feed's names to the portal's place names or official codes"),
});

/** Attributes by the portal's key or label. In the long form with `is:`, the mapping may use a name of its own. */
const attributesSchema = z.record(
  z.string().min(1),
  z.union([
    rulesSchema,
    z.strictObject({
      is: words.min(1).optional().describe('Names of the attribute, its key or labels, tried in order'),
      value: rulesSchema,
      unmapped: z
        .literal('ignore')
        .optional()
        .describe('Not counted where the portal has no such attribute for the listing’s category'),
    }),
  ]),
);

const target = z.union([z.string(), z.number(), z.boolean(), z.null(), words.min(1)]);
const entries = z.record(z.string(), target);

const tableSchema = z.strictObject({
  vocabulary: z
    .enum(vocabularyFields)
    .optional()
    .describe('Targets are words of this enumeration of the portal, any of which may be its key or label'),
  places: z.literal(true).optional().describe("Targets are names or official codes of the portal's places"),
  words: entries
    .default({})
    .describe('Words of the feed, compared without case, script and diacritics; null: known, means nothing'),
  bits: z
    .record(z.string().regex(/^\d{1,10} ?$/), target)
    .default({})
    .describe('Bit masks: the first whose bits are all set in the figure; in a list field every one'),
  containing: entries.default({}).describe('Words searched in longer texts, first hit first'),
  patterns: z
    .array(z.strictObject({ match: pattern, is: target }))
    .default([])
    .describe('Patterns searched in longer texts, first hit first; in a list field every one'),
  phrases: z
    .strictObject({
      any: entries
        .default({})
        .describe('Words that decide wherever they stand, if all of them mean the same'),
      first: entries
        .default({})
        .describe(
          'Words that decide only where the text begins with them, and no word of any: says otherwise',
        ),
      after: words.default([]).describe('Words that may stand in front of the first: prodajem, hitno'),
    })
    .optional()
    .describe('Words read out of prose, such as titles; at the end of a word, * stands for any ending'),
  states: z
    .literal(1)
    .optional()
    .describe(
      'Targets are states of a record: active, inactive, sold, rented, withdrawn, expired or ignore. 1: the edition of the words that feedsync ships, which the table also knows',
    ),
  yes: target.optional().describe('In a table of states: what yes means, in any language'),
  no: target.optional().describe('In a table of states: what no means, in any language'),
  default: target.optional().describe('What every other word means, without being counted'),
});

const outcome = z.strictObject({
  when: condition,
  keep: z.string().optional().describe('Publish nothing new, leave what is live; the sentence says why'),
  ignore: z.string().optional().describe('Not ours to publish; the sentence says why'),
  remove: z.enum(['sold', 'rented', 'withdrawn', 'expired']).optional(),
});

const fieldShapes = Object.fromEntries(
  [...payloadFields.keys()].map((name) => [name, rulesSchema.optional()]),
);

export const mappingSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  version: z.number().int().positive(),
  extends: z
    .string()
    .min(1)
    .optional()
    .describe('Another mapping that this one completes: what is written here wins, null takes a key away'),
  shared: z
    .boolean()
    .optional()
    .describe(
      'Whether mappings that agencies write in the console may extend this file, as they may those that are shipped',
    ),
  about: z.string().optional(),
  format: formatSchema,
  kind: rulesSchema
    .optional()
    .describe(
      'Where the file says whether it holds everything (full) or only changes (delta): a path of its header',
    ),
  sequence: rulesSchema
    .optional()
    .describe(
      'When the file was made, or its number: a path of its header, by which an older delta file is recognised',
    ),
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
  repair: repair.optional(),
  numbers: numberLocale.optional(),
  booleans: flagWords.optional(),
  dates: dateFormats.optional(),
  values: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), rulesSchema)
    .default({})
    .describe('Named values, used as $name and in conditions'),
  state: rulesSchema
    .optional()
    .describe(
      'Whether the record is on offer: words, through a table with states. Of several rules, the one that offers least counts',
    ),
  outcomes: z.array(outcome).default([]),
  ask: z
    .array(z.enum(askableFields))
    .min(1)
    .optional()
    .describe(
      'Fields that the agency is asked for where the record does not say them: the listing waits until the feed has an answer under constants:',
    ),
  fields: z.strictObject({
    ...fieldShapes,
    'location.place_id': placeSchema.optional(),
    photos: photosSchema.optional(),
    attributes: attributesSchema
      .optional()
      .describe('What only listings of some categories have; each value is what its rule makes'),
    'rent.utilities_included': z
      .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/), rulesSchema)
      .optional()
      .describe('Utilities that the rent includes, each with a rule that says yes or no'),
    house_rules: z
      .record(z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/), rulesSchema)
      .optional()
      .describe('Rules of the house: smoking, parties, pets.policy, …; each value is what its rule makes'),
  }),
  tables: z.record(z.string(), tableSchema).default({}),
});

export type MappingFile = z.infer<typeof mappingSchema>;
export type RuleInput = z.infer<typeof ruleSchema>;
export type RulesInput = z.infer<typeof rulesSchema>;
export type AmountInput = NonNullable<RuleInput['amount']>;
export type AreaInput = NonNullable<RuleInput['area']>;
export type PhotosInput = z.infer<typeof photosSchema>;
export type AttributesInput = z.infer<typeof attributesSchema>;
export type PlaceInput = z.infer<typeof placeSchema>;
export type TableInput = z.infer<typeof tableSchema>;
export type Target = z.infer<typeof target>;

let jsonSchema: Readonly<Record<string, unknown>> | null = null;

/**
 * JSON Schema (2020-12) of a mapping file, for text editors and for the advice in messages about unknown keys. Cached, because building it
 * takes longer than reading a mapping.
 */
export function mappingJsonSchema(): Readonly<Record<string, unknown>> {
  jsonSchema ??= {
    title: 'feedsync mapping',
    ...z.toJSONSchema(mappingSchema, { io: 'input', unrepresentable: 'any' }),
  };
  return jsonSchema;
}
