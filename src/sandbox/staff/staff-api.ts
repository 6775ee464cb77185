import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { failureCodes } from '../../wire/error-codes.js';
import type { Faults } from '../faults.js';
import type { Gate, Gates } from '../state/gates.js';
import { listingStatuses } from '../state/model.js';
import { Refusal, required } from '../refusal.js';
import type { Staff } from './staff.js';
import { addViewRoutes } from './staff-view-api.js';
import type { StaffView } from './staff-view.js';
import { addControlRoutes, type Controls } from './staff-control-api.js';
import { addAction, body, defined, externalIdOf, idOf } from './staff-http.js';

/** Path of the control API and, below it, of the pages. */
export const staffPath = '/_sandbox';

/** The control API: the staff's actions as JSON over HTTP, without signatures, for this machine only. The README describes it. */
export function createStaffApi(parts: {
  staff: Staff;
  view: StaffView;
  gates: Gates;
  faults: Faults;
  controls: Controls;
}): {
  fetch: (request: Request) => Promise<Response>;
} {
  const app = new Hono();
  app.use(async (context, next) => {
    requireLoopback(context.req.raw);
    await next();
  });
  addAppRoutes(app, parts.staff);
  addConnectionRoutes(app, parts.staff);
  addConnectionActions(app, parts.staff);
  addListingRoutes(app, parts.staff);
  addPortalRoutes(app, parts.staff);
  addGateRoutes(app, parts.gates);
  addFaultRoutes(app, parts.faults);
  addViewRoutes(app, parts.view, parts.staff);
  addControlRoutes(app, parts.controls);
  app.onError((error) => refused(error));
  const root = new Hono().route(staffPath, app);
  root.notFound(() => refused(new Refusal(404, 'not_found', 'There is no such staff action.')));
  return { fetch: async (request) => root.fetch(request) };
}

const environment = z.enum(['sandbox', 'live']).optional();

function addAppRoutes(app: Hono, staff: Staff): void {
  const newApp = z.strictObject({
    name: z.string().optional(),
    environment,
    partner: z.string().optional(),
  });
  const newKey = z.strictObject({ public_key: z.string(), environment, app_id: z.string().optional() });
  app.post('/apps', async (c) => c.json({ id: staff.addApp(defined(await body(c, newApp))) }, 201));
  app.post('/keys', async (c) => {
    const { public_key, environment: of, app_id } = await body(c, newKey);
    return c.json({ key_id: staff.registerKey(public_key, of, app_id) }, 201);
  });
  addAction(app, 'DELETE', '/keys/:id', (c) => staff.revokeKey(idOf(c)));
}

const agency = z
  .strictObject({
    name: z.string(),
    register_number: z.string().nullable(),
    verification_status: z.enum(['unverified', 'pending', 'verified', 'rejected']),
    listing_limit: z.int().min(0).nullable(),
    photo_limit: z.int().min(0),
    members: z.array(z.string().toLowerCase()),
    kind: z.enum(['agency', 'solo_agent', 'bank']),
    virtual_tours: z.boolean(),
    blocked: z.boolean(),
  })
  .partial();

const newConnection = z.strictObject({
  id: z.uuid().optional(),
  status: z.enum(['pending', 'certifying', 'active', 'paused', 'revoked']).optional(),
  environment,
  app_id: z.string().optional(),
  agency: agency.optional(),
});

function addConnectionRoutes(app: Hono, staff: Staff): void {
  const newCode = newConnection.extend({ connection_id: z.string().optional() });
  app.post('/connections', async (c) => {
    const { app_id: appId, agency: changes, ...rest } = await body(c, newConnection);
    const id = staff.addConnection(defined({ ...rest, appId, agency: changes && defined(changes) }));
    return c.json(staff.connection(id), 201);
  });
  app.post('/codes', async (c) => {
    const { app_id: appId, connection_id: connectionId, agency: changes, ...rest } = await body(c, newCode);
    const made = staff.issueCode(
      defined({ ...rest, appId, connectionId, agency: changes && defined(changes) }),
    );
    return c.json({ code: made.code, connection_id: made.connectionId }, 201);
  });
}

function addConnectionActions(app: Hono, staff: Staff): void {
  const pause = z.strictObject({ reason: z.string().optional(), by: z.enum(['agency', 'staff']).optional() });
  const sendBack = z.strictObject({ note: z.string() });
  app.get('/connections/:id', (c) => c.json(staff.connection(idOf(c))));
  addAction(app, 'PATCH', '/connections/:id/agency', async (c) =>
    staff.setAgency(idOf(c), defined(await body(c, agency))),
  );
  addAction(app, 'POST', '/connections/:id/certify', (c) => staff.certify(idOf(c)));
  addAction(app, 'POST', '/connections/:id/send-back', async (c) =>
    staff.sendBack(idOf(c), (await body(c, sendBack)).note),
  );
  addAction(app, 'POST', '/connections/:id/pause', async (c) => {
    const { reason, by } = await body(c, pause);
    staff.pause(idOf(c), reason ?? null, by);
  });
  addAction(app, 'POST', '/connections/:id/resume', (c) => staff.resume(idOf(c)));
  addAction(app, 'POST', '/connections/:id/revoke', (c) => staff.revoke(idOf(c)));
}

function addListingRoutes(app: Hono, staff: Staff): void {
  const change = z.strictObject({
    status: z.enum(listingStatuses).optional(),
    payload: z.record(z.string(), z.unknown()).optional(),
    failure_code: z.enum(failureCodes).optional(),
  });
  app.get('/connections/:id/listings', (c) => c.json({ listings: staff.listings(idOf(c)) }));
  app.get('/connections/:id/ledger', (c) => c.json({ spends: staff.ledger(idOf(c)) }));
  addAction(app, 'PUT', '/connections/:id/listings/:external_id', async (c) => {
    const { failure_code: failureCode, ...rest } = await body(c, change);
    staff.setListing(idOf(c), externalIdOf(c), defined({ ...rest, failureCode }));
  });
  addAction(app, 'POST', '/connections/:id/listings/:external_id/approve', (c) =>
    staff.approveListing(idOf(c), externalIdOf(c)),
  );
  const refusal = z.strictObject({ failure_code: z.enum(failureCodes).optional() });
  addAction(app, 'POST', '/connections/:id/listings/:external_id/reject', async (c) =>
    staff.rejectListing(idOf(c), externalIdOf(c), (await body(c, refusal)).failure_code),
  );
}

function addPortalRoutes(app: Hono, staff: Staff): void {
  const count = z.int().min(1).optional();
  const limits = z.strictObject({
    rate_limit_per_minute: count,
    connection_items_per_hour: count,
    max_batch_items: count,
    app_id: z.string().optional(),
  });
  const clock = z.strictObject({ offset_ms: z.int(), app_id: z.string().optional() });
  addAction(app, 'PATCH', '/limits', async (c) => {
    const { app_id: appId, ...changes } = await body(c, limits);
    staff.setLimits(defined(changes), appId);
  });
  addAction(app, 'PUT', '/clock', async (c) => {
    const { offset_ms: offset, app_id: appId } = await body(c, clock);
    staff.setClockOffset(offset, appId);
  });
  app.get('/requests', (c) => c.json({ requests: staff.requestLog(c.req.query('app_id')) }));
  addAction(app, 'DELETE', '/requests', (c) => staff.clearRequestLog(c.req.query('app_id')));
}

const match = {
  operation: z.union([z.string(), z.array(z.string())]).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  app: z.string().optional(),
};

function addGateRoutes(app: Hono, gates: Gates): void {
  const newGate = z.strictObject({ ...match, at: z.enum(['before', 'after']) });
  const some = z.strictObject({ count: z.int().min(1).optional() });
  const find = (c: Context): Gate => required(gates.get(idOf(c)), 'gate');
  const viewOf = ({ id, waiting, arrived }: Gate): object => ({ id, waiting, arrived });
  app.post('/gates', async (c) => c.json(viewOf(gates.add(defined(await body(c, newGate)))), 201));
  app.get('/gates/:id', (c) => c.json(viewOf(find(c))));
  app.post('/gates/:id/wait', async (c) => {
    const gate = find(c);
    await gate.someoneArrived((await body(c, some)).count);
    return c.json(viewOf(gate));
  });
  addAction(app, 'POST', '/gates/:id/pass', async (c) => find(c).letPass((await body(c, some)).count));
  addAction(app, 'POST', '/gates/:id/cut', (c) => find(c).cut());
  addAction(app, 'DELETE', '/gates/:id', (c) => find(c).open());
}

function addFaultRoutes(app: Hono, faults: Faults): void {
  const does = z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('status'),
      status: z.int().min(400).max(599),
      code: z.string().optional(),
      retryAfter: z.string().optional(),
    }),
    z.strictObject({ kind: z.literal('cut'), when: z.enum(['before', 'after']) }),
    z.strictObject({ kind: z.literal('latency'), ms: z.int().min(0) }),
    z.strictObject({ kind: z.enum(['truncated', 'html', 'reverse_items']) }),
    z.strictObject({ kind: z.literal('drop_items'), positions: z.array(z.int().min(0)) }),
    z.strictObject({
      kind: z.literal('slow_body'),
      pieces: z.int().min(1).max(1000),
      ms: z.int().min(0),
    }),
  ]);
  const fault = z.strictObject({ ...match, times: z.int().min(1).optional(), does });
  addAction(app, 'POST', '/faults', async (c) => {
    const { does: action, ...rest } = await body(c, fault);
    faults.add({ ...defined(rest), does: defined(action) });
  });
  app.get('/faults', (c) => c.json({ faults: faults.waiting() }));
  addAction(app, 'DELETE', '/faults', (c) => faults.clear(c.req.query('app_id')));
}

/**
 * Only programs on this machine and the sandbox's own pages may use the staff's side. A request to another host name, or from
 * another origin, may come from a foreign web page in the user's browser.
 * @throws Refusal 403
 */
export function requireLoopback(request: Request): void {
  if (!isLoopback(request.url)) {
    throw new Refusal(403, 'loopback_only', 'The staff side answers on this machine only.');
  }
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const isOwn =
    origin === null ? site !== 'cross-site' && site !== 'same-site' : origin === new URL(request.url).origin;
  // A link on a foreign page may open one of ours: a GET without an Origin header changes nothing.
  if (isOwn || (origin === null && request.method === 'GET')) return;
  throw new Refusal(
    403,
    'other_origin',
    'This request comes from a page of another address: nothing was done.',
  );
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function refused(error: Error): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, code, message, details } = error;
  return Response.json({ error: { code, message, details } }, { status });
}
