import type { Detail, DetailCode } from '../wire/error-codes.js';

/** An answer other than success: thrown anywhere inside an operation, written as the spec's envelope at its edge. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: readonly Detail[] | Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export function validationFailed(details: readonly Detail[]): Refusal {
  const first = details[0];
  const where = first
    ? ` First: ${first.pointer === '' ? 'the request' : first.pointer}: ${first.message}`
    : '';
  return new Refusal(422, 'validation_failed', `The request is not valid.${where}`, details);
}

export function invalid(pointer: string, code: DetailCode, message: string): Refusal {
  return validationFailed([{ pointer, code, message }]);
}

export function tooManyRequests(code: string, message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(429, code, message, undefined, { 'Retry-After': String(retryAfterSeconds) });
}

/** The fourteen refusals of a signed request, in the order of the checks, with their status; all but `signature_invalid` are named by us. */
export const signedRefusals = {
  body_too_large: 413,
  header_missing: 401,
  timestamp_malformed: 401,
  nonce_malformed: 401,
  content_digest_malformed: 401,
  signature_malformed: 401,
  key_unknown: 401,
  key_revoked: 401,
  timestamp_skewed: 401,
  content_digest_mismatch: 401,
  signature_invalid: 401,
  nonce_replayed: 401,
  app_suspended: 403,
  rate_limit_exceeded: 429,
} as const;

export const signedRefusalCodes = Object.keys(signedRefusals) as (keyof typeof signedRefusals)[];
