import { createRoute, z } from '@hono/zod-openapi';
import type { Actor } from '../access/permissions.js';
import { fromCursor, toCursor } from './cursor.js';
import { feedNames, holdDocument, maybeIso } from './documents.js';
import { answers, body, byNumber, pageOf, paging, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema, HoldLineSchema, HoldSchema } from './schemas.js';
import { feedNamed, holdOf, storeFor } from './scope.js';

const only = z
  .array(z.string().max(300))
  .min(1)
  .optional()
  .openapi({ description: 'Of listings that nothing here knows: these alone.' });

/** What waits for a person’s decision. */
export function addHoldRoutes(app: Api, parts: ApiParts): void {
  addLists(app, parts);
  addDecisions(app, parts);
}

function addLists(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const list = createRoute({
    method: 'get',
    path: '/holds',
    summary: 'What waits for a decision; decided ones too with `state=all`',
    ...guard('read'),
    request: { query: z.object({ state: z.enum(['open', 'all']).default('open') }) },
    responses: answers('The holds.', z.object({ holds: z.array(HoldSchema) })),
  });
  app.openapi(list, async (c) => {
    const own = storeFor(c.get('actor'), store);
    const { state } = c.req.valid('query');
    const rows = state === 'all' ? await own.holds.all() : await own.holds.open({});
    const nameOf = feedNames(await own.feeds.all());
    return c.json({ holds: rows.map((hold) => holdDocument(hold, nameOf)) }, 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/holds/{id}',
    summary: 'A hold with its listings',
    ...guard('read'),
    request: { params: byNumber, query: z.object(paging) },
    responses: answers(
      'The hold and a page of its listings.',
      pageOf('listings', HoldLineSchema).extend({ hold: HoldSchema }),
    ),
  });
  app.openapi(one, async (c) => {
    const actor = c.get('actor');
    const { limit, cursor } = c.req.valid('query');
    const hold = await holdOf(c.req.valid('param').id, actor, store);
    const lines = (await store.holds.get(hold.id))?.lines ?? [];
    const from = fromCursor(cursor, z.int().min(0)) ?? 0;
    const shown = lines.slice(from, from + limit);
    const next_cursor = from + limit < lines.length ? toCursor(from + limit) : null;
    const listings = shown.map(({ externalId, title, lastSeenAt, reason }) => ({
      external_id: externalId,
      title,
      last_seen_at: maybeIso(lastSeenAt),
      reason,
    }));
    const nameOf = feedNames(await storeFor(actor, store).feeds.all());
    return c.json({ hold: holdDocument(hold, nameOf), listings, next_cursor }, 200);
  });
}

function addDecisions(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store } = deps.services;
  const approve = createRoute({
    method: 'post',
    path: '/holds/{id}/approve',
    summary: 'Take off exactly the listings that a hold shows, less those that came back',
    ...guard('decide'),
    request: {
      params: byNumber,
      body: body(
        z.object({
          expect: z
            .int()
            .min(0)
            .openapi({ description: 'How many it showed: if it shows others by now, nothing is done.' }),
          only,
          give_to: z.string().max(100).optional().openapi({
            description: 'Of a feed that is gone: its listings pass to this feed of the connection.',
          }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(approve, async (c) => {
    const actor = c.get('actor');
    const { expect, only: chosen, give_to: giveTo } = c.req.valid('json');
    const holdId = c.req.valid('param').id;
    const hold = await holdOf(holdId, actor, store);
    if (giveTo !== undefined) await feedNamed(giveTo, actor, store);
    const payload = { holdId, expect, only: chosen, giveTo };
    return c.json(await decide('approve', payload, hold.connectionId, actor), 200);
  });

  const reject = createRoute({
    method: 'post',
    path: '/holds/{id}/reject',
    summary: 'Keep the listings of a hold on the portal',
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
