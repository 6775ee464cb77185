import type { Detail, DetailCode } from '../wire/error-codes.js';

/** An error reply. Thrown anywhere within a request; `createPortal` and the staff API turn it into the error envelope. */
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

/** A refusal with 404 `<name>_not_found` for a missing thing. @returns the thing, if it is not undefined */
export function required<T>(thing: T | undefined, name: string): T {
  if (thing === undefined) throw new Refusal(404, `${name}_not_found`, `There is no such ${name}.`);
  return thing;
}

/** 422 `validation_failed`. The message names the first detail. */
export function validationFailed(details: readonly Detail[]): Refusal {
  const first = details[0];
  const where = first
    ? ` First: ${first.pointer === '' ? 'the request' : first.pointer}: ${first.message}`
    : '';
  return new Refusal(422, 'validation_failed', `The request is not valid.${where}`, details);
}

/** 422 `validation_failed` with one detail. @param pointer JSON pointer into the body, or `/` and the name of a query parameter */
export function invalid(pointer: string, code: DetailCode, message: string): Refusal {
  return validationFailed([{ pointer, code, message }]);
}

/** 429 with a Retry-After header. */
export function tooManyRequests(code: string, message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(429, code, message, undefined, { 'Retry-After': String(retryAfterSeconds) });
}

/**
 * The status of the fourteen refusals that come from the checks of the body's size, signature, app and rate. The spec names
 * `signature_invalid` only; the other codes are our choice.
 */
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
