import { z } from 'zod';
import { noListings, type KnownListings } from '../../core/content/guard/neighbours.js';
import type { Currencies, UsualOfKind, UsualValues } from '../../core/content/guard/usual-values.js';
import type { FeedId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

const metaKey = 'content.usual';

/** What is usual among the live listings of all feeds. */
export interface StoredUsual {
  at: Millis;
  /** Number of listings from which it is. */
  listings: number;
  usual: UsualValues;
  /** The currencies of each feed. */
  currencies: ReadonlyMap<FeedId, Currencies>;
}

const usualSchema = z.object({ median: z.number(), spread: z.number() });
const counts = z.array(z.tuple([z.string(), z.number()]));

const schema = z.object({
  at: z.number(),
  listings: z.number(),
  groups: z.array(
    z.object({
      group: z.string(),
      count: z.number(),
      perSqm: usualSchema,
      betweenPlaces: z.number(),
      deviations: z.array(z.tuple([z.number(), z.number()])),
      places: z.array(z.tuple([z.string(), z.number(), z.number()])),
      area: usualSchema,
      perRoom: usualSchema.nullable(),
    }),
  ),
  currencies: z.array(z.object({ feedId: z.number(), sale: counts, rent: counts })),
});

/** Null before it was reckoned for the first time. */
export async function storedUsual({ meta }: Pick<Store, 'meta'>): Promise<StoredUsual | null> {
  const text = await meta.get(metaKey);
  if (text === null) return null;
  const { at, listings, groups, currencies } = schema.parse(JSON.parse(text));
  return {
    ...{ at, listings },
    usual: new Map(groups.map(({ group, ...one }) => [group, usualOf(one)])),
    currencies: new Map(
      currencies.map(({ feedId, sale, rent }) => [feedId, { sale: new Map(sale), rent: new Map(rent) }]),
    ),
  };
}

/**
 * The live listings with which new ones of a feed are compared.
 * @param feedId null: the feed has none yet
 */
export async function liveListings(
  store: Pick<Store, 'meta'>,
  feedId: FeedId | null,
): Promise<KnownListings> {
  const stored = await storedUsual(store);
  if (stored === null) return noListings;
  const currencies = feedId === null ? undefined : stored.currencies.get(feedId);
  return { usual: stored.usual, currencies: currencies ?? noListings.currencies };
}

function usualOf({
  places,
  deviations,
  ...one
}: Omit<z.infer<typeof schema>['groups'][number], 'group'>): UsualOfKind {
  return {
    ...one,
    deviations: new Map(deviations),
    places: new Map(places.map(([place, count, median]) => [place, { count, median }])),
  };
}

export async function saveUsual(
  { meta }: Pick<Store, 'meta'>,
  { at, listings, usual, currencies }: StoredUsual,
): Promise<void> {
  const document: z.infer<typeof schema> = {
    ...{ at, listings },
    groups: [...usual].map(([group, { places, deviations, ...one }]) => ({
      ...{ group, ...one },
      deviations: [...deviations],
      places: [...places].map(([place, { count, median }]) => [place, count, median]),
    })),
    currencies: [...currencies].map(([feedId, { sale, rent }]) => ({
      ...{ feedId, sale: [...sale], rent: [...rent] },
    })),
  };
  await meta.set(metaKey, JSON.stringify(document));
}
