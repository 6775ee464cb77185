import { z } from '@hono/zod-openapi';
import { count, maybeTime, time } from '../../../documents/schemas.js';
import { WordSchema } from './schemas.js';
import { SentenceSchema } from './sentence-schema.js';

export const VocabularySchema = z
  .object({
    read_at: maybeTime,
    fields: z.array(
      z.object({
        field: z.string(),
        entries: z.array(
          z.object({
            key: z.string(),
            labels: z.array(z.string()).meta({ description: 'As the portal names it, in any language.' }),
            label: SentenceSchema.meta({ description: 'One label in each language.' }),
          }),
        ),
      }),
    ),
  })
  .openapi('Vocabulary');

export const PlacesSchema = z
  .object({
    places: z.array(
      z.object({
        key: z.string().meta({
          description:
            'The name, with its city where several places have it. What a table or an answer takes.',
        }),
      }),
    ),
  })
  .openapi('Places');

const suggestion = WordSchema.shape.suggestions.element;

const FeedWordSchema = z
  .object({
    word: z.string(),
    count,
    samples: z.array(z.string()),
    target: z.object({ key: z.string().nullable(), label: z.string() }).nullable().meta({
      description: 'The meaning; null: none yet. A `key` of null: the word is left out on purpose.',
    }),
    source: z.enum(['mapping', 'feed', 'person', 'portal']).nullable().meta({
      description:
        'Origin of the meaning: the mapping, the feed’s configuration, a change in the console, or the portal’s vocabulary.',
    }),
    change: z
      .int()
      .nullable()
      .meta({ description: 'Id of the change; `POST /feeds/{name}/changes/{id}/undo` undoes it.' }),
    suggestions: z.array(suggestion),
  })
  .openapi('FeedWord');

export const FeedWordsSchema = z
  .object({
    feed: z.string(),
    unknown: count,
    fields: z.array(
      z.object({
        field: z.string(),
        table: z.string().nullable().meta({ description: 'Null: its words cannot be given a meaning here.' }),
        list: z.string().nullable().meta({ description: 'The list of `GET /vocabulary` to pick from.' }),
        words: z.array(FeedWordSchema),
      }),
    ),
  })
  .openapi('FeedWords');

export const FeedChangeSchema = z
  .object({
    id: z.int(),
    kind: z.string(),
    subject: z.string(),
    value: z.string().nullable().meta({
      description:
        'As JSON. Null: the configured value is in force again, or the value is a mapping text, which lists leave out.',
    }),
    characters: z.int().nullable().meta({
      description:
        'Length of a mapping text that the list leaves out; `GET /feeds/{name}/changes/{id}` returns the text.',
    }),
    author: z.string(),
    at: time,
    undone_at: maybeTime,
    undone_by: z.string().nullable(),
    sentence: SentenceSchema,
  })
  .openapi('FeedChange');

const MappingProblemSchema = z
  .object({
    severity: z.enum(['error', 'warning', 'hint']),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
  })
  .openapi('MappingProblem');

export const MappingCheckSchema = z
  .object({ ok: z.boolean(), name: z.string().nullable(), problems: z.array(MappingProblemSchema) })
  .openapi('MappingCheck');

const json = z.record(z.string(), z.unknown());

export const MappingSchema = z
  .object({
    feed: z.string(),
    name: z.string(),
    version: z.int(),
    preset: z.string().meta({ description: 'The mapping that the feed is configured with.' }),
    text: z.string().meta({ description: 'The mapping text in force.' }),
    own: z.boolean().meta({ description: 'Whether the text was written here and replaces the file.' }),
    has_file: z
      .boolean()
      .meta({ description: 'Whether a file or preset applies once such a text is taken away.' }),
    tables: z.record(z.string(), json).meta({ description: 'Entries that override the mapping’s tables.' }),
    unmapped: json,
    constants: json,
    answers: json,
    where: z.string().nullable(),
    changes: z.array(FeedChangeSchema).meta({ description: 'What people changed, newest first.' }),
  })
  .openapi('Mapping');
