import { z } from '@hono/zod-openapi';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ServerDeps } from '../../deps.js';
import type { Asks } from '../decide.js';
import type { ApiEnv, Guard } from '../guard.js';
import { ErrorSchema, nextCursor } from '../schemas/schemas.js';

export type Api = OpenAPIHono<ApiEnv>;

/** What every group of routes works with. */
export interface ApiParts {
  deps: ServerDeps;
  guard: Guard;
  ask: Asks;
}

function json<Schema extends z.ZodType>(
  schema: Schema,
): { content: { 'application/json': { schema: Schema } } } {
  return { content: { 'application/json': { schema } } };
}

export function body<Schema extends z.ZodType>(
  schema: Schema,
): { content: { 'application/json': { schema: Schema } }; required: true } {
  return { ...json(schema), required: true };
}

/** The responses of a route: the one for success, and the common form of all refusals. */
export function answers<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
): {
  200: { description: string; content: { 'application/json': { schema: Schema } } };
  default: { description: string; content: { 'application/json': { schema: typeof ErrorSchema } } };
} {
  return {
    200: { description, ...json(schema) },
    default: { description: 'Why not.', ...json(ErrorSchema) },
  };
}

/** The responses of a route that answers with CSV. */
export const csvAnswers = {
  200: { description: 'The rows.', content: { 'text/csv': { schema: z.string() } } },
  default: { description: 'Why not.', ...json(ErrorSchema) },
};

/** The responses of a route that answers with server-sent events. */
export const streamAnswers = {
  200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
  default: { description: 'Why not.', ...json(ErrorSchema) },
};

/** The schema of a page of a list: `{"<name>": […], "next_cursor"}`. */
export function pageOf<Schema extends z.ZodType, Name extends string>(
  name: Name,
  schema: Schema,
): z.ZodObject<Record<Name, z.ZodArray<Schema>> & { next_cursor: typeof nextCursor }> {
  const items = { [name]: z.array(schema) } as Record<Name, z.ZodArray<Schema>>;
  return z.object({ ...items, next_cursor: nextCursor });
}

export const paging = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(50)
    .openapi({ description: 'Maximum number of entries.' }),
  cursor: z.string().max(2000).optional().openapi({ description: '`next_cursor` of the previous page.' }),
};

export const feedName = z.object({ name: z.string().max(100) });
export const byNumber = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
export const listingKey = z.object({ connection: z.string().max(100), id: z.string().max(300) });
