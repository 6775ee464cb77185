import { z } from 'zod';
import { cursorCharactersMax, pageSizeMax } from '../wire/limits.js';
import { detailsOf, unknownField } from '../wire/listing-details.js';
import { brokenTextProblems } from '../wire/listing-rules.js';
import { normalisePayload } from '../wire/payload.js';
import { invalid, validationFailed } from './refusal.js';

/** Reads a request body by a strict schema, after strings are trimmed and null fields dropped. @throws Refusal 422 */
export function readBody<S extends z.ZodObject>(body: Record<string, unknown>, schema: S): z.infer<S> {
  refuseUnknown(Object.keys(body), schema);
  const broken = brokenTextProblems(body);
  if (broken.length > 0) throw validationFailed(broken);
  return readStrictly(normalisePayload(body), schema);
}

/** Reads query parameters by a strict schema. An empty parameter counts as absent, a repeated one is refused. @throws Refusal 422 */
export function readQuery<S extends z.ZodObject>(query: URLSearchParams, schema: S): z.infer<S> {
  const names = [...query.keys()];
  refuseUnknown(names, schema);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid(`/${repeated}`, 'invalid_type', `${repeated} is given twice.`);
  return readStrictly(normalisePayload(Object.fromEntries(query)), schema);
}

/** Query parameters of a paged list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(pageSizeMax))
    .optional(),
  cursor: z.string().max(cursorCharactersMax).optional(),
};

/** One page of a list. */
export interface Page<T> {
  entries: T[];
  next_cursor: string | null;
}

const pageSizeDefault = 100;

/**
 * One page of a list.
 * @param entries in ascending order of `orderOf`
 * @param orderOf a number that never changes for an entry; the cursor is the number of the page's last entry
 * @throws Refusal 422 for a cursor that is not of this portal
 */
export function pageOf<T>(
  entries: readonly T[],
  orderOf: (entry: T) => number,
  { cursor, limit = pageSizeDefault }: { cursor?: string | undefined; limit?: number | undefined },
): Page<T> {
  const after = cursor === undefined ? Number.NEGATIVE_INFINITY : readCursor(cursor);
  const rest = entries.filter((entry) => orderOf(entry) > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const isLast = page.length === rest.length || last === undefined;
  return { entries: page, next_cursor: isLast ? null : writeCursor(orderOf(last)) };
}

function writeCursor(order: number): string {
  return Buffer.from(`after:${order}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const match = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.[1] === undefined)
    throw invalid('/cursor', 'invalid_format', 'This cursor was never given out.');
  return Number(match[1]);
}

/**
 * Refuses unknown names, even with a null or empty value: a null or empty value counts as absent only in a known field.
 * @throws Refusal 422
 */
function refuseUnknown(names: readonly string[], schema: z.ZodObject): void {
  const unknown = names.filter((name) => !Object.hasOwn(schema.shape, name));
  if (unknown.length > 0) throw validationFailed(unknown.map((name) => unknownField([name])));
}

/** Checks the input by the schema. @throws Refusal 422 with the spec's detail codes */
export function readStrictly<S extends z.ZodType>(input: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationFailed(detailsOf(parsed.error.issues, input));
}
