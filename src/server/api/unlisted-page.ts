import type { z } from '@hono/zod-openapi';
import { maskContacts } from '../../core/content/find-contacts.js';
import { externalId } from '../../core/listing/external-id.js';
import { agencyNames } from '../../inspect/attention/agency-name.js';
import { feedNames } from '../../documents/feed.js';
import { draftsOf, type Draft } from '../../inspect/listing/drafts.js';
import type { ExplainDeps } from '../../inspect/listing/explain.js';
import { groupBy } from '../../model/group-by.js';
import { ownValue } from '../../model/own-value.js';
import { isInUse, type FeedRecord } from '../../model/feed.js';
import type { ListingPageFilter, Store, UnlistedFilter, UnlistedRecord } from '../../store/store.js';
import { draftCards } from './cards.js';
import { describedUnlisted } from './schemas/ops-documents.js';
import type { DescribedListingSchema } from './schemas/ops-schemas.js';

export type UnlistedKey = NonNullable<UnlistedFilter['after']>;

/** What reading the records of a page takes. */
export type UnlistedDeps = Pick<ExplainDeps, 'store' | 'spool' | 'readable'> & {
  idPrefixOf: (feedName: string) => string;
};

/** Whether the filter asks for something that only what was a listing once has: neither a record without one nor a new one that waits. */
export function asksForListing({ there, code, about, either, untouchedSince }: ListingPageFilter): boolean {
  return [there, code, about, either, untouchedSince].some((one) => one !== undefined);
}

/** Whether records without a listing are in what the filter asks for. A search for words finds them by itself. */
export function mayBeUnlisted(filter: ListingPageFilter): boolean {
  const { standing, portal, presence, text } = filter;
  return (
    standing === 'invalid' &&
    !asksForListing(filter) &&
    [portal, presence, text].every((one) => one === undefined)
  );
}

/** Feeds in use whose records a filter asks for. */
export async function feedsOf(
  { connectionIds, feedId }: Pick<ListingPageFilter, 'connectionIds' | 'feedId'>,
  store: Store,
): Promise<FeedRecord[]> {
  return (await store.feeds.all()).filter(
    (feed) =>
      isInUse(feed) &&
      (connectionIds?.includes(feed.connectionId) ?? true) &&
      (feedId === undefined || feed.id === feedId),
  );
}

/** A page of the records that cannot be published and have no listing, each with what its file says of it. */
export async function unlistedPage(
  filter: Pick<ListingPageFilter, 'connectionIds' | 'feedId' | 'limit'>,
  after: UnlistedKey | null,
  deps: UnlistedDeps,
): Promise<{ listings: z.input<typeof DescribedListingSchema>[]; next: UnlistedKey | null }> {
  const { store } = deps;
  const { limit } = filter;
  const feeds = await feedsOf(filter, store);
  const records = await store.records.unlisted({ feedIds: feeds.map(({ id }) => id), after, limit });
  const last = records.length < limit ? undefined : records.at(-1);
  return {
    listings: await described(records, feeds, deps),
    next: last === undefined ? null : { feedId: last.feedId, sourceId: last.sourceId },
  };
}

async function described(
  records: readonly UnlistedRecord[],
  feeds: readonly FeedRecord[],
  deps: UnlistedDeps,
): Promise<z.input<typeof DescribedListingSchema>[]> {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  const names = {
    feed: feedNames(feeds),
    agency: agencyNames(await deps.store.connections.all()),
  };
  const documents: z.input<typeof DescribedListingSchema>[] = [];
  for (const [id, own] of groupBy(records, ({ feedId }) => feedId)) {
    const feed = byId.get(id);
    if (feed === undefined) continue;
    const drafts = await draftsOf(feed, own, deps);
    const cards = await draftCards(drafts, deps.store);
    for (const record of own) {
      const { sourceId } = record;
      documents.push(
        describedUnlisted(
          record,
          {
            connectionId: feed.connectionId,
            externalId: externalId(sourceId, deps.idPrefixOf(feed.name)),
            title: maskContacts(titleOf(drafts.get(sourceId))),
            card: cards.get(sourceId) ?? null,
          },
          names,
        ),
      );
    }
  }
  return documents;
}

function titleOf(draft: Draft | undefined): string | null {
  const title = draft?.title;
  const text = typeof title === 'string' ? title : ownValue(title, 'sr');
  return typeof text === 'string' && text !== '' ? text : null;
}
