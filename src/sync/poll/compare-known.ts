import { FieldTally, type LostField } from '../../core/listing/lost-fields.js';
import { mayBeSwapped, SwapTally, type Swap } from '../../core/listing/swapped-rows.js';
import { areMost, priceJump, type PriceChange, type PriceJump } from '../../core/listing/price-jump.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { Reading } from './reading.js';
import type { Feed, Services } from '../services/services.js';
import type { WholeFile } from '../content/content-gate.js';
import { isFirstDoubted } from '../content/first-file.js';
import { stagedListings, stagedSample, type StagedListingOf } from './staged-listings.js';
import { priceOf } from '../../core/content/guard/payload-values.js';
import { priceInEur } from '../../wire/price-in-eur.js';

/** How most listings of a file differ from their former state. */
export interface KnownCompared {
  jump: PriceJump | null;
  lost: LostField[];
  /** Most listings had a price and have none any more. */
  isPriceLost: boolean;
  swap: Swap | null;
}

/** Fewer listings without a price are no lost column: each of them may be on request. */
const unpricedMin = 3;
/** If new and changed records yield more listings than this, a sample of this size is compared first. */
const sampleMin = 1_000;
/** If a smaller share of the sample has the same change, most of the file does not have it: the full comparison is skipped. */
const sampleShare = 0.25;
const nothing: KnownCompared = { jump: null, lost: [], isPriceLost: false, swap: null };

/** @param shared number of the feed's former listings that the file still has; null: unknown, only listings of new records are compared */
export async function compareKnown(
  feed: Feed,
  { newListings, staging }: Pick<Reading, 'newListings' | 'staging'>,
  shared: number | null,
  services: Services,
): Promise<KnownCompared> {
  if (shared === 0) return nothing;
  // A listing without a new record is unchanged. Payloads are read only if enough of the shared ones may have changed.
  if (shared !== null && !mayBeSwapped(newListings, shared)) return nothing;
  if (newListings > sampleMin) {
    const sample = new KnownTally(feed, services);
    for await (const block of stagedSample(staging, sampleMin)) await sample.add(block);
    if (sample.most < sample.compared * sampleShare) return nothing;
  }
  const all = new KnownTally(feed, services);
  for await (const block of stagedListings(staging)) await all.add(block);
  return all.result(shared ?? 0);
}

/** How the values of a reading look as a whole, whatever brought it: a file, an approved file or kept records (RULES R83). */
export async function wholeFile(
  feed: Feed,
  reading: Reading,
  { jump, isPriceLost }: Pick<KnownCompared, 'jump' | 'isPriceLost'>,
  services: Services,
): Promise<WholeFile> {
  const { newListings, doubts, facts, ownChange, willBeRead, staging } = reading;
  const isPart = willBeRead === true || (facts.kind === 'delta' && !ownChange);
  const staged = (): ReturnType<typeof stagedListings> => stagedListings(staging);
  return {
    commonFactor: jump?.factor ?? null,
    isPriceLost,
    isFirstDoubted: await isFirstDoubted(feed, { newListings, doubts, isPart, staged }, services),
    arePricesApproved: false,
  };
}

/** The same for kept records that are mapped again: only their own listings are compared. */
export async function wholeOfKept(feed: Feed, reading: Reading, services: Services): Promise<WholeFile> {
  return wholeFile(feed, reading, await compareKnown(feed, reading, null, services), services);
}

class KnownTally {
  compared = 0;
  #priced = 0;
  #unpriced = 0;
  readonly #changes: PriceChange[] = [];
  readonly #fields = new FieldTally();
  readonly #swaps = new SwapTally();

  constructor(
    private readonly feed: Feed,
    private readonly services: Services,
  ) {}

  /** Number of compared listings that have the most frequent change. */
  get most(): number {
    return Math.max(this.#changes.length, this.#fields.most, this.#swaps.most, this.#unpriced);
  }

  async add(block: readonly StagedListingOf[]): Promise<void> {
    const { feed, services } = this;
    const known = block.filter(({ row, listing }) =>
      row.stored.some(
        ({ externalId, feedId, offSince }) =>
          externalId === listing.externalId && feedId === feed.id && offSince === null,
      ),
    );
    const ids = known.map(({ listing }) => listing.externalId);
    const formerPayloads = await services.store.listings.payloads(feed.connectionId, ids);
    for (const { listing } of known) {
      const former = formerPayloads.get(listing.externalId);
      if (former === undefined) continue;
      if (listing.wanted === null) {
        if (listing.isOnRequest === true && priceOf(former) !== null) this.#unpriced++;
        continue;
      }
      const now = unpackPayload(listing.wanted.packed);
      this.compared++;
      this.#fields.compare(former, now);
      this.#swaps.compare(former, now);
      const [from, to] = [priceInEur(former), priceInEur(now)];
      if (from === null || to === null) continue;
      this.#priced++;
      if (from !== to) this.#changes.push({ externalId: listing.externalId, from, to });
    }
  }

  /** @param shared number of known listings in the file, unchanged ones included */
  result(shared: number): KnownCompared {
    return {
      jump: priceJump(this.#changes, Math.max(shared, this.#priced)),
      lost: this.#fields.lostByMost(Math.max(shared, this.compared)),
      isPriceLost: this.#unpriced >= unpricedMin && areMost(this.#unpriced, Math.max(shared, this.#priced)),
      swap: this.#swaps.swap(Math.max(shared, this.compared)),
    };
  }
}
