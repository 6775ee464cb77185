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

/** Which operation a request line asks for, before anything else of it is read. */
export function operationAt(method: string, path: string): Operation | undefined {
  const steps = path.split('/');
  return operations.find((operation) => operation.method === method && hasSteps(operation.path, steps));
}

/** A step such as `:id` stands for any. */
function hasSteps(path: string, steps: readonly string[]): boolean {
  const wanted = path.split('/');
  const fits = (want: string, index: number): boolean =>
    want.startsWith(':') ? steps[index] !== '' : steps[index] === want;
  return wanted.length === steps.length && wanted.every(fits);
}
