import { isObject } from '../../model/own-value.js';
/** One field in which two payloads differ. */
export interface Difference {
  /** JSON pointer. */
  pointer: string;
  /** Undefined where the payload lacks the field. */
  before: unknown;
  after: unknown;
}

/** The innermost fields in which two values differ, in key order. Arrays are compared as a whole. */
export function differences(before: unknown, after: unknown, pointer = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => differences(before[key], after[key], `${pointer}/${escaped(key)}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer, before, after }];
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
