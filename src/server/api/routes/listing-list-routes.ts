import { createRoute, z } from '@hono/zod-openapi';
import { staleBefore } from '../../../core/listing/stale.js';
import { count, presences } from '../../../documents/schemas.js';
import { isKeptBackAs } from '../../../inspect/attention/waits.js';
import { portalStates } from '../../../model/listing-states.js';
import { standings } from '../../../model/standing.js';
import { planFullCode } from '../../../model/wait-cause.js';
import type { ListingPageFilter, Store } from '../../../store/store.js';
import { failureCause } from '../../../texts/failure-causes.js';
import { connectionsOf, type Actor } from '../../access/permissions.js';
import type { ServerDeps } from '../../deps.js';
import { fromCursor, toCursor } from '../cursor.js';
import { listingPage, type ListingPageDeps } from '../listing-page.js';
import { totalOf } from '../listing-counts.js';
import { listingsCsv } from '../listings-csv.js';
import { DescribedListingSchema } from '../schemas/ops-schemas.js';
import { SentenceSchema } from '../schemas/sentence-schema.js';

import { feedNamed, readableFor, requireConnection, storeFor } from '../scope.js';
import { listingSorts, sortedListings, type Sorting } from '../sorted-listings.js';
import { answers, csvAnswers, pageOf, paging, type Api, type ApiParts } from './route-parts.js';

const key = z.object({ connectionId: z.string(), externalId: z.string() });
const record = z.object({ feedId: z.int(), sourceId: z.string() });
const position = z.union([key, record]);
const sortedPosition = z.union([
  z.object({ group: z.string(), after: key.nullable() }),
  key.extend({ value: z.union([z.string(), z.number(), z.null()]) }),
  record,
]);

const aboutKinds = ['foreign', 'taken_down', 'not_shown', 'plan_full', 'item_refused'] as const;

const filterQuery = z.object({
  connection: z.string().max(100).optional().openapi({ description: 'Only of this connection.' }),
  feed: z.string().max(100).optional().openapi({ description: 'Only of this feed.' }),
  standing: z.enum(standings).optional().openapi({ description: 'In this standing.' }),
  there: z.enum(['true']).optional().openapi({
    description:
      'Only listings of ours that the portal has, those that wait for a decision about their removal included.',
  }),
  code: z
    .string()
    .max(100)
    .optional()
    .openapi({ description: 'Only listings that the portal refused with this code.' }),
  about: z.enum(aboutKinds).optional().openapi({
    description:
      'Only listings that the attention item of this kind counts; of `plan_full` and `item_refused` with its `code`.',
  }),
  portal: z.enum(portalStates).optional().openapi({ description: 'In this state at the portal.' }),
  presence: z.enum(presences).optional().openapi({ description: 'In this state in the feed.' }),
  stale: z.enum(['true']).optional().openapi({
    description: 'Only ads that were untouched for 365 days, rentals for 90.',
  }),
  q: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: 'Text in title, address, id or code, or the link of the listing.' }),
});
type Filter = z.infer<typeof filterQuery>;

const sorts = listingSorts.flatMap((sort) => [sort, `-${sort}`] as const);
const sort = z.enum(sorts).optional().openapi({
  description:
    'By this; with `-`, the other way round. Listings without the value come last. Without it: by connection, then by id.',
});

const CountsSchema = z
  .object({
    total: count,
    codes: z.array(z.object({ code: z.string(), why: SentenceSchema, count })).meta({
      description: 'Whatever the filter, the most frequent first.',
    }),
  })
  .openapi('ListingCounts');

/** The list of listings: its pages in several orders, how many there are, and all of them as CSV. */
export function addListingListRoutes(app: Api, parts: ApiParts): void {
  addList(app, parts);
  addCounts(app, parts);
  addExport(app, parts);
}

function addList(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/listings',
    summary: 'Listings, where they stand and why, as cards',
    ...guard('read'),
    request: { query: filterQuery.extend({ sort, ...paging }) },
    responses: answers('By connection, then by id.', pageOf('listings', DescribedListingSchema)),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { sort: by, limit, cursor, ...filter } = c.req.valid('query');
    const now = deps.services.clock.now();
    const wanted = { ...(await wantedBy(filter, actor, deps)), limit };
    const page =
      by === undefined
        ? await listingPage(wanted, fromCursor(cursor, position), pageDeps(actor, deps), now)
        : await sortedListings(
            wanted,
            sortingOf(by),
            fromCursor(cursor, sortedPosition),
            pageDeps(actor, deps),
            now,
          );
    const next_cursor = page.next === null ? null : toCursor(page.next);
    return c.json({ listings: page.listings, next_cursor }, 200);
  });
}

function addCounts(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/listings/counts',
    summary: 'How many listings a filter finds, and the codes with which the portal refuses listings',
    ...guard('read'),
    request: { query: filterQuery },
    responses: answers('The counts.', CountsSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const wanted = await wantedBy(c.req.valid('query'), actor, deps);
    const own = storeFor(actor, store);
    return c.json({ total: await totalOf(wanted, own), codes: await refusalCodes(own) }, 200);
  });
}

/** The codes with which the portal refuses the listings of all the connections of this store. */
async function refusalCodes(store: Store) {
  const connections = await store.connections.all();
  const counts = new Map<string, number>();
  for (const { code, count: found } of await store.figures.refusals(connections.map(({ id }) => id)))
    if (code !== null) counts.set(code, (counts.get(code) ?? 0) + found);
  return [...counts]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([code, found]) => ({ code, why: failureCause(code).why, count: found }));
}

function addExport(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/listings.csv',
    summary: 'The same listings as CSV, all pages of them',
    ...guard('read'),
    request: {
      query: filterQuery.extend({
        sort,
        language: z.enum(['sr', 'en']).default('sr').openapi({ description: 'Of the reasons.' }),
      }),
    },
    responses: csvAnswers,
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { sort: by = 'agency', language, ...filter } = c.req.valid('query');
    const now = deps.services.clock.now();
    const wanted = await wantedBy(filter, actor, deps);
    const rows = listingsCsv(
      { wanted, sorting: sortingOf(by), language, base: deps.publicUrl ?? new URL(c.req.url).origin },
      pageDeps(actor, deps),
      now,
    );
    return c.body(streamOf(rows), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="listings.csv"',
    });
  });
}

/** A stream that reads on only as fast as the client takes it. */
function streamOf(texts: AsyncIterator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return?.(undefined);
    },
  });
}

function sortingOf(by: (typeof sorts)[number]): Sorting {
  const isDescending = by.startsWith('-');
  const name = isDescending ? by.slice(1) : by;
  return { sort: listingSorts.find((each) => each === name) ?? 'agency', isDescending };
}

/** @throws ApiError for a connection or feed that the account may not see */
async function wantedBy(
  { connection, feed, standing, there, code, about, portal, presence, stale, q }: Filter,
  actor: Actor,
  { services: { store, clock } }: ServerDeps,
): Promise<Omit<ListingPageFilter, 'after' | 'limit'>> {
  const connectionIds =
    connection === undefined ? connectionsOf(actor) : [requireConnection(connection, actor)];
  return {
    connectionIds,
    feedId: feed === undefined ? undefined : (await feedNamed(feed, actor, store)).id,
    standing,
    there: there === undefined ? undefined : true,
    portal: portal === undefined ? undefined : [portal],
    presence: presence === undefined ? undefined : [presence],
    text: q === undefined || q.trim() === '' ? undefined : q,
    untouchedSince: stale === undefined ? undefined : staleBefore(clock.now()),
    ...(await aboutItem(about, code, connectionIds, store)),
  };
}

export function pageDeps(actor: Actor, deps: ServerDeps): ListingPageDeps {
  const readable = readableFor(deps);
  return {
    ...{ store: storeFor(actor, deps.services.store), spool: deps.services.spool },
    idPrefixOf: deps.idPrefixOf,
    itemWindowMs: deps.services.protocol.item_window_seconds * 1000,
    readable: (name) => readable(actor, name),
  };
}

/** The filter for what an attention item counts. What was not sent yet, the outbox knows. */
async function aboutItem(
  about: (typeof aboutKinds)[number] | undefined,
  code: string | undefined,
  connectionIds: readonly string[] | null,
  store: Store,
): Promise<Pick<ListingPageFilter, 'about' | 'code' | 'either'>> {
  if (about !== 'plan_full' && about !== 'item_refused') return { about, code };
  const parked = await store.outbox.parked(connectionIds);
  const keys = parked.filter(({ waits }) => isKeptBackAs(about, code ?? null, waits));
  return { either: { keys, code: about === 'plan_full' ? planFullCode : null } };
}
