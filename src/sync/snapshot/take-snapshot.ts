import { createHash } from 'node:crypto';
import type { FileKind } from '../../model/feed-format.js';
import type { Reference } from '../../model/reference.js';
import { isDueAgain } from '../../core/schedule/due.js';
import type { FailedFetch } from '../../feed/fetch/fetch-feed.js';
import { repliesAnnounceMore, type Arrival } from '../../feed/more/announced-more.js';
import type { SnapshotEnd } from '../../feed/snapshot-reader.js';
import type { SnapshotPart } from '../../model/snapshot-parts.js';
import type { BorrowedFile, SpooledFile } from '../../platform/files/spool.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { PartValidators, Snapshot } from '../../model/snapshot.js';
import type { FeedRecord } from '../../model/feed.js';
import { photosOfPlan } from '../../wire/photos-of-plan.js';
import { fetchSource } from './fetch-source.js';
import { rowOfPart } from './feed-parts.js';
import type { FileFacts } from './file-facts.js';
import { isOnDisk } from './on-disk.js';
import type { Feed, Services } from '../services/services.js';
import { withoutSecrets } from './without-secrets.js';

/** The validators for a conditional fetch. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
  /** For several URLs, the validators of each; null for one URL and for a feed in pages. */
  parts: PartValidators[] | null;
  /** Whether this was an unconditional fetch of everything. */
  full: boolean;
}

/** A file to read: fresh from the source and still temporary, or a kept snapshot that is planned again. */
export interface Source {
  kind: 'source';
  parts: readonly SnapshotPart[];
  /** The temporary files of the body; empty if it is kept already. */
  files: readonly (SpooledFile | BorrowedFile)[];
  snapshot: Snapshot | null;
  bytes: number;
  /** For a borrowed file, known only after it was read: the hash of its records. */
  bodyHash: string;
  lengthAnnounced: boolean;
  /** How the files came; empty for a kept snapshot, which is proven whole. */
  arrivals: readonly Arrival[];
  /** Whether the file is weakly complete at best. */
  endUnproven: boolean;
  validators: Validators | null;
  /** See `Snapshot.modifiedAt`. */
  modifiedAt: number | null;
  fetchedAt: number;
}

/**
 * `proven`: the source confirmed the file of the last poll (304 or identical bytes), which counts as a complete poll. Status 204 confirms
 * nothing.
 */
export interface Unchanged {
  kind: 'unchanged';
  proven: boolean;
  /** Kind of the file of the last poll. A delta file makes nothing absent. */
  fileKind: FileKind;
  weak: boolean;
  validators: Validators | null;
}

export type Taken =
  | Source
  | Unchanged
  // `disk`: the data folder failed, not the source.
  | { kind: 'failed'; code: FailedFetch['code'] | null; message: string; retryAfterMs: number | null };

/** What a poll knows before it has its file. */
interface SnapshotRequest {
  feed: Feed;
  row: FeedRecord;
  /** Null while mapping waits for the portal’s words and places. */
  context: string | null;
  dryRun: boolean;
  /** A kept file that is applied before another one is fetched. */
  file: Snapshot | null;
  services: Services;
}

/** A server may answer 304 for ever, so once a day the request is unconditional. */
export const fullFetchEveryMs = 24 * 3_600_000;

/**
 * Fetches the feed. Takes a file that is on disk instead if it is approved, or if the source still serves it and it is deferred or has to
 * be mapped again.
 */
export async function takeSnapshot(request: SnapshotRequest): Promise<Taken> {
  const { feed, row, context, services, dryRun, file } = request;
  const { store, clock } = services;
  if (file !== null) return fromDisk(file, null);
  const waiting = await waitingSnapshot(request);
  if (waiting?.state === 'approved') return fromDisk(waiting, null);

  // If the mapping may select another member of the same ZIP, or another sheet, the request must be unconditional, as for another feed.
  const { member, sheet } = feed.mapping.format;
  const mayBeOtherMember = (member ?? sheet) !== undefined && row.context !== context;
  const latest = row.deferredSnapshotId ?? row.committedSnapshotId;
  const known = latest === null ? null : await store.snapshots.get(latest);
  const isLost = known !== null && known.parts.length > 0 && !(await isOnDisk(known, services));
  const unconditional =
    dryRun ||
    mayBeOtherMember ||
    isLost ||
    row.committedSnapshotId === null ||
    isDueAgain(row.lastFullFetchAt, fullFetchEveryMs, clock.now());
  const previous = { etag: row.etag, lastModified: row.lastModified, unconditional };
  const fetched = await fetchSource(feed, previous, { parts: row.parts, snapshot: known }, services);
  if (fetched.kind === 'failed') return fetched;
  if (fetched.kind === 'no_content')
    return { kind: 'unchanged', proven: false, fileKind: 'delta', weak: true, validators: null };

  if (fetched.kind === 'not_modified') return waiting ? fromDisk(waiting, null) : unchanged(known, null);

  const { etag, lastModified, parts } = fetched;
  const validators = { etag, lastModified, parts, full: unconditional };
  const isSame =
    known?.bodyHash === fetched.bodyHash && !repliesAnnounceMore(fetched.arrivals, feed.ignoreMore, known);
  if (isSame && !dryRun && !isLost) {
    await discardFiles(fetched.files);
    return waiting ? fromDisk(waiting, validators) : unchanged(known, validators);
  }
  const files = await withoutSecrets(feed, fetched.files, services);
  if (typeof files === 'string') return { kind: 'failed', code: null, message: files, retryAfterMs: null };
  return {
    ...fetched,
    files,
    kind: 'source',
    parts: files.map(({ path }, index) => ({ path, given: fetched.given[index] ?? null })),
    snapshot: null,
    validators,
    modifiedAt: modifiedAt(lastModified, clock.now()),
    fetchedAt: clock.now(),
  };
}

/** The time of a `Last-Modified` header; null without a readable one. One later than its fetch comes from a wrong clock. */
function modifiedAt(header: string | null, fetchedAt: number): number | null {
  const at = header === null ? NaN : Date.parse(header);
  return Number.isNaN(at) ? null : Math.min(at, fetchedAt);
}

/** Keeps a complete snapshot on disk. Its state follows from the plan's verdict. */
export async function keepSnapshot(
  feed: Feed,
  source: Source,
  end: SnapshotEnd & FileFacts,
  verdict: 'commit' | 'wait' | 'defer' | 'hold',
  services: Services,
): Promise<Snapshot> {
  const { store, crashPoints } = services;
  const state = stateOf(feed, verdict);
  if (source.snapshot !== null) {
    await store.snapshots.update(source.snapshot.id, { state });
    return { ...source.snapshot, state };
  }
  const held = (await store.snapshots.ofFeed(feed.id)).find(
    (s) => s.state === 'held' && s.bodyHash === source.bodyHash,
  );
  if (held !== undefined && state === 'held') {
    await discardSource(source);
    return held;
  }
  const same = await lastWithSameRecords(feed, source, services);
  if (same !== null && state === 'kept') {
    await discardSource(source);
    return same;
  }
  crashPoints.reach('snapshot.spooled');
  const parts = await keepFiles(
    source,
    `snapshots/${feed.name}/${source.fetchedAt}-${source.bodyHash.slice(0, 12)}`,
  );
  const snapshot = await store.snapshots.add({
    feedId: feed.id,
    fetchedAt: source.fetchedAt,
    parts,
    bytes: source.bytes,
    bodyHash: source.bodyHash,
    completeness: end.completeness === 'weak' ? 'weak' : 'complete',
    encoding: end.encoding,
    recordCount: end.recordCount,
    kind: end.kind,
    sequence: end.sequence,
    modifiedAt: source.modifiedAt,
    state,
  });
  crashPoints.reach('snapshot.kept');
  return snapshot;
}

/** A file of a delta feed is `pending` until all of it is applied, even after a crash or an error, or until a full file overtakes it. */
function stateOf({ kind }: Feed, verdict: Parameters<typeof keepSnapshot>[3]): Snapshot['state'] {
  if (verdict === 'hold') return 'held';
  if (verdict === 'defer') return 'deferred';
  return verdict === 'commit' && kind === 'full' ? 'kept' : 'pending';
}

/** Announces that the file has new records, so that a borrowed file will be copied (`secureSource`). */
export function expectCopy({ files }: Source): void {
  for (const file of files) if ('expectCopy' in file) file.expectCopy();
}

/**
 * Copies a borrowed file if it has new records, and checks that the file did not change while it was read.
 * @returns false if it changed: some of the records that were read may be old
 */
export async function secureSource(
  feed: Feed,
  source: Source,
  { recordsHash }: SnapshotEnd,
  services: Services,
): Promise<boolean> {
  const [file] = source.files;
  if (file === undefined || !('secure' in file)) return true;
  source.bodyHash = recordsHash;
  return file.secure((await lastWithSameRecords(feed, source, services)) === null);
}

/**
 * For a borrowed file, the last committed snapshot if its file is kept and holds the same records: one copy serves both. Null for any other
 * file.
 */
export async function lastWithSameRecords(
  feed: Feed,
  { files, bodyHash }: Source,
  { store }: Services,
): Promise<Snapshot | null> {
  const isLent = files.some((file) => 'secure' in file);
  const row = isLent ? await store.feeds.get(feed.id) : null;
  const id = row === null ? null : rowOfPart(feed, row).committedSnapshotId;
  const last = id === null ? null : await store.snapshots.get(id);
  return last?.bodyHash === bodyHash && last.parts.length > 0 ? last : null;
}

/** Discards a fresh file that is not kept: incomplete, or read in a dry run. */
export async function discardSource(source: Source): Promise<void> {
  await discardFiles(source.files);
}

async function discardFiles(files: readonly SpooledFile[]): Promise<void> {
  for (const file of files) await file.discard();
}

async function keepFiles({ files, parts }: Source, path: string): Promise<SnapshotPart[]> {
  const kept = files.map((_, index) => ({
    path: index === 0 ? path : `${path}.${index}`,
    given: parts[index]?.given ?? null,
  }));
  for (const [index, file] of files.entries()) await file.keep(kept[index]?.path ?? path);
  return kept;
}

/**
 * The part of a feed's context that is known before its file is read: mapping, resolved tables, encoding, photo limit, content settings. If
 * it differs from the context of the last commit, the last snapshot of a full feed is read again even if the source answers 304. The kept
 * records of a delta feed are mapped again instead.
 */
export function feedContext(
  feed: Pick<Feed, 'mapping' | 'encoding' | 'content'>,
  reference: Reference,
  connection: Pick<ConnectionRecord, 'remote'> | null,
): string {
  const text = contextText(feed, reference);
  const photos = photosOfPlan(connection?.remote ?? null);
  return createHash('sha256').update(`${photos}\n${feed.encoding}\n${text}${feed.content.key}`).digest('hex');
}

/** Cached: feeds share mappings and polls share the reference, so the text is computed once per pair. */
function contextText({ mapping }: Pick<Feed, 'mapping'>, reference: Reference): string {
  const known = contextTexts.get(reference) ?? new WeakMap<Feed['mapping'], string>();
  contextTexts.set(reference, known);
  const text = known.get(mapping) ?? mapping.contextOf({ ancestors: [], header: {} }, reference);
  known.set(mapping, text);
  return text;
}

const contextTexts = new WeakMap<Reference, WeakMap<Feed['mapping'], string>>();

async function waitingSnapshot({ feed, row, context, services }: SnapshotRequest): Promise<Snapshot | null> {
  const { store } = services;
  if (row.deferredSnapshotId !== null) {
    const deferred = await store.snapshots.get(row.deferredSnapshotId);
    return deferred !== null && (await isOnDisk(deferred, services)) ? deferred : null;
  }
  // The last file of a delta feed is not the whole feed: `remap-kept.ts` maps its kept records again.
  if (feed.kind !== 'full') return null;
  if (row.committedSnapshotId === null || context === null || row.context === context) return null;
  const committed = await store.snapshots.get(row.committedSnapshotId);
  return committed !== null && (await isOnDisk(committed, services)) ? committed : null;
}

/** The committed file, to be read again; null if no file was committed yet, or if it is no longer kept. Does not look at the disk. */
export async function committedOnDisk(
  { committedSnapshotId }: Pick<FeedRecord, 'committedSnapshotId'>,
  { store }: Pick<Services, 'store'>,
): Promise<Source | null> {
  const snapshot = committedSnapshotId === null ? null : await store.snapshots.get(committedSnapshotId);
  return snapshot === null || snapshot.parts.length === 0 ? null : fromDisk(snapshot, null);
}

function fromDisk(snapshot: Snapshot, validators: Validators | null): Source {
  const { parts, bytes, bodyHash, fetchedAt, modifiedAt: at } = snapshot;
  const lengthAnnounced = snapshot.completeness === 'complete';
  return {
    kind: 'source',
    parts,
    files: [],
    arrivals: [],
    snapshot,
    bytes,
    bodyHash,
    lengthAnnounced,
    endUnproven: !lengthAnnounced,
    validators,
    modifiedAt: at,
    fetchedAt,
  };
}

function unchanged(snapshot: Snapshot | null, validators: Validators | null): Taken {
  const fileKind = snapshot?.kind ?? 'full';
  return { kind: 'unchanged', proven: true, fileKind, weak: snapshot?.completeness === 'weak', validators };
}
