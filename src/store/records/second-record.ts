import { listingDigest } from '../../core/listing/digest.js';
import type { ExternalId } from '../../model/ids.js';
import type { StagedListing } from '../../model/staged-record.js';
import { packPayload, unpackPayload } from './staged-record.js';

/** A listing under another id than its record alone gives it: the second record of a pair has the `externalId` of its `pairId`. */
export function underId(
  listing: StagedListing,
  externalId: ExternalId,
  photoTokens: readonly string[],
): StagedListing {
  const { wanted } = listing;
  if (wanted === null) return { ...listing, externalId };
  const payload = { ...unpackPayload(wanted.packed), external_id: externalId };
  const digest = listingDigest(payload, photoTokens);
  return { ...listing, externalId, wanted: { ...wanted, digest, packed: packPayload(payload) } };
}
