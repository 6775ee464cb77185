import { createRoute, z } from '@hono/zod-openapi';
import { iso } from '../../../documents/time.js';
import { ExpectedSchema } from '../schemas/ops-schemas.js';
import { answers, body, feedName, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { configuredFeed, feedNamed } from '../scope.js';

/** Removals announced beforehand, such as those at the end of a season. */
export function addExpectedRoutes(app: Api, { deps, guard, ask }: ApiParts): void {
  const { store, clock } = deps.services;
  const show = createRoute({
    method: 'get',
    path: '/feeds/{name}/expected',
    summary: 'What was announced to leave a feed, if anything',
    ...guard('read'),
    request: { params: feedName },
    responses: answers('The announcement that counts now.', ExpectedSchema),
  });
  app.openapi(show, async (c) => {
    const { id, name } = await feedNamed(c.req.valid('param').name, c.get('actor'), store);
    const open = await store.expectations.open(id, clock.now());
    if (open === null) return c.json({ feed: name, expected: null }, 200);
    const { removals, used, until, author, at } = open;
    return c.json(
      { feed: name, expected: { removals, used, until: iso(until), author, announced_at: iso(at) } },
      200,
    );
  });

  const announce = createRoute({
    method: 'put',
    path: '/feeds/{name}/expected',
    summary: 'Announce that listings will leave a feed, so that their removal needs no decision',
    ...guard('decide'),
    request: {
      params: feedName,
      body: body(
        z.strictObject({
          removals: z.int().min(1).max(100_000).openapi({ description: 'Maximum number of listings.' }),
          until: z.iso.datetime({ offset: true }).openapi({ description: 'When the announcement ends.' }),
        }),
      ),
    },
    responses: answers('Announced.', DoneSchema),
  });
  app.openapi(announce, async (c) => {
    const { removals, until } = c.req.valid('json');
    return c.json(await expect(c, { removals, until: Date.parse(until) }), 200);
  });

  const cancel = createRoute({
    method: 'delete',
    path: '/feeds/{name}/expected',
    summary: 'They are not expected any more',
    ...guard('decide'),
    request: { params: feedName },
    responses: answers('Taken back.', DoneSchema),
  });
  app.openapi(cancel, async (c) => c.json(await expect(c, null), 200));

  async function expect(
    c: {
      get: (key: 'actor') => Parameters<typeof ask>[1];
      req: { valid: (of: 'param') => { name: string } };
    },
    announced: { removals: number; until: number } | null,
  ) {
    const actor = c.get('actor');
    const { name, connectionId } = await configuredFeed(c.req.valid('param').name, actor, store);
    const payload = { feed: name, announced };
    return ask({ kind: 'expect', payload }, actor, { what: 'feed', connection: connectionId, feed: name });
  }
}
