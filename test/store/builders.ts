import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noCrashPoints } from '../../src/platform/crash-points.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import { Staging } from '../../src/sync/staging/staging.js';
import type { RemovalLine } from '../../src/model/hold.js';
import type { BatchItem, OutboxEntry } from '../../src/model/outbox.js';
import type { ListingRecord } from '../../src/model/listing.js';
import type { StagedRecord } from '../../src/model/staged-record.js';
import { plainBytes } from '../../src/store/database/codec.js';
import { encodeOutcome, packPayload } from '../../src/store/records/staged-record.js';
import { type StagedOutcome } from '../../src/model/staged-record.js';
import { type WantedPayload } from '../../src/model/staged-record.js';
import type { ListingDecision, RecordDecision, Store } from '../../src/store/store.js';

export const connectionId = '6f0c1d2e-0000-4000-8000-000000000001';
export const now = 1_750_000_000_000;

/** A store with one connection and one feed, and the steps that a poll and a push take on it. */
export interface World {
  store: Store;
  feedId: number;
}

export async function worldOn(store: Store): Promise<World> {
  await store.connections.ensure([connectionId]);
  const feed = await store.feeds.declare(
    { name: 'agency-a', connectionId, sourceHash: 'source', mapping: 'estate', idPrefix: '' },
    now,
  );
  return { store, feedId: feed.id };
}

/** 16 bytes that differ for each number. */
export function fingerprint(seed: number): Uint8Array {
  const bytes = new Uint8Array(16).fill(seed & 0xff);
  new DataView(bytes.buffer).setUint32(0, seed);
  return bytes;
}

export function pack(fingerprints: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(fingerprints.flatMap((bytes) => [...bytes]));
}

export function staged(
  sourceId: string,
  change: Partial<StagedOutcome> & Partial<Pick<StagedRecord, 'fingerprint'>> = {},
): StagedRecord {
  const { fingerprint: given, ...outcome } = change;
  const content = stagedOutcome(sourceId, outcome);
  return {
    sourceId,
    fingerprint: given ?? fingerprint(1),
    kind: content.kind,
    content: encodeOutcome(content),
  };
}

export function stagedOutcome(sourceId: string, change: Partial<StagedOutcome> = {}): StagedOutcome {
  return {
    kind: 'mapped',
    offer: null,
    removeReason: null,
    unknownState: null,
    codes: [],
    issues: [],
    uses: [],
    listings: [{ externalId: sourceId, wanted: wanted('A'), feedUpdatedAt: null }],
    ...change,
  };
}

export function wantedPayload(digest: string): Record<string, unknown> {
  return { title: { sr: `Stan ${digest}` }, price: { amount: 100 } };
}

export function wanted(digest: string): WantedPayload {
  const packed = plainBytes(packPayload(wantedPayload(digest)));
  return { digest, packed, urgent: '', inactive: false, title: `Stan ${digest}`, address: null };
}

export function listingDecision(externalId: string, change: Partial<ListingDecision> = {}): ListingDecision {
  return {
    externalId,
    presence: 'present',
    intent: 'publish',
    removeReason: null,
    offered: true,
    wanted: wanted('A'),
    queue: { lane: 'new', digest: change.wanted?.digest ?? 'A' },
    feedUpdatedAt: null,
    title: `Stan ${externalId}`,
    ...change,
  };
}

export function recordDecision(
  ordinal: number,
  sourceId: string,
  change: Partial<RecordDecision> = {},
): RecordDecision {
  return {
    ordinal,
    sourceId,
    fingerprint: fingerprint(ordinal + 1),
    kind: 'mapped',
    offer: null,
    removeReason: null,
    codes: [],
    issues: [],
    uses: [],
    listings: [listingDecision(sourceId)],
    withdrawn: [],
    claims: [],
    ...change,
  };
}

/** The ordinals of records, in the same order: those of the store, and the next ones for records that it lacks. */
export async function ordinalsFor({ store, feedId }: World, sourceIds: readonly string[]): Promise<number[]> {
  const known = await store.records.places(feedId, sourceIds);
  let next = await store.records.ordinalCount(feedId);
  return sourceIds.map((id) => known.get(id)?.ordinal ?? next++);
}

/** The staging of a poll of this feed, with its file in a folder of its own. Discard it in the end. */
export function stagingOf({ store, feedId }: World, crashPoints = noCrashPoints): Staging {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-staging-'));
  folders.push(folder);
  return new Staging(feedId, { store, spool: createFileSpool(folder), crashPoints });
}

/** Removes the folders of `stagingOf`. */
export function removeStagings(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const folders: string[] = [];

/** Stages and commits records with one listing each, as a poll does. */
export async function publish(
  { store, feedId }: World,
  sourceIds: readonly string[],
  digest = 'A',
  at = now,
): Promise<void> {
  const ordinals = await ordinalsFor({ store, feedId }, sourceIds);
  const decisions = sourceIds.map((id, index) => {
    const ordinal = ordinals[index]!;
    return recordDecision(ordinal, id, {
      fingerprint: fingerprint(ordinal + 1),
      listings: [listingDecision(id, { wanted: wanted(digest) })],
    });
  });
  await store.records.commitBlock(connectionId, feedId, decisions, at);
}

/** Puts listings on the portal: a batch that is sent and accepted. */
export async function send(
  { store }: World,
  externalIds: readonly string[],
  digest = 'A',
  at = now,
): Promise<number> {
  const batch = await createBatch({ store }, externalIds, digest, at);
  await store.batches.settle(
    batch,
    externalIds.map((externalId) => accepted(externalId, digest)),
    { at, items: externalIds.length },
  );
  return batch;
}

let keys = 0;

export async function createBatch(
  { store }: Pick<World, 'store'>,
  externalIds: readonly string[],
  digest = 'A',
  at = now,
): Promise<number> {
  const items: BatchItem[] = externalIds.map((externalId, position) => ({
    externalId,
    digest,
    updatedAt: at,
    position,
  }));
  const batch = await store.batches.create({
    connectionId,
    idempotencyKey: `key-${++keys}`,
    body: Buffer.from(JSON.stringify(externalIds)),
    items,
    ownChanges: 0,
    now: at,
  });
  return batch.id;
}

export function accepted(externalId: string, digest = 'A') {
  return {
    externalId,
    listing: { portal: 'live', confirmedDigest: digest, sentUpdatedAt: now },
    outbox: { kind: 'done' },
    event: { kind: 'accepted', data: { digest } },
  } as const;
}

export async function listing({ store }: Pick<World, 'store'>, externalId: string): Promise<ListingRecord> {
  const row = await store.listings.get(connectionId, externalId);
  if (row === null) throw new Error(`no listing ${externalId}`);
  return row;
}

export async function wish({ store }: Pick<World, 'store'>, externalId: string): Promise<OutboxEntry | null> {
  const [row] = await store.outbox.of(connectionId, [externalId]);
  return row ?? null;
}

export function wishRow(externalId: string, change: Partial<OutboxEntry> = {}) {
  const row: OutboxEntry = {
    connectionId,
    externalId,
    op: 'upsert',
    lane: 'new',
    digest: 'A',
    removeReason: null,
    feedId: null,
    queuedAt: now,
    notBefore: now,
    batchId: null,
    attempts: 0,
    waits: null,
    ...change,
  };
  return row;
}

export function gone(externalId: string) {
  return {
    externalId,
    presence: 'gone',
    graceSince: now,
    gracePolls: 2,
    queueRemoval: 'withdrawn',
  } as const;
}

export function line(externalId: string): RemovalLine {
  return { externalId, title: `Stan ${externalId}`, lastSeenAt: now, reason: 'withdrawn' };
}
