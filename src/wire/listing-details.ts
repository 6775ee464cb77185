import type { z } from 'zod';
import { codePointLength, firstCodePoints } from './code-points.js';
import type { Detail, DetailCode } from './error-codes.js';
import type { Fault } from './listing-schema.js';
import { jsonPointer, valueAt } from './payload.js';

/** Translates zod's issues into the codes and JSON pointers of the specification, each with a sentence. */
export function detailsOf(issues: readonly z.core.$ZodIssue[], payload: unknown): Detail[] {
  return issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField([...path, key]));
    if (issue.code === 'invalid_key') return detailsOf(relocate(issue), payload);
    const fault = faultOf(issue, valueAt(payload, path));
    return [detail(path, fault.code, fault.message)];
  });
}

/** @param message the rest of a sentence that begins with the field's name, without its full stop */
export function detail(path: readonly PropertyKey[], code: DetailCode, message: string): Detail {
  const field = path.map(String).join('.');
  return {
    pointer: jsonPointer(path),
    code,
    message: `${field === '' ? 'The listing' : cut(field)} ${message}.`,
  };
}

export function unknownField(path: readonly PropertyKey[]): Detail {
  return detail(path, 'unknown_field', 'is not a field of such a listing');
}

/** At most 60 characters of a text of the payload, for a message. */
function cut(text: string): string {
  return codePointLength(text) > 60 ? `${firstCodePoints(text, 59)}…` : text;
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): Fault {
  if (value === undefined) return { code: 'required', message: 'is required' };
  switch (issue.code) {
    case 'custom':
      return (issue.params?.fault as Fault | undefined) ?? { code: 'invalid_format', message: 'is invalid' };
    case 'too_small':
      return { code: 'too_small', message: sizeMessage(value, issue.minimum, issue.inclusive, 'least') };
    case 'too_big':
      return { code: 'too_big', message: sizeMessage(value, issue.maximum, issue.inclusive, 'most') };
    case 'invalid_type':
      return typeFault(issue.expected, value);
    case 'invalid_value':
      return enumFault(value, issue.values.map(String));
    default:
      return { code: 'invalid_format', message: 'is not in the form that the portal reads' };
  }
}

/** The fault of a value that is not one of the allowed words. */
export function enumFault(value: unknown, allowed: readonly string[]): Fault {
  if (typeof value !== 'string') return typeFault('string', value);
  const choice =
    allowed.length <= 12 ? `must be one of ${allowed.join(', ')}` : 'must be a word of the vocabulary';
  return { code: 'invalid_enum', message: `${choice}, not "${cut(value)}"` };
}

function typeFault(expected: string, value: unknown): Fault {
  return { code: 'invalid_type', message: `must be ${article(expected)}, not ${kindOf(value)}` };
}

function sizeMessage(
  value: unknown,
  limit: number | bigint,
  inclusive: boolean | undefined,
  bound: 'least' | 'most',
): string {
  const ask = bound === 'least' ? 'are needed' : 'are allowed';
  if (Array.isArray(value)) return `has ${value.length} entries; at ${bound} ${limit} ${ask}`;
  if (typeof value === 'string') {
    return `has ${codePointLength(value)} characters; at ${bound} ${limit} ${ask}`;
  }
  const found = typeof value === 'number' ? `is ${value}` : 'is out of range';
  if (inclusive === false) return `${found}; it must be ${bound === 'least' ? 'more' : 'less'} than ${limit}`;
  return `${found}; it must be at ${bound} ${limit}`;
}

function article(expected: string): string {
  const names: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'an object',
    record: 'an object',
    array: 'a list',
  };
  return names[expected] ?? `of type ${expected}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction or no number';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
}

/** The issues of a refused key, moved to the path of the key. */
function relocate(issue: z.core.$ZodIssueInvalidKey): z.core.$ZodIssue[] {
  return issue.issues.map((inner) => ({ ...inner, path: issue.path }));
}
