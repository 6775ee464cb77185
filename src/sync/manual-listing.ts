import { listingDigest } from '../core/digest.js';
import type { RemoveReason } from '../core/outcome.js';
import { checkListing, checkPublishable, type Detail } from '../wire/listing.js';
import { businessCategories, vocabularyKeys } from '../wire/vocabulary.js';
import type { Done } from './done.js';
import type { Services } from './services.js';
import { ownValue } from '../core/own-value.js';

export interface PutByHand {
  connectionId: string;
  /** A listing payload as the portal takes it; `digest` and `source.updated_at` are ours to write. */
  listing: Record<string, unknown>;
  author: string;
}

/** Puts one listing that no feed has; it is kept until a person removes it (RULES R33). */
export async function putByHand(
  { connectionId, listing, author }: PutByHand,
  services: Services,
): Promise<Done> {
  const { store, clock, protocol } = services;
  const stored = await store.reference.vocabulary();
  const vocabulary = stored === null ? null : vocabularyKeys(stored.vocabulary);
  const checked = checkListing(listing, { protocol, vocabulary });
  if (!checked.ok) return notTaken(checked.details);
  // Which categories are business premises is not known before the vocabulary is: then the portal says it.
  const business = stored === null ? null : businessCategories(stored.vocabulary, protocol);
  const missing = business && checkPublishable(checked.listing, { businessCategories: business });
  if (missing && missing.length > 0) return notTaken(missing);
  const payload = withoutDates(checked.listing);
  const externalId = checked.listing.external_id;
  if (externalId === '.' || externalId === '..')
    return refused(
      `${externalId} cannot be an external_id here: no request could remove it again, because its address would be read as a directory. Give the listing another external_id.`,
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
  connectionId: string;
  externalId: string;
  reason: RemoveReason;
  author: string;
}

/** Takes off what a person put, or what somebody else left there. What a feed has is suppressed instead. */
export async function removeByHand(wish: RemoveByHand, { store, clock }: Services): Promise<Done> {
  const { connectionId, externalId, reason, author } = wish;
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
    return refused(`${externalId} was taken off already; \`feedsync explain ${externalId}\` says when.`);
  await store.manual.remove(connectionId, externalId, reason, author, clock.now());
  return { ok: true, message: `${externalId} is taken off (${reason})` };
}

/** What the digest covers, and what is dated anew at each sending. */
function withoutDates(listing: object): Record<string, unknown> {
  const { digest, source, ...rest } = listing as Record<string, unknown>;
  const { updated_at, ...kept } = Object(source) as Record<string, unknown>;
  return { ...rest, source: kept };
}

function notTaken(details: readonly Detail[]): Done {
  const problems = details.map(({ pointer, message }) => `${pointer} ${message}`.trim());
  return refused(
    `The portal would not take this listing: ${problems.join(' ')} Correct the file, then try again.`,
  );
}

function refused(message: string): Done {
  return { ok: false, message: `${message} Nothing was changed.` };
}
