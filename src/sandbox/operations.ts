import type { Operation } from './operation.js';
import { getBatch, pushBatch } from './operations/batches.js';
import { disconnect, getConnection, listConnections, redeemCode } from './operations/connections.js';
import { putListing, removeListing, viewListings } from './operations/listings.js';
import { ping } from './operations/ping.js';
import { reconcile } from './operations/reconcile.js';
import { getPlace, searchPlaces, vocabularies } from './operations/reference.js';
import { validate } from './operations/validate.js';

/** The fifteen operations in the order of the spec. */
export const operations: readonly Operation[] = [
  ping,
  redeemCode,
  listConnections,
  getConnection,
  disconnect,
  putListing,
  pushBatch,
  removeListing,
  viewListings,
  reconcile,
  getBatch,
  validate,
  vocabularies,
  searchPlaces,
  getPlace,
];

/** The operation of a method and a path below the base path, with the decoded path parameters; null if there is none. */
export function operationAt(
  method: string,
  path: string,
): { operation: Operation; params: Record<string, string> } | null {
  const steps = path.split('/');
  for (const operation of operations) {
    const params = operation.method === method ? paramsOf(operation.path, steps) : null;
    if (params !== null) return { operation, params };
  }
  return null;
}

/** The parameters of a path that matches the pattern; null if it does not. A segment such as `:id` matches any but an empty one. */
function paramsOf(pattern: string, steps: readonly string[]): Record<string, string> | null {
  const wanted = pattern.split('/');
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const step = steps[index] ?? '';
    if (want.startsWith(':') && step !== '') params[want.slice(1)] = decoded(step);
    else if (want !== step) return null;
  }
  return wanted.length === steps.length ? params : null;
}

/** Decodes percent-encoding. A segment with a malformed escape is returned as it is; no id matches it. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
