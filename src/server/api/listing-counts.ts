import type { z } from '@hono/zod-openapi';
import type { ListingPageFilter, Store } from '../../store/store.js';
import { countStandings, keyOf, mayWait, standingMatches } from './listing-page.js';
import type { TileCountsSchema } from './schemas/ops-schemas.js';
import { feedsOf, mayBeUnlisted } from './unlisted-page.js';

type Wanted = Omit<ListingPageFilter, 'after' | 'limit'>;

/** Waiting listings that are counted. */
const waitingMax = 100_000;

/** Number of the stored listings that a filter asks for, by connection. Without a word, a code or an age, the counts of standings answer it. */
export async function matchCounts(wanted: Wanted, store: Store): Promise<Map<string, number>> {
  const needsRows = [wanted.text, wanted.code, wanted.about, wanted.either, wanted.untouchedSince].some(
    (one) => one !== undefined,
  );
  return needsRows ? store.listings.pageCounts(wanted) : standingMatches(wanted, store);
}

/** Number of listings in all the pages of a filter, whatever their order. */
export async function totalOf(wanted: Wanted, store: Store): Promise<number> {
  const stored = sumOf((await matchCounts(wanted, store)).values());
  return stored + (await waitingBeside(wanted, store)) + (await unlistedCount(wanted, store));
}

const tiles = ['in_review', 'on_the_way', 'waiting', 'refused', 'invalid'] as const;

export type TileCounts = z.input<typeof TileCountsSchema>;

/** The numbers in tiles about a feed, or a connection. The counts of standings are read once. */
export async function tileCounts(
  of: Pick<Wanted, 'connectionIds' | 'feedId'>,
  store: Store,
): Promise<TileCounts> {
  const counts = await store.figures.standings(of.connectionIds);
  const totalIn = async (part: Partial<Wanted>): Promise<number> => {
    const wanted = { ...of, ...part };
    const stored = sumOf(countStandings(counts, wanted).values());
    return stored + (await waitingBeside(wanted, store)) + (await unlistedCount(wanted, store));
  };
  const [inReview, onTheWay, waiting, refused, invalid] = await Promise.all(
    tiles.map((standing) => totalIn({ standing })),
  );
  return {
    there: await totalIn({ there: true }),
    ...{ in_review: inReview ?? 0, on_the_way: onTheWay ?? 0, waiting: waiting ?? 0 },
    ...{ refused: refused ?? 0, invalid: invalid ?? 0 },
  };
}

/** Waiting listings that are not among the stored ones as well. */
async function waitingBeside(wanted: Wanted, store: Store): Promise<number> {
  if (!mayWait({ ...wanted, after: null, limit: 0 })) return 0;
  const waiting = await store.content.waiting({ ...wanted, after: null, limit: waitingMax });
  if (waiting.length === 0) return 0;
  const keys = new Set(waiting.map(keyOf));
  const both = await store.listings.page({
    ...wanted,
    either: { keys: waiting, code: null },
    after: null,
    limit: keys.size,
  });
  return waiting.length - both.length;
}

async function unlistedCount(wanted: Wanted, store: Store): Promise<number> {
  if (!mayBeUnlisted({ ...wanted, after: null, limit: 0 })) return 0;
  const feeds = await feedsOf(wanted, store);
  return sumOf((await store.figures.unlistedRecords(feeds.map(({ id }) => id))).values());
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, count) => sum + count, 0);
}
