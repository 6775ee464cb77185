import { createRoute, z } from '@hono/zod-openapi';
import { agencyName } from '../../../inspect/attention/agency-name.js';
import { readingOf } from '../../../inspect/reading-text.js';
import type { FeedRecord } from '../../../model/feed.js';
import type { DaemonRequest } from '../../../model/daemon-request.js';
import { authorOf, connectionsOf } from '../../access/permissions.js';
import { describedFeed } from '../schemas/ops-documents.js';
import { ApiError, notFound } from '../errors.js';
import { tileCounts } from '../listing-counts.js';
import { addRequest, readRequest, type RequestForm } from '../requests.js';
import { isPollOf, nextRequestAt, recentRequests } from '../requested-polls.js';
import { readingDocument } from '../schemas/ops-documents.js';
import { lineDocument } from '../schemas/proposal-document.js';
import { CheckSchema } from '../schemas/ops-schemas.js';
import { statusFor } from './overview-routes.js';
import { answers, body, feedName, type Api, type ApiParts } from './route-parts.js';
import { DescribedFeedSchema, TileCountsSchema } from '../schemas/ops-schemas.js';
import { DoneSchema, TrialSchema } from '../schemas/schemas.js';
import { trialDocument } from '../../../documents/trial.js';
import { asJson } from '../schemas/documents.js';
import { configuredFeed, feedNamed } from '../scope.js';
import { mappingGains } from '../../../store/facts/mapping-gains.js';
import { createTurns } from '../turns.js';

const FeedDetailSchema = DescribedFeedSchema.extend({
  agency: z
    .string()
    .meta({ description: 'The agency’s name; the id of a connection that was not read yet.' }),
  address: z.string().nullable().meta({
    description: 'Where the feed is read, without credentials; null while it is not configured.',
  }),
  listings: TileCountsSchema,
}).openapi('FeedDetail');

/** Previews that may run or wait, of all accounts and of one account. Few are allowed, because a preview reads a whole file. */
const previewsMax = { all: 40, each: 3 } as const;

/** One feed: its state, polling it now, pausing, resuming and retiring it, and previews of changes to its mapping. */
export function addFeedRoutes(app: Api, parts: ApiParts): void {
  addFeed(app, parts);
  addPolls(app, parts);
  addLife(app, parts);
  addPreview(app, parts);
}

function addFeed(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/feeds/{name}',
    summary: 'One feed',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('How it stands.', FeedDetailSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { store, currentFeed } = deps.services;
    const { id, connectionId } = await feedNamed(c.req.valid('param').name, actor, store);
    const found = (await statusFor(actor, deps)).feeds.find(({ feed }) => feed.id === id);
    if (found === undefined) throw notFound('feed');
    const known = {
      agency: agencyName(await store.connections.get(connectionId), connectionId),
      address: (await currentFeed(id))?.shownUrl ?? null,
      listings: await tileCounts({ connectionIds: [connectionId], feedId: id }, store),
    };
    return c.json({ ...describedFeed(found, await mappingGains(store)), ...known }, 200);
  });
}

function addPolls(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const ask = createRoute({
    method: 'post',
    path: '/feeds/{name}/poll',
    summary: 'Read a feed now, after an export: at most once a minute, whatever the daemon reads by itself',
    ...guard('poll'),
    request: { params: feedName },
    responses: answers('Asked for; `GET /feeds/{name}/polls/{id}` says what came of it.', CheckSchema),
  });
  app.openapi(ask, async (c) => {
    const actor = c.get('actor');
    const feed = await feedNamed(c.req.valid('param').name, actor, store);
    const waiting = (await store.intents.pending()).find((intent) => isPollOf(intent, feed));
    if (waiting !== undefined) return c.json(checkDocument(waiting, feed), 200);
    if (feed.life !== 'active' && feed.life !== 'stalled')
      throw new ApiError(
        'conflict',
        `Feed ${feed.name} is ${feed.life}, so it is not read. Nothing was done.`,
      );
    const now = clock.now();
    const restMs = (nextRequestAt(feed, await recentRequests(store, now)) ?? now) - now;
    if (restMs > 0)
      throw new ApiError(
        'too_many',
        `Feed ${feed.name} was asked for less than a minute ago. Ask again later.`,
        {
          retryAfterMs: restMs,
        },
      );
    const payload = { connectionId: feed.connectionId, feeds: [feed.name], dryRun: false };
    const line = { action: 'poll', subject: `feed ${feed.id}`, data: { connection: feed.connectionId } };
    const asked = await addRequest(store, { kind: 'sync', payload, author: authorOf(actor), now }, line);
    deps.wake();
    return c.json(checkDocument(asked, feed), 200);
  });

  const look = createRoute({
    method: 'get',
    path: '/feeds/{name}/polls/{id}',
    summary: 'What came of a poll that was asked for',
    ...guard('poll'),
    request: { params: feedName.extend({ id: z.coerce.number().int().min(1) }) },
    responses: answers('Waiting, or what came of it.', CheckSchema),
  });
  app.openapi(look, async (c) => {
    const { name, id } = c.req.valid('param');
    const feed = await feedNamed(name, c.get('actor'), store);
    const intent = await store.intents.get(id);
    if (intent === null || !isPollOf(intent, feed)) throw notFound('poll');
    return c.json(checkDocument(intent, feed), 200);
  });

  /** The document of the request. Once the daemon has served the request, the document has a sentence that says what the file showed. */
  function checkDocument(intent: DaemonRequest, feed: FeedRecord): z.input<typeof CheckSchema> {
    const { document, report } = readRequest(intent, pollForm);
    const known = { ...document, feed: feed.name };
    const poll = report?.polls[0];
    if (poll === undefined || intent.doneAt === null) return { ...known, reading: null };
    const ended = { ...poll, startedAt: intent.createdAt, endedAt: intent.doneAt };
    return {
      ...known,
      reading: readingDocument(readingOf(feed, ended, deps.timezone, clock.now(), { asked: true })),
    };
  }
}

const runStates = ['running', 'done', 'unchanged', 'stalled', 'deferred', 'held', 'failed'] as const;
const reportSchema = z.object({
  polls: z.array(
    z.object({
      state: z.enum(runStates),
      message: z.string(),
      balance: z.record(z.string(), z.number()).default({}),
    }),
  ),
  problems: z.array(z.string()),
});
const pollForm: RequestForm<z.infer<typeof reportSchema>> = {
  report: reportSchema,
  outcomeOf: ({ polls: [poll], problems }) =>
    poll ?? { state: 'failed', message: problems[0] ?? 'It was not read.' },
  waiting: 'It is being read, or waits for its turn.',
  failed: 'It could not be read; the log says why.',
};

function addLife(app: Api, { deps, guard, ask }: ApiParts): void {
  const changes = [
    ['pause', 'decide', 'Read it no more until it is resumed; its listings stay as they are'],
    ['resume', 'decide', 'Read it again'],
    ['retire', 'operate', 'Read it no more for good, and ask what shall become of its listings'],
  ] as const;
  for (const [kind, need, summary] of changes) {
    const route = createRoute({
      method: 'post',
      path: `/feeds/{name}/${kind}`,
      summary,
      ...guard(need),
      request: { params: feedName },
      responses: answers('Done.', DoneSchema),
    });
    app.openapi(route, async (c) => {
      const actor = c.get('actor');
      const { store } = deps.services;
      const { name, connectionId } = await configuredFeed(c.req.valid('param').name, actor, store);
      const changed = { what: 'feed', connection: connectionId, feed: name } as const;
      return c.json(await ask({ kind, payload: { feed: name } }, actor, changed), 200);
    });
  }
}

function addPreview(app: Api, { deps, guard }: ApiParts): void {
  const part = z.record(z.string(), z.unknown()).optional();
  const route = createRoute({
    method: 'post',
    path: '/feeds/{name}/mapping/preview',
    summary:
      'What other words and answers would make of the last file, and what that costs; nothing is changed',
    ...guard('decide'),
    request: {
      params: feedName,
      body: body(
        z.strictObject({
          tables: part,
          unmapped: part,
          constants: part,
          answers: part,
          where: z.string().max(2000).nullable().optional(),
          text: z
            .string()
            .max(200_000)
            .optional()
            .openapi({ description: 'A mapping text in place of the one in force.' }),
          limit: z.int().min(0).max(100).default(20).openapi({ description: 'Number of listings shown.' }),
        }),
      ),
    },
    responses: answers('What came of it.', TrialSchema),
  });
  const turns = createTurns(previewsMax, deps.services.clock);
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const feed = await feedNamed(c.req.valid('param').name, actor, deps.services.store);
    const { limit, ...trial } = c.req.valid('json');
    const by = { agency: feed.connectionId, account: actor.account.id };
    const turn = turns.run(by, () => deps.tryFeed(feed, trial, limit));
    if (turn === null)
      throw new ApiError('too_many', 'Too many are being tried out. Ask again in a moment.', {
        retryAfterMs: 5_000,
      });
    const tried = await turn;
    if (typeof tried === 'string') throw new ApiError('conflict', tried);
    const document = trialDocument(tried, asJson);
    const isStaff = connectionsOf(actor) === null;
    const lines = tried.preview.lines.map((line) => lineDocument(line, isStaff));
    return c.json({ ...document, preview: { ...document.preview, lines } }, 200);
  });
}
