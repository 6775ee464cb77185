import { createHash } from 'node:crypto';
import type { PollBalance } from '../core/balance.js';
import { Bitmap } from '../core/bitmap.js';
import type { RecordSurroundings } from '../core/format.js';
import { partsOf } from '../core/snapshot-parts.js';
import { openSnapshot, type RecordBlock, type SnapshotEnd } from '../feed/read-snapshot.js';
import { elsewhereMark, type KnownBlock, type StageAnswer, type StagedRecord } from '../store/rows.js';
import { checkMapped, type CheckedRecord, type PayloadRules } from './check-mapped.js';
import { formerEndings } from './former-ending.js';
import type { LoadedReference } from './load-reference.js';
import { payloadRules } from './payload-rules.js';
import { photoMax } from './photo-max.js';
import type { Feed, Services } from './services.js';
import type { Source } from './take-snapshot.js';

/** What reading a snapshot found out, before anything is committed. */
export interface Reading {
  /** Ordinals of this feed's records that stand in it. */
  seen: Bitmap;
  /** Ordinals of all records that stand in it, those of other feeds included. */
  stored: { has(ordinal: number): boolean };
  /** Records of it that are this feed's. */
  ownRecords: number;
  /** Ordinals of records that stand in it twice with different content: neither pushed nor removed. */
  conflicts: Set<number>;
  /** Source ids of duplicates and conflicts, for the sentence that names them. */
  doubled: Set<string>;
  /** Records that cannot be read and whose id cannot be guessed: any absent listing might be one of them. */
  unidentified: number;
  end: SnapshotEnd;
  /** The last committed file, read again under another mapping or vocabulary: what changes is of our own making. */
  ownChange: boolean;
}

const blockMax = 4096;
const fingerprintBytes = 16;

/**
 * Reads a snapshot once: records with a known fingerprint are marked as seen and cost nothing else; the others are
 * parsed, mapped, checked and staged (SEMANTICS 2).
 */
export async function readRecords(
  feed: Feed,
  source: Source,
  reference: LoadedReference,
  balance: PollBalance,
  services: Services,
): Promise<Reading> {
  const { store } = services;
  const photos = await photoMax(feed, services);
  const rules = payloadRules(reference.vocabulary, services.protocol, feed.photoTokens);
  const contextOf = (surroundings: RecordSurroundings): Uint8Array =>
    createHash('sha256')
      .update(`${photos}\n${feed.encoding}\n${feed.mapping.contextOf(surroundings, reference)}`)
      .digest();

  await store.records.discardStaged(feed.id);
  const pass = new ReadingPass(balance, new Bitmap(await store.records.ordinalCount(feed.id)));
  const known: KnownBlock = { ordinals: new Int32Array(blockMax), listings: new Uint8Array(blockMax) };
  const options = {
    format: feed.mapping.format,
    encoding: feed.encoding,
    lengthAnnounced: source.lengthAnnounced,
  };
  const endings = await formerEndings(feed, services);
  const readFile = async (path: string, index: number): Promise<SnapshotEnd> => {
    const former = { formerEndedWithNewline: endings[index] ?? null };
    const reader = await openSnapshot(services.spool, path, { ...options, ...former }, contextOf);
    try {
      for await (const block of reader.blocks()) await readBlock(block);
      return reader.end();
    } finally {
      await reader.close();
    }
  };
  const { lookUpPlaces } = reference;
  const places: { problem: string | null } = { problem: null };
  const readBlock = async (block: RecordBlock): Promise<void> => {
    await store.records.lookUp(feed.id, block.fingerprints, block.count, known);
    const unknown = freshIndices(block, known);
    block.prepare(unknown);
    places.problem ??=
      (await lookUpPlaces?.(() => {
        for (const index of unknown) mapRecord(feed, block, index, reference, photos, rules);
      })) ?? null;
    const fresh: StagedRecord[] = [];
    for (let index = 0; index < block.count; index++) {
      balance.seen++;
      const ordinal = known.ordinals[index] ?? -1;
      if (ordinal >= 0) pass.meetKnown(ordinal, known.listings[index] ?? 0);
      else
        pass.meetFresh(
          mapRecord(feed, block, index, reference, photos, rules),
          fingerprintAt(block, index),
          fresh,
        );
    }
    if (fresh.length > 0) pass.meetStaged(fresh, await store.records.stage(feed.id, fresh));
  };
  const ends: SnapshotEnd[] = [];
  for (const [index, path] of partsOf(source.path).entries()) ends.push(await readFile(path, index));
  const end = endOf(ends);
  const ownChange = source.snapshot?.state === 'committed';
  if (places.problem === null) return pass.finish(end, ownChange);
  return pass.finish({ ...end, completeness: 'incomplete', reason: places.problem }, ownChange);
}

/** Several files are complete if all are, and proven as weakly as the weakest. */
function endOf(ends: readonly SnapshotEnd[]): SnapshotEnd {
  const weakest =
    ends.find((end) => end.completeness === 'incomplete') ??
    ends.find((end) => end.completeness === 'weak') ??
    ends[0];
  if (weakest === undefined) throw new Error('a snapshot has no file');
  return {
    ...weakest,
    recordCount: ends.reduce((sum, end) => sum + end.recordCount, 0),
    badRecords: ends.reduce((sum, end) => sum + end.badRecords, 0),
  };
}

/** Tallies what was met: which ordinals, which of them twice. */
class ReadingPass {
  readonly #conflicts = new Set<number>();
  readonly #doubled = new Set<string>();
  readonly #staged = new Bitmap(0);
  readonly #elsewhere = new Bitmap(0);
  #unidentified = 0;

  constructor(
    private readonly balance: PollBalance,
    private readonly seen: Bitmap,
  ) {}

  meetKnown(ordinal: number, listings: number): void {
    if (listings === elsewhereMark) {
      this.balance.elsewhere++;
      this.#elsewhere.add(ordinal);
    } else if (this.seen.add(ordinal)) {
      this.balance.known++;
      this.balance.knownListings += listings;
    } else if (this.#staged.has(ordinal)) {
      this.balance.conflicts++;
      this.#conflicts.add(ordinal);
    } else {
      this.balance.duplicates++;
    }
  }

  meetFresh(
    mapped: CheckedRecord & { unreadable: boolean },
    fingerprint: Uint8Array,
    fresh: StagedRecord[],
  ): void {
    if (mapped.kind === 'elsewhere') {
      this.balance.elsewhere++;
      fresh.push(toStaged(mapped, elsewhereId(fingerprint), fingerprint));
      return;
    }
    if (mapped.sourceId !== null) {
      fresh.push(toStaged(mapped, mapped.sourceId, fingerprint));
      return;
    }
    this.balance.invalid++;
    if (mapped.unreadable) this.#unidentified++;
  }

  meetStaged(records: readonly StagedRecord[], answers: readonly StageAnswer[]): void {
    for (const [index, { ordinal, seenBefore }] of answers.entries()) {
      if (records[index]?.kind === 'elsewhere') {
        this.#elsewhere.add(ordinal);
        continue;
      }
      const sourceId = records[index]?.sourceId ?? '';
      const isFirst = this.seen.add(ordinal);
      if (seenBefore === 'first') this.#staged.add(ordinal);
      if (isFirst) continue;
      this.#doubled.add(sourceId);
      if (seenBefore === 'same') this.balance.duplicates++;
      else {
        // A staged record that meets a known one is counted when the staged ones are planned.
        if (seenBefore === 'different') this.balance.conflicts++;
        this.#conflicts.add(ordinal);
      }
    }
  }

  finish(end: SnapshotEnd, ownChange: boolean): Reading {
    return {
      seen: this.seen,
      stored: { has: (ordinal) => this.seen.has(ordinal) || this.#elsewhere.has(ordinal) },
      ownRecords: end.recordCount - this.balance.elsewhere,
      conflicts: this.#conflicts,
      doubled: this.#doubled,
      unidentified: this.#unidentified,
      end,
      ownChange,
    };
  }
}

/** Indices of the block's records whose fingerprint is not known. */
function freshIndices({ count }: RecordBlock, known: KnownBlock): number[] {
  const fresh: number[] = [];
  for (let index = 0; index < count; index++) if ((known.ordinals[index] ?? -1) < 0) fresh.push(index);
  return fresh;
}

function mapRecord(
  feed: Feed,
  block: RecordBlock,
  index: number,
  reference: LoadedReference,
  photos: number,
  rules: PayloadRules,
): CheckedRecord & { unreadable: boolean } {
  const parsed = block.parse(index);
  if (parsed.ok)
    return {
      ...checkMapped(feed.mapping.map(parsed.record, { reference, photoMax: photos }), rules),
      unreadable: false,
    };
  const sourceId = parsed.guess === null ? null : feed.mapping.sourceId(parsed.guess);
  const issue = { severity: 'error', code: 'unreadable', pointer: '', message: parsed.reason } as const;
  return {
    kind: 'invalid',
    sourceId,
    codes: [],
    removeReason: null,
    listings: [],
    issues: [issue],
    uses: [],
    unreadable: true,
  };
}

function fingerprintAt(block: RecordBlock, index: number): Uint8Array {
  return block.fingerprints.slice(index * fingerprintBytes, (index + 1) * fingerprintBytes);
}

/** Ids of other agencies may be ours as well: their records go by their bytes. */
function elsewhereId(fingerprint: Uint8Array): string {
  return `elsewhere ${Buffer.from(fingerprint).toString('hex')}`;
}

function toStaged(mapped: CheckedRecord, sourceId: string, fingerprint: Uint8Array): StagedRecord {
  const { kind, removeReason, codes, issues, uses } = mapped;
  const listings = mapped.listings.map(({ externalId, payload, digest, feedUpdatedAt }) => ({
    externalId,
    wanted: payload === null || digest === null ? null : { digest, payload },
    feedUpdatedAt,
  }));
  return { sourceId, fingerprint, kind, removeReason, codes, issues, uses, listings };
}
