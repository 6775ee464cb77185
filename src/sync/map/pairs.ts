import { externalId, pairId, readPairId } from '../../core/listing/external-id.js';
import type { ConnectionId, FeedId, SourceId } from '../../model/ids.js';
import { ownValue } from '../../model/own-value.js';
import type { Offer } from '../../model/outcome.js';
import type { StageAnswer, StagedOutcome, StagedRecord } from '../../model/staged-record.js';
import { underId } from '../../store/records/second-record.js';
import { decodeOutcome, encodeOutcome } from '../../store/records/staged-record.js';
import type { Staged, Staging } from '../staging/staging.js';
import type { Store } from '../../store/store.js';

interface PairsOf {
  feedId: FeedId;
  connectionId: ConnectionId;
  idPrefix: string;
  photoTokens: readonly string[];
  portalIds: ReadonlyMap<string, string>;
  store: Pick<Store, 'records' | 'listings'>;
  staging: Pick<Staging, 'at' | 'move'>;
}

/** A staged record that was moved to the second id of its pair. */
export interface Moved {
  record: StagedRecord;
  answer: StageAnswer;
}

/**
 * Two records of a file with one id, one for sale and one for rent, are two listings (RULES R32, R40). The one that is live under the id keeps
 * it, else the sale; the other one is stored under its `pairId`, and stays there when the first one leaves.
 */
export class Pairs {
  /** The offers of second records, by source id. */
  #seconds: Promise<Map<SourceId, Set<Offer>>> | null = null;

  constructor(private readonly of: PairsOf) {}

  /**
   * The records under the ids at which they are staged. A record that says of an id alone that it is gone says so of both.
   */
  async placed(records: readonly StagedRecord[]): Promise<StagedRecord[]> {
    const seconds = await this.#known();
    if (seconds.size === 0) return [...records];
    return records.flatMap((record) => {
      const offers = record.kind === 'elsewhere' ? undefined : seconds.get(record.sourceId);
      if (offers === undefined) return [record];
      const { offer } = decodeOutcome(record.content);
      if (offer !== null) return offers.has(offer) ? [this.#second(record, offer)] : [record];
      if (record.kind !== 'remove') return [record];
      return [record, ...[...offers].map((one) => this.#second(record, one))];
    });
  }

  /**
   * Separates a record from another one of the same id that is staged already.
   * @returns the record to stage now, and the staged one if that was moved; null: they are no pair
   */
  async separate(
    record: StagedRecord,
    ordinal: number,
  ): Promise<{ next: StagedRecord; moved: Moved | null } | null> {
    const staged = await this.of.staging.at(ordinal);
    if (staged === null || staged.sourceId !== record.sourceId || readPairId(record.sourceId).offer !== null)
      return null;
    const [first, second] = [decodeOutcome(staged.content).offer, decodeOutcome(record.content).offer];
    if (first === null || second === null || first === second) return null;
    const holder = (await this.#liveOffer(record.sourceId)) ?? 'sale';
    if (holder === first)
      return { next: await this.#noted(this.#second(record, second), second), moved: null };
    return { next: record, moved: await this.#move(staged, first, ordinal) };
  }

  /**
   * Separates a staged record from the known one of the same id, which is in the file as it was.
   * @returns null: they are no pair
   */
  async separateFromKnown(ordinal: number): Promise<Moved | null> {
    const staged = await this.of.staging.at(ordinal);
    if (staged === null || readPairId(staged.sourceId).offer !== null) return null;
    const { offer } = decodeOutcome(staged.content);
    if (offer === null) return null;
    const stored = await this.of.store.records.get(this.of.feedId, staged.sourceId);
    const known = stored?.offer ?? (await this.#liveOffer(staged.sourceId));
    if (known === null || offer === known) return null;
    return this.#move(staged, offer, ordinal);
  }

  async #move(staged: Staged, offer: Offer, ordinal: number): Promise<Moved> {
    const { kind } = decodeOutcome(staged.content);
    const record = await this.#noted(this.#second({ ...staged, kind }, offer), offer);
    const answer = await this.of.staging.move(ordinal, record);
    return { record, answer };
  }

  async #noted(record: StagedRecord, offer: Offer): Promise<StagedRecord> {
    const seconds = await this.#known();
    const { sourceId } = readPairId(record.sourceId);
    seconds.set(sourceId, (seconds.get(sourceId) ?? new Set()).add(offer));
    return record;
  }

  #known(): Promise<Map<SourceId, Set<Offer>>> {
    this.#seconds ??= this.of.store.records.pairs(this.of.feedId).then((ids) => {
      const offers = new Map<SourceId, Set<Offer>>();
      for (const { sourceId, offer } of ids.map(readPairId))
        if (offer !== null) offers.set(sourceId, (offers.get(sourceId) ?? new Set()).add(offer));
      return offers;
    });
    return this.#seconds;
  }

  /** What the listing is offered for that is live under the id itself; null: none is. */
  async #liveOffer(sourceId: SourceId): Promise<Offer | null> {
    const { connectionId, feedId, store } = this.of;
    const id = this.#portalId(sourceId);
    const row = await store.listings.get(connectionId, id);
    if (row?.owner !== 'feed' || row.feedId !== feedId || row.offSince !== null) return null;
    const offer = ownValue(await store.listings.payload(connectionId, id), 'transaction');
    return offer === 'sale' || offer === 'rent' ? offer : null;
  }

  #portalId(id: SourceId): string {
    const own = externalId(id, this.of.idPrefix);
    return this.of.portalIds.get(own) ?? own;
  }

  #second(record: StagedRecord, offer: Offer): StagedRecord {
    const sourceId = pairId(record.sourceId, offer);
    const outcome = decodeOutcome(record.content);
    const listings = outcome.listings.map((listing) =>
      underId(listing, this.#portalId(sourceId), this.of.photoTokens),
    );
    return { ...record, sourceId, content: encodeOutcome({ ...outcome, listings } satisfies StagedOutcome) };
  }
}
