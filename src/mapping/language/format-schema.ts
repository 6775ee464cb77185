import { z } from 'zod';

const name = z.string().min(1);
const names = z.union([name, z.array(name).min(1)]);

const delivery = {
  member: name
    .optional()
    .describe(
      'Which file of a ZIP: its name, with * and ? for what may stand there; else the first that may be a feed',
    ),
  next_page: name.optional().describe('Path of the header that holds the address of the next page'),
  pages: z
    .strictObject({
      parameter: z.string().regex(/^[A-Za-z0-9_.[\]-]+$/),
      from: z.number().int().min(0).default(1),
      until: z.literal('empty').default('empty'),
    })
    .optional()
    .describe('The feed comes in pages, counted by a parameter of its address, until one is empty'),
};

const secrets = z
  .array(z.string().regex(/^(?:[^\s/@]+\/)*@?[^\s/@]+$/))
  .optional()
  .describe(
    'Elements, @attributes or keys, wherever they stand, whose values are overwritten before anything of a file is kept: passwords, an agent’s own number; a/b is b in a. The mapping cannot read them',
  );

const xmlFormatSchema = z.strictObject({
  container: z.literal('xml'),
  root: name,
  records: names.describe(
    'Paths of the records from the root: feed/ad; one without a slash is a file that is nothing but that record',
  ),
  declared_count: z.string().optional(),
  secrets,
  ...delivery,
});

const joinSchema = z.strictObject({
  records: name.describe('Path of the list'),
  table: name.optional().describe('The name of the object around it'),
  by: name.describe('Key of the row whose value the record has, too'),
  to: name.describe('Key of that value in the record'),
  as: name.describe('Key under which the record then has its rows'),
  take: z.array(name).min(1).optional().describe('The keys of a row that are kept; left out: all'),
});

const jsonFormatSchema = z.strictObject({
  container: z.literal('json'),
  root: z
    .array(name)
    .default([])
    .describe('Keys that the top object must have; tells the feed from another file'),
  records: names
    .optional()
    .describe(
      'Paths of the lists of records from the top: a/b, a/* for every member of a; "." where the file is a list',
    ),
  lines: z.boolean().default(false).describe('One record to a line, without a list around them'),
  columns: name
    .optional()
    .describe(
      'Where records are lists of values: path of the list that names them and stands before them (columns, meta/fields/name), or "#1" where the first record names them',
    ),
  table: name
    .optional()
    .describe(
      'The name of the object around the list, as in a copy of a database, where other lists have the same path',
    ),
  joins: z
    .array(joinSchema)
    .min(1)
    .max(20)
    .optional()
    .describe('Rows of other lists that refer to the records, or to which the records refer, by an id'),
  declared_count: z.string().optional(),
  secrets,
  ...delivery,
});

const csvFormatSchema = z.strictObject({
  container: z.literal('csv'),
  delimiter: name
    .default('auto')
    .describe('What stands between two cells; auto: the usual one under which the header has the columns'),
  quote: z.string().max(1).default('"').describe('Empty: quotes mean nothing'),
  header: z
    .boolean()
    .default(true)
    .describe('Whether the first row names the columns; without, paths read #1, #2…'),
  columns: z
    .union([z.array(name).min(1), z.number().int().positive(), z.string().regex(/^[1-9]\d*-[1-9]\d*$/)])
    .describe(
      'Columns that the header must have, or how many cells a row has (334, or 182-183); tells the feed from another file',
    ),
  trailer: z
    .strictObject({ mark: name, count_cell: z.number().int().min(2).optional() })
    .optional()
    .describe('A last row that proves the end: what its first cell says, and which cell counts the records'),
  final_newline: z
    .enum(['required', 'as_before', 'optional'])
    .default('as_before')
    .describe('Whether a last row without a line break means that the file was cut'),
  record_end: name
    .optional()
    .describe('What ends a row in place of a line break, which then may stand in cells'),
  sections: z
    .strictObject({
      columns: name.describe('The line before the names of the columns'),
      rows: name.describe('The line before the first row'),
      end: name.optional().describe('The last line, which proves the end'),
      delimiter: name
        .optional()
        .describe("Under which name the file says what stands between cells: EOF : '|'"),
      record_end: name.optional().describe("Under which name the file says what ends a row: EOR : '~'"),
    })
    .optional()
    .describe('Lines that say what follows them'),
  section_rows: z
    .union([z.boolean(), z.strictObject({ upper: z.array(name).min(1).max(50) })])
    .optional()
    .describe(
      'Whether a row with one filled cell, of words, is a heading: no record, but the "#section" of the records below it. upper: headings that hold for those below them too. A header that is repeated below is passed over',
    ),
  sheet: name
    .optional()
    .describe(
      'Which sheet of a workbook (.xlsx, .ods): its name, with * and ? for what may stand there; else the first visible one with a header',
    ),
  ...delivery,
});

/** The `format:` of a mapping: the files that it reads. */
export const formatSchema = z.discriminatedUnion('container', [
  xmlFormatSchema,
  jsonFormatSchema,
  csvFormatSchema,
]);

export type FormatInput = z.infer<typeof formatSchema>;
