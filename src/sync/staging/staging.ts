import { markOf } from '../../core/listing/lost-fields.js';
import type { FeedId, SourceId } from '../../model/ids.js';
import type { RawContent, StageAnswer, StagedRecord } from '../../model/staged-record.js';
import type { CrashPoints } from '../../platform/crash-points.js';
import type { Spool } from '../../platform/files/spool.js';
import { decodeOutcome } from '../../store/records/staged-record.js';
import type { RecordPlace, Store, StagedRow, StagedWithStored } from '../../store/store.js';
import { IdTable, SpanIndex } from './packed-index.js';
import { recordsChanged } from '../../store/records/places.js';
import { decodeEntry, encodeEntry, type StagedEntry } from './staged-entry.js';
import { StagingFile } from './staging-file.js';

interface StagingOf {
  store: Pick<Store, 'records'>;
  spool: Spool;
  crashPoints: CrashPoints;
}

/** A record that is staged, with its outcome encoded. */
export type Staged = Pick<StagedRecord, 'sourceId' | 'fingerprint' | 'content'> & {
  raw: RawContent | null;
};

/** So many entries are read at once where only their outcomes count. */
const readAtOnce = 125;

/**
 * The outcomes of the new records of one reading, until its snapshot is proven complete (RULES R29). They lie in a temporary file of the
 * run; where each lies is in memory, in up to 40 bytes. The store is only read: records that it lacks get ordinals here, which are written
 * with their outcomes.
 */
export class Staging {
  readonly #file: StagingFile;
  #spans = new SpanIndex();
  #newIds = new IdTable();
  /** New ordinals with nothing staged: their record was moved to another id. */
  #freed = new Map<number, SourceId>();
  #surroundings: string[] = [];
  #surroundingsNumbers = new Map<string, number>();
  /** New records have ordinals from this one on. */
  #firstNew = 0;
  #nextNew = 0;

  constructor(
    private readonly feedId: FeedId,
    private readonly of: StagingOf,
  ) {
    this.#file = new StagingFile(of.spool, of.crashPoints);
  }

  /** One past the highest ordinal of the feed's records, staged ones included. */
  get ordinalCount(): number {
    return this.#nextNew;
  }

  /** Begins a reading. What was staged before is discarded. @returns one past the highest ordinal of the records in the store */
  async begin(): Promise<number> {
    await this.discard();
    await this.of.store.records.discardStaged(this.feedId);
    this.#firstNew = await this.of.store.records.ordinalCount(this.feedId);
    this.#nextNew = this.#firstNew;
    return this.#firstNew;
  }

  /** Stages records. Of several records with one source id the first is staged. @throws StagingError */
  async stage(records: readonly StagedRecord[]): Promise<StageAnswer[]> {
    const asWritten = records.map(wellFormed);
    const places = await this.#knownPlaces(asWritten);
    const answers: StageAnswer[] = [];
    for (const record of asWritten) {
      const place = places.get(record.sourceId) ?? (await this.#newPlace(record.sourceId));
      const isFirst = this.#spans.get(place.ordinal) === null;
      const before = isFirst ? null : await this.at(place.ordinal);
      if (before === null) this.#append(place.ordinal, record);
      answers.push({ ...place, seenBefore: before === null ? 'first' : likeness(before, record) });
    }
    await this.#file.writeMany();
    return answers;
  }

  /** What is staged of a record; null: nothing. */
  async at(ordinal: number): Promise<Staged | null> {
    if (this.#spans.get(ordinal) === null) return null;
    const [entry] = await this.#entries([ordinal]);
    if (entry === undefined) return null;
    const { sourceId, fingerprint, content } = entry;
    return { sourceId, fingerprint, content, raw: this.#rawOf(entry) };
  }

  /** Moves what is staged of a record to the record of another source id, with this content. */
  async move(ordinal: number, moved: StagedRecord): Promise<StageAnswer> {
    const to = wellFormed(moved);
    const from = await this.at(ordinal);
    const place = (await this.#knownPlaces([to])).get(to.sourceId) ?? (await this.#newPlace(to.sourceId));
    const there = await this.at(place.ordinal);
    this.#spans.delete(ordinal);
    if (from !== null && ordinal >= this.#firstNew) this.#freed.set(ordinal, from.sourceId);
    if (there !== null) return { ...place, seenBefore: likeness(there, to) };
    this.#append(place.ordinal, to);
    await this.#file.writeMany();
    return { ...place, seenBefore: 'first' };
  }

  /** The next staged records, ordered by ordinal, with the stored data that planning needs. */
  async block(afterOrdinal: number, limit: number): Promise<StagedWithStored[]> {
    await this.#file.seal();
    const entries = await this.#entries(this.#spans.after(afterOrdinal, limit));
    if (entries.length === 0) return [];
    const rows = entries.map((entry): StagedRow => {
      const { ordinal, sourceId, fingerprint, content } = entry;
      const staged = { ...decodeOutcome(content), sourceId, fingerprint };
      return { ordinal, isNew: ordinal >= this.#firstNew, raw: this.#rawOf(entry), staged };
    });
    return this.of.store.records.withStored(this.feedId, rows);
  }

  /**
   * Takes out what is staged of records of which a delta file of a later place spoke.
   * @returns these records, with the number of their listings. `staged`: null if the file does not have the record, else the mark (`markOf`)
   *   that the record would have lost
   */
  async leaveChanged(
    place: number,
  ): Promise<{ ordinal: number; listings: number; staged: { lostMark: string | null } | null }[]> {
    const changed = await this.of.store.records.changedAfter(this.feedId, place);
    const staged = changed.filter(({ ordinal }) => this.#spans.get(ordinal) !== null);
    const offered = new Set<number>();
    for (let at = 0; at < staged.length; at += readAtOnce) {
      const ordinals = staged.slice(at, at + readAtOnce).map(({ ordinal }) => ordinal);
      for (const { ordinal, content } of await this.#entries(ordinals)) {
        const { kind } = decodeOutcome(content);
        if (kind === 'mapped' || kind === 'invalid') offered.add(ordinal);
      }
    }
    const answer = changed.map(({ ordinal, kind, removeReason, listings }) => {
      if (this.#spans.get(ordinal) === null) return { ordinal, listings, staged: null };
      const lostMark = offered.has(ordinal) ? markOf(kind, removeReason) : null;
      return { ordinal, listings, staged: { lostMark } };
    });
    for (const { ordinal } of staged) this.#spans.delete(ordinal);
    return answer;
  }

  /** Removes the file and forgets what was staged. */
  async discard(): Promise<void> {
    this.#spans = new SpanIndex();
    this.#newIds = new IdTable();
    this.#freed = new Map();
    this.#surroundings = [];
    this.#surroundingsNumbers = new Map();
    this.#nextNew = this.#firstNew;
    await this.#file.discard();
  }

  #append(ordinal: number, { sourceId, fingerprint, content, raw = null }: StagedRecord): void {
    const numbered = raw === null ? null : { ...raw, surroundings: this.#numberOf(raw.surroundings) };
    const entry = encodeEntry({ ordinal, sourceId, fingerprint, content, raw: numbered });
    this.#spans.set(ordinal, this.#file.append(entry));
    this.#freed.delete(ordinal);
  }

  async #entries(ordinals: readonly number[]): Promise<StagedEntry[]> {
    const staged = ordinals.flatMap((ordinal) => {
      const span = this.#spans.get(ordinal);
      return span === null ? [] : [{ ordinal, span }];
    });
    const bytes = await this.#file.read(staged.map(({ span }) => span));
    return staged.map(({ ordinal }, index) => decodeEntry(bytes[index] ?? Buffer.alloc(0), ordinal));
  }

  /** Places of the records that the store has. A feed without records is not asked. */
  async #knownPlaces(records: readonly StagedRecord[]): Promise<Map<SourceId, RecordPlace>> {
    if (this.#firstNew === 0) return new Map();
    const ids = [...new Set(records.map(({ sourceId }) => sourceId))];
    const places = await this.of.store.records.places(this.feedId, ids);
    for (const { ordinal } of places.values()) if (ordinal >= this.#firstNew) throw recordsChanged();
    return places;
  }

  async #newPlace(sourceId: SourceId): Promise<RecordPlace> {
    for (const ordinal of this.#newIds.candidates(sourceId)) {
      const id = this.#freed.get(ordinal) ?? (await this.at(ordinal))?.sourceId;
      if (id === sourceId) return { ordinal, formerMark: null };
    }
    const ordinal = this.#nextNew++;
    this.#newIds.add(sourceId, ordinal);
    return { ordinal, formerMark: null };
  }

  #numberOf(surroundings: string): number {
    const known = this.#surroundingsNumbers.get(surroundings);
    if (known !== undefined) return known;
    const number = this.#surroundings.push(surroundings) - 1;
    this.#surroundingsNumbers.set(surroundings, number);
    return number;
  }

  #rawOf({ raw }: StagedEntry): RawContent | null {
    return raw === null ? null : { ...raw, surroundings: this.#surroundings[raw.surroundings] ?? '' };
  }
}

/** The record with its id as it is written: half of a surrogate pair has no UTF-8. */
function wellFormed(record: StagedRecord): StagedRecord {
  const { sourceId } = record;
  return sourceId.isWellFormed() ? record : { ...record, sourceId: sourceId.toWellFormed() };
}

function likeness(before: Pick<StagedRecord, 'fingerprint'>, record: StagedRecord): 'same' | 'different' {
  return Buffer.compare(before.fingerprint, record.fingerprint) === 0 ? 'same' : 'different';
}
