import { FeedTraits, otherFeedSigns, type OtherFeedSign } from '../../core/listing/other-feed.js';
import type { SharedCounts } from '../../core/listing/plan.js';
import type { ListingRecord } from '../../model/listing.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { Rename } from '../../store/store.js';
import { namesOtherAgency } from '../removals/absence-doubt.js';
import type { Feed, Services } from '../services/services.js';
import type { Reading } from './reading.js';
import { stagedListings } from './staged-listings.js';

interface SmallFeed {
  feed: Feed;
  /** Its listings, none of which the new file has. */
  absent: readonly ListingRecord[];
  renames: readonly Rename[];
  counts: SharedCounts;
}

/** Compares a small feed that shares no id with its former content by its other traits. */
export async function smallFeedSigns(
  { feed, absent, renames, counts }: SmallFeed,
  reading: Reading,
  services: Services,
): Promise<OtherFeedSign[]> {
  const [former, now] = [new FeedTraits(), new FeedTraits()];
  const payloads = await services.store.listings.payloads(
    feed.connectionId,
    absent.map(({ externalId }) => externalId),
  );
  for (const { externalId, title } of absent) former.add(title, payloads.get(externalId) ?? {});
  for await (const block of stagedListings(reading.staging))
    for (const { listing } of block)
      if (listing.wanted !== null) now.add(listing.wanted.title, unpackPayload(listing.wanted.packed));
  const otherAgency = await namesOtherAgency(feed, reading, services);
  return otherFeedSigns({ former, now, counts, renamed: renames.length, otherAgency });
}

const signWords: Readonly<Record<OtherFeedSign, string>> = {
  agency: 'its header names another agency',
  contacts: 'its contacts are others',
  photos: 'its photos lie elsewhere',
  size: 'it is over three times as large',
  renamed: 'some of its records match listings in address, area and price',
};

/** Empty where no signs were needed. */
export function signSentence(signs: readonly OtherFeedSign[] | null): string {
  return signs === null
    ? ''
    : ` No title is shared either, and ${signs.map((sign) => signWords[sign]).join(', ')}.`;
}
