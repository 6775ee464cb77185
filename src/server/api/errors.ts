import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Every refusal of the API, by the code that programs read. */
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
} as const satisfies Record<string, ContentfulStatusCode>;

export type ErrorCode = keyof typeof errorCodes;

/** Told as `{"error": {"code", "message", "details"}}`. */
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
  // Where the token goes: scripts that get a 401 look for it.
  if (errorCodes[code] === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify({ error: { code, message, details } }), {
    status: errorCodes[code],
    headers,
  });
}

/** The same words whether it is somebody else's or nobody's. */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what}, or it is not yours to see.`);
}
