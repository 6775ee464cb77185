import { holdLineDocument } from '../../../documents/hold.js';
import { createRoute, z } from '@hono/zod-openapi';
import { maskContacts } from '../../../core/content/find-contacts.js';
import { agencyName } from '../../../inspect/attention/agency-name.js';
import { countBy } from '../../../inspect/standing-counts.js';
import { isLeaving, isThere } from '../../../model/standing.js';
import type { Hold } from '../../../model/hold.js';
import { holdKinds } from '../../../model/listing-states.js';
import type { Store } from '../../../store/store.js';
import type { Actor } from '../../access/permissions.js';
import { cardsOf } from '../cards.js';
import { fromCursor, toCursor } from '../cursor.js';
import { feedNames } from '../../../documents/feed.js';
import { notFound } from '../errors.js';
import { holdDetail } from '../schemas/ops-documents.js';
import { doubtsOfHold } from '../../../inspect/hold-doubts.js';
import { doubtPage } from '../doubts.js';
import { DoubtCardSchema, HoldCardSchema, HoldDetailSchema, QuestionSchema } from '../schemas/ops-schemas.js';
import { answers, body, byNumber, pageOf, paging, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { feedNamed, holdOf, requireConnection, storeFor } from '../scope.js';

const only = z
  .array(z.string().max(300))
  .min(1)
  .optional()
  .openapi({ description: 'Only these listings, of a hold for listings that are unknown here.' });

/** Holds: listings and files that need a decision. */
export function addHoldRoutes(app: Api, parts: ApiParts): void {
  addLists(app, parts);
  addDecisions(app, parts);
}

function addLists(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const list = createRoute({
    method: 'get',
    path: '/holds',
    summary: 'What waits for a decision; decided ones too with `state=all`',
    ...guard('read'),
    request: {
      query: z.object({
        state: z.enum(['open', 'all']).default('open'),
        connection: z.string().max(100).optional(),
        feed: z.string().max(100).optional(),
        kind: z.enum(holdKinds).optional(),
      }),
    },
    responses: answers('The holds.', z.object({ holds: z.array(HoldDetailSchema) })),
  });
  app.openapi(list, async (c) => {
    const actor = c.get('actor');
    const { state, connection, feed, kind } = c.req.valid('query');
    const own = storeFor(actor, store);
    const of = connection === undefined ? null : requireConnection(connection, actor);
    const feedId = feed === undefined ? null : (await feedNamed(feed, actor, store)).id;
    const rows = (state === 'all' ? await own.holds.all() : await own.holds.open({})).filter(
      (hold) =>
        (of === null || hold.connectionId === of) &&
        (feedId === null || hold.feedId === feedId) &&
        (kind === undefined || hold.kind === kind),
    );
    return c.json({ holds: await details(rows, own) }, 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/holds/{id}',
    summary: 'A hold with its listings, or values in doubt, as cards: price, place, photo',
    ...guard('read'),
    request: { params: byNumber, query: z.object(paging) },
    responses: answers(
      'The hold and a page of its listings; of a hold of kind `content`, a page of the values in doubt.',
      pageOf('listings', HoldCardSchema).extend({
        hold: HoldDetailSchema,
        doubts: z.array(DoubtCardSchema),
        questions: z.array(QuestionSchema),
      }),
    ),
  });
  app.openapi(one, async (c) => {
    const actor = c.get('actor');
    const { limit, cursor } = c.req.valid('query');
    const row = await holdOf(c.req.valid('param').id, actor, store);
    const [hold] = await details([row], storeFor(actor, store));
    if (hold === undefined) throw notFound('hold');
    if (row.kind === 'content') {
      const now = clock.now();
      const doubts = await doubtsOfHold(row, store, now);
      const page = await doubtPage(doubts, { limit, cursor }, { store, now });
      return c.json({ hold, listings: [], ...page }, 200);
    }
    const from = fromCursor(cursor, z.int().min(0)) ?? 0;
    const lines = await store.figures.holdLines(row.id, { from, limit });
    const next_cursor =
      from + lines.length < row.lineCount && lines.length > 0 ? toCursor(from + limit) : null;
    const listings = await holdCards(row.connectionId, lines, store);
    return c.json({ hold, listings, doubts: [], questions: [], next_cursor }, 200);
  });
}

async function details(rows: readonly Hold[], store: Store): Promise<z.input<typeof HoldDetailSchema>[]> {
  const nameOf = feedNames(await store.feeds.all());
  const names = new Map((await store.connections.all()).map((row) => [row.id, agencyName(row, row.id)]));
  const renames = await store.figures.renameCounts(rows.map(({ id }) => id));
  const agencyOf = (id: string): string => names.get(id) ?? id;
  const standings = await store.figures.standings([...new Set(rows.map(({ connectionId }) => connectionId))]);
  const there = countBy(standings, (one) => isThere(one) && !isLeaving(one));
  return rows.map((hold) =>
    holdDetail(hold, {
      ...{ nameOf, agencyOf, renames: renames.get(hold.id) ?? 0 },
      onPortal: there.get(hold.connectionId) ?? 0,
    }),
  );
}

async function holdCards(
  connectionId: string,
  lines: Awaited<ReturnType<Store['figures']['holdLines']>>,
  store: Store,
): Promise<z.input<typeof HoldCardSchema>[]> {
  const ids = lines.map(({ externalId }) => externalId);
  const cards = await cardsOf(connectionId, ids, store);
  const rows = new Map((await store.listings.getMany(connectionId, ids)).map((row) => [row.externalId, row]));
  return lines.map((line) => {
    const { externalId, renamedTo } = line;
    const row = rows.get(externalId);
    return {
      ...holdLineDocument(line, maskContacts(line.title)),
      presence: row?.presence ?? null,
      portal: row?.portal ?? null,
      public_url: row?.publicUrl ?? null,
      renamed_to: renamedTo,
      card: cards.get(externalId) ?? null,
    };
  });
}

function addDecisions(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store } = deps.services;
  const approve = createRoute({
    method: 'post',
    path: '/holds/{id}/approve',
    summary:
      'Remove exactly the listings that a hold shows, except those that came back; confirm the values in doubt',
    ...guard('decide'),
    request: {
      params: byNumber,
      body: body(
        z.object({
          expect: z.int().min(0).openapi({
            description:
              'Number of listings that the hold showed. If the number differs by now, nothing is done.',
          }),
          only,
          rekey: z.boolean().optional().openapi({
            description:
              'For a file with renamed ids: a listing that matches a record gets the id of the record.',
          }),
          hide_until: z.iso.datetime({ offset: true }).optional().openapi({
            description:
              'For removals: the listings are hidden and keep their ids, instead of being removed. They come back as soon as the feed has them again; at this time the removal of the others is asked about again.',
          }),
          give_to: z.string().max(100).optional().openapi({
            description: 'For a removed feed: its listings pass to this feed of the same connection.',
          }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(approve, async (c) => {
    const actor = c.get('actor');
    const { expect, only: chosen, rekey, give_to: giveTo, hide_until } = c.req.valid('json');
    const holdId = c.req.valid('param').id;
    const hold = await holdOf(holdId, actor, store);
    if (giveTo !== undefined) await feedNamed(giveTo, actor, store);
    const hideUntil = hide_until === undefined ? undefined : Date.parse(hide_until);
    const payload = { holdId, expect, only: chosen, giveTo, rekey, hideUntil };
    return c.json(await decide('approve', payload, hold.connectionId, actor), 200);
  });

  const reject = createRoute({
    method: 'post',
    path: '/holds/{id}/reject',
    summary: 'Keep the listings of a hold on the portal, or what is live instead of the values in doubt',
    ...guard('decide'),
    request: { params: byNumber, body: body(z.object({ only })) },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(reject, async (c) => {
    const actor = c.get('actor');
    const holdId = c.req.valid('param').id;
    const hold = await holdOf(holdId, actor, store);
    const payload = { holdId, expect: null, only: c.req.valid('json').only };
    return c.json(await decide('reject', payload, hold.connectionId, actor), 200);
  });

  const decide = (
    kind: 'approve' | 'reject',
    payload: Record<string, unknown>,
    connection: string,
    actor: Actor,
  ) => ask({ kind, payload }, actor, { what: 'holds', connection, feed: null });
}
