import type { SourceId } from '../../model/ids.js';
import { externalId as toExternalId } from '../../core/listing/external-id.js';
import { fold } from '../../model/fold.js';
import type { RecordValue } from '../../model/record.js';
import { parseRecords } from '../../feed/parse-records.js';
import { openSnapshot } from '../../feed/read-snapshot.js';
import type { RecordBlock } from '../../feed/snapshot-reader.js';
import type { Spool } from '../../platform/files/spool.js';
import type { CompiledMapping } from '../../mapping/compile/load-mapping.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import type { ReadableFeed } from './explain.js';
import type { Subject } from './find-subject.js';
import { lastSnapshot } from '../mapping-trial/map-snapshot.js';
import type { RecordReader } from './read-again.js';

export interface UnlistedDeps {
  store: Store;
  spool: Spool;
  idPrefixOf: (feedName: string) => string;
  readable: (feedName: string) => Promise<ReadableFeed | string>;
}

/** Maximum number of records returned. */
const foundMax = 50;

/**
 * Finds records that never became a listing by words of their title, street or any other text. Their texts are not stored, so each feed's
 * last file is read. Finds at most `foundMax` records.
 */
export async function unlistedRecords(
  query: string,
  feeds: readonly FeedRecord[],
  deps: UnlistedDeps,
): Promise<Subject[]> {
  const words = fold(query)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const subjects: Subject[] = [];
  for (const feed of feeds) {
    for await (const sourceId of recordsWith(words, feed, deps)) {
      const subject = await unlisted(sourceId, feed, deps);
      if (subject !== null) subjects.push(subject);
      if (subjects.length >= foundMax) return subjects;
    }
  }
  return subjects;
}

/**
 * The record as a subject; null if the store does not know it, or if it is mapped or has a listing, by which it is found instead. A mapped
 * record may have no listing yet because of a doubt.
 */
async function unlisted(
  sourceId: SourceId,
  feed: FeedRecord,
  { store, idPrefixOf }: UnlistedDeps,
): Promise<Subject | null> {
  const record = await store.records.get(feed.id, sourceId);
  if (record === null) return null;
  const externalId = toExternalId(sourceId, idPrefixOf(feed.name));
  const { connectionId } = feed;
  const doubts = await store.content.doubtsOf(externalId, connectionId);
  if (record.kind === 'mapped' && doubts.length === 0) return null;
  if ((await store.listings.get(connectionId, externalId)) !== null) return null;
  const title = doubts[0]?.title ?? null;
  return { connectionId, externalId, sourceId, feed, listing: null, title, record };
}

async function* recordsWith(
  words: readonly string[],
  feed: FeedRecord,
  { store, spool, readable }: UnlistedDeps,
): AsyncGenerator<string, undefined> {
  const snapshot = await lastSnapshot(feed, store);
  const reading = snapshot === null ? '' : await readable(feed.name);
  if (snapshot === null || typeof reading === 'string') return;
  const records = reading.reader(null);
  const options = { format: reading.mapping.format, encoding: reading.encoding, lengthAnnounced: true };
  for (const { path, given } of snapshot.parts) {
    const reader = await openSnapshot(spool, path, { ...options, given }, () => Buffer.alloc(0));
    try {
      for await (const block of reader.blocks()) yield* matchesIn(block, words, reading.mapping, records);
    } finally {
      await reader.close();
    }
  }
}

async function* matchesIn(
  block: RecordBlock,
  words: readonly string[],
  { format }: CompiledMapping,
  records: RecordReader,
): AsyncGenerator<string, undefined> {
  for (let index = 0; index < block.count; index++) {
    const raw = Buffer.from(block.raw(index)).toString('utf8');
    // With entities or escapes, letters may be encoded, so the record must be parsed.
    if (!/[&\\]/.test(raw) && !holdsAll(raw, words)) continue;
    const record = block.take([index]);
    const [read] = parseRecords(format, record);
    if (read?.result.ok !== true) continue;
    if (!holdsAll([...textsOf(read.result.record.value)].join('\n'), words)) continue;
    for (const { sourceId } of await records.known(record)) if (sourceId !== null) yield sourceId;
  }
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

/** The texts of a record, without element and column names. */
function* textsOf(value: RecordValue): Generator<string> {
  if (typeof value === 'string') yield value;
  else for (const part of Array.isArray(value) ? value : Object.values(value)) yield* textsOf(part);
}
