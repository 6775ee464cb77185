import { createRoute, z } from '@hono/zod-openapi';
import { attention } from '../../../inspect/attention/listed-items.js';
import { feedQuality } from '../../../inspect/quality.js';
import { status, type BudgetWindow, type Status } from '../../../inspect/status.js';
import { unmappedWords } from '../../../inspect/unmapped.js';
import { mappingGains } from '../../../store/facts/mapping-gains.js';
import { storedLimits } from '../../../store/facts/portal-limits.js';
import type { FeedRecord } from '../../../model/feed.js';
import { connectionsOf, type Actor } from '../../access/permissions.js';
import { attentionContext } from '../../attention-context.js';
import type { ServerDeps } from '../../deps.js';
import { fromCursor, toCursor } from '../cursor.js';
import { connectionDocument } from '../../../documents/connection.js';
import { feedDocument, feedNames } from '../../../documents/feed.js';
import { describedRun } from '../schemas/ops-documents.js';
import { DescribedRunSchema } from '../schemas/ops-schemas.js';
import { attentionDocument, findingDocument, suggestionDocument } from '../schemas/documents.js';
import { answers, pageOf, paging, type Api, type ApiParts } from './route-parts.js';
import { ConnectionSchema, FeedSchema, runKinds } from '../../../documents/schemas.js';
import { AttentionSchema, FindingSchema, WordSchema } from '../schemas/schemas.js';
import { feedNamed, readableFor, storeFor } from '../scope.js';

const ofFeed = { feed: z.string().max(100).optional().openapi({ description: 'Only of this feed.' }) };
const count = z.int().min(0);

/** The current state: overview, feeds, runs, unmapped values and doubts about the feeds' content. */
export function addOverviewRoutes(app: Api, parts: ApiParts): void {
  addOverview(app, parts);
  addFeeds(app, parts);
  addRuns(app, parts);
  addContent(app, parts);
}

export async function statusFor(actor: Actor, { services }: ServerDeps): Promise<Status> {
  const { store, clock } = services;
  return status(storeFor(actor, store), await budgetWindow(services), clock.now());
}

export async function budgetWindow({
  store,
  protocol,
}: Pick<ServerDeps['services'], 'store' | 'protocol'>): Promise<BudgetWindow> {
  const itemsLimit = (await storedLimits({ store }))?.itemsPerHour ?? null;
  return { windowMs: protocol.item_window_seconds * 1000, itemsLimit };
}

function addOverview(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/overview',
    summary: 'Everything in a few numbers, and what waits for a person',
    ...guard('read'),
    responses: answers(
      'Of all agencies, or of one’s own.',
      z.object({
        feeds: count,
        listings: z.object({ published: count, pending: count, refused: count, invalid: count }),
        holds: count,
        connections: z.array(ConnectionSchema),
        attention: z.array(AttentionSchema),
      }),
    ),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { feeds, connections, holds } = await statusFor(actor, deps);
    const services = deps.running();
    const waiting = await attention(services.store, attentionContext(services), connectionsOf(actor));
    const sum = (name: 'published' | 'pending' | 'refused' | 'invalid'): number =>
      feeds.reduce((total, feed) => total + feed[name], 0);
    return c.json(
      {
        feeds: feeds.length,
        listings: {
          published: sum('published'),
          pending: sum('pending'),
          refused: sum('refused'),
          invalid: sum('invalid'),
        },
        holds: holds.length,
        connections: connections.map(connectionDocument),
        attention: waiting.map(attentionDocument),
      },
      200,
    );
  });
}

function addFeeds(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/feeds',
    summary: 'The feeds, those that are gone included',
    ...guard('read'),
    responses: answers('By name.', z.object({ feeds: z.array(FeedSchema) })),
  });
  app.openapi(route, async (c) => {
    const { feeds } = await statusFor(c.get('actor'), deps);
    const gains = await mappingGains(deps.services.store);
    return c.json({ feeds: feeds.map((feed) => feedDocument(feed, gains)) }, 200);
  });
}

function addRuns(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/runs',
    summary: 'Polls, pushes and comparisons, newest first, each with what it counted',
    ...guard('read'),
    request: {
      query: z.object({
        ...ofFeed,
        kind: z.enum(runKinds).optional(),
        since: z.iso
          .datetime({ offset: true })
          .optional()
          .openapi({ description: 'Begun at or after this.' }),
        until: z.iso.datetime({ offset: true }).optional().openapi({ description: 'Begun before this.' }),
        ...paging,
      }),
    },
    responses: answers('A page of them.', pageOf('runs', DescribedRunSchema)),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { feed, kind, since, until, limit, cursor } = c.req.valid('query');
    const before = fromCursor(cursor, z.int());
    const connectionIds = connectionsOf(actor);
    const rows = await store.runs.list({
      limit,
      ...(connectionIds !== null && { connectionIds }),
      ...(feed !== undefined && { feedId: (await feedNamed(feed, actor, store)).id }),
      ...(kind !== undefined && { kind }),
      ...(before !== null && { before }),
      ...(since !== undefined && { startedFrom: Date.parse(since) }),
      ...(until !== undefined && { startedBefore: Date.parse(until) }),
    });
    const nameOf = feedNames(await store.feeds.all());
    const next_cursor = rows.length < limit ? null : toCursor(rows.at(-1)?.id);
    return c.json({ runs: rows.map((run) => describedRun(run, nameOf)), next_cursor }, 200);
  });
}

function addContent(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const chosen = async (name: string | undefined, actor: Actor): Promise<FeedRecord[]> =>
    name === undefined ? storeFor(actor, store).feeds.all() : [await feedNamed(name, actor, store)];
  const readableBy = readableFor(deps);

  const words = createRoute({
    method: 'get',
    path: '/unmapped',
    summary: 'Unmapped values of the feeds, with suggestions',
    ...guard('read'),
    request: { query: z.object(ofFeed) },
    responses: answers('Most frequent first.', z.object({ words: z.array(WordSchema) })),
  });
  app.openapi(words, async (c) => {
    const actor = c.get('actor');
    const feeds = await chosen(c.req.valid('query').feed, actor);
    const dictionaryOf = async (name: string) => {
      const readable = await readableBy(actor, name);
      if (typeof readable === 'string') return null;
      return { dictionary: readable.mapping.dictionary, idPrefix: deps.idPrefixOf(name) };
    };
    const found = await unmappedWords(feeds, dictionaryOf, store);
    const documents = found.map(({ feed, field, table, word, count: records, samples, suggestions }) => ({
      feed,
      field,
      table,
      word,
      count: records,
      samples,
      suggestions: suggestions.map(suggestionDocument),
    }));
    return c.json({ words: documents }, 200);
  });

  const quality = createRoute({
    method: 'get',
    path: '/quality',
    summary: 'What looks wrong in the feeds',
    ...guard('read'),
    request: { query: z.object(ofFeed) },
    responses: answers('By feed, most frequent first.', z.object({ findings: z.array(FindingSchema) })),
  });
  app.openapi(quality, async (c) => {
    const findings = [];
    for (const feed of await chosen(c.req.valid('query').feed, c.get('actor')))
      for (const finding of await feedQuality(feed.id, store, deps.services.clock.now()))
        findings.push(findingDocument(feed, finding));
    return c.json({ findings }, 200);
  });
}
