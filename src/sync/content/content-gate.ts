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

/** A listing after the guard: what of it may go live. */
export interface GuardedListing {
  listing: StagedListing;
  doubts: OpenDoubt[];
  pastValues: (PastValue & { externalId: ExternalId })[];
}

type FormerPayloads = ReadonlyMap<string, Record<string, unknown>>;

/** The content guard of one committing poll (RULES Rguard-1). */
export class ContentGate {
  /** Open doubts of the feed when the commit began, by record. */
  readonly #before = new Map<number, OpenDoubt[]>();
  #known: ReadonlyMap<string, KnownValues> = new Map();
  #formerPayloads: FormerPayloads = new Map();
  readonly #now: number;

  constructor(
    private readonly feed: Feed,
    private readonly commonFactor: number | null,
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

  /** Loads what is known of a block's listings. @param formerPayloads wanted payloads of those that are stored */
  async load(block: readonly StagedWithStored[], formerPayloads: FormerPayloads): Promise<void> {
    this.#formerPayloads = formerPayloads;
    const asked = block.flatMap(({ staged, ordinal }) =>
      staged.listings
        .filter(
          ({ externalId, doubts, wanted }) =>
            wanted !== null &&
            (formerPayloads.has(externalId) || doubts !== undefined || this.#before.has(ordinal)),
        )
        .map(({ externalId }) => externalId),
    );
    const { store } = this.services;
    this.#known = asked.length === 0 ? new Map() : await store.content.known(this.feed.connectionId, asked);
  }

  /** Whether the record had doubts before: they are replaced, even by none. */
  hadDoubts({ ordinal }: StagedWithStored): boolean {
    return this.#before.has(ordinal);
  }

  judge(row: StagedWithStored, listing: StagedListing, stored: ListingRecord | null): GuardedListing {
    const { externalId, wanted } = listing;
    const nothing = { listing, doubts: [], pastValues: [] };
    if (wanted === null) return nothing;
    const former = this.#formerPayloads.get(externalId) ?? null;
    const cleared = stored?.offSince === null ? former : null;
    const unknownState = row.staged.unknownState ?? null;
    if (cleared === null && listing.doubts === undefined && unknownState === null) return nothing;
    const isAsBefore = stored?.wantedDigest === wanted.digest && !this.#known.has(externalId);
    if (cleared !== null && isAsBefore && !this.hadDoubts(row)) return nothing;
    const mapped = unpackPayload(wanted.packed);
    const { history, confirmations } = this.#known.get(externalId) ?? { history: [], confirmations: [] };
    const guarded = guardContent({
      ...{ mapped, cleared, history, confirmations, unknownState, rsdPerEur },
      valueDoubts: listing.doubts ?? [],
      commonFactor: this.commonFactor,
      now: this.#now,
    });
    const pastValues = guarded.replaced.map((value) => ({ ...value, externalId }));
    if (this.feed.content.mode === 'report') {
      const marks = guarded.doubts.map((doubt) => markOf(doubt, externalId, mapped));
      return { listing, doubts: [], pastValues: [...pastValues, ...marks] };
    }
    return {
      listing: guarded.wanted === mapped ? listing : this.#withPayload(listing, guarded.wanted),
      doubts: guarded.doubts.map((doubt) => this.#opened(doubt, row, { listing, mapped, cleared: guarded.cleared })),
      pastValues,
    };
  }

  #withPayload(listing: StagedListing, payload: Payload | null): StagedListing {
    if (payload === null) return { ...listing, wanted: null };
    const digest = listingDigest(payload, this.feed.photoTokens);
    return { ...listing, wanted: wantedPayload(payload, digest, this.services.protocol) };
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
      title: wanted?.title ?? null,
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
