import type { z } from '@hono/zod-openapi';
import { ApiError } from './errors.js';

/** Where a page ended, as an opaque text: clients pass it on and never build it. */
export function toCursor(last: unknown): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url');
}

/** @throws ApiError */
export function fromCursor<T>(cursor: string | undefined, schema: z.ZodType<T>): T | null {
  if (cursor === undefined) return null;
  const read = schema.safeParse(parsed(cursor));
  if (read.success) return read.data;
  throw new ApiError('bad_request', 'This cursor was not given by this list. Begin without one.');
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
