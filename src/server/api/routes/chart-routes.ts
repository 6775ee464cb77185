import { createRoute, z } from '@hono/zod-openapi';
import { delaySeries, itemSeries, sizeSeries } from '../../../inspect/series.js';
import { storedLimits } from '../../../store/facts/portal-limits.js';
import { connectionsOf } from '../../access/permissions.js';
import { iso } from '../../../documents/time.js';
import { ApiError } from '../errors.js';
import { DelayChartSchema, ItemsChartSchema, SizeChartSchema } from '../schemas/ops-schemas.js';
import { answers, type Api, type ApiParts } from './route-parts.js';
import { feedNamed, requireConnection } from '../scope.js';

const feed = z.string().max(100);
const daysMax = 90;
const hoursMax = 24 * 14;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** Series for charts. Days begin at midnight in the configured time zone. */
export function addChartRoutes(app: Api, parts: ApiParts): void {
  addSize(app, parts);
  addItems(app, parts);
  addDelay(app, parts);
}

function addSize(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/charts/size',
    summary: 'How large a feed was day by day, with what was taken off and held',
    ...guard('read'),
    request: { query: z.object({ feed, days: z.coerce.number().int().min(1).max(daysMax).default(30) }) },
    responses: answers('A point for each day.', SizeChartSchema),
  });
  app.openapi(route, async (c) => {
    const { feed: name, days } = c.req.valid('query');
    const { id } = await feedNamed(name, c.get('actor'), store);
    const now = clock.now();
    const since = now - days * dayMs;
    const runs = await store.figures.runsSince({ kind: 'poll', feedId: id }, since);
    const holds = await store.figures.holdsSince(id, since);
    return c.json({ feed: name, points: sizeSeries(runs, holds, { since, now, zone: deps.timezone }) }, 200);
  });
}

function addItems(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const { store, clock } = services;
  const route = createRoute({
    method: 'get',
    path: '/charts/items',
    summary: 'Listings sent and taken off, hour by hour, of a connection or of all of them',
    ...guard('read'),
    request: {
      query: z.object({
        connection: z.string().max(100).optional(),
        hours: z.coerce.number().int().min(1).max(hoursMax).default(48),
      }),
    },
    responses: answers('A point for each hour.', ItemsChartSchema),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const { connection, hours } = c.req.valid('query');
    if (connection === undefined && connectionsOf(actor) !== null)
      throw new ApiError('bad_request', 'Say which connection, with ?connection=ID.');
    const connectionId = connection === undefined ? undefined : requireConnection(connection, actor);
    const now = clock.now();
    const since = now - hours * hourMs;
    const runs = await store.figures.runsSince(
      { kind: 'push', ...(connectionId !== undefined && { connectionId }) },
      since,
    );
    const limit = connectionId === undefined ? null : ((await storedLimits(services))?.itemsPerHour ?? null);
    const points = itemSeries(runs, since, now).map(({ at, ...point }) => ({ hour: iso(at), ...point }));
    return c.json({ connection: connectionId ?? null, limit, points }, 200);
  });
}

/** Maximum number of delays that are read for a chart. */
const sampledMax = 2_000;

function addDelay(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/charts/delay',
    summary: 'Minutes from the file that has a change to the portal’s word that it is live, day by day',
    ...guard('read'),
    request: { query: z.object({ feed, days: z.coerce.number().int().min(1).max(daysMax).default(14) }) },
    responses: answers('A point for each day on which something became live.', DelayChartSchema),
  });
  app.openapi(route, async (c) => {
    const { feed: name, days } = c.req.valid('query');
    const { id } = await feedNamed(name, c.get('actor'), store);
    const delays = await store.figures.delays(id, clock.now() - days * dayMs, sampledMax);
    return c.json({ feed: name, points: delaySeries(delays, deps.timezone) }, 200);
  });
}
