import { z } from '@hono/zod-openapi';
import { count } from '../../../documents/schemas.js';
import { SentenceSchema } from './sentence-schema.js';

export const answerers = ['agency', 'software', 'operator'] as const;

/** What is proven, asked or left out, as the report of `init --json` has it, with the field's name in both languages. */
export const ProposalLineSchema = z
  .object({
    kind: z.enum(['proven', 'question', 'left_out']),
    field: z.string().nullable().meta({
      description: 'Payload path, or `source_id`, `transaction` …; null: a column that is not used.',
    }),
    from: z
      .string()
      .nullable()
      .meta({ description: 'Column or path of the feed; null: no field of the feed is read.' }),
    label: SentenceSchema.meta({ description: 'Name of the field, or of the column.' }),
    samples: z
      .array(z.string())
      .meta({ description: 'Values of the feed; of a question, listings that wait. Contacts are masked.' }),
    text: SentenceSchema.nullable().meta({ description: 'The question.' }),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'What to check, in English; null for accounts of agencies.' }),
    listings: count.nullable().meta({ description: 'Listings that wait for the answer.' }),
  })
  .openapi('ProposalLine');

/** A mapping that was built for a file whose format no preset knows. */
export const ProposalSchema = z
  .object({
    about: z.string().meta({ description: 'The format.' }),
    text: z.string().meta({ description: 'The mapping, with doubts in comments.' }),
    listings: count,
    ready: count.meta({
      description: 'Listings that the first sync publishes once the questions are answered.',
    }),
    lines: z.array(ProposalLineSchema),
    doubts: z.array(z.string()).meta({ description: 'What to check, in English.' }),
    id_request: SentenceSchema.nullable().meta({
      description: 'What to send to the maker of the agency’s software; null: the ids stay.',
    }),
  })
  .openapi('MappingProposal');

export const recommended = z
  .object({
    value: z.string(),
    label: SentenceSchema,
    why: SentenceSchema.meta({ description: 'What in the file suggests it.' }),
  })
  .nullable()
  .meta({ description: 'The answer that the file suggests; it counts only once it is given.' });
