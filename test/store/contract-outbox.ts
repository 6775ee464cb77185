import { describe, expect, it } from 'vitest';
import type { ItemSettlement } from '../../src/store/store.js';
import {
  accepted,
  connectionId,
  createBatch,
  gone,
  listing,
  now,
  publish,
  send,
  wish,
  wishRow,
  type World,
} from './builders.js';

/** Outbox, batches and the ledger. */
export function outboxContract(current: () => World): void {
  const again = (externalId: string, notBefore: number): ItemSettlement => ({
    externalId,
    listing: { portal: 'unknown' },
    outbox: { kind: 'again', notBefore },
    event: { kind: 'missing', data: {} },
  });

  describe('outbox', () => {
    it('gives what may be sent by lane, then by age', async () => {
      const { outbox } = current().store;
      await outbox.put([
        wishRow('own', { lane: 'own_change', queuedAt: 1 }),
        wishRow('new-2', { lane: 'new', queuedAt: 3 }),
        wishRow('new-1', { lane: 'new', queuedAt: 2 }),
        wishRow('price', { lane: 'state_or_price', queuedAt: 9 }),
        wishRow('later', { lane: 'state_or_price', notBefore: now + 1 }),
        wishRow('off', { op: 'remove', lane: 'removal', digest: null, removeReason: 'sold' }),
      ]);
      const ids = async (limit: number, at = now): Promise<string[]> =>
        (await outbox.sendable(connectionId, 'upsert', at, limit)).map((row) => row.externalId);
      expect(await ids(10)).toEqual(['price', 'new-1', 'new-2', 'own']);
      expect(await ids(2)).toEqual(['price', 'new-1']);
      expect(await ids(10, now + 1)).toEqual(['price', 'later', 'new-1', 'new-2', 'own']);
      expect(await outbox.sendable(connectionId, 'remove', now, 10)).toEqual([
        wishRow('off', { op: 'remove', lane: 'removal', digest: null, removeReason: 'sold' }),
      ]);
      expect(await outbox.counts(null)).toEqual({
        upserts: 5,
        removals: 1,
        byLane: { own_change: 1, new: 2, state_or_price: 2, removal: 1 },
      });
      expect(await outbox.counts('other')).toEqual({ upserts: 0, removals: 0, byLane: {} });
    });

    it('keeps one wish per listing: the latest, with the age of its kind', async () => {
      const world = current();
      const { outbox } = world.store;
      await outbox.put([wishRow('a', { queuedAt: 1 })]);
      await outbox.attempt(connectionId, 'a');
      await outbox.put([wishRow('a', { queuedAt: 5, lane: 'state_or_price' })]);
      expect(await wish(world, 'a')).toMatchObject({ queuedAt: 1, lane: 'state_or_price', attempts: 1 });
      await outbox.put([wishRow('a', { queuedAt: 6, digest: 'B' })]);
      expect(await wish(world, 'a')).toMatchObject({ queuedAt: 1, digest: 'B', attempts: 0 });
      await outbox.put([wishRow('a', { queuedAt: 7, op: 'remove', lane: 'removal' })]);
      expect(await wish(world, 'a')).toMatchObject({ queuedAt: 7, op: 'remove' });
    });

    it('keeps entries back with their reason, which goes on counting while it lasts and ends with the content', async () => {
      const world = current();
      const { outbox } = world.store;
      const reason = { kind: 'item_refused', code: 'too_big', message: 'Too big', details: [] } as const;
      await outbox.put([wishRow('a'), wishRow('b')]);
      await outbox.park(connectionId, new Map([['a', reason]]), { until: now + 50, now });
      await outbox.park(connectionId, new Map([['a', reason]]), { until: now + 90, now: now + 50 });
      expect((await wish(world, 'a'))?.waits).toEqual({ ...reason, since: now, tries: 2 });
      expect((await outbox.parked(null)).map(({ externalId }) => externalId)).toEqual(['a']);
      expect(await outbox.parked([])).toEqual([]);
      await outbox.release(connectionId, now + 60);
      expect(await wish(world, 'a')).toMatchObject({ notBefore: now + 60, waits: { tries: 2 } });
      await outbox.put([wishRow('a', { digest: 'B' })]);
      expect((await wish(world, 'a'))?.waits).toBeNull();
      expect(await outbox.parked([connectionId])).toEqual([]);
    });

    it('keeps back, drops, and says when the next is due', async () => {
      const world = current();
      const { outbox } = world.store;
      expect(await outbox.nextDueAt(connectionId)).toBeNull();
      await outbox.put([wishRow('a'), wishRow('b')]);
      const full = { kind: 'plan_full', code: 'quota_exceeded', message: '', details: [] } as const;
      await outbox.park(
        connectionId,
        new Map([
          ['a', full],
          ['b', full],
        ]),
        { until: now + 50, now },
      );
      expect(await outbox.nextDueAt(connectionId)).toBe(now + 50);
      await outbox.drop(connectionId, ['a']);
      expect(await wish(world, 'a')).toBeNull();
      await createBatch(world, ['b']);
      expect(await outbox.nextDueAt(connectionId)).toBeNull();
    });
  });

  describe('batches', () => {
    it('is stored with its bytes before it is sent, and binds its rows', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b']);
      const id = await createBatch(world, ['a', 'b']);
      const [batch] = await store.batches.unsettled(connectionId);
      expect(batch).toMatchObject({ id, state: 'stored', portalId: null, attempts: 0, createdAt: now });
      expect(Buffer.from(batch!.body).toString()).toBe('["a","b"]');
      expect(batch!.body.constructor).toBe(Uint8Array);
      expect(batch!.items.map((item) => item.externalId)).toEqual(['a', 'b']);
      expect(await store.outbox.sendable(connectionId, 'upsert', now, 10)).toEqual([]);
      expect(await wish(world, 'a')).toMatchObject({ batchId: id });
      expect(await listing(world, 'a')).toMatchObject({ firstSentAt: now });
      expect(await store.spend.since(connectionId, now + 999_999)).toEqual([
        { at: null, amount: 2, ownChange: 0 },
      ]);
      await store.batches.update(id, {
        state: 'waiting',
        portalId: 'p',
        attempts: 1,
        nextAttemptAt: now + 5,
      });
      await store.batches.update(id, {});
      expect(await store.batches.get(id)).toMatchObject({
        state: 'waiting',
        portalId: 'p',
        nextAttemptAt: now + 5,
      });
      expect(await store.batches.get(id + 1)).toBeNull();
    });

    it('holds a listing in one unsettled batch only', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b']);
      const id = await createBatch(world, ['a']);
      await expect(createBatch(world, ['b', 'a'])).rejects.toThrow(`in batch ${id} already`);
      expect((await store.batches.unsettled(connectionId)).length).toBe(1);
      expect((await store.spend.since(connectionId, 0)).length).toBe(1);
      // Dropped and wanted anew while the batch is under way: still bound to it.
      await store.outbox.drop(connectionId, ['a']);
      await store.outbox.put([wishRow('a', { digest: 'B' })]);
      expect(await wish(world, 'a')).toMatchObject({ digest: 'B', batchId: id });
    });

    it('settles: fulfilled wishes go, newer ones stay, others are tried again', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b', 'c', 'd']);
      const id = await createBatch(world, ['a', 'b', 'c', 'd']);
      await publish(world, ['b'], 'B', now + 1);
      await store.batches.settle(id, [accepted('a'), accepted('b'), again('c', now + 60)], {
        at: now + 2,
        items: 3,
      });
      expect(await wish(world, 'a')).toBeNull();
      expect(await wish(world, 'b')).toMatchObject({ digest: 'B', batchId: null, attempts: 0 });
      expect(await wish(world, 'c')).toMatchObject({ batchId: null, attempts: 1, notBefore: now + 60 });
      expect(await wish(world, 'd')).toMatchObject({ batchId: null });
      expect(await listing(world, 'a')).toMatchObject({ portal: 'live', confirmedDigest: 'A' });
      expect((await store.listings.events(connectionId, 'c')).map((event) => event.kind)).toEqual([
        'missing',
      ]);
      expect(await store.spend.since(connectionId, now)).toEqual([{ at: now + 2, amount: 3, ownChange: 0 }]);
      expect(await store.batches.unsettled(connectionId)).toEqual([]);
      expect((await store.batches.get(id))!.body.length).toBe(0);
      await expect(store.batches.settle(id, [], { at: now, items: 0 })).rejects.toThrow(/settled already/);
    });

    it('is not mistaken about a newer wish for the same content as before', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a']);
      const id = await createBatch(world, ['a']);
      await publish(world, ['a'], 'B');
      await publish(world, ['a'], 'A');
      await store.batches.settle(id, [accepted('a')], { at: now, items: 1 });
      expect(await wish(world, 'a')).toBeNull();
    });

    it('dissolves a refused batch as if it had never been', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b', 'c']);
      const id = await createBatch(world, ['a', 'b', 'c']);
      await publish(world, ['c'], 'B', now + 1);
      const park = new Map([
        ['b', { kind: 'item_refused', code: 'x', message: '', details: [] } as const],
        ['c', null],
      ]);
      await store.batches.dissolve(id, { now: now + 2, spent: 0, park, parkUntil: now + 100 });
      expect(await store.spend.since(connectionId, 0)).toEqual([]);
      expect(await wish(world, 'a')).toMatchObject({ batchId: null, notBefore: now });
      expect(await wish(world, 'b')).toMatchObject({
        ...{ batchId: null, notBefore: now + 100 },
        waits: { code: 'x', since: now + 2, tries: 1 },
      });
      expect(await wish(world, 'c')).toMatchObject({ batchId: null, notBefore: now, digest: 'B' });
      expect(await listing(world, 'a')).toMatchObject({ firstSentAt: null, sentUpdatedAt: null });
      expect((await store.batches.get(id))!.state).toBe('dissolved');
    });

    it('keeps the dates of a dissolved batch that may have arrived', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a']);
      const id = await createBatch(world, ['a'], 'A', now + 7);
      await store.batches.dissolve(id, { now: now + 9, spent: 1, park: new Map(), parkUntil: now });
      expect(await listing(world, 'a')).toMatchObject({ firstSentAt: now + 7, sentUpdatedAt: now + 7 });
      expect(await store.spend.since(connectionId, 0)).toEqual([{ at: now + 9, amount: 1, ownChange: 0 }]);
    });

    it('settles what is known of a dissolved batch, and frees the rest', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b']);
      const id = await createBatch(world, ['a', 'b']);
      const settled = [accepted('a')];
      await store.batches.dissolve(id, { now, spent: 2, park: new Map(), parkUntil: now, settled });
      expect(await wish(world, 'a')).toBeNull();
      expect(await wish(world, 'b')).toMatchObject({ batchId: null, attempts: 0 });
      expect(await listing(world, 'a')).toMatchObject({ confirmedDigest: 'A' });
    });

    it('keeps a newer wish when a removal is confirmed', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await send(world, ['a']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now);
      await store.outbox.attempt(connectionId, 'a');
      await publish(world, ['a'], 'A', now + 1);
      await store.batches.settleRemoval(connectionId, 'a', 'removed', now + 2);
      expect(await wish(world, 'a')).toMatchObject({ op: 'upsert' });
      expect(await listing(world, 'a')).toMatchObject({
        portal: 'removed',
        confirmedDigest: null,
        offSince: null,
      });
    });
  });

  describe('spend', () => {
    it('answers the window oldest first, in flight last, and prunes', async () => {
      const world = current();
      const { spend, batches } = world.store;
      await spend.add('key', now + 2, 1);
      await spend.add('key', now + 1, 1);
      await spend.add('key', now, 1);
      await spend.add('other', now, 5);
      expect(await spend.since('key', now + 1)).toEqual([
        { at: now + 1, amount: 1, ownChange: 0 },
        { at: now + 2, amount: 1, ownChange: 0 },
      ]);
      const batch = {
        connectionId,
        idempotencyKey: 'own-changes',
        body: new Uint8Array(),
        items: ['a', 'b', 'c'].map((externalId, position) => ({
          externalId,
          digest: 'A',
          updatedAt: now,
          position,
        })),
        ownChanges: 2,
        now,
      };
      const { id } = await batches.create(batch);
      await spend.add(connectionId, now, 4);
      expect(await spend.since(connectionId, now)).toEqual([
        { at: now, amount: 4, ownChange: 0 },
        { at: null, amount: 3, ownChange: 2 },
      ]);
      await spend.prune(now + 2);
      expect(await spend.since(connectionId, 0)).toEqual([{ at: null, amount: 3, ownChange: 2 }]);
      expect(await spend.since('key', 0)).toEqual([{ at: now + 2, amount: 1, ownChange: 0 }]);
      await batches.settle(id, [], { at: now + 3, items: 1 });
      expect(await spend.since(connectionId, 0)).toEqual([{ at: now + 3, amount: 1, ownChange: 1 }]);
    });
  });
}
