import type { AskedFeed, AskedWord } from '../../core/content/shared-questions.js';
import { isOpenDoubt } from '../../core/content/guard/questions.js';
import { groupBy } from '../../model/group-by.js';
import { isInUse, type FeedRecord } from '../../model/feed.js';
import type { Hold } from '../../model/hold.js';
import type { Millis } from '../../model/millis.js';
import { unknownWordKey } from '../../model/fold.js';
import type { ContentWaits, MetWord, Store } from '../store.js';

/** An unknown word that users were notified of. */
export interface ReportedWord extends AskedWord {
  toldAt: Millis;
}

/** Unknown words of a feed that came up after it went live, and that records still have. */
export function reportedWords(waits: ContentWaits, met: readonly MetWord[]): ReportedWord[] {
  const told = new Map(met.map(({ pointer, word, toldAt }) => [unknownWordKey(pointer, word), toldAt]));
  return waits.words.flatMap((word) => {
    const toldAt = told.get(unknownWordKey(word.pointer, word.word)) ?? null;
    return toldAt === null ? [] : [{ ...word, toldAt }];
  });
}

/** What was read already of the feeds. */
interface KnownFacts {
  feeds: readonly FeedRecord[];
  /** Open holds. */
  holds: readonly Pick<Hold, 'kind' | 'feedId' | 'cause'>[];
  contents: Awaited<ReturnType<Store['figures']['contents']>>;
}

/**
 * What feeds in use ask: the doubts of their open content holds, and the unknown words that users were notified of. A first file that looks
 * wrong is a question about the file as a whole, so its doubts are left out.
 */
export async function askedFeeds(
  { feeds, holds, contents }: KnownFacts,
  { content }: Pick<Store, 'content'>,
  now: Millis,
): Promise<AskedFeed[]> {
  const asking = new Set(
    holds.flatMap(({ kind, feedId, cause }) =>
      kind === 'content' && feedId !== null && cause !== 'first_file' ? [feedId] : [],
    ),
  );
  const inUse = feeds.filter(isInUse);
  const doubts = groupBy(
    await content.doubtsIn(inUse.flatMap(({ id }) => (asking.has(id) ? [id] : []))),
    ({ feedId }) => feedId,
  );
  return inUse.flatMap(({ id: feedId, mapping, hosts }) => {
    const { waits = null, met = [] } = contents.get(feedId) ?? {};
    const words = waits === null ? [] : reportedWords(waits, met);
    const open = (doubts.get(feedId) ?? []).filter((doubt) => isOpenDoubt(doubt, now));
    return words.length + open.length === 0 ? [] : [{ feedId, mapping, hosts, doubts: open, words }];
  });
}

/** `askedFeeds` of a store of which nothing was read yet. */
export async function readAskedFeeds(
  { feeds, holds, figures, content }: Pick<Store, 'feeds' | 'holds' | 'figures' | 'content'>,
  now: Millis,
): Promise<AskedFeed[]> {
  const rows = await feeds.all();
  const open = await holds.open({ kind: 'content' });
  const contents = await figures.contents(rows.filter(isInUse).map(({ id }) => id));
  return askedFeeds({ feeds: rows, holds: open, contents }, { content }, now);
}
