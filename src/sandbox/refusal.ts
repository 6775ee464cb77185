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
