import { z } from '@hono/zod-openapi';
import { lineCount, type SharedQuestion } from '../core/content/shared-questions.js';
import type { QuestionLine } from '../inspect/shared-questions.js';
import { contentCauses, contentRules } from '../model/content.js';
import type { Sentence } from '../model/sentence.js';
import type { FeedNames } from './feed.js';

const sentence = z.object({ sr: z.string(), en: z.string() });

export const SharedQuestionSchema = z
  .object({
    id: z.string(),
    by: z.enum(['mapping', 'host']),
    name: z.string().meta({ description: 'The mapping or the host that the feeds share.' }),
    rule: z
      .enum(contentRules)
      .nullable()
      .meta({ description: 'The rule that holds the values; null: a word is asked.' }),
    cause: z.enum(contentCauses).nullable().meta({ description: 'What the values probably are instead.' }),
    word: z
      .object({ field: z.string(), word: z.string() })
      .nullable()
      .meta({ description: 'The unknown word, and the field that it is read for.' }),
    feeds: z.array(z.string()),
    count: z.int().meta({ description: 'Values in doubt, or listings with the word.' }),
    sentence,
    next: sentence.meta({ description: 'How a command answers.' }),
  })
  .openapi('SharedQuestion');

export const QuestionLineSchema = z
  .object({
    feed: z.string(),
    connection: z.string(),
    external_id: z.string(),
    title: z.string().nullable(),
    field: z
      .string()
      .meta({ description: 'A field of the content guard, or the pointer of a word’s field.' }),
    value: z.string(),
    live: z.string().nullable().meta({ description: 'What stays live; null: nothing is.' }),
    change: sentence.meta({ description: 'What is live, and what the answer makes of it.' }),
  })
  .openapi('QuestionLine');

/** A question that several feeds share, in the form of `SharedQuestionSchema`. @param words what it asks, and how a command answers */
export function questionDocument(
  question: SharedQuestion,
  words: { sentence: Sentence; next: Sentence },
  nameOf: FeedNames,
): z.input<typeof SharedQuestionSchema> {
  const { id, by, name, matter, parts } = question;
  const count = lineCount(question);
  const isWord = matter.kind === 'word';
  return {
    ...{ id, by, name, count },
    rule: isWord ? null : matter.rule,
    cause: isWord ? null : matter.cause,
    word: isWord ? { field: fieldOf(matter.pointer), word: matter.word } : null,
    feeds: parts.map(({ feedId }) => nameOf(feedId) ?? String(feedId)),
    ...words,
  };
}

function fieldOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

/** A listing that an answer changes, in the form of `QuestionLineSchema`. @param change what is live, and what the answer makes of it */
export function questionLineDocument(
  line: QuestionLine,
  change: Sentence,
): z.input<typeof QuestionLineSchema> {
  const { feed, connectionId: connection, externalId: external_id, title, field, value, live } = line;
  return { feed, connection, external_id, title, field, value, live, change };
}
