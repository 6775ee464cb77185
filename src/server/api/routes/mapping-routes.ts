import { createRoute, z } from '@hono/zod-openapi';
import { wordSubject, type FeedChange } from '../../../core/setup/feed-changes.js';
import { appliedSoon, changeWriter, changeFeed, keyOf, mappingOf } from './change-routes.js';
import { ApiError } from '../errors.js';
import { proposalDocument } from '../schemas/proposal-document.js';
import { ProposalSchema } from '../schemas/proposal-schemas.js';
import { MappingCheckSchema, MappingSchema } from '../schemas/word-schemas.js';
import { connectionEnd } from '../../../platform/http/http-server.js';
import { createTurns } from '../turns.js';
import { answers, body, feedName, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { feedNamed } from '../scope.js';

const textMax = 200_000;
const changesShown = 100;

const part = z.record(z.string(), z.unknown()).optional();
const changed = z.strictObject({
  text: z
    .string()
    .max(textMax)
    .nullable()
    .optional()
    .openapi({ description: 'Replaces the text of the mapping; null: the file is in force again.' }),
  tables: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  unmapped: part,
  constants: part,
  answers: part,
});

/**
 * Adds the routes that show, check and change the mapping of a feed. Another route, `POST /feeds/{name}/mapping/preview`, reports before a change
 * which listings it would send again or make invalid, and how much of the hourly item budget it would spend.
 */
export function addMappingRoutes(app: Api, parts: ApiParts): void {
  addShow(app, parts);
  addChange(app, parts);
  addCheck(app, parts);
  addProposal(app, parts);
}

function addShow(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/feeds/{name}/mapping',
    summary:
      'How a feed is read: the mapping in force, the agency’s tables and answers over it, and who changed what',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('As it is in force.', MappingSchema),
  });
  app.openapi(route, async (c) => {
    const feed = await feedNamed(c.req.valid('param').name, c.get('actor'), store);
    const { isOwn, hasFile, dictionary: _dictionary, lists: _lists, ...shown } = await mappingOf(feed, deps);
    const page = { before: null, limit: changesShown };
    const changes = (await store.feedChanges.listed(keyOf(feed), page)).map(await changeWriter(store));
    return c.json({ feed: feed.name, ...shown, own: isOwn, has_file: hasFile, changes }, 200);
  });
}

function addChange(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'put',
    path: '/feeds/{name}/mapping',
    summary: 'Change how a feed is read: the whole text, or words, constants and policies over it',
    ...guard('decide'),
    request: { params: feedName, body: body(changed) },
    responses: answers('Saved.', DoneSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const feed = await feedNamed(c.req.valid('param').name, actor, store);
    const changes = changesOf(c.req.valid('json'));
    // An agency states a fact during setup, where its full sentence is shown and the name of the person who states it is recorded.
    if (actor.account.role === 'agency' && changes.some(({ kind }) => kind === 'answer'))
      throw new ApiError(
        'forbidden',
        'An answer is a statement: give it where its whole sentence stands, or contact the operator of the import.',
      );
    if (changes.length === 0) throw new ApiError('bad_request', 'Say what is to be changed.');
    await changeFeed(feed, changes, actor, deps);
    return c.json({ message: `The mapping of feed ${feed.name} is saved. ${appliedSoon}` }, 200);
  });
}

function changesOf({
  text,
  tables = {},
  unmapped = {},
  constants = {},
  answers: stated = {},
}: z.infer<typeof changed>): FeedChange[] {
  const named = (kind: FeedChange['kind'], entries: Record<string, unknown>): FeedChange[] =>
    Object.entries(entries).map(([subject, value]) => ({ kind, subject, value }));
  return [
    ...(text === undefined ? [] : [{ kind: 'mapping' as const, subject: '', value: text }]),
    ...Object.entries(tables).flatMap(([table, words]) =>
      Object.entries(words).map(([word, value]) => ({
        kind: 'word' as const,
        subject: wordSubject(table, word),
        value,
      })),
    ),
    ...named('unmapped', unmapped),
    ...named('constant', constants),
    ...named('answer', stated),
  ];
}

/** Checks that may run or wait, of all accounts and of one account. An editor requests checks while its user types. */
const checksMax = { all: 100, each: 4 } as const;

function addCheck(app: Api, { deps, guard }: ApiParts): void {
  const turns = createTurns(checksMax, deps.services.clock);
  const route = createRoute({
    method: 'post',
    path: '/feeds/{name}/mapping/check',
    summary: 'Check a text of a mapping: every mistake with its line and column, and what in it does nothing',
    ...guard('decide'),
    request: { params: feedName, body: body(z.strictObject({ text: z.string().max(textMax) })) },
    responses: answers('What was found.', MappingCheckSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const feed = await feedNamed(c.req.valid('param').name, actor, deps.services.store);
    const by = { agency: feed.connectionId, account: actor.account.id };
    const { text } = c.req.valid('json');
    // The editor drops a check as soon as its text has changed.
    const checked = turns.run(by, () => deps.mappings.check(feed, text), connectionEnd(c.req.raw));
    if (checked === null)
      throw new ApiError('too_many', 'Too many texts are being checked. Ask again in a moment.', {
        retryAfterMs: 5_000,
      });
    const { name, problems } = await checked;
    return c.json({ ok: problems.every(({ severity }) => severity !== 'error'), name, problems }, 200);
  });
}

/** Proposals that may be made or wait, of all accounts and of one account. */
const proposalsMax = { all: 20, each: 1 } as const;

function addProposal(app: Api, { deps, guard }: ApiParts): void {
  const turns = createTurns(proposalsMax, deps.services.clock);
  const route = createRoute({
    method: 'get',
    path: '/feeds/{name}/mapping/proposal',
    summary:
      'A mapping that is proposed for the feed’s last file, as `feedsync init` proposes it; nothing is changed',
    ...guard('operate'),
    request: { params: feedName },
    responses: answers('The proposal.', ProposalSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const feed = await feedNamed(c.req.valid('param').name, actor, deps.services.store);
    const by = { agency: feed.connectionId, account: actor.account.id };
    const turn = turns.run(by, () => deps.mappings.propose(feed));
    if (turn === null)
      throw new ApiError('too_many', 'Too many mappings are being proposed. Ask again in a moment.', {
        retryAfterMs: 5_000,
      });
    const proposal = await turn;
    if (typeof proposal === 'string') throw new ApiError('conflict', proposal);
    return c.json(proposalDocument(proposal), 200);
  });
}
