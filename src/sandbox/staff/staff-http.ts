import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { readStrictly } from '../input.js';
import { Refusal } from '../refusal.js';

/** Reads a request's JSON body by a strict schema. An empty body reads as an empty object. @throws Refusal */
export async function body<S extends z.ZodType>(context: Context, schema: S): Promise<z.infer<S>> {
  const text = await context.req.text();
  let value: unknown = {};
  try {
    if (text !== '') value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'body_invalid', 'The body is not JSON.');
  }
  return readStrictly(value, schema);
}

export type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without its undefined entries: with `exactOptionalPropertyTypes` an optional field may be absent, not undefined. */
export function defined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Adds a route that does something and answers 204 without a body. @param path below `/_sandbox` */
export function addAction(
  app: Hono,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  run: (context: Context) => void | Promise<void>,
): void {
  app.on(method, path, async (context) => {
    await run(context);
    return context.body(null, 204);
  });
}

/** The path parameter `:id`. */
export function idOf(context: Context): string {
  return context.req.param('id') ?? '';
}

/** The path parameter `:external_id`. */
export function externalIdOf(context: Context): string {
  return context.req.param('external_id') ?? '';
}
