import { guardContent } from '../../core/content/guard/guard-content.js';
import { areMost } from '../../core/listing/price-jump.js';
import type { ContentRule, OpenDoubt } from '../../model/content.js';
import type { StagedListing } from '../../model/staged-record.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { KnownValues } from '../../store/store.js';
import { rsdPerEur } from '../../wire/limits.js';
import type { Feed, Services } from '../services/services.js';

/** Fewer doubts of one rule say nothing about a file as a whole. */
const doubtsMin = 3;

/** What was read of a file, or of a feed's kept records. */
interface FirstRead {
  /** Listings of new records. */
  newListings: number;
  /** By rule: how many of them have a value that is in doubt by itself. */
  doubts: ReadonlyMap<ContentRule, number>;
  /** Only some of the feed's records are read: the others are not seen. */
  isPart: boolean;
  /** The new records with their listings, block by block. */
  staged: () => AsyncIterable<readonly { listing: StagedListing }[]>;
}

/**
 * Whether most listings of a feed's first file have a doubt of one rule, and no one has answered for it yet: then one question is asked
 * before the first push (RULES R83). A file waits only while that question has a line that is neither confirmed nor rejected.
 */
export async function isFirstDoubted(
  { id: feedId, connectionId, content: { mode } }: Pick<Feed, 'id' | 'connectionId' | 'content'>,
  { newListings, doubts, isPart, staged }: FirstRead,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
): Promise<boolean> {
  if (mode === 'report') return false;
  // What comes while the first file waits, waits with it.
  const [open] = isPart ? await store.holds.open({ feedId, kind: 'content' }) : [];
  if (open?.cause === 'first_file') return true;
  const rules = new Set(
    [...doubts]
      .filter(([, count]) => count >= doubtsMin && areMost(count, newListings))
      .map(([rule]) => rule),
  );
  if (rules.size === 0 || (await store.listings.ownedCount(feedId)) > 0) return false;
  const isAnswered = (await store.holds.all({ feedId })).some(
    ({ kind, cause, state }) =>
      kind === 'content' && cause === 'first_file' && state !== 'open' && state !== 'closed',
  );
  if (isAnswered) return false;
  const now = clock.now();
  const rejected = (await store.content.doubts(feedId)).filter(
    ({ rejectedUntil }) => rejectedUntil !== null && rejectedUntil > now,
  );
  for await (const block of staged()) {
    const doubted = block.map(({ listing }) => listing).filter((one) => one.doubts !== undefined);
    const known = await store.content.known(
      connectionId,
      doubted.map(({ externalId }) => externalId),
    );
    const isOpen = (listing: StagedListing): boolean =>
      hasOpenDoubt(listing, { rules, known: known.get(listing.externalId), rejected, now });
    if (doubted.some(isOpen)) return true;
  }
  return false;
}

/** Whether a new listing has a doubt of one of these rules that is neither confirmed nor rejected. */
function hasOpenDoubt(
  { externalId, wanted, doubts = [] }: StagedListing,
  of: {
    rules: ReadonlySet<ContentRule>;
    known: KnownValues | undefined;
    rejected: readonly OpenDoubt[];
    now: number;
  },
): boolean {
  if (wanted === null) return false;
  const { history = [], confirmations = [] } = of.known ?? {};
  const found = guardContent({
    ...{ mapped: unpackPayload(wanted.packed), cleared: null, unknownState: null, valueDoubts: doubts },
    ...{ history, confirmations, commonFactor: null, rsdPerEur, now: of.now },
  });
  return found.doubts
    .filter(({ rule }) => of.rules.has(rule))
    .some(
      ({ field, value }) =>
        !of.rejected.some(
          (one) => one.externalId === externalId && one.field === field && one.value === value,
        ),
    );
}
