import type { Context } from 'hono';
import type { z } from 'zod';
import { readStrictly } from '../input.js';
import { Refusal } from '../refusal.js';

/** A request's JSON by a strict schema; nothing sent reads as an empty object. @throws Refusal */
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

/** The same object without its undefined entries. */
export function defined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** A handler that does something and has nothing to say. */
export function act(
  run: (context: Context) => void | Promise<void>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    await run(context);
    return context.body(null, 204);
  };
}

export function idOf(context: Context): string {
  return context.req.param('id') ?? '';
}

export function externalIdOf(context: Context): string {
  return context.req.param('external_id') ?? '';
}
