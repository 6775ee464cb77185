/**
 * The list from a place of chance on, and what stands before that behind it: each has its turn to be first, and processes that look at the same
 * time do not all begin with the same.
 */
export function rotated<T>(list: readonly T[]): T[] {
  const from = Math.floor(Math.random() * list.length);
  return [...list.slice(from), ...list.slice(0, from)];
}
