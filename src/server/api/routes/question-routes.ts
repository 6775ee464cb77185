import { createRoute, z } from '@hono/zod-openapi';
import type { SharedQuestion } from '../../../core/content/shared-questions.js';
import { statePointer } from '../../../model/content.js';
import type { AnsweredWord } from '../../../sync/decisions/answer-word.js';
import { stateMeaning } from '../../../texts/state-choices.js';
import { fromCursor, toCursor } from '../cursor.js';
import { ApiError } from '../errors.js';
import { allQuestions, lineCard, meaningWords, questionCards, questionOf, versionOf } from '../questions.js';
import { QuestionLineCardSchema, SharedQuestionCardSchema } from '../schemas/question-schemas.js';
import { DoneSchema } from '../schemas/schemas.js';
import { answers, body, pageOf, paging, type Api, type ApiParts } from './route-parts.js';

const byId = z.object({ id: z.string().max(40) });
const meaning = z.string().max(200);

/** Questions that three or more feeds of one mapping or host share. Their lines are of several agencies: only staff may see them. */
export function addQuestionRoutes(app: Api, parts: ApiParts): void {
  addLists(app, parts);
  addAnswer(app, parts);
}

function addLists(app: Api, { deps, guard }: ApiParts): void {
  const list = createRoute({
    method: 'get',
    path: '/questions',
    summary: 'What three or more feeds of one mapping or host ask alike',
    ...guard('operate'),
    responses: answers(
      'The questions, those about most listings first.',
      z.object({ questions: z.array(SharedQuestionCardSchema) }),
    ),
  });
  app.openapi(list, async (c) => {
    const services = deps.running();
    return c.json({ questions: await questionCards(await allQuestions(services), services) }, 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/questions/{id}',
    summary: 'A question that several feeds share, with every listing that its answer changes',
    ...guard('operate'),
    request: {
      params: byId,
      query: z.object({
        ...paging,
        meaning: meaning.optional().openapi({
          description: 'Of a word: the meaning whose effect is shown.',
        }),
      }),
    },
    responses: answers(
      'The question and a page of its listings, by feed and id.',
      pageOf('lines', QuestionLineCardSchema).extend({ question: SharedQuestionCardSchema }),
    ),
  });
  app.openapi(one, async (c) => {
    const services = deps.running();
    const { limit, cursor, meaning: chosen } = c.req.valid('query');
    const shown = await questionOf(c.req.valid('param').id, services);
    const [question] = await questionCards([shown], services);
    if (question === undefined) throw new ApiError('not_found', 'There is no such question.');
    const from = fromCursor(cursor, z.int().min(0)) ?? 0;
    const words = meaningWords(shown.question, chosen);
    const lines = shown.lines.slice(from, from + limit).map((line) => lineCard(line, words));
    const next_cursor = from + lines.length < shown.lines.length ? toCursor(from + limit) : null;
    return c.json({ question, lines, next_cursor }, 200);
  });
}

function addAnswer(app: Api, { deps, guard, ask }: ApiParts): void {
  const answer = createRoute({
    method: 'post',
    path: '/questions/{id}/answer',
    summary: 'Answer a question that several feeds share, for all of them at once',
    ...guard('operate'),
    request: {
      params: byId,
      body: body(
        z.object({
          shown: z.string().max(40).openapi({
            description:
              'The version that was shown. Nothing is done if a listing came, went or changed since.',
          }),
          expect: z.int().min(0).nullable().default(null).openapi({
            description: 'Number of listings that were shown; required above `expect_above`.',
          }),
          meaning: meaning.nullable().optional().openapi({
            description: 'Of a word: a key of its list; null: it is left out on purpose. Of values: nothing.',
          }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(answer, async (c) => {
    const { shown: version, expect, meaning: chosen } = c.req.valid('json');
    const { question, lines } = await questionOf(c.req.valid('param').id, deps.running());
    const word = wordOf(question, chosen);
    if (versionOf(lines) !== version)
      throw new ApiError(
        'conflict',
        'The listings of this question changed since they were shown: nothing was changed. Look at them again.',
      );
    const { by, name } = question;
    const shown = lines.map(({ key }) => key);
    const payload = { of: 'question', by, name, word, shown, exact: true, expect };
    const changed = { what: 'feed', connection: null, feed: null } as const;
    return c.json(await ask({ kind: 'confirm', payload }, c.get('actor'), changed), 200);
  });
}

/** @throws ApiError if the meaning does not fit the question */
function wordOf({ matter }: SharedQuestion, chosen: string | null | undefined): AnsweredWord | null {
  if (matter.kind === 'values') {
    if (chosen === undefined) return null;
    throw new ApiError('bad_request', 'Only a word has a meaning: leave `meaning` out.');
  }
  const { pointer, word } = matter;
  if (chosen === undefined)
    throw new ApiError('bad_request', 'State what the word means: `meaning` is missing.');
  if (pointer === statePointer && (chosen === null || stateMeaning(chosen) === null))
    throw new ApiError('bad_request', 'This is no state of a listing: pick one of GET /vocabulary.');
  return { pointer, word, key: chosen };
}
