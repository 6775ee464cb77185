import { roomLeft, timeNeeded } from '../../core/schedule/budget.js';
import { externalId, rentSuffix } from '../../core/listing/external-id.js';
import { planListing } from '../../core/listing/plan.js';
import { asPlanned, ownerKey } from '../../store/listings/planned-listing.js';
import { storedLimits } from '../../store/facts/portal-limits.js';
import type { OutboxEntry } from '../../model/outbox.js';
import type { ListingRecord } from '../../model/listing.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import { type StagedListing } from '../../model/staged-record.js';
import type { Store } from '../../store/store.js';
import { differences, type Difference } from './differences.js';
import type { TriedRecord } from './map-snapshot.js';

/**
 * What a changed mapping, table, constant or answer does to a feed's listings, found out on its last file before anything is
 * saved: by the digests of what is wanted now, with the decisions that the next poll would make.
 */
export interface Cost {
  /** Sent again with other content. */
  altered: Affected;
  /** Sent for the first time, or again after they were off. */
  added: Affected;
  /** Not publishable any more: what is on the portal stays there as it is. */
  invalid: Affected;
  /** Taken off, because their record now says so; the guard is asked first, as for any removal. */
  takenOff: Affected;
  /** Yielded by no record any more: missing like listings that left their feed, with grace and guard. */
  missing: Affected;
  /** Listings for which nothing changes. */
  unchanged: number;
  /** Where altered listings differ, most frequent first. */
  fields: { pointer: string; count: number }[];
  /** Up to three altered listings that differ in different places. */
  samples: AlteredSample[];
  budget: CostBudget;
}

export interface Affected {
  count: number;
  /** External ids of the first few. */
  samples: string[];
}

export interface AlteredSample {
  externalId: string;
  title: string | null;
  differences: Difference[];
}

export interface CostBudget {
  /** Items that the change spends: what is altered and added. */
  items: number;
  /** Of these, changes of our own making: they get at most 80 % of the hour. */
  ownChanges: number;
  /** Items of the connection that wait already, those left out that the change replaces. */
  waiting: number;
  /** The key's limit; null until the portal has said it. */
  itemsPerHour: number | null;
  /** 0: all of it at once. Null where the limit is not known, or nothing is ever let through. */
  neededMs: number | null;
}

export interface CostDeps {
  store: Store;
  /** `id_prefix` of the feed. */
  idPrefix: string;
  /** Length of the portal's hour. */
  itemWindowMs: number;
  now: Millis;
}

/** Ids named with a number, and listings shown with their differences. */
const samplesMax = 3;

/** Compares records with the store as they are met. */
export class CostTally {
  readonly #counts = {
    altered: affected(),
    added: affected(),
    invalid: affected(),
    takenOff: affected(),
  };
  readonly #fields = new Map<string, number>();
  readonly #samples = new Map<string, AlteredSample>();
  /** Listings of records that the file has. */
  readonly #met = new Set<string>();
  readonly #records = new Set<string>();
  #ownChanges = 0;
  /** Wishes in the outbox that these changes would replace. */
  readonly #replaced = { all: 0, ownChanges: 0 };
  #unchanged = 0;

  constructor(
    private readonly feed: Pick<FeedRecord, 'id' | 'connectionId'>,
    private readonly deps: CostDeps,
  ) {}

  async meet(records: readonly TriedRecord[]): Promise<void> {
    const fresh = records.filter(({ kind, sourceId }) => kind !== 'elsewhere' && this.#isFirst(sourceId));
    const { store } = this.deps;
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
    const fields = [...this.#fields].map(([pointer, count]) => ({ pointer, count }));
    return {
      ...this.#counts,
      missing: await this.#missing(),
      unchanged: this.#unchanged,
      fields: fields.sort((a, b) => b.count - a.count),
      samples: [...this.#samples.values()],
      budget: await this.#budget(),
    };
  }

  /** Of records with one id, the first counts. */
  #isFirst(sourceId: string | null): boolean {
    if (sourceId === null || this.#records.has(sourceId)) return false;
    this.#records.add(sourceId);
    return true;
  }

  /** Ids that it yields, and those that it yielded by the same id before. */
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
        for (const row of own) this.#meetInvalid(row);
        return;
      case 'keep':
      case 'elsewhere':
        for (const row of own) this.#met.add(row.externalId);
        this.#unchanged += own.length;
        return;
      case 'ignore':
      case 'remove':
        for (const row of own) this.#meetRemoval(row);
    }
  }

  #meetListing(record: TriedRecord, listing: StagedListing, stored: Stored): void {
    const { externalId: id, wanted } = listing;
    const row = stored.rows.get(id);
    if (wanted === null) {
      if (row !== undefined && this.#met.has(id)) this.#meetInvalid(row);
      return;
    }
    const former = stored.payloads.get(id);
    const action = planListing(
      ownerKey(this.feed.id, record.sourceId ?? ''),
      { externalId: id, digest: wanted.digest, inactive: wanted.inactive, urgent: wanted.urgent },
      row === undefined ? null : asPlanned(row, stored.outbox, former),
      true,
    );
    const isOn = row?.offSince === null && row.owner === 'feed';
    if (action.kind !== 'queue' || (isOn && row.wantedDigest === wanted.digest)) this.#unchanged += 1;
    else if (!isOn) note(this.#counts.added, id);
    else {
      note(this.#counts.altered, id);
      if (action.lane === 'own_change') this.#ownChanges += 1;
      this.#noteReplaced(stored.outbox.find((wish) => wish.externalId === id && wish.op === 'upsert'));
      if (former !== undefined) this.#meetDifferences(id, wanted.title, former, unpackPayload(wanted.packed));
    }
  }

  #noteReplaced(wish: OutboxEntry | undefined): void {
    if (wish === undefined) return;
    this.#replaced.all += 1;
    if (wish.lane === 'own_change') this.#replaced.ownChanges += 1;
  }

  #meetDifferences(id: string, title: string | null, before: unknown, after: unknown): void {
    const found = differences(before, after);
    const places = found.map(({ pointer }) => pointer);
    for (const pointer of places) this.#fields.set(pointer, (this.#fields.get(pointer) ?? 0) + 1);
    const key = places.join('\n');
    if (this.#samples.size < samplesMax && !this.#samples.has(key))
      this.#samples.set(key, { externalId: id, title, differences: found });
  }

  #meetInvalid(row: ListingRecord): void {
    this.#met.add(row.externalId);
    if (row.presence === 'invalid' || row.wantedDigest === null) this.#unchanged += 1;
    else note(this.#counts.invalid, row.externalId);
  }

  #meetRemoval(row: ListingRecord): void {
    this.#met.add(row.externalId);
    if (row.intent === 'remove') this.#unchanged += 1;
    else note(this.#counts.takenOff, row.externalId);
  }

  /** On, and neither met now nor waiting to be missed already. */
  async #missing(): Promise<Affected> {
    const { store } = this.deps;
    const waiting = new Set((await store.listings.waiting(this.feed.id)).map((row) => row.externalId));
    const missing = affected();
    for (const { externalId: id } of await store.listings.ownedSince(this.feed.id, null))
      if (!this.#met.has(id) && !waiting.has(id)) note(missing, id);
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
    const asked = { items: items + waiting, ownChanges: ownChanges + ownWaiting };
    const neededMs = items === 0 ? 0 : timeNeeded(asked, room, itemsPerHour, windowMs);
    return {
      items,
      ownChanges,
      waiting,
      itemsPerHour,
      neededMs: Number.isFinite(neededMs) ? neededMs : null,
    };
  }
}

/** What the store holds for some records. */
interface Stored {
  rows: ReadonlyMap<string, ListingRecord>;
  outbox: readonly OutboxEntry[];
  /** Of those whose content differs. */
  payloads: ReadonlyMap<string, Record<string, unknown>>;
}

function affected(): Affected {
  return { count: 0, samples: [] };
}

function note(counted: Affected, id: string): void {
  counted.count += 1;
  if (counted.samples.length < samplesMax) counted.samples.push(id);
}
