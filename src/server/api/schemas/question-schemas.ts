import { z } from '@hono/zod-openapi';
import { QuestionLineSchema, SharedQuestionSchema } from '../../../documents/question.js';
import { count } from '../../../documents/schemas.js';

export const QuestionLineCardSchema = QuestionLineSchema.openapi('QuestionLineCard');

export const SharedQuestionCardSchema = SharedQuestionSchema.extend({
  by_feed: z
    .array(z.object({ feed: z.string(), connection: z.string(), agency: z.string(), count }))
    .meta({ description: 'How many listings of each feed the answer changes.' }),
  samples: z
    .array(QuestionLineCardSchema)
    .meta({ description: 'Some of the listings, of every feed in turn.' }),
  list: z.string().nullable().meta({
    description: 'Of a word: the list of `GET /vocabulary` to pick its meaning from; null: it has none.',
  }),
  shown: z.string().meta({
    description:
      'Version of what is shown. The answer names it, and is refused when a listing came, went or changed.',
  }),
  expect_above: count.meta({
    description: 'For more listings than this, the answer also states their number (`expect`).',
  }),
}).openapi('SharedQuestionCard');
