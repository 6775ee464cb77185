import { z } from 'zod';
import { isObject } from './payload.js';

/** Whether a value fits a schema, without the reasons if it does not. */
export type Accepts = (value: unknown) => boolean;

/**
 * Gives the same verdict as the schema with a quarter of the work. zod copies each object and list and makes a list of issues for each field,
 * although nearly all payloads fit. This function walks objects and lists itself and leaves only their values to zod.
 */
export function accepts(schema: z.core.$ZodType): Accepts {
  if (schema instanceof z.ZodOptional) {
    const acceptsGiven = accepts(schema.def.innerType);
    return (value) => value === undefined || acceptsGiven(value);
  }
  if (schema instanceof z.ZodArray) {
    const hasFittingSize = acceptsSize(schema);
    const acceptsEntry = accepts(schema.def.element);
    // `find` visits the holes of a sparse array, which `every` skips.
    const isRefused = (entry: unknown): boolean => !acceptsEntry(entry);
    return (value) => Array.isArray(value) && hasFittingSize(value) && value.findIndex(isRefused) === -1;
  }
  if (schema instanceof z.ZodObject && isStrictAlone(schema)) return acceptsObject(schema);
  return alone(schema);
}

/** The checks of a list as a whole. Its entries are not looked at. */
function acceptsSize({ def }: z.ZodArray): Accepts {
  const checks = (def.checks ?? []) as z.core.$ZodCheck<unknown>[];
  return checks.length === 0 ? () => true : alone(z.unknown().check(...checks));
}

const synchronous = { async: false } as const;

/** What `z.safeParse` does, without its error and its result: these took more memory than the check itself. */
function alone(schema: z.core.$ZodType): Accepts {
  return (value) => {
    const checked = schema._zod.run({ value, issues: [] }, synchronous);
    return !(checked instanceof Promise) && checked.issues.length === 0;
  };
}

/** A strict object without refinements: it refuses other fields and checks nothing else as a whole. */
function isStrictAlone({ def }: z.ZodObject): boolean {
  return def.catchall instanceof z.ZodNever && (def.checks ?? []).length === 0;
}

function acceptsObject(schema: z.ZodObject): Accepts {
  const shape: z.core.$ZodShape = schema.shape;
  const fields = Object.entries(shape);
  const acceptsField = new Map(fields.map(([name, field]) => [name, accepts(field)]));
  const required = fields.filter(([, field]) => !(field instanceof z.ZodOptional)).map(([name]) => name);
  return (value) =>
    isObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => acceptsField.get(name)?.(value[name]) === true);
}
