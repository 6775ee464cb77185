/** What the records of one id hold so far. */
interface Known {
  /** Equal for records with equal content. */
  digest: string;
  listings: number;
  ready: number;
  isDoubled: boolean;
}

/** What a record changes in the counts of a file, by the ids of the records before it. */
export interface IdFinding {
  /** The record repeats another one whole, and counts once. */
  isRepeated: boolean;
  /**
   * Listings that this record keeps from being published, because another one with other content has its id: its own, and at the first such
   * record those of the earlier one too.
   */
  doubled: number;
  /** Of these, the listings of the first record, which counted as ready until now. */
  noLongerReady: number;
}

/** Counts the ids of a whole file as a poll does: a record that comes twice counts once, and of two contents of one id none is published. */
export class IdCount {
  readonly #known = new Map<string, Known>();
  records = 0;
  missing = 0;
  repeated = 0;

  /** @param digest of the record's content. @param id null: the record has none */
  meet(id: string | null, digest: string, listings: number, ready: number): IdFinding {
    this.records += 1;
    const fresh = { isRepeated: false, doubled: 0, noLongerReady: 0 };
    if (id === null) {
      this.missing += 1;
      return fresh;
    }
    const known = this.#known.get(id);
    if (known === undefined) {
      this.#known.set(id, { digest, listings, ready, isDoubled: false });
      return fresh;
    }
    this.repeated += 1;
    if (known.isDoubled) return { isRepeated: false, doubled: listings, noLongerReady: 0 };
    if (known.digest === digest) return { isRepeated: true, doubled: 0, noLongerReady: 0 };
    known.isDoubled = true;
    return { isRepeated: false, doubled: known.listings + listings, noLongerReady: known.ready };
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }
}
