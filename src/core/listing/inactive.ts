import { listingDigest } from './digest.js';
import { urgentPart } from './plan.js';

type Payload = Readonly<Record<string, unknown>>;

/** A payload with another state. `digest` and `urgent` are of the new payload. */
export interface Restated {
  payload: Payload;
  digest: string;
  urgent: string;
}

/** @param photoTokens see `listingDigest` */
export function withState(
  payload: Payload,
  state: 'active' | 'inactive',
  photoTokens: readonly string[],
): Restated {
  const restated = { ...payload, state };
  return { payload: restated, digest: listingDigest(restated, photoTokens), urgent: urgentPart(restated) };
}
