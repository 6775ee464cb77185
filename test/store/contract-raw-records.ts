import { describe, expect, it } from 'vitest';
import type { RecordKind } from '../../src/model/outcome.js';
import type { RawSelection } from '../../src/store/store.js';
import {
  ordinalsFor,
  connectionId,
  fingerprint,
  gone,
  listingDecision,
  now,
  recordDecision,
  type World,
} from './builders.js';

const all: RawSelection = { which: 'newest', forgotten: false };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Stages a record with its bytes and commits what it came to. */
async function commit(
  { store, feedId }: World,
  sourceId: string,
  text: string,
  of: { kind?: RecordKind; surroundings?: string; fingerprint?: Uint8Array | null; isKept?: boolean } = {},
): Promise<void> {
  const { kind = 'mapped', surroundings = '{"header":"h"}', isKept = true } = of;
  const raw = { bytes: Buffer.from(text), undecodable: text === 'bad', surroundings };
  const [ordinal = -1] = await ordinalsFor({ store, feedId }, [sourceId]);
  const listings = kind === 'mapped' ? [listingDecision(sourceId)] : [];
  const decision = recordDecision(ordinal, sourceId, {
    kind,
    listings,
    fingerprint: of.fingerprint === undefined ? fingerprint(ordinal + 1) : of.fingerprint,
    readAt: now,
    raw: isKept ? raw : null,
  });
  await store.records.commitBlock(connectionId, feedId, [decision], now);
}

async function selected({ store, feedId }: World, which: RawSelection): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { id } of await store.rawRecords.places(feedId, which))
    for (const { sourceId, bytes } of await store.rawRecords.page(feedId, { ...which, placeId: id }, -1, 10))
      texts[sourceId] = Buffer.from(bytes).toString();
  return texts;
}

/** Records of feeds of changes, kept with their outcome. */
export function rawRecordContract(current: () => World): void {
  describe('raw records', () => {
    it('are kept with their outcome, what stands around them once, and read page by page', async () => {
      const world = current();
      const { rawRecords } = world.store;
      expect(await rawRecords.any(world.feedId)).toBe(false);
      await commit(world, 'a', 'A1');
      await commit(world, 'b', 'bad');
      await commit(world, 'c', 'C1', { surroundings: '{"header":"other"}' });
      await commit(world, 'd', 'D1', { isKept: false });
      const places = await rawRecords.places(world.feedId, all);
      expect(places.map(({ surroundings }) => surroundings)).toEqual([
        '{"header":"h"}',
        '{"header":"other"}',
      ]);
      const of = { ...all, placeId: places[0]!.id };
      const [first] = await rawRecords.page(world.feedId, of, -1, 1);
      expect(first).toEqual({ ordinal: 0, sourceId: 'a', bytes: utf8('A1'), undecodable: false });
      expect(await rawRecords.page(world.feedId, of, 0, 10)).toMatchObject([
        { sourceId: 'b', undecodable: true },
      ]);
      expect(await rawRecords.of(world.feedId, 'c')).toEqual([
        {
          sourceId: 'c',
          readAt: now,
          bytes: utf8('C1'),
          undecodable: false,
          surroundings: '{"header":"other"}',
        },
      ]);
      expect(await rawRecords.of(world.feedId, 'd')).toEqual([]);
    });

    it('what tells nothing of its listings stands behind what did, until something tells again', async () => {
      const world = current();
      await commit(world, 'a', 'A1');
      await commit(world, 'a', 'A2', { kind: 'invalid' });
      await commit(world, 'a', 'A3', { kind: 'keep' });
      await commit(world, 'b', 'B1', { kind: 'invalid' });
      await commit(world, 'b', 'B2', { kind: 'invalid' });
      expect(await selected(world, { which: 'overtaken', forgotten: false })).toMatchObject({ a: 'A1' });
      expect(await selected(world, all)).toEqual({ a: 'A3', b: 'B2' });
      const kept = await world.store.rawRecords.of(world.feedId, 'a');
      expect(kept.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['A3', 'A1']);
      await commit(world, 'a', 'A4');
      expect(await world.store.rawRecords.of(world.feedId, 'a')).toHaveLength(1);
      expect(await selected(world, all)).toEqual({ a: 'A4', b: 'B2' });
    });

    it('those alone are selected that must be read again, where that is asked', async () => {
      const world = current();
      await commit(world, 'a', 'A1');
      await commit(world, 'b', 'B1', { fingerprint: null });
      expect(await selected(world, { which: 'newest', forgotten: true })).toEqual({ b: 'B1' });
      await world.store.records.forget(world.feedId, ['a']);
      expect(await selected(world, { which: 'newest', forgotten: true })).toEqual({ a: 'A1', b: 'B1' });
    });

    it('are not read again once their listings went, come back with a new record, and are forgotten in time', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, 'a', 'A1');
      await commit(world, 'b', 'B1');
      await store.listings.applyAbsences(connectionId, feedId, [gone('a'), gone('b')], now);
      expect(await selected(world, all)).toEqual({});
      expect(await store.rawRecords.of(feedId, 'a')).toHaveLength(1);
      await commit(world, 'b', 'B2');
      expect(await selected(world, all)).toEqual({ b: 'B2' });
      await store.rawRecords.forget(now);
      expect(await store.rawRecords.of(feedId, 'a')).toHaveLength(1);
      await store.rawRecords.forget(now + 1);
      expect(await store.rawRecords.of(feedId, 'a')).toEqual([]);
      expect(await store.rawRecords.of(feedId, 'b')).toHaveLength(1);
    });

    it('a suppressed listing’s record stays the feed’s', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, 'a', 'A1');
      const suppression = { connectionId, externalId: 'a', reason: 'r', until: null, author: 'x', at: now };
      await store.suppressions.add(suppression);
      await store.rawRecords.forget(now + 1);
      expect(await selected(world, { which: 'newest', forgotten: true })).toEqual({ a: 'A1' });
      expect(await store.rawRecords.any(feedId)).toBe(true);
    });

    it('a record that says that it is gone is dropped with its listing, and its bytes in time', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, 'a', 'A1');
      await commit(world, 'b', 'B1', { kind: 'remove' });
      await store.records.sweepRemoved(feedId, null);
      expect(await store.records.get(feedId, 'b')).toBeNull();
      expect(await store.records.get(feedId, 'a')).not.toBeNull();
      expect(await selected(world, all)).toEqual({ a: 'A1' });
      await store.rawRecords.forget(now + 1);
      expect(await store.rawRecords.of(feedId, 'b')).toEqual([]);
    });
  });

  describe('a feed that changes its kind', () => {
    const declared = { name: 'agency-a', connectionId, sourceHash: 'source', mapping: 'm', idPrefix: '' };

    it('from whole files to changes is read again, and back its last file of changes is no copy of it', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, 'a', 'A1');
      await store.feeds.update(feedId, { committedSnapshotId: 7, context: 'c', etag: '"1"' });
      expect(await store.feeds.declare({ ...declared, kind: 'delta' }, now)).toMatchObject({
        ...{ id: feedId, kind: 'delta', committedSnapshotId: 7, context: null, etag: null },
      });
      expect(await store.records.get(feedId, 'a')).toMatchObject({ fingerprint: null });
      await store.feeds.update(feedId, { context: 'c', etag: '"2"' });
      expect(await store.feeds.declare({ ...declared, kind: 'auto' }, now)).toMatchObject({
        ...{ kind: 'auto', committedSnapshotId: 7, context: 'c', etag: '"2"' },
      });
      expect(await store.rawRecords.any(feedId)).toBe(true);
      expect(await store.feeds.declare({ ...declared, kind: 'full' }, now)).toMatchObject({
        ...{ kind: 'full', committedSnapshotId: null, context: null, etag: null },
      });
      expect(await store.rawRecords.any(feedId)).toBe(false);
    });
  });
}
