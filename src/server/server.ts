import { Hono, type MiddlewareHandler } from 'hono';
import { apiPath, createApi } from './api/app.js';
import { errorResponse } from './api/errors.js';
import { consolePath, createConsole } from './console.js';
import type { ServerDeps } from './deps.js';
import { readiness, storeMsMax } from './health.js';
import { clientOf } from './access/client-address.js';
import { TooLate, within } from '../platform/within.js';
import { createMonitorNotes, monitorView, unknownMonitor, withoutNames } from './monitoring.js';
import { createWebhookGate, receiveWebhook } from './webhooks.js';

/** Serves health, metrics and webhooks for machines, and the API and the console for accounts. */
export function createServer(deps: ServerDeps): { fetch: (request: Request) => Promise<Response> } {
  const app = new Hono();
  addHealth(app, deps);
  const gate = createWebhookGate(deps.services);
  app.post('/webhooks', (c) => {
    const { store, protocol, clock, portal, log } = deps.running();
    const secrets = deps.webhookSecrets();
    const portalTime = (): number => portal.portalTime();
    const sender = clientOf(c.req.raw, deps).block;
    return receiveWebhook(c.req.raw, {
      ...{ webhooks: store.webhooks, secrets, protocol, clock, portalTime, log, gate, sender },
    });
  });
  const isOfApi = (request: Request): boolean => new URL(request.url).pathname.startsWith(`${apiPath}/`);
  const { closed } = deps;
  if (closed !== null) {
    app.notFound((c) =>
      isOfApi(c.req.raw) ? errorResponse('not_served', closed) : c.text(`${closed}\n`, 503),
    );
    return { fetch: async (request) => app.fetch(request) };
  }
  addConsole(app, deps);
  const api = createApi(deps);
  return { fetch: async (request) => (isOfApi(request) ? api.fetch(request) : app.fetch(request)) };
}

/** Serves health and metrics of a process that only does jobs. */
export function createHealthServer(deps: HealthDeps): { fetch: (request: Request) => Promise<Response> } {
  const app = new Hono();
  addHealth(app, deps);
  app.notFound((c) =>
    c.text(
      'This process does jobs. Pages, API and webhooks are served by feedsync run --role server.\n',
      404,
    ),
  );
  return { fetch: async (request) => app.fetch(request) };
}

type HealthDeps = Pick<
  ServerDeps,
  | 'services'
  | 'running'
  | 'metrics'
  | 'isLockHeld'
  | 'hosts'
  | 'monitors'
  | 'publicUrl'
  | 'trustedProxies'
  | 'restartReason'
>;

function addHealth(app: Hono, deps: HealthDeps): void {
  app.get('/healthz', (c) => {
    const reason = deps.restartReason();
    return reason === null ? c.json({ ok: true }) : c.json({ ok: false, reason }, 503);
  });
  const note = createMonitorNotes(deps.services);
  const isMonitor: MiddlewareHandler = async (c, next) => {
    if (monitorView(c.req.raw, deps) !== 'unknown_host') return next();
    note('unknown_host');
    return c.text(`${unknownMonitor}\n`, 421);
  };
  const checked = shared(() => readiness(deps));
  const { clock, store } = deps.services;
  const render = async () => {
    const { contentType, text } = await deps.metrics.render(deps.running());
    return { contentType, text, feeds: await store.feeds.all() };
  };
  const rendered = shared(() => within(clock, storeMsMax, render));
  app.get('/readyz', isMonitor, async (c) => {
    const checks = await checked();
    const ok = checks.every((check) => check.ok);
    return c.json({ ok, checks }, ok ? 200 : 503);
  });
  app.get('/metrics', isMonitor, async (c) => {
    const metrics = await rendered().catch((error: unknown) => {
      if (error instanceof TooLate) return null;
      throw error;
    });
    if (metrics === null) return c.text('The store does not answer.\n', 503);
    const { contentType, text, feeds } = metrics;
    const isNamed = monitorView(c.req.raw, deps) === 'names';
    if (!isNamed) note('numbers');
    const shown = isNamed ? text : withoutNames(text, feeds);
    return c.body(shown, 200, { 'content-type': contentType });
  });
}

/** Callers share the run of `make` that is in progress: anyone may send these requests, and each run reads the store. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => (underWay ??= make().finally(() => (underWay = null)));
}

function addConsole(app: Hono, deps: ServerDeps): void {
  const hosts = new Set(deps.hosts);
  // Against DNS rebinding: a page of another site may let its own name point here, so only our own names are served.
  app.use('*', async (c, next) => {
    if (!hosts.has(new URL(c.req.url).hostname)) return c.text('Unknown host.\n', 421);
    return next();
  });
  // Earlier releases served these addresses. Bookmarks and notes still contain them.
  const at = (path: string): string => `${consolePath}${path}`;
  app.get('/', (c) => c.redirect(at('')));
  app.get('/listings', (c) => {
    const q = c.req.query('q') ?? '';
    return c.redirect(at(q === '' ? '/listings' : `/listings?q=${encodeURIComponent(q)}`));
  });
  app.get('/listings/:connection/:id', (c) => {
    const [connection, id] = [c.req.param('connection'), c.req.param('id')].map(encodeURIComponent);
    return c.redirect(at(`/listings/${connection}/${id}`));
  });
  const ownConsole = createConsole(deps);
  for (const path of [consolePath, `${consolePath}/*`]) app.get(path, (c) => ownConsole.fetch(c.req.raw));
  app.notFound((c) =>
    c.text(`There is nothing under this address. The console is at ${consolePath}.\n`, 404),
  );
  app.onError((error, c) => {
    deps.services.log.error('page failed', { error: error.message });
    return c.text('This page cannot be made now: the log says why.\n', 500);
  });
}
