import type { ConnectionId, ExternalId } from '../../model/ids.js';
import { listingDigest } from '../../core/listing/digest.js';
import type { RemoveReason } from '../../model/outcome.js';
import { checkListing, checkPublishable, type Detail } from '../../wire/listing.js';
import { businessCategories, vocabularyKeys } from '../../wire/vocabulary.js';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';
import { ownValue } from '../../model/own-value.js';

export interface PutByHand {
  connectionId: ConnectionId;
  /** A listing payload in the portal's format; feedsync sets `digest` and `source.updated_at`. */
  listing: Record<string, unknown>;
  author: string;
}

/** Adds one listing that no feed has. It stays until it is removed manually (RULES R44). */
export async function putByHand(
  { connectionId, listing, author }: PutByHand,
  services: Services,
): Promise<RequestResult> {
  const { store, clock, protocol } = services;
  const stored = await store.reference.vocabulary();
  const vocabulary = stored === null ? null : vocabularyKeys(stored.vocabulary);
  const checked = checkListing(listing, { protocol, vocabulary });
  if (!checked.ok) return notTaken(checked.details);
  // Which categories are business premises is known only from the vocabulary. Without it, the portal judges.
  const business = stored === null ? null : businessCategories(stored.vocabulary, protocol);
  const missing = business && checkPublishable(checked.listing, { businessCategories: business });
  if (missing && missing.length > 0) return notTaken(missing);
  const payload = withoutDates(checked.listing);
  const externalId = checked.listing.external_id;
  if (externalId === '.' || externalId === '..')
    return refused(
      `${externalId} cannot be an external_id here: no request could remove it again, because its URL would be read as a directory. Give the listing another external_id.`,
    );
  const owner = await store.listings.get(connectionId, externalId);
  if (owner?.owner === 'feed' && owner.offSince === null)
    return refused(
      `${externalId} belongs to a feed, whose next change would overwrite it. Give the listing another external_id.`,
    );
  await store.connections.ensure([connectionId]);
  const updatedAt = Date.parse(checked.listing.source.updated_at);
  const title = ownValue(payload[protocol.title_field], 'sr');
  await store.manual.put(
    {
      connectionId,
      externalId,
      digest: listingDigest(payload),
      payload,
      updatedAt: Number.isNaN(updatedAt) ? null : updatedAt,
      title: typeof title === 'string' ? title : null,
      address: checked.listing.location.address_line,
    },
    author,
    clock.now(),
  );
  return {
    ok: true,
    message: `${externalId} is queued; it stays until it is removed by hand`,
    external_id: externalId,
  };
}

export interface RemoveByHand {
  connectionId: ConnectionId;
  externalId: ExternalId;
  reason: RemoveReason;
  author: string;
}

/** Removes a manual or foreign listing. A feed's listing must be suppressed instead. */
export async function removeByHand(
  request: RemoveByHand,
  { store, clock }: Services,
): Promise<RequestResult> {
  const { connectionId, externalId, reason, author } = request;
  const listing = await store.listings.get(connectionId, externalId);
  if (listing === null)
    return refused(
      `There is no listing ${externalId} on connection ${connectionId}. \`feedsync listings --text\` finds its id.`,
    );
  if (listing.owner === 'feed')
    return refused(
      `${externalId} belongs to a feed, which would bring it back: \`feedsync suppress ${externalId} --reason …\` keeps it off.`,
    );
  if (listing.offSince !== null)
    return refused(`${externalId} was already removed; \`feedsync explain ${externalId}\` shows when.`);
  await store.manual.remove(connectionId, externalId, reason, author, clock.now());
  return { ok: true, message: `${externalId} is removed (${reason})` };
}

/** The content that the digest covers. The digest and the date are set at each sending. */
function withoutDates(listing: object): Record<string, unknown> {
  const { digest, source, ...rest } = listing as Record<string, unknown>;
  const { updated_at, ...kept } = Object(source) as Record<string, unknown>;
  return { ...rest, source: kept };
}

function notTaken(details: readonly Detail[]): RequestResult {
  const problems = details.map(({ pointer, message }) => `${pointer} ${message}`.trim());
  return refused(
    `The portal would not take this listing: ${problems.join(' ')} Correct the file, then try again.`,
  );
}

function refused(message: string): RequestResult {
  return { ok: false, message: `${message} Nothing was changed.` };
}
