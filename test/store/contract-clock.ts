import { describe, expect, it } from 'vitest';
import type { ClockMark } from '../../src/core/schedule/clock-change.js';
import { connectionId, now, type World } from './builders.js';
import { presentHolder } from './contract-sharing.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const mark = (at: number, id: string, ms: number): ClockMark => ({
  at,
  steady: { id, ms, countsSleep: true },
});

/** What a store makes of a clock that was set. */
export function clockContract(current: () => World): void {
  describe('a clock that was set', () => {
    const feedOf = async (): Promise<{ nextPollAt: number; lastCompleteAt: number | null }> => {
      const feed = await current().store.feeds.get(current().feedId);
      return feed!;
    };

    it('back moves what is due, what was spent and what lies ahead, once, whichever process sees it first', async () => {
      const { store, feedId } = current();
      await store.clock.follow(mark(now + day, 'one', 0));
      await store.feeds.update(feedId, { nextPollAt: now + day + hour, lastCompleteAt: now + day });
      await store.connections.ensure([connectionId]);
      await store.connections.update(connectionId, { nextPushAt: now + day + minute, readAt: now + day });
      await store.spend.add(connectionId, now + day - minute, 3);
      await store.leases.take('lane', presentHolder, minute);
      const changes = await Promise.all([
        store.clock.follow(mark(now, 'two', 5)),
        store.clock.follow(mark(now, 'three', 7)),
      ]);
      expect(changes.map(({ setByMs }) => setByMs).sort((a, b) => a - b)).toEqual([-day, 0]);
      expect(await feedOf()).toMatchObject({ nextPollAt: now + hour, lastCompleteAt: now });
      expect(await store.connections.get(connectionId)).toMatchObject({
        nextPushAt: now + minute,
        readAt: now,
      });
      expect(await store.spend.since(connectionId, 0)).toMatchObject([{ at: now - minute, amount: 3 }]);
      expect(await store.clock.lastChange()).toEqual({ at: now, byMs: -day, isExact: false });
    });

    it('on keeps what was spent where no steady clock says that time went by', async () => {
      const { store } = current();
      await store.clock.follow(mark(now, 'one', 0));
      await store.spend.add(connectionId, now, 3);
      await store.clock.follow(mark(now + 2 * hour, 'one', 2 * hour));
      expect(await store.spend.since(connectionId, 0)).toMatchObject([{ at: now }]);
      await store.clock.follow(mark(now + 4 * hour, 'two', 0));
      expect(await store.spend.since(connectionId, 0)).toMatchObject([{ at: now + 2 * hour }]);
      expect(await store.clock.lastChange()).toBeNull();
    });

    it('leaves nothing due later than anything is ever put off', async () => {
      const { store } = current();
      await store.connections.ensure([connectionId]);
      await store.connections.update(connectionId, { nextPushAt: now + 9 * day, outcomesDueAt: now + hour });
      await store.clock.bound(now);
      expect(await store.connections.get(connectionId)).toMatchObject({
        nextPushAt: now,
        outcomesDueAt: now + hour,
      });
    });
  });
}
