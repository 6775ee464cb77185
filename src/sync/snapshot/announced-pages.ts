import type { FetchedFeed, FeedSource } from '../../feed/fetch/fetch-feed.js';
import { whatFollows } from '../../feed/consequence.js';
import { mayNameNext } from '../../feed/more/may-name-next.js';
import { isFollowable } from '../../feed/fetch/next-address.js';
import { openSigns } from '../../feed/more/signs-of-more.js';
import { readPage } from '../../feed/read-page.js';
import type { Spool } from '../../platform/files/spool.js';
import type { Feed } from '../services/services.js';

/**
 * Whether a file, or the reply that brought it, names the address of a next page that may be fetched. A file is only read for that if its
 * beginning or end seems to hold such an address, and a CSV file never is; the poll finds any other sign when it reads the file.
 */
export async function announcesNext(
  { mapping, encoding, ignoreMore }: Pick<Feed, 'mapping' | 'encoding' | 'ignoreMore'>,
  source: FeedSource,
  fetched: FetchedFeed,
  spool: Spool,
): Promise<boolean> {
  if (source.url.protocol === 'file:' || fetched.member !== null) return false;
  const { format } = mapping;
  const signs = [...fetched.signs];
  if (format.container !== 'csv' && (await mayNameNext(spool, fetched.file.path)))
    signs.push(...(await readPage(spool, fetched.file.path, { format, encoding }, null)).signs);
  return openSigns(signs, { records: 0, pages: 0, totals: false, ignored: ignoreMore }).some((sign) =>
    isFollowable(sign, fetched.from, source.url),
  );
}

/** The message of a failure at one of the announced pages, with what to set if the file is whole without them. */
export function withAnnouncement(message: string): string {
  const hint =
    'The file announces further pages. If it is whole without them, write under ignore_more: of this feed what announces them';
  return message.endsWith(whatFollows)
    ? `${message.slice(0, -whatFollows.length)}${hint}. ${whatFollows}`
    : message;
}
