import type { WholeFile } from '../content/content-gate.js';
import type { ContentRule } from '../../model/content.js';
import type { RawContent } from '../../model/staged-record.js';
import type { PollBalance } from '../../core/schedule/balance.js';
import type { RepairKind } from '../../model/outcome.js';
import type { StateCell } from '../../mapping/compile/state.js';
import { inactiveMark } from '../../core/listing/lost-fields.js';
import { Bitmap } from '../../core/removals/bitmap.js';
import type { SnapshotEnd } from '../../feed/snapshot-reader.js';
import { otherFeedMark, type StageAnswer, type StagedRecord } from '../../model/staged-record.js';
import type { Staging } from '../staging/staging.js';
import type { SeenOrdinals } from '../../store/store.js';
import type { ReadFile } from '../../feed/more/announced-more.js';
import type { FileFacts, FileHeaders } from '../snapshot/file-facts.js';
import type { RecordOutcome } from '../map/map-records.js';

export type WholeEnd = SnapshotEnd &
  Pick<FileHeaders, 'headers'> & {
    /** What was found in each file. */
    files: readonly ReadFile[];
  };

/** The result of reading a snapshot, before anything is committed. */
export interface Reading {
  /** Ordinals of this feed's records in the snapshot. */
  seen: Bitmap;
  /** Ordinals of all records in the snapshot, including those of other feeds. */
  stored: SeenOrdinals;
  /** Number of records that are this feed's. */
  ownRecords: number;
  /** Upper bound of the listings that new records yield. */
  newListings: number;
  /** By rule: how many listings of new records have a value that is in doubt by itself. */
  doubts: ReadonlyMap<ContentRule, number>;
  /** By exclusion mark (`markOf`): how many records lost it. */
  lostMarks: Map<string, number>;
  /** Ordinals of records that are not in this full file but count as seen, because a later delta file spoke of them. */
  unspoken: Set<number>;
  /** Ordinals of records that occur twice with different content: neither pushed nor removed. */
  conflicts: Set<number>;
  /** Source ids of duplicates and conflicts, for the message that names them. */
  doubled: Set<string>;
  /** Unreadable records without a recognizable id: each absent listing might be one of them. */
  unidentified: number;
  /** Readable records without an id. */
  nameless: number;
  /** Records that were read in this reading, and those of them that cannot be parsed, with the reason of the first one. */
  fresh: { records: number; unreadable: number; fault: string | null };
  /** How many records were repaired, by kind; for kinds of the file, how many files. */
  repairs: ReadonlyMap<RepairKind, number>;
  /** How new records say their state. */
  states: Record<StateCell, number>;
  end: WholeEnd;
  facts: FileFacts;
  /**
   * The last committed file, or kept records, are read again under another mapping or vocabulary: feedsync's side caused all changes, not
   * the feed.
   */
  ownChange: boolean;
  /** Each record is read again after this reading, so that reading must not find its fingerprint as known. */
  willBeRead?: boolean;
  /** When the snapshot was fetched; for kept records, the time of the reading. */
  fetchedAt: number;
  /** The outcomes of new records. */
  staging: Staging;
}

/** A reading whose values were judged as a whole: nothing is committed before that. */
export interface JudgedReading extends Reading {
  whole: WholeFile;
}

/** Several files are complete if all of them are, and their proof is as weak as the weakest one's. */
export function endOf(ends: readonly SnapshotEnd[]): WholeEnd {
  const weakest =
    ends.find((end) => end.completeness === 'incomplete') ??
    ends.find((end) => end.completeness === 'weak') ??
    ends[0];
  if (weakest === undefined) throw new Error('a snapshot has no file');
  const hiddenRows = ends.reduce((sum, end) => sum + (end.hiddenRows ?? 0), 0);
  return {
    ...weakest,
    ...(hiddenRows > 0 && { hiddenRows }),
    headers: ends.map(({ header }) => header ?? {}),
    files: ends.map(({ recordCount, signs }) => ({ recordCount, signs })),
    recordCount: ends.reduce((sum, end) => sum + end.recordCount, 0),
    badRecords: ends.reduce((sum, end) => sum + end.badRecords, 0),
    repairs: ends.flatMap(({ repairs }) => repairs),
  };
}

/** Notes which ordinals are met, and which of them twice, and counts the records. */
export class ReadingPass {
  readonly #conflicts = new Set<number>();
  readonly #doubled = new Set<string>();
  private readonly seen: Bitmap;
  readonly #staged = new Bitmap(0);
  /** Staged ordinals that are free again: their record was moved to another id. */
  readonly #freed = new Set<number>();
  /** Known records, with their listings, that follow a staged record of the same id. */
  readonly #knownAfter: { ordinal: number; listings: number }[] = [];
  readonly #otherFeeds = new Bitmap(0);
  #unidentified = 0;
  #nameless = 0;
  readonly #fresh: Reading['fresh'] = { records: 0, unreadable: 0, fault: null };
  #newListings = 0;
  readonly #doubts = new Map<ContentRule, number>();
  readonly #states = { named: 0, leaving: 0, empty: 0, asked: 0 };
  readonly #lostMarks = new Map<string, number>();
  readonly #repairs = new Map<RepairKind, number>();
  /** Listings of known records, by ordinal. */
  readonly #listings: Uint8Array;

  constructor(
    private readonly balance: PollBalance,
    ordinalCount: number,
  ) {
    this.seen = new Bitmap(ordinalCount);
    this.#listings = new Uint8Array(ordinalCount);
  }

  meetKnown(ordinal: number, listings: number): void {
    this.balance.seen++;
    if (listings === otherFeedMark) {
      this.balance.elsewhere++;
      this.#otherFeeds.add(ordinal);
    } else if (this.seen.add(ordinal)) {
      this.balance.known++;
      this.balance.knownListings += listings;
      this.#listings[ordinal] = listings;
    } else if (this.#staged.has(ordinal) && !this.#freed.has(ordinal)) {
      this.#knownAfter.push({ ordinal, listings });
    } else {
      this.balance.duplicates++;
    }
  }

  /** Whether the record is in the file as it was. */
  isKnown(ordinal: number): boolean {
    return this.seen.has(ordinal) && !this.#staged.has(ordinal);
  }

  /** What was staged of the ordinal is staged elsewhere now. */
  free(ordinal: number): void {
    this.#freed.add(ordinal);
  }

  /** A deletion of both records of a pair counts as two records. */
  meetBoth(extra: number): void {
    this.balance.seen += extra;
  }

  /** @param separate moves the staged record if it is another offer than the known one; false: they conflict */
  async settleKnownAfter(separate: (ordinal: number) => Promise<boolean>): Promise<void> {
    for (const { ordinal, listings } of this.#knownAfter.splice(0)) {
      if (this.#freed.has(ordinal)) this.balance.duplicates++;
      else if (await separate(ordinal)) {
        this.balance.known++;
        this.balance.knownListings += listings;
        this.#listings[ordinal] = listings;
      } else {
        this.balance.conflicts++;
        this.#conflicts.add(ordinal);
      }
    }
  }

  meetFresh(
    {
      kind,
      sourceId,
      listings,
      shows = false,
      unreadable,
      fault,
      repairs,
      state = 'empty',
      content,
      doubts = [],
    }: RecordOutcome,
    { fingerprint, raw }: { fingerprint: Uint8Array; raw: RawContent | null },
    staged: StagedRecord[],
  ): void {
    this.balance.seen++;
    this.#newListings += listings;
    for (const rule of doubts) this.#doubts.set(rule, (this.#doubts.get(rule) ?? 0) + 1);
    for (const repair of repairs) this.#count(repair);
    this.#fresh.records++;
    if (fault !== undefined) {
      this.#fresh.unreadable++;
      this.#fresh.fault ??= fault;
    }
    if (kind !== 'elsewhere' && !unreadable) this.#states[state]++;
    if (kind === 'elsewhere') {
      this.balance.elsewhere++;
      staged.push({ sourceId: otherFeedId(fingerprint), fingerprint, kind, content });
    } else if (sourceId !== null) {
      staged.push({ sourceId, fingerprint, kind, shows, content, raw });
    } else {
      this.balance.invalid++;
      if (unreadable) this.#unidentified++;
      else this.#nameless++;
    }
  }

  meetStaged(records: readonly StagedRecord[], answers: readonly StageAnswer[]): void {
    for (const [index, { ordinal, seenBefore, formerMark }] of answers.entries()) {
      const kind = records[index]?.kind;
      if (formerMark !== null && isUnmarked(formerMark, records[index]))
        this.#lostMarks.set(formerMark, (this.#lostMarks.get(formerMark) ?? 0) + 1);
      if (kind === 'elsewhere') {
        this.#otherFeeds.add(ordinal);
        continue;
      }
      const sourceId = records[index]?.sourceId ?? '';
      const isFirst = this.seen.add(ordinal) || this.#freed.delete(ordinal);
      if (seenBefore === 'first') this.#staged.add(ordinal);
      if (isFirst) continue;
      this.#doubled.add(sourceId);
      // The record repeats a known one. The known one's listings stay as they are but no longer count as unchanged.
      if (seenBefore === 'first') this.balance.knownListings -= this.#listings[ordinal] ?? 0;
      if (seenBefore === 'same') this.balance.duplicates++;
      else {
        // A staged record that repeats a known one is counted when staged records are planned.
        if (seenBefore === 'different') this.balance.conflicts++;
        this.#conflicts.add(ordinal);
      }
    }
  }

  #count(repair: RepairKind): void {
    this.#repairs.set(repair, (this.#repairs.get(repair) ?? 0) + 1);
  }

  finish(end: WholeEnd, file: Pick<Reading, 'ownChange' | 'fetchedAt' | 'staging'>): Reading {
    for (const repair of end.repairs) this.#count(repair);
    return {
      seen: this.seen,
      stored: { has: (ordinal) => this.seen.has(ordinal) || this.#otherFeeds.has(ordinal) },
      ownRecords: end.recordCount - this.balance.elsewhere,
      newListings: this.#newListings,
      doubts: this.#doubts,
      lostMarks: this.#lostMarks,
      unspoken: new Set(),
      conflicts: this.#conflicts,
      doubled: this.#doubled,
      unidentified: this.#unidentified,
      nameless: this.#nameless,
      fresh: this.#fresh,
      repairs: this.#repairs,
      states: this.#states,
      end,
      facts: { kind: 'full', sequence: null },
      ...file,
    };
  }
}

/** Whether the record has lost the mark. An invalid record leaves its listing as it is, so an inactive one stays inactive. */
function isUnmarked(formerMark: string, record: StagedRecord | undefined): boolean {
  if (formerMark === inactiveMark) return record?.shows === true;
  return record?.kind === 'mapped' || record?.kind === 'invalid';
}

/** An id of another agency may equal one of ours, so records of another feed are identified by their bytes. */
function otherFeedId(fingerprint: Uint8Array): string {
  return `elsewhere ${Buffer.from(fingerprint).toString('hex')}`;
}
