import { Hono, type Context } from 'hono';
import type { Html } from '../../platform/html.js';
import type { Faults } from '../faults.js';
import { operations } from '../operations.js';
import { Refusal } from '../refusal.js';
import { requireLoopback, staffPath } from '../staff/staff-api.js';
import type { StaffView } from '../staff/staff-view.js';
import type { Staff } from '../staff/staff.js';
import type { Webhooks } from '../staff/staff-webhooks.js';
import { connectionPage } from './connection-page.js';
import { coveragePage } from './coverage-page.js';
import { deliveriesPage } from './deliveries-page.js';
import { faultsPage } from './faults-page.js';
import { bridgedCall, ownPage } from './form-bridge.js';
import { pagesPath, problemPage } from './layout.js';
import { listingPage } from './listing-page.js';
import { overviewPage } from './overview-page.js';
import { refreshScript } from './refresh-script.js';
import { requestsPage } from './requests-page.js';
import { style } from './style.js';

/** The parts of the sandbox that the pages show and act on. */
export interface PageParts {
  view: StaffView;
  staff: Staff;
  faults: Faults;
  webhooks: Webhooks;
  /** The control API, to which forms are passed on. */
  control: (request: Request) => Promise<Response>;
}

/** Whether a path below `/_sandbox` belongs to the pages; the others belong to the control API. */
export function isPage(path: string): boolean {
  return (
    path === staffPath || path === `${staffPath}/` || path === pagesPath || path.startsWith(`${pagesPath}/`)
  );
}

/** The staff's side in a browser, for this machine only. The pages read the state; their forms call the control API. */
export function createPages(parts: PageParts): (request: Request) => Promise<Response> {
  const pages = new Hono();
  pages.use(async (c, next) => {
    requireLoopback(c.req.raw);
    await next();
  });
  addPages(pages, parts);
  pages.post('/do', (c) => submit(c, parts.control));
  addAssets(pages);
  const root = new Hono();
  root.on('GET', [staffPath, `${staffPath}/`], (c) => c.redirect(`${pagesPath}/overview`));
  root.route(pagesPath, pages);
  root.notFound(() => problem(new Refusal(404, 'not_found', 'There is nothing under this address.')));
  root.onError((error) => problem(error));
  return async (request) => root.fetch(request);
}

function addPages(pages: Hono, { view, staff, faults, webhooks }: PageParts): void {
  const operationNames = operations.map(({ name }) => name);
  pages.get('/', (c) => c.redirect(`${pagesPath}/overview`));
  pages.get('/overview', (c) => shown(overviewPage(view, new URL(c.req.url).origin)));
  pages.get('/connections/:id', (c) => {
    const id = c.req.param('id');
    const { status = '', page = '1' } = c.req.query();
    const parts = {
      connection: view.connection(id),
      listings: view.listings(id),
      batches: view.batches(id),
      ledger: staff.ledger(id),
    };
    return shown(connectionPage(parts, { status, page: Math.max(1, Math.trunc(Number(page)) || 1) }));
  });
  pages.get('/connections/:id/listings/:external_id', (c) => {
    const { id, external_id: externalId } = c.req.param();
    return shown(listingPage(view.connection(id), view.listing(id, externalId)));
  });
  pages.get('/requests', (c) => {
    const { app = '', operation = '', refusals } = c.req.query();
    const filter = { appId: app, operation, refusalsOnly: refusals !== undefined };
    return shown(requestsPage(staff.requestLog(), filter, { apps: view.apps(), operations: operationNames }));
  });
  pages.get('/deliveries', () =>
    shown(deliveriesPage(webhooks.endpoints(), webhooks.deliveries(), view.apps())),
  );
  pages.get('/coverage', (c) => {
    const apps = view.apps();
    const appId = c.req.query('app') ?? apps[0]?.id;
    return shown(coveragePage(appId === undefined ? null : view.coverage(appId), apps));
  });
  pages.get('/faults', () => {
    const waiting = { requests: faults.waiting(), webhooks: webhooks.faults.waiting() };
    return shown(faultsPage(waiting, { apps: view.apps(), operations: operationNames }));
  });
}

function addAssets(pages: Hono): void {
  const headers = { 'cache-control': 'max-age=300', 'x-content-type-options': 'nosniff' };
  pages.get('/style.css', (c) =>
    c.body(style, 200, { ...headers, 'content-type': 'text/css; charset=utf-8' }),
  );
  pages.get('/refresh.js', (c) =>
    c.body(refreshScript, 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' }),
  );
}

const formBytesMax = 256 * 1024;

/** Makes the call of a submitted form. Forms of pages of another origin are refused (cross-site request forgery). */
async function submit(c: Context, control: PageParts['control']): Promise<Response> {
  const request = c.req.raw;
  const { origin } = new URL(request.url);
  const site = request.headers.get('sec-fetch-site');
  if (request.headers.get('origin') !== origin || (site !== null && site !== 'same-origin')) {
    throw new Refusal(403, 'other_site', 'This form was not sent from a page of the sandbox.');
  }
  const text = await request.text();
  if (text.length > formBytesMax) throw new Refusal(413, 'body_too_large', 'The form is too long.');
  const form = new URLSearchParams(text);
  const call = bridgedCall(form, origin);
  if (!call) throw new Refusal(400, 'body_invalid', 'This is no form of the sandbox.');
  const reply = await control(call);
  const back = ownPage(form.get('_back'));
  return reply.ok ? c.redirect(back, 303) : problem(await refusalOf(reply), back);
}

async function refusalOf(reply: Response): Promise<Refusal> {
  const { error } = (await reply.json()) as {
    error: { code: string; message: string; details?: Refusal['details'] };
  };
  return new Refusal(reply.status, error.code, error.message, error.details);
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // `submit` needs the Origin header of a form. Under a stricter policy, browsers send `Origin: null`.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

function shown(page: Html, status = 200): Response {
  return new Response(`<!doctype html>\n${page.markup}\n`, { status, headers: pageHeaders });
}

function problem(error: Error, back = `${pagesPath}/overview`): Response {
  if (!(error instanceof Refusal)) {
    return shown(problemPage('This page failed', error.message, [], back), 500);
  }
  const details = Array.isArray(error.details)
    ? error.details.map(
        ({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message}`,
      )
    : [];
  return shown(problemPage('That did not work', error.message, details, back), error.status);
}
