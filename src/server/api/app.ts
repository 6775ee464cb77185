import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { createSlots } from '../../platform/slots.js';
import { clientOf } from '../access/client-address.js';
import { whyCrossSite } from '../access/cross-site.js';
import { cookieOf } from '../access/cookies.js';
import { hashSecret } from '../access/secrets.js';
import type { ServerDeps } from '../deps.js';
import { receiveBody } from '../receive-body.js';
import { addAccountRoutes } from './routes/account-routes.js';
import { addAgencyRoutes } from './routes/agency-routes.js';
import { addChangeRoutes } from './routes/change-routes.js';
import { addChartRoutes } from './routes/chart-routes.js';
import { addComparisonRoutes } from './routes/comparison-routes.js';
import { createAsks } from './decide.js';
import { ApiError, errorCodes, errorResponse, unavailable, type ErrorCode } from './errors.js';
import { addEventRoutes } from './routes/event-routes.js';
import { addExpectedRoutes } from './routes/expected-routes.js';
import { addFeedRoutes } from './routes/feed-routes.js';
import { actorOfRequest, createGuard, notSignedIn, type ApiEnv } from './guard.js';
import { addDoubtRoutes } from './routes/doubt-routes.js';
import { addHoldRoutes } from './routes/hold-routes.js';
import { addHomeRoutes } from './routes/home-routes.js';
import { addListingRoutes } from './routes/listing-routes.js';
import { addListingListRoutes } from './routes/listing-list-routes.js';
import { addLogRoutes } from './routes/log-routes.js';
import { addDocument } from './openapi-document.js';
import { addMappingRoutes } from './routes/mapping-routes.js';
import { addOverviewRoutes } from './routes/overview-routes.js';
import { addPortalRoutes } from './routes/portal-routes.js';
import type { Api, ApiParts } from './routes/route-parts.js';
import { addQuestionRoutes } from './routes/question-routes.js';
import { addSchemaRoutes } from './routes/schema-routes.js';
import { addMailRoutes } from './routes/mail-routes.js';
import { addSessionRoutes } from './routes/session-routes.js';
import { addSetupRoutes } from './routes/setup-routes.js';
import { addTokenRoutes } from './routes/token-routes.js';
import { addUpgradeRoutes } from './routes/upgrade-routes.js';
import { addUploadRoutes, uploadType } from './routes/upload-routes.js';
import { addWordRoutes } from './routes/word-routes.js';

export const apiPath = '/api/v1';

const bodyBytesMax = 256 * 1024;

/** Response headers. No API response is a page. If a browser shows one as a page all the same, the page runs and embeds nothing. */
const headers = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** The API under `/api/v1`, and the document that describes it. */
export function createApi(deps: ServerDeps): Api {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const details = result.error.issues.map(({ path, message }) => ({
        path: path.map(String).join('.'),
        message,
      }));
      return errorResponse('bad_request', 'Request validation failed; see `details`.', { details });
    },
  }).basePath(apiPath);
  addProtections(app, deps);
  const parts: ApiParts = { deps, guard: createGuard(deps), ask: createAsks(deps) };
  addSessionRoutes(app, parts);
  addMailRoutes(app, parts);
  addAccountRoutes(app, parts);
  addTokenRoutes(app, parts);
  addOverviewRoutes(app, parts);
  addFeedRoutes(app, parts);
  addListingListRoutes(app, parts);
  addListingRoutes(app, parts);
  addHoldRoutes(app, parts);
  addDoubtRoutes(app, parts);
  addQuestionRoutes(app, parts);
  addHomeRoutes(app, parts);
  addExpectedRoutes(app, parts);
  addWordRoutes(app, parts);
  addMappingRoutes(app, parts);
  addUpgradeRoutes(app, parts);
  addChangeRoutes(app, parts);
  addComparisonRoutes(app, parts);
  addPortalRoutes(app, parts);
  addChartRoutes(app, parts);
  addLogRoutes(app, parts);
  addAgencyRoutes(app, parts);
  addSetupRoutes(app, parts);
  addUploadRoutes(app, parts);
  addSchemaRoutes(app, parts);
  addEventRoutes(app, parts);
  addDocument(app, deps);
  app.notFound(() =>
    errorResponse('not_found', `There is nothing here; ${apiPath}/openapi.json says what there is.`),
  );
  app.onError((error) => {
    if (error instanceof ApiError) return errorResponse(error.code, error.message, error.more);
    const known = knownStatus(error);
    if (known !== null) return errorResponse(known, 'The body is not JSON.');
    deps.services.log.error('request failed', { error: error.message });
    const kept = unavailable(error);
    if (kept !== null) return errorResponse(kept.code, kept.message, kept.more);
    return errorResponse('internal', 'This failed in a way that was not foreseen; the log says more.');
  });
  return app;
}

/** Whether the request is for the one route that receives a file. It reads its body itself, once it knows who sends it. */
function isUpload({ method, url }: Request): boolean {
  return method === 'PUT' && uploadPath.test(new URL(url).pathname);
}

const uploadPath = new RegExp(`^${apiPath}/agencies/[^/]+/upload$`);

/** Adds what applies to every request before its route: response headers, refusals and the reading of the body. */
function addProtections(app: Api, deps: ServerDeps): void {
  const { hosts, publicUrl } = deps;
  const known = new Set(hosts);
  app.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.use('*', async (c, next) => {
    const { hostname, host } = new URL(c.req.url);
    if (!known.has(hostname))
      throw new ApiError(
        'unknown_host',
        'This server does not answer under this name. Is server.public_url right?',
      );
    if (c.req.url.includes('%00')) throw zeroInText();
    if (/^(GET|HEAD)$/.test(c.req.method)) return next();
    const refusal = whyCrossSite(
      {
        origin: c.req.header('origin') ?? null,
        fetchSite: c.req.header('sec-fetch-site') ?? null,
        host,
        hasCookie:
          c.req.header('authorization') === undefined &&
          cookieOf('session', c.req.header('cookie'), publicUrl) !== null,
      },
      publicUrl,
    );
    if (refusal !== null) throw new ApiError('cross_site', refusal);
    // A form on another site can send neither content type.
    const wanted = isUpload(c.req.raw) ? uploadType : 'application/json';
    const type = c.req.header('content-type');
    if (type !== undefined && type.split(';')[0]?.trim().toLowerCase() !== wanted)
      throw new ApiError('wrong_type', `The body must be ${wanted}.`);
    refuseLongBody(c.req.raw);
    return next();
  });
  app.use('*', createBodyReader(deps));
}

/** Limits for bodies: of known accounts and browsers, and of strangers, whose forms have at most three fields. */
const bodies = {
  known: { bytesMax: bodyBytesMax, all: 64, each: 8, waiting: { all: 256, each: 32 } },
  strangers: { bytesMax: 16 * 1024, all: 16, each: 8, waiting: { all: 64, each: 8 } },
} as const;

/**
 * Reads each body before its route runs. The number of bodies read at the same time is bounded per account, per known browser, and per
 * address block of strangers. A body above the strangers' limit is not read without an account: the answer is 401.
 */
function createBodyReader(deps: ServerDeps): MiddlewareHandler<ApiEnv> {
  const known = createSlots(bodies.known);
  const strangers = createSlots(bodies.strangers);
  return async (c, next) => {
    const { body, headers: sent } = c.req.raw;
    const bytes = Number(sent.get('content-length') ?? 0);
    if (body === null || bytes === 0 || isUpload(c.req.raw)) return next();
    const actor = await actorOfRequest(c, deps, false);
    if (actor === null && bytes > bodies.strangers.bytesMax) throw notSignedIn();
    const who = actor?.account.id ?? (await knownBrowser(c, deps));
    const bounds =
      who === null
        ? { ...bodies.strangers, slots: strangers, who: clientOf(c.req.raw, deps).block }
        : { ...bodies.known, slots: known, who };
    const received = await receiveBody(c.req.raw, deps.services.clock, bounds);
    if (!received.ok)
      throw new ApiError(bodyCodes[received.status], received.reason, { retryAfterMs: 1_000 });
    const text = new TextDecoder().decode(received.body);
    if (hasZero(text)) throw zeroInText();
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  };
}

/**
 * Returns the hash of the browser's cookie if an account signed in with this browser before; otherwise null. A known browser has its own
 * slots, so that bodies of strangers cannot block its next sign-in.
 */
async function knownBrowser(c: Context, { services, publicUrl }: ServerDeps): Promise<string | null> {
  const browser = cookieOf('browser', c.req.header('cookie'), publicUrl);
  if (browser === null) return null;
  const hash = hashSecret(browser);
  return (await services.store.access.accountsOfBrowser(hash)).length > 0 ? hash : null;
}

const bodyCodes = { 408: 'bad_request', 413: 'too_large', 503: 'too_many' } as const;

/** Databases refuse the character U+0000 in texts. */
function zeroInText(): ApiError {
  return new ApiError('bad_request', 'A text holds the sign U+0000, which is in none.');
}

/**
 * Whether a JSON text contains U+0000. JSON writes that character as `\u0000` after an even number of backslashes: after an odd number, the
 * last one escapes the backslash of `\u0000`.
 */
function hasZero(json: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u0000/.test(json);
}

/**
 * Refuses a body by its announced length. The HTTP server makes sure that no body is longer than announced. A body without an announced
 * length is not read at all.
 */
function refuseLongBody(request: Request): void {
  const { headers: sent } = request;
  if (sent.has('transfer-encoding'))
    throw new ApiError('length_required', 'The body must come with its Content-Length.');
  if (isUpload(request)) return;
  if (Number(sent.get('content-length') ?? 0) > bodyBytesMax)
    throw new ApiError('too_large', `The body must not be longer than ${bodyBytesMax} bytes.`);
}

/** The error code for a refusal by Hono itself, such as a body that is not JSON; null for all other errors. */
function knownStatus(error: Error): ErrorCode | null {
  if (!('status' in error)) return null;
  const code = (Object.keys(errorCodes) as ErrorCode[]).find((each) => errorCodes[each] === error.status);
  return code ?? null;
}
