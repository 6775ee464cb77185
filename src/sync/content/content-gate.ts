import { guardContent } from '../../core/content/guard/guard-content.js';
import { offerOf, valueOf, type Payload } from '../../core/content/guard/payload-values.js';
import { listingDigest } from '../../core/listing/digest.js';
import type { Doubt, OpenDoubt, PastValue } from '../../model/content.js';
import type { ExternalId } from '../../model/ids.js';
import type { ListingRecord } from '../../model/listing.js';
import type { StagedListing } from '../../model/staged-record.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { KnownValues, StagedWithStored } from '../../store/store.js';
import { rsdPerEur } from '../../wire/limits.js';
import { wantedPayload } from '../map/map-records.js';
import type { Feed, Services } from '../services/services.js';

/** How a file's values look as a whole. */
export interface WholeFile {
  /** The factor by which most prices changed at once; null: they did not. */
  commonFactor: number | null;
  /** Most listings that are live have no price any more. */
  isPriceLost: boolean;
  /** The feed's first file, of which most listings have a doubt of one rule: nothing of it is published before someone looks at it. */
  isFirstDoubted: boolean;
}

export const nothingOdd: WholeFile = { commonFactor: null, isPriceLost: false, isFirstDoubted: false };

/** What the guard found of a listing. */
export interface Found {
  /** Its price is on request now, and the feed removes such listings. */
  leaves: boolean;
  doubts: OpenDoubt[];
  /** Doubts of values that go live all the same: the feed only counts them. */
  reported: OpenDoubt[];
  pastValues: (PastValue & { externalId: ExternalId })[];
}

/** A listing after the guard: what of it may go live. */
type GuardedListing = Found & { listing: StagedListing };

const nothingFound: Found = { leaves: false, doubts: [], reported: [], pastValues: [] };

function foundKey({ ordinal }: StagedWithStored, { externalId }: StagedListing): string {
  return `${ordinal} ${externalId}`;
}

type FormerPayloads = ReadonlyMap<string, Record<string, unknown>>;

/** The content guard of one committing poll (RULES R80). */
export class ContentGate {
  /** Open doubts of the feed when the commit began, by record. */
  readonly #before = new Map<number, OpenDoubt[]>();
  #known: ReadonlyMap<string, KnownValues> = new Map();
  #formerPayloads: FormerPayloads = new Map();
  readonly #found = new Map<string, Found>();
  readonly #now: number;

  constructor(
    private readonly feed: Feed,
    private readonly whole: WholeFile,
    private readonly services: Pick<Services, 'store' | 'clock' | 'protocol'>,
  ) {
    this.#now = services.clock.now();
  }

  async open(): Promise<void> {
    for (const doubt of await this.services.store.content.doubts(this.feed.id)) {
      const ofRecord = this.#before.get(doubt.ordinal) ?? [];
      this.#before.set(doubt.ordinal, [...ofRecord, doubt]);
    }
  }

  /**
   * Replaces what may not go live in a block of staged records. What was found of each listing is kept for `found`.
   * @param formerPayloads wanted payloads of the listings that are stored
   */
  async guard(
    block: readonly StagedWithStored[],
    formerPayloads: FormerPayloads,
  ): Promise<StagedWithStored[]> {
    await this.#load(block, formerPayloads);
    this.#found.clear();
    return block.map((row) => {
      const listings = row.staged.listings.map((listing) => {
        const stored = row.stored.find(({ externalId }) => externalId === listing.externalId) ?? null;
        const { listing: guarded, ...found } = this.#guarded(row, listing, stored);
        this.#found.set(foundKey(row, listing), found);
        return guarded;
      });
      return { ...row, staged: { ...row.staged, listings } };
    });
  }

  /** What the guard found of a listing of the block that it guarded last. */
  found(row: StagedWithStored, listing: StagedListing): Found {
    return this.#found.get(foundKey(row, listing)) ?? nothingFound;
  }

  /** Loads what is known of a block's listings. */
  async #load(block: readonly StagedWithStored[], formerPayloads: FormerPayloads): Promise<void> {
    this.#formerPayloads = formerPayloads;
    const asked = block.flatMap(({ staged, ordinal }) =>
      staged.listings
        .filter(
          ({ externalId, doubts, wanted }) =>
            formerPayloads.has(externalId) ||
            (wanted !== null && (doubts !== undefined || this.#before.has(ordinal))),
        )
        .map(({ externalId }) => externalId),
    );
    const { store } = this.services;
    this.#known = asked.length === 0 ? new Map() : await store.content.known(this.feed.connectionId, asked);
  }

  /** Whether the whole file waits for one answer. Its records are read again then. */
  get withholds(): boolean {
    return this.whole.isFirstDoubted;
  }

  /** Whether a listing of a record without a publishable one is live and has no price any more. */
  isOnRequest({ staged, stored }: StagedWithStored): boolean {
    return staged.listings.some(
      ({ externalId, isOnRequest }) =>
        isOnRequest === true &&
        stored.some(
          (row) => row.externalId === externalId && row.feedId === this.feed.id && row.offSince === null,
        ),
    );
  }

  /** Whether the record had doubts before: they are replaced, even by none. */
  hadDoubts({ ordinal }: StagedWithStored): boolean {
    return this.#before.has(ordinal);
  }

  #guarded(row: StagedWithStored, listing: StagedListing, stored: ListingRecord | null): GuardedListing {
    const judged = this.#judge(row, listing, stored);
    return this.withholds ? { ...judged, listing: { ...judged.listing, wanted: null } } : judged;
  }

  #judge(row: StagedWithStored, listing: StagedListing, stored: ListingRecord | null): GuardedListing {
    const { externalId, wanted } = listing;
    const former = this.#formerPayloads.get(externalId) ?? null;
    const cleared = stored?.offSince === null ? former : null;
    const nothing = { ...nothingFound, listing };
    // A suppressed listing goes nowhere, so none of its values is a question.
    if (stored?.intent === 'suppressed') return nothing;
    if (wanted === null)
      return listing.isOnRequest === true && cleared !== null
        ? this.#onRequest(row, listing, cleared)
        : nothing;
    const unknownState = row.staged.unknownState ?? null;
    if (cleared === null && listing.doubts === undefined && unknownState === null) return nothing;
    const isAsBefore = stored?.wantedDigest === wanted.digest && !this.#known.has(externalId);
    if (cleared !== null && isAsBefore && !this.hadDoubts(row)) return nothing;
    const mapped = unpackPayload(wanted.packed);
    const { history, confirmations } = this.#known.get(externalId) ?? { history: [], confirmations: [] };
    const guarded = guardContent({
      ...{ mapped, cleared, history, confirmations, unknownState, rsdPerEur },
      valueDoubts: listing.doubts ?? [],
      commonFactor: this.whole.commonFactor,
      now: this.#now,
    });
    const pastValues = guarded.replaced.map((value) => ({ ...value, externalId }));
    const doubts = guarded.doubts.map((doubt) =>
      this.#opened(doubt, row, { listing, mapped, cleared: guarded.cleared }),
    );
    if (this.feed.content.mode === 'report') {
      const marks = doubts.map((doubt) => markOf(doubt, externalId, mapped));
      return { ...nothing, reported: doubts, pastValues: [...pastValues, ...marks] };
    }
    const isUnchanged = guarded.wanted === mapped;
    return {
      ...{ leaves: false, doubts, reported: [], pastValues },
      listing: isUnchanged ? listing : this.#withPayload(listing, guarded.wanted),
    };
  }

  /** A live listing whose record has no price any more: it leaves public view, or asks where most listings lost theirs. */
  #onRequest(row: StagedWithStored, listing: StagedListing, cleared: Payload): GuardedListing {
    const { mode, onRequest } = this.feed.content;
    const known = this.#known.get(listing.externalId);
    const doubt: Doubt = { rule: 'lost_price', field: 'price', value: '', causes: [] };
    const isConfirmed = (known?.confirmations ?? []).some(
      ({ field, value, takenBackAt }) => field === 'price' && value === '' && takenBackAt === null,
    );
    const result = { ...nothingFound, listing };
    if (this.whole.isPriceLost && mode === 'hold' && !isConfirmed)
      return { ...result, doubts: [this.#opened(doubt, row, { listing, mapped: cleared, cleared })] };
    if (onRequest === 'remove') return { ...result, leaves: true };
    return { ...result, listing: this.#withPayload(listing, { ...cleared, state: 'inactive' }) };
  }

  #withPayload(listing: StagedListing, payload: Payload | null): StagedListing {
    if (payload === null) return { ...listing, wanted: null };
    const digest = listingDigest(payload, this.feed.photoTokens);
    // What was found of the photos stays: the guard changes none.
    const wanted = { ...listing.wanted, ...wantedPayload(payload, digest, this.services.protocol) };
    return { ...listing, wanted };
  }

  #titleOf(payload: Payload | null): string | null {
    return payload === null ? null : wantedPayload(payload, '', this.services.protocol).title;
  }

  /** A doubt that was open before keeps its age and its rejection. */
  #opened(
    doubt: Doubt,
    { ordinal, staged: { sourceId } }: StagedWithStored,
    { listing: { externalId, wanted }, mapped, cleared }: Judged,
  ): OpenDoubt {
    const { field, value, rule } = doubt;
    const before = this.#before
      .get(ordinal)
      ?.find((one) => one.externalId === externalId && one.field === field && one.value === value);
    return {
      ...doubt,
      ...{ feedId: this.feed.id, connectionId: this.feed.connectionId, externalId, sourceId, ordinal },
      offer: offerOf(mapped),
      title: wanted?.title ?? this.#titleOf(cleared),
      live: cleared === null ? null : valueOf(cleared, field),
      openedAt: before?.openedAt ?? this.#now,
      rejectedUntil: before?.rule === rule ? before.rejectedUntil : null,
      confirmedAt: null,
    };
  }
}

interface Judged {
  listing: StagedListing;
  mapped: Payload;
  cleared: Payload | null;
}

/** Marks a value that goes live in doubt: later values are not compared with it. */
function markOf(
  { field, value }: Doubt,
  externalId: ExternalId,
  mapped: Payload,
): GuardedListing['pastValues'][number] {
  return { externalId, field, offer: offerOf(mapped), value, until: null, isBase: false };
}
