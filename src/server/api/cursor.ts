import type { z } from '@hono/zod-openapi';
import { ApiError } from './errors.js';

/** Encodes the position where a page ended. Clients treat the text as opaque. */
export function toCursor(last: unknown): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url');
}

/** Returns the position in a cursor; null without a cursor. @throws ApiError if the cursor is not one of this list */
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
