import { fold } from '../../model/fold.js';
import { priceInEur } from '../../wire/price-in-eur.js';
import { addAudit } from '../database/audit.js';
import { pack } from '../database/codec.js';
import { listingKey, type Database, type Writer } from '../database/database.js';
import { assertStore } from '../database/errors.js';
import { loadListings, newListing, saveListings } from '../database/listing-rows.js';
import type { Millis } from '../../model/millis.js';
import type { ManualListing, ManualStore } from '../store.js';
import { pollClaimingFeeds } from '../records/claims.js';
import { queueRemovals } from '../records/queue-removals.js';
import { putEntries, upsertEntry } from '../outbox/entries.js';

export function createManual({ write }: Database): ManualStore {
  return {
    put: (listing, author, now) => write((writer) => put(writer, listing, author, now)),
    remove: (connectionId, externalId, reason, author, now) =>
      write(async (writer) => {
        const draft = (await loadListings(writer, connectionId, [externalId])).get(externalId);
        assertStore(
          draft !== undefined && draft.owner !== 'feed',
          `${externalId} belongs to a feed and was removed by hand`,
        );
        await queueRemovals(writer, connectionId, [{ draft, reason }], now);
        await saveListings(writer, [draft], now);
        await pollClaimingFeeds(writer, { connectionId, externalId }, now);
        const data = { connection: connectionId, reason };
        await addAudit(writer, { at: now, author, action: 'remove', subject: externalId, data });
      }),
  };
}

async function put(writer: Writer, listing: ManualListing, author: string, now: Millis): Promise<void> {
  const { connectionId, externalId, digest, payload, updatedAt, title, address } = listing;
  const known = (await loadListings(writer, connectionId, [externalId])).get(externalId);
  assertStore(
    known?.owner !== 'feed' || known.offSince !== null,
    `${externalId} belongs to feed ${known?.feedId ?? '?'} and was put by hand`,
  );
  const draft = known ?? newListing(connectionId, externalId);
  const isNew = draft.portal === 'none' || draft.offSince !== null;
  Object.assign(draft, {
    owner: 'manual',
    feedId: null,
    sourceId: null,
    presence: 'present',
    offered: true,
    intent: 'manual',
    removeReason: null,
    wantedDigest: digest,
    feedUpdatedAt: updatedAt,
    title,
    retries: 0,
    offSince: null,
    deactivation: null,
    activeUntil: null,
    lastSeenAt: now,
    foldedAddress: fold(address ?? ''),
    price: priceInEur(payload),
  } satisfies Partial<typeof draft>);
  await saveListings(writer, [draft], now);
  const content = pack(payload);
  await writer
    .insertInto('payload')
    .values({ connectionId, externalId, content })
    .onConflict((conflict) => conflict.columns(listingKey).doUpdateSet({ content }))
    .execute();
  const wanted = { lane: isNew ? 'new' : 'state_or_price', digest } as const;
  await putEntries(writer, connectionId, [upsertEntry(listing, wanted, now)]);
  const data = { connection: connectionId, digest };
  await addAudit(writer, { at: now, author, action: 'put', subject: externalId, data });
}
