import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { StoreError, type StoreErrorKind } from '../../store/database/errors.js';

/** HTTP status of every error code. Clients decide by the code. */
export const errorCodes = {
  bad_request: 400,
  not_signed_in: 401,
  refused: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  conflict: 409,
  link_gone: 410,
  length_required: 411,
  too_large: 413,
  wrong_type: 415,
  unknown_host: 421,
  weak_password: 422,
  too_many: 429,
  internal: 500,
  not_served: 503,
  unavailable: 503,
} as const satisfies Record<string, ContentfulStatusCode>;

export type ErrorCode = keyof typeof errorCodes;

const whyUnavailable: Readonly<Partial<Record<StoreErrorKind, string>>> = {
  disk: 'the disk of its store is full or failing',
  read_only: 'its store cannot be written',
  busy: 'its store is being written by another process',
  unreachable: 'the database of its store does not answer',
};

/** The error for a store that cannot work now, such as one on a full disk, without paths and addresses; null for any other error. */
export function unavailable(error: unknown): ApiError | null {
  const why = error instanceof StoreError ? whyUnavailable[error.kind] : undefined;
  if (why === undefined) return null;
  return new ApiError(
    'unavailable',
    `feedsync cannot do this now, since ${why}. Nothing was changed; try again later. Its operator finds the reason in the log (\`feedsync logs\`).`,
    { retryAfterMs: 60_000 },
  );
}

/** Thrown to refuse a request. The response body is `{"error": {"code", "message", "details"}}`. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly more: {
      details?: readonly { path: string; message: string }[];
      retryAfterMs?: number;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export function errorResponse(code: ErrorCode, message: string, more: ApiError['more'] = {}): Response {
  const { details = [], retryAfterMs } = more;
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  if (retryAfterMs !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  // A script that gets 401 learns from this header how to send its token.
  if (errorCodes[code] === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify({ error: { code, message, details } }), {
    status: errorCodes[code],
    headers,
  });
}

/** The same 404 for "not yours" and "unknown", so that ids cannot be probed. */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what}, or it is not yours to see.`);
}
