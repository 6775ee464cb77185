import { createRoute, z } from '@hono/zod-openapi';
import { wordSubject, type FeedChange } from '../../../core/setup/feed-changes.js';
import { feedWords, type WordField } from '../../../inspect/feed-words.js';
import { wordTargets } from '../../../sync/decisions/word-target.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { Actor } from '../../access/permissions.js';
import { appliedSoon, changeFeed, keyOf, mappingOf } from './change-routes.js';
import { ApiError } from '../errors.js';
import { suggestionDocument } from '../schemas/documents.js';
import { FeedWordsSchema } from '../schemas/word-schemas.js';
import { answers, body, feedName, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { feedNamed } from '../scope.js';

const given = z.strictObject({
  table: z.string().max(100),
  word: z.string().min(1).max(500),
  key: z.string().max(200).nullable().openapi({
    description: 'A key of the field’s list, or another target of the table; null: left out on purpose.',
  }),
});

/** The words (values) of a feed and their meanings. */
export function addWordRoutes(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const list = createRoute({
    method: 'get',
    path: '/feeds/{name}/words',
    summary: 'The words of a feed by field: what they mean, who says so, what unknown ones may mean',
    ...guard('read'),
    request: {
      params: feedName,
      query: z.object({ unknown: z.enum(['true', 'false']).default('false') }),
    },
    responses: answers('By field; unknown words first.', FeedWordsSchema),
  });
  app.openapi(list, async (c) => {
    const { fields, feed } = await wordsOf(c.req.valid('param').name, c.get('actor'));
    const isUnknownOnly = c.req.valid('query').unknown === 'true';
    return c.json(document(feed, fields, isUnknownOnly), 200);
  });

  const set = createRoute({
    method: 'put',
    path: '/feeds/{name}/words',
    summary: 'Give words of a feed a meaning; `POST /feeds/{name}/changes/{id}/undo` takes one back',
    ...guard('decide'),
    request: { params: feedName, body: body(z.strictObject({ words: z.array(given).min(1).max(500) })) },
    responses: answers('Saved.', DoneSchema),
  });
  app.openapi(set, async (c) => {
    const actor = c.get('actor');
    const feed = await feedNamed(c.req.valid('param').name, actor, store);
    const { words } = c.req.valid('json');
    await requireKnown(feed, words);
    const changes = words.map(({ table, word, key }): FeedChange => ({
      kind: 'word',
      subject: wordSubject(table, word),
      value: key,
    }));
    await changeFeed(feed, changes, actor, deps);
    const some = words.length === 1 ? '1 word has' : `${words.length} words have`;
    return c.json({ message: `${some} a meaning. ${appliedSoon}` }, 200);
  });

  async function wordsOf(name: string, actor: Actor): Promise<{ feed: FeedRecord; fields: WordField[] }> {
    const feed = await feedNamed(name, actor, store);
    const mapping = await mappingOf(feed, deps);
    const changes = (await store.feedChanges.listed(keyOf(feed))).filter(({ undoneAt }) => undoneAt === null);
    return { feed, fields: await feedWords(feed, { ...mapping, changes }, store) };
  }

  /** @throws ApiError if a word cannot have its new meaning, because the portal does not know that meaning: the word would stay unmapped */
  async function requireKnown(feed: FeedRecord, words: readonly z.infer<typeof given>[]): Promise<void> {
    const { dictionary } = await mappingOf(feed, deps);
    const targetProblem = await wordTargets(store);
    const details = words.flatMap(({ table, word, key }, index) => {
      const path = `words.${index}`;
      const message = targetProblem({ table, word, key }, dictionary);
      return message === null ? [] : { path, message };
    });
    if (details.length > 0)
      throw new ApiError('bad_request', 'Nothing was saved: see `details`.', { details });
  }
}

function document(
  feed: FeedRecord,
  fields: readonly WordField[],
  isUnknownOnly: boolean,
): z.input<typeof FeedWordsSchema> {
  const shown = fields.map(({ words, ...field }) => ({
    ...field,
    words: words
      .filter(({ target }) => !isUnknownOnly || target === null)
      .map(({ suggestions, ...word }) => ({
        ...word,
        suggestions: suggestions.map(suggestionDocument),
      })),
  }));
  return {
    feed: feed.name,
    unknown: fields.flatMap(({ words }) => words).filter(({ target }) => target === null).length,
    fields: shown.filter(({ words }) => words.length > 0),
  };
}
