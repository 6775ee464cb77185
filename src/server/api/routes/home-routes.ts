import { createRoute, z } from '@hono/zod-openapi';
import { agencyHome, type AgencyHome } from '../../../inspect/agency-home.js';
import { Facts } from '../../../inspect/attention/facts.js';
import { connectionTurns } from '../../../inspect/connection-turn.js';
import { installation } from '../../../inspect/installation.js';
import { wholeSituation } from '../../../inspect/situation.js';
import { status } from '../../../inspect/status.js';
import { groupBy } from '../../../model/group-by.js';
import { connectionsOf, type Actor } from '../../access/permissions.js';
import { attentionContext } from '../../attention-context.js';
import { agencyReport, ReportSchema } from '../agency-report.js';
import { ApiError, notFound } from '../errors.js';
import { nextRequestAt, recentRequests } from '../requested-polls.js';
import { connectionDetail, homeDocument, situationDocument } from '../schemas/ops-documents.js';
import {
  ConnectionDetailSchema,
  HomeSchema,
  InstallationSchema,
  SituationSchema,
} from '../schemas/ops-schemas.js';
import { pageDeps } from './listing-list-routes.js';
import { budgetWindow, statusFor } from './overview-routes.js';
import { answers, body, type Api, type ApiParts } from './route-parts.js';
import { DoneSchema } from '../schemas/schemas.js';
import { requireConnection, storeFor } from '../scope.js';

/** The first page of an agency, the situation of all agencies for operators, how far the installation has come, and connections with who has to act next. */
export function addHomeRoutes(app: Api, parts: ApiParts): void {
  addSituation(app, parts);
  addClosing(app, parts);
  addInstallation(app, parts);
  addHome(app, parts);
  addReport(app, parts);
  addConnections(app, parts);
}

function addSituation(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/situation',
    summary: 'All agencies by cause: what is the matter, whom it concerns, who settles it',
    ...guard('operate'),
    responses: answers('One line for each cause, and the numbers of everything.', SituationSchema),
  });
  app.openapi(route, async (c) => {
    const services = deps.running();
    const context = attentionContext(services);
    const found = await wholeSituation(services.store, await budgetWindow(services), context);
    return c.json(situationDocument(found), 200);
  });
}

function addClosing(app: Api, { guard, ask }: ApiParts): void {
  const route = createRoute({
    method: 'post',
    path: '/attention/close',
    summary:
      'Close an item that its agency has not answered for 14 days; it comes back only if its cause opens again',
    ...guard('operate'),
    request: {
      body: body(
        z.object({
          cause: z.string().max(300).openapi({ description: '`closes` of GET /situation.' }),
          reason: z.string().trim().min(1).max(500).openapi({ description: 'Why, for the record.' }),
        }),
      ),
    },
    responses: answers('Done.', DoneSchema),
  });
  app.openapi(route, async (c) => {
    const payload = c.req.valid('json');
    const changed = { what: 'holds', connection: null, feed: null } as const;
    return c.json(await ask({ kind: 'close_item', payload }, c.get('actor'), changed), 200);
  });
}

function addInstallation(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/installation',
    summary: 'What a new installation needs, and what of it is done',
    ...guard('administer'),
    responses: answers('Step by step.', InstallationSchema),
  });
  app.openapi(route, async (c) => {
    const { store, notices, backups } = deps.running();
    const taken = await installation(store, {
      publicUrl: deps.publicUrl,
      sendsMail: notices.settings !== null && notices.settings.mail !== null,
      makesBackups: backups.cron !== null,
    });
    return c.json({ steps: taken.map(({ step, isDone }) => ({ step, done: isDone })) }, 200);
  });
}

/** An account that sees all agencies must name the connection. */
function addHome(app: Api, { deps, guard }: ApiParts): void {
  const { store } = deps.services;
  const route = createRoute({
    method: 'get',
    path: '/home',
    summary: 'An agency’s first page: one line, and what waits for it; operators name the connection',
    ...guard('read'),
    request: { query: z.object({ connection: z.string().max(100).optional() }) },
    responses: answers('One for each connection.', z.object({ homes: z.array(HomeSchema) })),
  });
  app.openapi(route, async (c) => {
    const homes = await homesOf(c.req.valid('query').connection, c.get('actor'), deps);
    const requests = await recentRequests(store, deps.services.clock.now());
    const documents = homes.map((home) => homeDocument(home, (feed) => nextRequestAt(feed, requests)));
    return c.json({ homes: documents }, 200);
  });
}

/** How the listings of agencies stand, to print. */
function addReport(app: Api, { deps, guard }: ApiParts): void {
  const route = createRoute({
    method: 'get',
    path: '/report',
    summary: 'How an agency’s listings stand, with the first of each part; operators name the connection',
    ...guard('read'),
    request: { query: z.object({ connection: z.string().max(100).optional() }) },
    responses: answers('One for each connection.', z.object({ reports: z.array(ReportSchema) })),
  });
  app.openapi(route, async (c) => {
    const actor = c.get('actor');
    const reports = [];
    for (const home of await homesOf(c.req.valid('query').connection, actor, deps))
      reports.push(await agencyReport(home, pageDeps(actor, deps), deps.services.clock.now()));
    return c.json({ reports }, 200);
  });
}

/** The first pages of an account's agencies, or of one. @throws ApiError where the account may not see it, or sees all and names none */
async function homesOf(
  connection: string | undefined,
  actor: Actor,
  deps: ApiParts['deps'],
): Promise<AgencyHome[]> {
  const { store } = deps.services;
  const ids = connection === undefined ? connectionsOf(actor) : [requireConnection(connection, actor)];
  if (ids === null)
    throw new ApiError('bad_request', 'You see all agencies: say which one, with ?connection=ID.');
  const homes: AgencyHome[] = [];
  for (const id of ids) {
    const row = await store.connections.get(id);
    if (row === null) continue;
    const services = deps.running();
    const home = await agencyHome(row, store, {
      ...attentionContext(services),
      zone: deps.timezone,
      absenceLimits: async (feedId) => (await services.currentFeed(feedId))?.removals ?? null,
    });
    homes.push(home);
  }
  if (connection !== undefined && homes.length === 0) throw notFound('connection');
  return homes;
}

function addConnections(app: Api, { deps, guard }: ApiParts): void {
  const { services } = deps;
  const list = createRoute({
    method: 'get',
    path: '/connections',
    summary: 'Connections: their budget, what waits, and whose turn it is',
    ...guard('read'),
    responses: answers('By id.', z.object({ connections: z.array(ConnectionDetailSchema) })),
  });
  app.openapi(list, async (c) => {
    const { feeds, connections } = await statusFor(c.get('actor'), deps);
    const own = groupBy(
      feeds.map(({ feed }) => feed),
      ({ connectionId }) => connectionId,
    );
    const ids = connections.map(({ connection }) => connection.id);
    const turnOf = await connectionTurns(new Facts(services.store, attentionContext(deps.running()), ids));
    const documents = connections.map((found) => {
      const ofIt = own.get(found.connection.id) ?? [];
      return connectionDetail(found, ofIt, turnOf(found.connection, ofIt));
    });
    return c.json({ connections: documents }, 200);
  });

  const one = createRoute({
    method: 'get',
    path: '/connections/{id}',
    summary: 'One connection',
    ...guard('read'),
    request: { params: z.object({ id: z.string().max(100) }) },
    responses: answers('How it stands.', ConnectionDetailSchema),
  });
  app.openapi(one, async (c) => {
    const actor = c.get('actor');
    const id = requireConnection(c.req.valid('param').id, actor);
    const store = storeFor(actor, services.store);
    const row = await store.connections.get(id);
    if (row === null) throw notFound('connection');
    const feeds = (await store.feeds.all()).filter(({ connectionId }) => connectionId === id);
    const alone = {
      ...store,
      feeds: { ...store.feeds, all: () => Promise.resolve(feeds) },
      connections: { ...store.connections, all: () => Promise.resolve([row]) },
    };
    const { connections } = await status(alone, await budgetWindow(services), services.clock.now());
    const [found] = connections;
    if (found === undefined) throw notFound('connection');
    const turnOf = await connectionTurns(new Facts(store, attentionContext(deps.running()), [id]));
    return c.json(connectionDetail(found, feeds, turnOf(row, feeds)), 200);
  });
}
