import { z } from '@hono/zod-openapi';
import { becomesKinds } from '../../../model/listing-states.js';
import { count } from '../../../documents/schemas.js';
import { SentenceSchema } from './sentence-schema.js';

const becomes = z.enum(becomesKinds);

/** What the present version of a feed's mapping would change. */
export const UpgradeSchema = z
  .object({
    feed: z.string(),
    moves: z
      .array(
        z.object({
          mapping: z.string(),
          from: z.int(),
          to: z.int().nullable().meta({ description: 'Null: the file has no version.' }),
        }),
      )
      .meta({ description: 'Empty: the feed has the newest version.' }),
    shown: z.string().meta({ description: 'Names what is shown; the request that moves the feed sends it.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the new version could not be tried on the last file.' }),
    becomes: z
      .array(z.object({ becomes, count, sentence: SentenceSchema }))
      .meta({ description: 'All listings that change, by what becomes of them: sold ones first.' }),
    changes: z
      .array(
        z.object({
          external_id: z.string(),
          title: z.string().nullable(),
          becomes,
          sentence: SentenceSchema,
          word: z
            .string()
            .nullable()
            .meta({ description: 'The record’s word for its state, where that decides.' }),
        }),
      )
      .meta({ description: 'At most 1,000 of them, in the same order.' }),
    more: count.meta({ description: 'Listings that `changes` leaves out.' }),
  })
  .openapi('MappingUpgrade');
