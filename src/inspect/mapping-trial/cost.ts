import type { ExternalId, SourceId } from '../../model/ids.js';
import { roomLeft, timeNeeded } from '../../core/schedule/budget.js';
import { externalId, pairId, rentSuffix } from '../../core/listing/external-id.js';
import { planListing } from '../../core/listing/plan.js';
import { asPlanned, ownerKey } from '../../store/listings/planned-listing.js';
import { storedLimits } from '../../store/facts/portal-limits.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import { underId } from '../../store/records/second-record.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { StagedListing, WantedPayload } from '../../model/staged-record.js';
import type { Store } from '../../store/store.js';
import type { Becomes } from '../../model/listing-states.js';
import { inOrder, stateWordOf, type ChangedListing } from './changed-listings.js';
import { differences, type Difference } from './differences.js';
import type { TriedRecord } from './map-snapshot.js';

/**
 * The effect of a changed mapping, table, constant or answer on a feed's listings, tried on its last file before anything is saved. Digests
 * are compared with those wanted now, by the decisions that the next poll would make.
 */
export interface Cost {
  /** Listings sent again with other content. */
  altered: Affected;
  /** Listings sent for the first time, or again after a removal. */
  added: Affected;
  /** Listings that can no longer be published. Those that are on the portal stay there unchanged. */
  invalid: Affected;
  /** Listings removed because their record is now mapped to a removal or ignored. The guard applies, as to any removal. */
  takenOff: Affected;
  /** Listings that no record yields any more. They count as absent, with grace and guard. */
  missing: Affected;
  /** Listings that do not change. */
  unchanged: number;
  /** Fields in which altered listings differ, most frequent first. */
  fields: { pointer: string; count: number }[];
  /** Up to three altered listings, each with a different set of changed fields. */
  samples: AlteredSample[];
  /** Every listing that changes, in the order of `inOrder`; empty unless they are asked for. */
  changes: ChangedListing[];
  budget: CostBudget;
}

export interface Affected {
  count: number;
  /** External ids of the first few. */
  samples: string[];
}

export interface AlteredSample {
  externalId: ExternalId;
  title: string | null;
  differences: Difference[];
}

export interface CostBudget {
  /** Items that the change spends: altered and added listings. */
  items: number;
  /** The part of `items` that are own changes, which may use at most 80 % of the hourly budget. */
  ownChanges: number;
  /** Items of the connection that already wait, except those that the change replaces. */
  waiting: number;
  /** The portal's limit; null until it was read. */
  itemsPerHour: number | null;
  /** Time until everything is sent; 0: at once. Null where the limit is unknown, or too low for anything to be sent. */
  neededMs: number | null;
}

export interface CostDeps {
  store: Store;
  /** `id_prefix` of the feed. */
  idPrefix: string;
  /** Whether every listing that changes is listed, in addition to the counts. */
  listsChanges?: boolean;
  /** Window of the portal's item budget. */
  itemWindowMs: number;
  now: Millis;
}

type TallyDeps = CostDeps & { photoTokens: readonly string[] };

/** Maximum number of sample ids per count, and of listings shown with their differences. */
const samplesMax = 3;

/** Compares records with the store, block by block. */
export class CostTally {
  readonly #counts = {
    altered: affected(),
    added: affected(),
    invalid: affected(),
    takenOff: affected(),
  };
  readonly #fields = new Map<string, number>();
  readonly #samples = new Map<string, AlteredSample>();
  readonly #changes: ChangedListing[] = [];
  /** Listings whose record is in the file. */
  readonly #met = new Set<string>();
  readonly #records = new Set<string>();
  /** Ids of second records of pairs. */
  #pairs: Promise<ReadonlySet<string>> | null = null;
  #ownChanges = 0;
  /** Outbox entries that the change would replace. */
  readonly #replaced = { all: 0, ownChanges: 0 };
  #unchanged = 0;

  constructor(
    private readonly feed: Pick<FeedRecord, 'id' | 'connectionId'>,
    private readonly deps: TallyDeps,
  ) {}

  async meet(records: readonly TriedRecord[]): Promise<void> {
    const { store } = this.deps;
    this.#pairs ??= store.records.pairs(this.feed.id).then((ids) => new Set(ids));
    const pairs = await this.#pairs;
    const fresh = records
      .map((record) => this.#placed(record, pairs))
      .filter(({ kind, sourceId }) => kind !== 'elsewhere' && this.#isFirst(sourceId));
    const { connectionId } = this.feed;
    const ids = fresh.flatMap((record) => this.#idsOf(record));
    const rows = await store.listings.getMany(connectionId, ids);
    const byId = new Map(rows.map((row) => [row.externalId, row]));
    const others = fresh.flatMap(({ listings }) =>
      listings
        .filter(
          ({ externalId: id, wanted }) => wanted !== null && wanted.digest !== byId.get(id)?.wantedDigest,
        )
        .map((listing) => listing.externalId),
    );
    const stored: Stored = {
      rows: byId,
      outbox: await store.outbox.of(connectionId, ids),
      payloads: await store.listings.payloads(connectionId, others),
    };
    for (const record of fresh) this.#meetRecord(record, stored);
  }

  async result(): Promise<Cost> {
    const missing = await this.#missing();
    const fields = [...this.#fields].map(([pointer, count]) => ({ pointer, count }));
    return {
      ...this.#counts,
      missing,
      unchanged: this.#unchanged,
      fields: fields.sort((a, b) => b.count - a.count),
      samples: [...this.#samples.values()],
      changes: inOrder(this.#changes),
      budget: await this.#budget(),
    };
  }

  /** The second record of a pair under the id that it has in the store. */
  #placed(record: TriedRecord, pairs: ReadonlySet<string>): TriedRecord {
    const { sourceId: id, offer } = record;
    const sourceId = id === null || offer === null ? null : pairId(id, offer);
    if (sourceId === null || !pairs.has(sourceId)) return record;
    const { idPrefix, photoTokens } = this.deps;
    const own = externalId(sourceId, idPrefix);
    return { ...record, sourceId, listings: record.listings.map((one) => underId(one, own, photoTokens)) };
  }

  /** Of several records with one id, only the first counts. */
  #isFirst(sourceId: SourceId | null): boolean {
    if (sourceId === null || this.#records.has(sourceId)) return false;
    this.#records.add(sourceId);
    return true;
  }

  /** External ids of the record's listings, and those that the record's id yields by default. */
  #idsOf({ sourceId, listings }: TriedRecord): string[] {
    const { idPrefix } = this.deps;
    const former =
      sourceId === null ? [] : [externalId(sourceId, idPrefix), externalId(sourceId, idPrefix, rentSuffix)];
    return [...new Set([...listings.map((listing) => listing.externalId), ...former])];
  }

  #meetRecord(record: TriedRecord, stored: Stored): void {
    const own = this.#idsOf(record).flatMap((id) => {
      const row = stored.rows.get(id);
      return row?.feedId === this.feed.id && row.sourceId === record.sourceId && row.offSince === null
        ? [row]
        : [];
    });
    const named = new Set(record.listings.map((listing) => listing.externalId));
    switch (record.kind) {
      case 'mapped':
        for (const row of own) if (named.has(row.externalId)) this.#met.add(row.externalId);
        for (const listing of record.listings) this.#meetListing(record, listing, stored);
        return;
      case 'invalid':
        for (const row of own) this.#meetInvalid(row, record);
        return;
      case 'keep':
      case 'elsewhere':
        for (const row of own) this.#met.add(row.externalId);
        this.#unchanged += own.length;
        return;
      case 'ignore':
      case 'remove':
        for (const row of own) this.#meetRemoval(row, record);
    }
  }

  #meetListing(record: TriedRecord, listing: StagedListing, stored: Stored): void {
    const { externalId: id, wanted } = listing;
    const row = stored.rows.get(id);
    if (wanted === null) {
      if (row !== undefined && this.#met.has(id)) this.#meetInvalid(row, record);
      return;
    }
    const former = stored.payloads.get(id);
    const action = planListing(
      ownerKey(this.feed.id, record.sourceId ?? ''),
      { externalId: id, digest: wanted.digest, inactive: wanted.inactive, urgent: wanted.urgent },
      row === undefined ? null : asPlanned(row, stored.outbox, former),
      true,
    );
    const isPublished = row?.offSince === null && row.owner === 'feed';
    const isSame = action.kind !== 'queue' || (isPublished && row.wantedDigest === wanted.digest);
    if (isSame) this.#unchanged += 1;
    if (record.unknownState !== null) this.#change(record, { externalId: id, title: wanted.title }, 'asked');
    else if (!isSame)
      this.#change(record, { externalId: id, title: wanted.title }, becomesOf(wanted, row, former));
    if (isSame) return;
    if (!isPublished) note(this.#counts.added, id);
    else {
      note(this.#counts.altered, id);
      if (action.lane === 'own_change') this.#ownChanges += 1;
      this.#noteReplaced(stored.outbox.find((entry) => entry.externalId === id && entry.op === 'upsert'));
      if (former !== undefined) this.#meetDifferences(id, wanted.title, former, unpackPayload(wanted.packed));
    }
  }

  #noteReplaced(entry: OutboxEntry | undefined): void {
    if (entry === undefined) return;
    this.#replaced.all += 1;
    if (entry.lane === 'own_change') this.#replaced.ownChanges += 1;
  }

  #meetDifferences(id: string, title: string | null, before: unknown, after: unknown): void {
    const found = differences(before, after);
    const places = found.map(({ pointer }) => pointer);
    for (const pointer of places) this.#fields.set(pointer, (this.#fields.get(pointer) ?? 0) + 1);
    const key = places.join('\n');
    if (this.#samples.size < samplesMax && !this.#samples.has(key))
      this.#samples.set(key, { externalId: id, title, differences: found });
  }

  #change(
    record: TriedRecord | null,
    listing: Pick<ChangedListing, 'externalId' | 'title'>,
    becomes: Becomes,
  ): void {
    if (this.deps.listsChanges !== true) return;
    const word = record === null ? null : stateWordOf(record, becomes);
    this.#changes.push({ externalId: listing.externalId, title: listing.title, becomes, word });
  }

  #meetInvalid(row: ListingRecord, record: TriedRecord): void {
    this.#met.add(row.externalId);
    if (row.presence === 'invalid' || row.wantedDigest === null) this.#unchanged += 1;
    else {
      note(this.#counts.invalid, row.externalId);
      this.#change(record, row, 'invalid');
    }
  }

  #meetRemoval(row: ListingRecord, record: TriedRecord): void {
    this.#met.add(row.externalId);
    if (row.intent === 'remove') this.#unchanged += 1;
    else {
      note(this.#counts.takenOff, row.externalId);
      this.#change(record, row, record.removeReason ?? 'withdrawn');
    }
  }

  /** Published listings that the file no longer has, except those already in grace or held. */
  async #missing(): Promise<Affected> {
    const { store } = this.deps;
    const waiting = new Set((await store.listings.waiting(this.feed.id)).map((row) => row.externalId));
    const missing = affected();
    for (const row of await store.listings.ownedSince(this.feed.id, null)) {
      if (this.#met.has(row.externalId) || waiting.has(row.externalId)) continue;
      note(missing, row.externalId);
      this.#change(null, { externalId: row.externalId, title: null }, 'missing');
    }
    return missing;
  }

  async #budget(): Promise<CostBudget> {
    const { store, itemWindowMs: windowMs, now } = this.deps;
    const { connectionId } = this.feed;
    const items = this.#counts.altered.count + this.#counts.added.count;
    const ownChanges = this.#ownChanges;
    const { upserts, byLane } = await store.outbox.counts(connectionId);
    const waiting = upserts - this.#replaced.all;
    const ownWaiting = (byLane.own_change ?? 0) - this.#replaced.ownChanges;
    const itemsPerHour = (await storedLimits({ store }))?.itemsPerHour ?? null;
    if (itemsPerHour === null) return { items, ownChanges, waiting, itemsPerHour, neededMs: null };
    const room = roomLeft(
      await store.spend.since(connectionId, now - 2 * windowMs),
      itemsPerHour,
      windowMs,
      now,
    );
    const requested = { items: items + waiting, ownChanges: ownChanges + ownWaiting };
    const neededMs = items === 0 ? 0 : timeNeeded(requested, room, itemsPerHour, windowMs);
    return {
      items,
      ownChanges,
      waiting,
      itemsPerHour,
      neededMs: Number.isFinite(neededMs) ? neededMs : null,
    };
  }
}

/** Stored data of a block of records. */
interface Stored {
  rows: ReadonlyMap<string, ListingRecord>;
  outbox: readonly OutboxEntry[];
  /** Payloads of the listings whose content differs. */
  payloads: ReadonlyMap<string, Record<string, unknown>>;
}

/** What becomes of a listing that is sent, by what is wanted of it now. */
function becomesOf(
  { inactive }: WantedPayload,
  row: ListingRecord | undefined,
  former: Record<string, unknown> | undefined,
): Becomes {
  if (row?.offSince !== null || row.owner !== 'feed') return 'added';
  const wasInactive = former?.state === 'inactive';
  if (inactive === wasInactive) return 'altered';
  return inactive ? 'hidden' : 'shown';
}

function affected(): Affected {
  return { count: 0, samples: [] };
}

function note(counted: Affected, id: string): void {
  counted.count += 1;
  if (counted.samples.length < samplesMax) counted.samples.push(id);
}
