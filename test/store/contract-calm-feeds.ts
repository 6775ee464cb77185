import { beforeEach, describe, expect, it } from 'vitest';
import { emptyBalance } from '../../src/core/schedule/balance.js';
import type { ConnectionRecord } from '../../src/model/connection.js';
import type { CalmEnd, Lease } from '../../src/store/store.js';
import { saveFailedJob } from '../../src/store/facts/failed-jobs.js';
import { connectionId, now, publish, type World } from './builders.js';
import { presentHolder } from './contract-sharing.js';

const minute = 60_000;
const context = 'context';

/** Feeds of which an unchanged file changes nothing but times, and the end of many polls at once. */
export function calmFeedContract(current: () => World): void {
  /** A feed that was read and has nothing open, and the lane of its connection, which was worked in before. */
  async function settle({ store, feedId }: World): Promise<void> {
    const { id: committedSnapshotId } = await store.snapshots.add({
      ...{
        feedId,
        fetchedAt: now,
        parts: [{ path: 'snapshots/a', given: null }],
        bytes: 10,
        bodyHash: 'hash',
      },
      ...{ completeness: 'complete', encoding: 'utf-8', recordCount: 1, kind: 'full', sequence: null },
      ...{ modifiedAt: null, state: 'committed' },
    });
    const remote = { status: 'active' } as unknown as ConnectionRecord['remote'];
    await store.connections.update(connectionId, { status: 'active', remote });
    await store.feeds.update(feedId, {
      ...{ life: 'active', nextPollAt: now, lastFullFetchAt: now - minute, etag: '"1"', context },
      ...{ committedSnapshotId, lastPollAt: now - minute, lastCompleteAt: now - minute },
    });
    await free(await take(store, connectionId));
  }

  const take = async ({ leases }: World['store'], lane: string): Promise<Lease> =>
    (await leases.take(lane, presentHolder, minute))!.lease;
  const free = (lease: Lease): Promise<void> => current().store.leases.give(lease);
  const question = { now, aheadMs: 24 * 60 * minute, limit: 10, after: null };
  const due = async (): Promise<number[]> =>
    (await current().store.calmFeeds.due(question)).map(({ feedId }) => feedId);
  const endOf = (lease: Lease, change: Partial<CalmEnd> = {}): CalmEnd => ({
    ...{ lease, startedAt: now, message: 'm', balance: { ...emptyBalance() }, context },
    feed: { id: current().feedId, connectionId, sourceHash: 'source' },
    nextPollAt: now + minute,
    ...change,
  });

  describe('calm feeds', () => {
    beforeEach(() => settle(current()));

    it('are found when they are due and nothing works in their lane', async () => {
      const { store, feedId } = current();
      expect(await store.calmFeeds.due(question)).toEqual([{ feedId, connectionId, at: now }]);
      expect([...(await store.calmFeeds.among([feedId, feedId + 1]))]).toEqual([feedId]);
      expect(await store.calmFeeds.among([])).toEqual(new Set());
      const [known] = await store.calmFeeds.known([feedId]);
      expect(known).toMatchObject({
        row: { id: feedId, etag: '"1"', context },
        connection: { id: connectionId, status: 'active' },
        file: { parts: [{ path: 'snapshots/a' }] },
      });
      const lease = await take(store, connectionId);
      expect(await due()).toEqual([]);
      expect(await store.calmFeeds.among([feedId])).toEqual(new Set());
      expect(await store.calmFeeds.known([feedId])).toHaveLength(1);
      await free(lease);
      await store.feeds.update(feedId, { nextPollAt: now + minute });
      expect(await due()).toEqual([]);
      await store.feeds.update(feedId, { nextPollAt: now + 48 * 60 * minute });
      expect(await due()).toEqual([feedId]);
    });

    it('are found page by page', async () => {
      const { store, feedId } = current();
      const at = now - minute;
      await store.feeds.update(feedId, { nextPollAt: at });
      const behind = async (after: { at: number; feedId: number }): Promise<number[]> =>
        (await store.calmFeeds.due({ ...question, after })).map((one) => one.feedId);
      expect(await behind({ at: at - 1, feedId: feedId + 1 })).toEqual([feedId]);
      expect(await behind({ at, feedId: feedId - 1 })).toEqual([feedId]);
      expect(await behind({ at, feedId })).toEqual([]);
      expect(await behind({ at: at + 1, feedId: 0 })).toEqual([]);
    });

    const causes: [string, (world: World) => Promise<unknown>][] = [
      ['its last poll failed', ({ store, feedId }) => store.feeds.update(feedId, { failures: 1 })],
      ['it is stalled', ({ store, feedId }) => store.feeds.update(feedId, { life: 'stalled' })],
      ['it is paused', ({ store, feedId }) => store.feeds.setLife(feedId, 'paused', 'ana', now)],
      ['its file has no validator', ({ store, feedId }) => store.feeds.update(feedId, { etag: null })],
      ['a file of it waits', ({ store, feedId }) => store.feeds.update(feedId, { deferredSnapshotId: 1 })],
      ['it is to be read again', ({ store, feedId }) => store.feeds.update(feedId, { context: null })],
      ['its records wait', ({ store, feedId }) => store.feeds.update(feedId, { remapAskedAt: now })],
      [
        'its connection is revoked',
        ({ store }) => store.connections.update(connectionId, { status: 'revoked' }),
      ],
      [
        'a worker died in its lane',
        ({ store }) => store.meta.set(`lane.deaths ${connectionId}`, '{"count":1,"until":0}'),
      ],
      ['a process died', ({ store }) => store.meta.set('feed.deaths', '{"9":{}}')],
      ['hosts of photos are asked', ({ store, feedId }) => store.meta.set(`photos.hosts ${feedId}`, '{}')],
      [
        'its last job failed',
        ({ store, feedId }) =>
          saveFailedJob(store, {
            ...{ key: `poll:${feedId}`, kind: 'poll', lane: connectionId, since: now, tries: 1 },
            ...{ nextTryAt: now, sentence: 's' },
          }),
      ],
      [
        'a listing of it is missing',
        async (world) => {
          await publish(world, ['a']);
          await world.store.listings.update(connectionId, [{ externalId: 'a', presence: 'grace' }], now);
        },
      ],
      [
        'a hold of it is open',
        ({ store, feedId }) =>
          store.holds.raise(
            { connectionId, feedId, kind: 'plan', reason: 'r', snapshotId: null, lines: [], cause: null },
            now,
          ),
      ],
    ];
    it.each(causes)('are no longer calm where %s', async (_, change) => {
      const world = current();
      await change(world);
      expect(await due()).toEqual([]);
      expect(await world.store.calmFeeds.known([world.feedId])).toEqual([]);
      const lease = await take(world.store, connectionId);
      const before = await world.store.feeds.get(world.feedId);
      expect(await world.store.calmFeeds.end([endOf(lease)], now)).toEqual(new Map());
      expect(await world.store.feeds.get(world.feedId)).toEqual(before);
    });

    it('are polled together: the polls end, and their lanes are free', async () => {
      const { store, feedId } = current();
      const before = (await store.feeds.get(feedId))!;
      const lease = await take(store, connectionId);
      const runs = await store.calmFeeds.end([endOf(lease, { startedAt: now - 5 })], now);
      expect(await store.feeds.get(feedId)).toEqual({
        ...before,
        ...{ nextPollAt: now + minute, lastPollAt: now, lastCompleteAt: now },
      });
      const [run] = await store.runs.list({ feedId, limit: 1 });
      expect(run).toEqual({
        ...{ id: runs.get(feedId), kind: 'poll', connectionId, feedId, startedAt: now - 5, endedAt: now },
        ...{ state: 'unchanged', message: 'm', balance: emptyBalance() },
      });
      expect(await store.leases.isHeld(lease)).toBe(false);
      expect((await take(store, connectionId)).epoch).toBe(lease.epoch + 1);
      expect(await store.calmFeeds.end([], now)).toEqual(new Map());
    });

    it('of which one lost its lease, or has another source or context by now: that one alone drops out', async () => {
      const { store, feedId } = current();
      const other = await store.feeds.declare(
        { name: 'another', connectionId: 'another', sourceHash: 'source', mapping: 'estate', idPrefix: '' },
        now,
      );
      const lost = (await store.leases.take(connectionId, presentHolder, -1))!.lease;
      const { committedSnapshotId } = (await store.feeds.get(feedId))!;
      await store.connections.ensure(['another']);
      const { remote } = (await store.connections.get(connectionId))!;
      await store.connections.update('another', { status: 'active', remote });
      await store.feeds.update(other.id, {
        ...{ etag: '"1"', context, committedSnapshotId, lastFullFetchAt: now },
      });
      const feed = { id: other.id, connectionId: 'another', sourceHash: 'source' };
      const before = await store.feeds.get(feedId);
      const kept = await take(store, 'another');
      const ended = await store.calmFeeds.end([endOf(lost), endOf(kept, { feed })], now);
      expect([...ended.keys()]).toEqual([other.id]);
      expect(await store.feeds.get(feedId)).toEqual(before);
      const more = [{ feed: { ...feed, sourceHash: 'new' } }, { feed, context: 'new' }];
      for (const change of more)
        expect(await store.calmFeeds.end([endOf(await take(store, 'another'), change)], now)).toEqual(
          new Map(),
        );
    });
  });

  describe('lanes', () => {
    it('are claimed many at once: those that were given back, and no others', async () => {
      const { leases } = current().store;
      for (const lane of ['a', 'b', 'held'])
        await leases.give((await leases.take(lane, presentHolder, minute))!.lease);
      const held = (await leases.take('held', presentHolder, minute))!.lease;
      const late = (await leases.take('late', 'two', -1))!.lease;
      const claimed = await leases.claim(['a', 'b', 'held', 'late', 'never taken'], presentHolder, minute);
      expect(claimed.map(({ lane, holder, epoch }) => `${lane} ${holder} ${epoch}`).sort()).toEqual([
        `a ${presentHolder} 2`,
        `b ${presentHolder} 2`,
      ]);
      expect(await leases.take('a', 'three', minute)).toBeNull();
      expect(await leases.claim(['a', 'b'], presentHolder, minute)).toEqual([]);
      expect(await Promise.all(claimed.map((lease) => leases.isHeld(lease)))).toEqual([true, true]);
      await leases.giveAll([...claimed, late]);
      await leases.giveAll([]);
      expect(await leases.claim([], presentHolder, minute)).toEqual([]);
      // What a former holder gives back late is not its own any more.
      const [next] = await leases.claim(['a'], presentHolder, minute);
      await leases.giveAll(claimed);
      expect(await leases.isHeld(next!)).toBe(true);
      expect(await leases.isHeld(held)).toBe(true);
    });
  });
}
