import { describe, expect, it } from 'vitest';
import { roomLeft, windowMarginMs } from '../../src/core/schedule/budget.js';
import type { DueQuestion } from '../../src/store/store.js';
import { recordDecision, connectionId, createBatch, now, publish, type World } from './builders.js';

/** The name of a process that answers: all others are gone. */
export const presentHolder = 'one';

/** What several processes need of a store that they share: lanes, due work, and windows that nobody overdraws. */
export function sharingContract(current: () => World): void {
  const minute = 60_000;

  describe('lanes', () => {
    it('belong to one at a time, and to the next one when they are given back', async () => {
      const { leases } = current().store;
      const first = (await leases.take('lane', presentHolder, minute))!;
      expect(first).toMatchObject({ lease: { lane: 'lane', holder: presentHolder }, abandoned: false });
      expect(await leases.take('lane', 'two', minute)).toBeNull();
      expect(await leases.take('another', 'two', minute)).not.toBeNull();
      await leases.give(first.lease);
      const second = (await leases.take('lane', presentHolder, minute))!;
      expect(second.abandoned).toBe(false);
      expect(second.lease.epoch).toBeGreaterThan(first.lease.epoch);
      // What the former holder gives back late is not its own any more.
      await leases.give(first.lease);
      expect(await leases.take('lane', 'three', minute)).toBeNull();
    });

    it('are free when their time is over, and refuse what their former holder writes late', async () => {
      const { feedId } = current();
      const { leases, meta, records, spend } = current().store;
      const late = (await leases.take('lane', presentHolder, -1))!;
      const next = (await leases.take('lane', 'two', minute))!;
      expect(next.abandoned).toBe(true);
      const refusal = { name: 'StoreError', kind: 'lease_lost' };
      await leases.within(late.lease, async () => {
        await expect(meta.set('k', 'late')).rejects.toMatchObject(refusal);
        await expect(spend.take('key', { limit: 9, ms: minute, now: () => now })).rejects.toMatchObject(
          refusal,
        );
        await expect(
          records.commitBlock(connectionId, feedId, [recordDecision(0, 'A-1')], now),
        ).rejects.toMatchObject(refusal);
        expect(await meta.get('k')).toBeNull();
      });
      expect(await records.ordinalCount(feedId)).toBe(0);
      await leases.within(next.lease, () => meta.set('k', 'in time'));
      expect(await meta.get('k')).toBe('in time');
    });

    it('are prolonged while they are held, and not brought back', async () => {
      const { leases, meta } = current().store;
      const held = (await leases.take('held', presentHolder, minute))!;
      const lost = (await leases.take('lost', presentHolder, -1))!;
      await leases.renew([held.lease, lost.lease], 2 * minute);
      expect([await leases.isHeld(held.lease), await leases.isHeld(lost.lease)]).toEqual([true, false]);
      await leases.within(held.lease, () => meta.set('k', 'v'));
      await expect(leases.within(lost.lease, () => meta.set('k', 'w'))).rejects.toMatchObject({
        kind: 'lease_lost',
      });
      expect(await leases.free(['held', 'lost', 'never taken'])).toEqual(['lost', 'never taken']);
    });
  });

  describe('windows', () => {
    it('are spent up to their limit, whoever asks, and say when to ask again', async () => {
      const { spend } = current().store;
      const window = { limit: 3, ms: minute, now: () => now };
      const taken = await Promise.all(Array.from({ length: 5 }, () => spend.take('key', window)));
      const spent = { spent: expect.any(Number) as number };
      expect(taken.filter((answer) => 'spent' in answer)).toEqual([spent, spent, spent]);
      expect(
        Math.min(...taken.flatMap((answer) => ('againAt' in answer ? answer.againAt : []))),
      ).toBeGreaterThan(now + minute);
      expect(await spend.take('another', window)).toEqual(spent);
      expect(await spend.take('key', { ...window, now: () => now + minute + 1001 })).toEqual(spent);
    });

    it('hold whatever is in them or may still come, by the rule of the budget', async () => {
      const { spend } = current().store;
      const edge = now - minute - windowMarginMs;
      for (const at of [edge - 1, edge, edge + 1, now, now + minute]) {
        await spend.add(`at ${at}`, at, 3);
        const { items } = roomLeft([{ at, amount: 3, ownChange: 0 }], 3, minute, now);
        const taken = await spend.take(`at ${at}`, { limit: 3, ms: minute, now: () => now });
        expect('spent' in taken).toBe(items > 0);
      }
    });

    it('hold what was sent and not answered', async () => {
      const world = current();
      await publish(world, ['a']);
      await createBatch(world, ['a']);
      const full = { limit: 1, ms: minute, now: () => now };
      expect(await world.store.spend.take(connectionId, full)).toEqual({ againAt: now + minute });
      expect(await world.store.spend.take(connectionId, { ...full, limit: 2 })).toHaveProperty('spent');
    });

    it('keep what was spent later than it was taken for that much longer', async () => {
      const { spend } = current().store;
      const window = { limit: 1, ms: minute, now: () => now };
      const taken = await spend.take('key', window);
      if (!('spent' in taken)) throw new Error('there was room');
      await spend.settle(taken.spent, now + 50_000);
      expect(await spend.take('key', { ...window, now: () => now + minute + 1001 })).toEqual({
        againAt: now + 50_000 + minute + 1000,
      });
    });
  });

  describe('due work', () => {
    const question: DueQuestion = {
      now,
      ...{ rereadMs: 60 * minute, certifyingRereadMs: minute, quotaCodes: ['quota_exceeded'] },
      aheadMs: 24 * 60 * minute,
    };
    const quiet = async ({ store, feedId }: World): Promise<void> => {
      await store.connections.update(connectionId, {
        status: 'active',
        readAt: now,
        nextReconcileAt: now + minute,
      });
      await store.feeds.update(feedId, { nextPollAt: now + minute });
    };
    const due = async ({ store }: World, change: Partial<DueQuestion> = {}): Promise<boolean> =>
      (await store.due.hints({ ...question, ...change })).some((hint) => hint.connectionId === connectionId);

    it('is none where nothing waits', async () => {
      const world = current();
      await quiet(world);
      expect(await due(world)).toBe(false);
    });

    const causes: [string, (world: World) => Promise<unknown>][] = [
      ['its feed is due', ({ store, feedId }) => store.feeds.update(feedId, { nextPollAt: now })],
      [
        'its feed’s time was written by a wrong clock',
        ({ store, feedId }) => store.feeds.update(feedId, { nextPollAt: now + 48 * 60 * minute }),
      ],
      [
        'it was never compared',
        ({ store }) => store.connections.update(connectionId, { nextReconcileAt: null }),
      ],
      [
        'it was read long ago',
        ({ store }) => store.connections.update(connectionId, { readAt: now - 60 * minute }),
      ],
      [
        'it is certified and was read a while ago',
        ({ store }) => store.connections.update(connectionId, { status: 'certifying', readAt: now - minute }),
      ],
      ['outcomes are due', ({ store }) => store.connections.update(connectionId, { outcomesDueAt: now })],
      ['something may be sent', (world) => publish(world, ['a'])],
      [
        'a refused listing may be tried again',
        async (world) => {
          await publish(world, ['a']);
          await world.store.outbox.drop(connectionId, ['a']);
          await world.store.listings.update(
            connectionId,
            [{ externalId: 'a', portal: 'rejected', failureCode: 'worker_error', retryAt: now }],
            0,
          );
        },
      ],
    ];
    it.each(causes)('is found where %s', async (_, cause) => {
      const world = current();
      await quiet(world);
      await cause(world);
      expect(await due(world)).toBe(true);
    });

    it('is a poll of that feed, unless its connection was revoked', async () => {
      const world = current();
      const { store, feedId } = world;
      await quiet(world);
      await store.feeds.update(feedId, { nextPollAt: now - 1 });
      expect(await store.due.hints(question)).toEqual([{ connectionId, kind: 'poll', feedId, at: now - 1 }]);
      await store.connections.update(connectionId, { status: 'revoked' });
      expect(await store.due.hints(question)).toEqual([]);
    });

    it('is a batch whose reply is unknown, at its time', async () => {
      const world = current();
      await publish(world, ['a']);
      await quiet(world);
      const batchId = await createBatch(world, ['a']);
      await world.store.batches.update(batchId, { nextAttemptAt: now + 2 });
      expect(await due(world)).toBe(false);
      expect(await due(world, { now: now + 2 })).toBe(true);
    });
  });

  it('finds connections by their ids, and the feeds of one that are polled', async () => {
    const { store, feedId } = current();
    expect((await store.connections.some([connectionId, 'nobody'])).map(({ id }) => id)).toEqual([
      connectionId,
    ]);
    expect([await store.connections.some([]), await store.due.polls('nobody')]).toEqual([[], []]);
    await store.feeds.update(feedId, { nextPollAt: now + 7 });
    const polls = [{ feedId, at: now + 7 }];
    expect(await store.due.polls(connectionId)).toEqual(polls);
    await store.feeds.update(feedId, { life: 'stalled' });
    expect(await store.due.polls(connectionId)).toEqual(polls);
    await store.connections.update(connectionId, { status: 'revoked' });
    expect(await store.due.polls(connectionId)).toEqual([]);
    await store.connections.update(connectionId, { status: 'paused' });
    await store.feeds.setLife(feedId, 'paused', 'somebody', now);
    expect(await store.due.polls(connectionId)).toEqual([]);
  });
}
