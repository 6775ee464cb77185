import { guardContent, type GuardInput } from '../../core/content/guard/guard-content.js';
import { valuesThatLeft } from '../../core/content/guard/past-values.js';
import { offerOf, valueOf, type Payload } from '../../core/content/guard/payload-values.js';
import { listingDigest } from '../../core/listing/digest.js';
import type { Confirmation, Doubt, OpenDoubt, PastValue, ValueDoubt } from '../../model/content.js';
import type { ExternalId } from '../../model/ids.js';
import type { ListingRecord } from '../../model/listing.js';
import type { StagedListing } from '../../model/staged-record.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { KnownValues, StagedWithStored } from '../../store/store.js';
import { rsdPerEur } from '../../wire/limits.js';
import { wantedPayload } from '../map/map-records.js';
import type { Feed, Services } from '../services/services.js';
import { FormerWords } from './former-words.js';
import { NewListings, type StagedSample } from './new-listings.js';

/** How a file's values look as a whole. */
export interface WholeFile {
  /** The factor by which most prices changed at once; null: they did not. */
  commonFactor: number | null;
  /** Most listings that are live have no price any more. */
  isPriceLost: boolean;
  /** The feed's first file, of which most listings have a doubt of one rule: nothing of it is published before someone looks at it. */
  isFirstDoubted: boolean;
  /** A person approved the prices of this file as a whole. */
  arePricesApproved: boolean;
}

/** What the guard found of a listing. */
export interface Found {
  /** Its price is on request now, and the feed removes such listings. */
  leaves: boolean;
  doubts: OpenDoubt[];
  /** Doubts of values that go live all the same: the feed only counts them. */
  reported: OpenDoubt[];
  pastValues: (PastValue & { externalId: ExternalId })[];
  /** Confirmations that were taken back and are undone now. */
  undone: (Confirmation & { externalId: ExternalId })[];
}

/** A listing as the guard lets it through, with what the guard found of it. */
type GuardedListing = Found & { listing: StagedListing };

const nothingFound: Found = { leaves: false, doubts: [], reported: [], pastValues: [], undone: [] };

/** Whether the file as a whole gave the doubt: the record alone does not show it again. */
function isOfWholeFile({ rule, causes }: Pick<Doubt, 'rule' | 'causes'>): boolean {
  return rule === 'lost_price' || causes.includes('most_prices');
}

/** Listings that the record yields now, or owns. */
function listingsOf({ staged, stored }: StagedWithStored): ExternalId[] {
  const own = stored.filter(({ sourceId }) => sourceId === staged.sourceId);
  return [...staged.listings, ...own].map(({ externalId }) => externalId);
}

function foundKey({ ordinal }: StagedWithStored, { externalId }: StagedListing): string {
  return `${ordinal} ${externalId}`;
}

type FormerPayloads = ReadonlyMap<string, Record<string, unknown>>;

/** The content guard of one committing poll (RULES R80). */
export class ContentGate {
  /** Stored doubts of the feed when the commit began, by listing: a listing may pass to another record. */
  readonly #before = new Map<ExternalId, OpenDoubt[]>();
  /** The records of these doubts. */
  readonly #doubted = new Set<number>();
  #known: ReadonlyMap<string, KnownValues> = new Map();
  #formerPayloads: FormerPayloads = new Map();
  readonly #found = new Map<string, Found>();
  readonly #now: number;

  readonly #neighbours: NewListings;
  readonly #formerWords: FormerWords;
  #unlikely: ReadonlyMap<string, ValueDoubt> = new Map();

  /** @param sample some of the file's new records, with which new listings are compared where few are live */
  constructor(
    private readonly feed: Feed,
    private readonly whole: WholeFile,
    private readonly services: Pick<Services, 'store' | 'clock' | 'protocol'>,
    sample: StagedSample,
  ) {
    this.#now = services.clock.now();
    this.#neighbours = new NewListings(feed, services, sample);
    this.#formerWords = new FormerWords(feed, services);
  }

  async open(): Promise<void> {
    for (const doubt of await this.services.store.content.doubts(this.feed.id)) {
      this.#before.set(doubt.externalId, [...this.#of(doubt.externalId), doubt]);
      this.#doubted.add(doubt.ordinal);
    }
    await this.#formerWords.open();
  }

  /**
   * Replaces what may not go live in a block of staged records. What was found of each listing is kept for `found`.
   * @param formerPayloads wanted payloads of the listings that are stored
   */
  async guard(
    block: readonly StagedWithStored[],
    formerPayloads: FormerPayloads,
  ): Promise<StagedWithStored[]> {
    this.#unlikely = await this.#neighbours.doubts(block, (externalId) => this.#of(externalId));
    await this.#load(block, formerPayloads);
    await this.#formerWords.load(block);
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
    const asked = block.flatMap((row) =>
      row.staged.listings
        .filter(
          (listing) =>
            formerPayloads.has(listing.externalId) ||
            (listing.wanted !== null && (this.#doubtsOf(listing).length > 0 || this.hadDoubts(row))),
        )
        .map(({ externalId }) => externalId),
    );
    const { store } = this.services;
    this.#known = asked.length === 0 ? new Map() : await store.content.known(this.feed.connectionId, asked);
  }

  /** Doubts of a listing's values by themselves, and beside others. */
  #doubtsOf({ externalId, doubts = [] }: StagedListing): readonly ValueDoubt[] {
    const unlikely = this.#unlikely.get(externalId);
    return unlikely === undefined ? doubts : [...doubts, unlikely];
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

  /** Whether the record or one of its listings had doubts before: they are replaced, even by none. */
  hadDoubts(row: StagedWithStored): boolean {
    if (this.#before.size === 0) return false;
    return this.#doubted.has(row.ordinal) || listingsOf(row).some((id) => this.#before.has(id));
  }

  /** The doubts that remain of a record which has no value to judge: those that the record alone would not show again. */
  remaining(row: StagedWithStored): OpenDoubt[] {
    const ids = new Set(listingsOf(row));
    const all = [...this.#before.values()].flat();
    return all
      .filter((doubt) => isOfWholeFile(doubt) && (doubt.ordinal === row.ordinal || ids.has(doubt.externalId)))
      .map((doubt) => ({ ...doubt, ordinal: row.ordinal, sourceId: row.staged.sourceId }));
  }

  #of(externalId: ExternalId): readonly OpenDoubt[] {
    return this.#before.get(externalId) ?? [];
  }

  #remainingOf(row: StagedWithStored, externalId: ExternalId): OpenDoubt[] {
    if (this.feed.content.mode === 'report' || !this.#before.has(externalId)) return [];
    return this.remaining(row).filter((doubt) => doubt.externalId === externalId);
  }

  #standing(externalId: ExternalId): OpenDoubt[] {
    return this.#of(externalId).filter(isOfWholeFile);
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
      return listing.isOnRequest === true && stored !== null && cleared !== null
        ? this.#onRequest(row, listing, { stored, cleared })
        : { ...nothing, doubts: this.#remainingOf(row, externalId) };
    const known = this.#known.get(externalId) ?? { history: [], confirmations: [] };
    const unknownState = this.#wasLetThrough(row, { stored, cleared, known })
      ? null
      : row.staged.unknownState;
    const left =
      stored?.offSince == null || former === null ? null : { payload: former, at: stored.offSince };
    const valueDoubts = this.#doubtsOf(listing);
    if (cleared === null && left === null && valueDoubts.length === 0 && unknownState === null)
      return nothing;
    const isAsBefore = stored?.wantedDigest === wanted.digest && !this.#known.has(externalId);
    if (cleared !== null && isAsBefore && unknownState === null && !this.hadDoubts(row)) return nothing;
    const mapped = unpackPayload(wanted.packed);
    const gone = left === null ? [] : valuesThatLeft(left.payload, left.at, { ...known, now: this.#now });
    const input: GuardInput = {
      ...{ mapped, cleared, confirmations: known.confirmations, unknownState, rsdPerEur },
      history: [...known.history, ...gone],
      valueDoubts,
      commonFactor: this.whole.commonFactor,
      standing: this.#standing(externalId),
      now: this.#now,
    };
    const found = guardContent(input);
    const approved = this.whole.arePricesApproved && cleared !== null ? found.doubts.filter(isOfPrice) : [];
    const guarded = approved.length === 0 ? found : guardContent(withApproved(input, approved));
    const doubts = guarded.doubts.map((doubt) =>
      this.#opened(doubt, row, { listing, mapped, cleared: guarded.cleared }),
    );
    const isReported = this.feed.content.mode === 'report';
    const marks = [...approved, ...(isReported ? guarded.doubts : [])].map((doubt) => markOf(doubt, mapped));
    // Doubtful values go live: they replace those that the guard would have kept.
    const replaced = isReported
      ? guardContent(withApproved(input, guarded.doubts)).replaced
      : guarded.replaced;
    const pastValues = [...replaced, ...marks].map((value) => ({ ...value, externalId }));
    if (isReported) return { ...nothing, reported: doubts, pastValues };
    const undone = guarded.undone.map((confirmation) => ({ ...confirmation, externalId }));
    const isUnchanged = guarded.wanted === mapped;
    return {
      ...{ leaves: false, doubts, reported: [], pastValues, undone },
      listing: isUnchanged ? listing : this.#withPayload(listing, guarded.wanted),
    };
  }

  /** Whether the record's unknown word for the state is no question: its listing is live under it since before such words were asked about. */
  #wasLetThrough(row: StagedWithStored, { stored, cleared, known }: Live): boolean {
    const isOfRecord = stored?.feedId === this.feed.id && stored.sourceId === row.staged.sourceId;
    if (!isOfRecord || cleared === null || cleared.state === 'inactive') return false;
    const isDecided = known.confirmations.some(({ field }) => field === 'state');
    return !isDecided && this.#formerWords.hasLetThrough(row);
  }

  /**
   * A live listing whose record has no price any more leaves public view. It is asked about where most listings lost theirs, where it was
   * asked about before, and where its confirmation was taken back.
   */
  #onRequest(
    row: StagedWithStored,
    listing: StagedListing,
    { stored, cleared }: { stored: ListingRecord; cleared: Payload },
  ): GuardedListing {
    const { mode, onRequest } = this.feed.content;
    const { externalId } = listing;
    const confirmation = (this.#known.get(externalId)?.confirmations ?? []).find(
      ({ field, value }) => field === 'price' && value === '',
    );
    const isTakenBack = confirmation !== undefined && confirmation.takenBackAt !== null;
    const isConfirmed = confirmation !== undefined && !isTakenBack;
    const isLost =
      this.whole.isPriceLost ||
      isTakenBack ||
      this.#standing(externalId).some(({ rule }) => rule === 'lost_price');
    const result = { ...nothingFound, listing };
    if (isLost && mode === 'hold' && !isConfirmed) {
      const doubt: Doubt = { rule: 'lost_price', field: 'price', value: '', causes: [] };
      const found = { ...result, doubts: [this.#opened(doubt, row, { listing, mapped: cleared, cleared })] };
      if (!isTakenBack || confirmation.before === null) return found;
      const undone = [{ ...confirmation, externalId }];
      // It became inactive through the confirmation that is undone now.
      const isShown = stored.inactiveSince !== null && stored.inactiveSince >= confirmation.at;
      const shown = isShown ? this.#withPayload(listing, { ...cleared, state: 'active' }) : listing;
      return { ...found, undone, listing: shown };
    }
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

  /** A doubt about the same value as before keeps its age, and under the same rule its rejection. */
  #opened(
    doubt: Doubt,
    { ordinal, staged: { sourceId } }: StagedWithStored,
    { listing: { externalId, wanted }, mapped, cleared }: Judged,
  ): OpenDoubt {
    const { field, value, rule } = doubt;
    const before = this.#of(externalId).find((one) => one.field === field && one.value === value);
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

/** What is live of a listing, and what is known of it. */
interface Live {
  stored: ListingRecord | null;
  cleared: Payload | null;
  known: KnownValues;
}

interface Judged {
  listing: StagedListing;
  mapped: Payload;
  cleared: Payload | null;
}

function isOfPrice({ field }: Doubt): boolean {
  return field === 'price';
}

/** The input with doubts that go live all the same: they count as confirmed. */
function withApproved(input: GuardInput, approved: readonly Doubt[]): GuardInput {
  const decision = { by: '', at: input.now, before: null, takenBackAt: null };
  const confirmed = approved.map(({ field, value }): Confirmation => ({
    ...{ field, value, offer: offerOf(input.mapped) },
    ...decision,
  }));
  return { ...input, confirmations: [...input.confirmations, ...confirmed] };
}

/** Marks a value that goes live in doubt: later values are not compared with it. */
function markOf({ field, value }: Doubt, mapped: Payload): PastValue {
  return { field, offer: offerOf(mapped), value, until: null, isBase: false };
}
