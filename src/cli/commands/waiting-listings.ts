import type { ListingPageFilter } from '../../store/store.js';
import { maskContacts } from '../../core/content/find-contacts.js';
import { describedDoubts } from '../../inspect/hold-doubts.js';
import { maskedDoubt } from '../../inspect/mask-contacts.js';
import { doubtDocument } from '../../documents/doubt.js';
import type { Answer } from '../answer.js';
import type { StoreView } from '../context.js';
import { table } from '../print/table.js';

/** `listings --waiting`: new listings that wait because of a doubt, what waits, and the command that confirms it. */
export async function waitingListings(
  filter: Pick<ListingPageFilter, 'feedId' | 'text' | 'limit'> & { connectionId: string | undefined },
  { store, feedName }: StoreView,
): Promise<Answer> {
  const { connectionId, ...rest } = filter;
  const connectionIds = connectionId === undefined ? null : [connectionId];
  const found = await store.content.waiting({ ...rest, connectionIds, after: null });
  const rows = [];
  for (const listing of found) {
    const doubts = (await describedDoubts(listing.doubts, store)).map(maskedDoubt);
    rows.push({ ...listing, title: maskContacts(listing.title), doubts });
  }
  const cells = rows.map(({ externalId, feedId, title, doubts }) => [
    ...[externalId, feedName(feedId), title, `feedsync confirm ${externalId}`],
    doubts.map(({ sentence }) => sentence.en).join(' '),
  ]);
  return {
    text: table(
      ['listing', 'feed', 'title', 'to confirm', 'what waits'],
      cells,
      'No new listing waits because of a value in doubt.',
    ),
    json: {
      listings: rows.map((row) => ({
        external_id: row.externalId,
        connection: row.connectionId,
        feed: feedName(row.feedId),
        source_id: row.sourceId,
        title: row.title,
        doubts: row.doubts.map(doubtDocument),
      })),
    },
  };
}
